import type { ReactNode } from "react";
import { Outlet, useMatches } from "react-router";
import { useUser } from "~/features/account/queries.ts";
import { SignupHost } from "~/features/account/signup-host.tsx";
import { Alerts } from "~/shell/alerts.tsx";
import { CHECKOUT_PAGES } from "~/shell/compact-pages.ts";
import { EntryWarning } from "~/shell/entry-warning.tsx";
import { ErrorPage } from "~/shell/error-page.tsx";
import { Footer } from "~/shell/footer.tsx";
import { TabBar } from "~/shell/tab-bar.tsx";
import { TopNav } from "~/shell/top-nav.tsx";
import { classes } from "~/ui/classes.ts";
import type { Route } from "./+types/default";
import { Frame } from "./frame.tsx";

export default function DefaultLayout() {
  return (
    <DefaultFrame>
      <Outlet />
    </DefaultFrame>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <DefaultFrame>
      <ErrorPage error={error} />
    </DefaultFrame>
  );
}

function DefaultFrame({ children }: { children: ReactNode }) {
  const member = useUser() !== null;
  const hasTabBar = !useMatches().some(({ id }) => CHECKOUT_PAGES.has(id));
  const above = (
    <>
      <TopNav />
      <Alerts />
    </>
  );
  const below = (
    <>
      <SignupHost />
      <Footer />
      {hasTabBar && <TabBar />}
      <EntryWarning />
    </>
  );
  return (
    <Frame above={above} below={below} className={classes("min-h-dvh", member && hasTabBar && "max-md:pb-tabbar")}>
      {children}
    </Frame>
  );
}
