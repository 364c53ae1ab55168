import type { ReactNode } from "react";
import { Outlet } from "react-router";
import { useUser } from "~/kernel/queries.ts";
import { DemoBanner } from "~/shell/demo-banner.tsx";
import { ErrorPage } from "~/shell/error-page.tsx";
import { Footer } from "~/shell/footer.tsx";
import { MailsStoppedAlert } from "~/shell/mails-stopped-alert.tsx";
import { SkipLink } from "~/shell/skip-link.tsx";
import { TabBar } from "~/shell/tab-bar.tsx";
import { TopNav } from "~/shell/top-nav.tsx";
import { classes } from "~/ui/classes.ts";
import type { Route } from "./+types/default";

export default function DefaultLayout() {
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
  const member = useUser() !== null;
  return (
    <div className={classes("flex min-h-dvh flex-col", member && "max-md:pb-tabbar")}>
      <SkipLink />
      <DemoBanner />
      <TopNav />
      <MailsStoppedAlert />
      <main id="content" tabIndex={-1} className="flex-1 outline-none">
        {children}
      </main>
      <Footer />
      <TabBar />
    </div>
  );
}
