import type { ReactNode } from "react";
import { Link, NavLink } from "react-router";

export interface Tab {
  to: string;
  label: ReactNode;
  badge?: ReactNode;
  end?: boolean;
  /** Set by the page if the query, not the path, distinguishes the tabs. */
  current?: boolean;
}

const tabClasses =
  "flex min-h-11 flex-1 items-center justify-center gap-2 rounded-[9px] px-2.5 max-[22rem]:px-1.5 text-sm font-semibold whitespace-nowrap text-ink-soft sm:px-4 no-underline hover:text-ink aria-[current=page]:bg-raised aria-[current=page]:text-ink aria-[current=page]:shadow-card";

/** Tabs are pages: links, so that reload, back and sharing work. */
export function Tabs({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  return (
    <nav aria-label={label} className="flex gap-1 overflow-x-auto rounded-control bg-sunken p-1">
      {tabs.map(({ to, label: text, badge, end, current }) =>
        current === undefined ? (
          <NavLink key={to} to={to} end={end ?? true} preventScrollReset className={tabClasses}>
            {text}
            {badge}
          </NavLink>
        ) : (
          <Link key={to} to={to} aria-current={current ? "page" : undefined} preventScrollReset className={tabClasses}>
            {text}
            {badge}
          </Link>
        ),
      )}
    </nav>
  );
}
