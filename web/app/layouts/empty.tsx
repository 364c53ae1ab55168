import type { ReactNode } from "react";
import { Outlet } from "react-router";
import { SignupHost } from "~/features/account/signup-host.tsx";
import { ErrorPage } from "~/shell/error-page.tsx";
import type { Route } from "./+types/empty";
import { Frame } from "./frame.tsx";

/** Only the page itself. */
export default function EmptyLayout() {
  return (
    <EmptyFrame>
      <Outlet />
    </EmptyFrame>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <EmptyFrame>
      <ErrorPage error={error} />
    </EmptyFrame>
  );
}

const EmptyFrame = ({ children }: { children: ReactNode }) => <Frame below={<SignupHost />}>{children}</Frame>;
