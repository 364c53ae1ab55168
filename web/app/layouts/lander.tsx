import type { ReactNode } from "react";
import { Outlet } from "react-router";
import { DemoBanner } from "~/shell/demo-banner.tsx";
import { ErrorPage } from "~/shell/error-page.tsx";
import { Footer } from "~/shell/footer.tsx";
import { LanguageSwitcher } from "~/shell/language-switcher.tsx";
import { SiteMark } from "~/shell/site-mark.tsx";
import { SkipLink } from "~/shell/skip-link.tsx";
import type { Route } from "./+types/lander";

/** A bar with the logo, the page, the footer: nothing that leads away. */
export default function LanderLayout() {
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
      <SkipLink />
      <DemoBanner />
      <header className="border-b border-line">
        <div className="page flex min-h-16 items-center justify-between gap-3">
          <SiteMark />
          <LanguageSwitcher />
        </div>
      </header>
      <main id="content" tabIndex={-1} className="flex-1 outline-none">
        {children}
      </main>
      <Footer />
    </div>
  );
}
