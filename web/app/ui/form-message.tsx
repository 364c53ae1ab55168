import type { ReactNode } from "react";
import { Alert } from "./alert.tsx";

/** Error of the whole form, announced when it appears. The live region exists before its text, or it would not be announced. */
export function FormMessage({ children }: { children: ReactNode }) {
  return (
    <div role="alert" className="empty:hidden">
      {children ? <Alert variant="danger">{children}</Alert> : null}
    </div>
  );
}
