import type { ReactNode } from "react";
import { Outlet } from "react-router";
import { ENTRY_WARNING_ELSEWHERE, EntryWarning } from "~/shell/entry-warning.tsx";
import { ErrorPage } from "~/shell/error-page.tsx";
import { Footer } from "~/shell/footer.tsx";
import { LanguageSwitcher } from "~/shell/language-switcher.tsx";
import { SiteMark } from "~/shell/site-mark.tsx";
import type { Route } from "./+types/lander";
import { Frame } from "./frame.tsx";

/** Logo bar, page and footer, without navigation that leads away. */
export default function LanderLayout() {
  return (
    <LanderFrame>
      <Outlet />
    </LanderFrame>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <LanderFrame>
      <ErrorPage error={error} />
    </LanderFrame>
  );
}

function LanderFrame({ children }: { children: ReactNode }) {
  const above = (
    <header className="border-b border-line">
      <div className="page flex min-h-16 items-center justify-between gap-3 max-[16rem]:flex-wrap">
        <SiteMark />
        <LanguageSwitcher />
      </div>
    </header>
  );
  const below = (
    <>
      <Footer languageAbove />
      <EntryWarning only={ENTRY_WARNING_ELSEWHERE} />
    </>
  );
  return (
    <Frame above={above} below={below}>
      {children}
    </Frame>
  );
}
