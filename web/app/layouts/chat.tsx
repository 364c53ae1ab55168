import type { ReactNode } from "react";
import { Outlet, useMatches } from "react-router";
import { Alerts } from "~/shell/alerts.tsx";
import { ENTRY_WARNING_ELSEWHERE, EntryWarning } from "~/shell/entry-warning.tsx";
import { ErrorPage } from "~/shell/error-page.tsx";
import { TabBar } from "~/shell/tab-bar.tsx";
import { TopNav } from "~/shell/top-nav.tsx";
import { classes } from "~/ui/classes.ts";
import type { Route } from "./+types/chat";
import { Frame } from "./frame.tsx";

const CONVERSATIONS = new Set(["chats-id", "members-id-chat"]);

/**
 * As high as the window: the conversation scrolls, not the page. An open conversation has the whole screen of a phone; the
 * arrow in its head leads back to the list.
 */
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
  const open = useMatches().some(({ id }) => CONVERSATIONS.has(id));
  const onPhone = open ? "max-md:hidden" : "contents";
  const above = (
    <>
      <div className={classes(onPhone, "md:contents")}>
        <TopNav />
      </div>
      <Alerts />
    </>
  );
  const below = (
    <>
      <div className={onPhone}>
        <TabBar />
      </div>
      <EntryWarning only={ENTRY_WARNING_ELSEWHERE} />
    </>
  );
  return (
    <Frame
      above={above}
      below={below}
      className={classes("h-dvh", !open && "max-md:pb-tabbar")}
      contentClassName="min-h-0"
    >
      {children}
    </Frame>
  );
}
