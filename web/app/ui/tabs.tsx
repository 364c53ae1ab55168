import type { ReactNode } from "react";
import { NavLink } from "react-router";

export interface Tab {
  to: string;
  label: ReactNode;
  badge?: ReactNode;
  end?: boolean;
}

/** Tabs are pages: links, so that reload, back and sharing work. */
export function Tabs({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  return (
    <nav aria-label={label} className="flex gap-1 overflow-x-auto rounded-control bg-sunken p-1">
      {tabs.map(({ to, label: text, badge, end }) => (
        <NavLink
          key={to}
          to={to}
          end={end ?? true}
          preventScrollReset
          className="flex min-h-11 flex-1 items-center justify-center gap-2 rounded-[9px] px-4 text-sm font-semibold whitespace-nowrap text-ink-soft no-underline hover:text-ink aria-[current=page]:bg-surface aria-[current=page]:text-ink aria-[current=page]:shadow-card"
        >
          {text}
          {badge}
        </NavLink>
      ))}
    </nav>
  );
}
