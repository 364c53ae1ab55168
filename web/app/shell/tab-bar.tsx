import { NavLink, useMatches } from "react-router";
import { useTranslations } from "use-intl/react";
import { useUser } from "~/features/account/queries.ts";
import { paths } from "~/paths.ts";
import { CountBadge } from "~/ui/badge.tsx";
import { classes } from "~/ui/classes.ts";
import { Icon } from "~/ui/icon.tsx";
import { fades } from "~/ui/motion.ts";
import { type NavItem, useNavItems } from "./nav-items.ts";

/** Pages that "Me" leads to. */
const MINE = new Set(["profile", "notifications", "notifications-second-factor"]);

/** The bottom bar on a phone: search, messages, likes, credits or premium, me. */
export function TabBar() {
  const t = useTranslations("shell.nav");
  const user = useUser();
  const items = useNavItems();
  const me: NavItem = { id: "me", to: paths.me(), icon: "user", label: t("me"), short: t("me") };
  const isMine = useMatches().some(({ id }) => MINE.has(id));
  if (!user) return null;
  return (
    <nav
      aria-label={t("tabs")}
      className="fixed inset-x-0 bottom-0 z-20 grid auto-cols-fr grid-flow-col border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      {[...items, me].map(({ id, to, icon, short, badge }) => (
        <NavLink
          key={id}
          to={to}
          prefetch="intent"
          viewTransition={fades()}
          className={classes(id === "me" && isMine && "font-semibold! text-link!", "tab-entry")}
        >
          <span className="relative">
            <Icon name={icon} className="size-6" />
            {badge && (
              <CountBadge
                {...badge}
                zero={badge.variant === "danger"}
                className="absolute -top-2 left-4.5 ring-2 ring-surface"
              />
            )}
          </span>
          {short}
        </NavLink>
      ))}
    </nav>
  );
}
