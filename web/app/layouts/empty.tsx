import type { ReactNode } from "react";
import { Outlet } from "react-router";
import { SignupHost } from "~/features/account/signup-host.tsx";
import { ENTRY_WARNING_ELSEWHERE, EntryWarning } from "~/shell/entry-warning.tsx";
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

function EmptyFrame({ children }: { children: ReactNode }) {
  const below = (
    <>
      <SignupHost />
      <EntryWarning only={ENTRY_WARNING_ELSEWHERE} />
    </>
  );
  return <Frame below={below}>{children}</Frame>;
}
