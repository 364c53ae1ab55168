import type { ReactNode } from "react";
import { Alert } from "./alert.tsx";

/** What is wrong with a form as a whole, read aloud when it appears. The place is there before the words are. */
export function FormMessage({ children }: { children: ReactNode }) {
  return (
    <div role="alert" className="empty:hidden">
      {children ? <Alert look="danger">{children}</Alert> : null}
    </div>
  );
}
