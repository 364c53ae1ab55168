import type { ReactNode } from "react";
import { Outlet } from "react-router";
import { SignupHost } from "~/features/account/signup-host.tsx";
import { DemoBanner } from "~/shell/demo-banner.tsx";
import { ErrorPage } from "~/shell/error-page.tsx";
import type { Route } from "./+types/empty";

/** Only the page itself. */
export default function EmptyLayout() {
  return (
    <Frame>
      <Outlet />
    </Frame>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <Frame>
      <ErrorPage error={error} />
    </Frame>
  );
}

function Frame({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <DemoBanner />
      <main id="content" tabIndex={-1} className="flex-1 outline-none">
        {children}
      </main>
      <SignupHost />
    </div>
  );
}
