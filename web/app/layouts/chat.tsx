import type { ReactNode } from "react";
import { Outlet } from "react-router";
import { Alerts } from "~/shell/alerts.tsx";
import { ErrorPage } from "~/shell/error-page.tsx";
import { TabBar } from "~/shell/tab-bar.tsx";
import { TopNav } from "~/shell/top-nav.tsx";
import type { Route } from "./+types/chat";
import { Frame } from "./frame.tsx";

/** As high as the window: the conversation scrolls, not the page. */
export default function ChatLayout() {
  return (
    <ChatFrame>
      <Outlet />
    </ChatFrame>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <ChatFrame>
      <ErrorPage error={error} />
    </ChatFrame>
  );
}

function ChatFrame({ children }: { children: ReactNode }) {
  const above = (
    <>
      <TopNav />
      <Alerts one />
    </>
  );
  return (
    <Frame above={above} below={<TabBar />} className="h-dvh max-md:pb-tabbar" contentClassName="min-h-0">
      {children}
    </Frame>
  );
}
