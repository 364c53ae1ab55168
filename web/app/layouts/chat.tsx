import type { ReactNode } from "react";
import { Outlet } from "react-router";
import { Alerts } from "~/shell/alerts.tsx";
import { DemoBanner } from "~/shell/demo-banner.tsx";
import { ErrorPage } from "~/shell/error-page.tsx";
import { SkipLink } from "~/shell/skip-link.tsx";
import { TabBar } from "~/shell/tab-bar.tsx";
import { TopNav } from "~/shell/top-nav.tsx";
import type { Route } from "./+types/chat";

/** Exactly as high as the window: the conversation scrolls, not the page. */
export default function ChatLayout() {
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
    <div className="flex h-dvh flex-col max-md:pb-tabbar">
      <SkipLink />
      <DemoBanner />
      <TopNav />
      <Alerts one />
      <main id="content" tabIndex={-1} className="min-h-0 flex-1 outline-none">
        {children}
      </main>
      <TabBar />
    </div>
  );
}
