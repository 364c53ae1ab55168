import { LOW_CREDITS } from "@serenade/contract/limits";
import { useTranslations } from "use-intl/react";
import { useUser } from "~/features/account/queries.ts";
import { paths } from "~/paths.ts";
import { useCounters } from "./counters.ts";

export interface NavItem {
  id: string;
  to: string;
  icon: string;
  label: string;
  short: string;
  badge?: { count: number; label: string; variant: "unread" | "warning" | "danger" };
}

/** A member's entries in the top navigation and in the tab bar of a phone (§2). */
export function useNavItems(): NavItem[] {
  const t = useTranslations("shell");
  const user = useUser();
  const { unread, newLikes } = useCounters();
  if (!user) return [];
  return [
    { id: "search", to: paths.members(), icon: "search", label: t("nav.search"), short: t("nav.search_short") },
    {
      id: "messages",
      to: paths.chats(),
      icon: "message",
      label: t("nav.messages"),
      short: t("nav.messages"),
      ...(unread > 0 && {
        badge: { count: unread, label: t("badge.unread", { count: unread }), variant: "unread" as const },
      }),
    },
    {
      id: "likes",
      to: paths.likes(),
      icon: "heart",
      label: t("nav.likes"),
      short: t("nav.likes"),
      ...(newLikes > 0 && {
        badge: { count: newLikes, label: t("badge.likes", { count: newLikes }), variant: "unread" as const },
      }),
    },
    user.paid_user
      ? {
          id: "credits",
          to: paths.credits(),
          icon: "coin",
          label: t("nav.credits"),
          short: t("nav.credits"),
          ...(user.credits <= LOW_CREDITS && {
            badge: creditsBadge(user.credits, t("badge.credits", { count: user.credits })),
          }),
        }
      : { id: "premium", to: paths.premium(), icon: "crown", label: t("nav.premium"), short: t("nav.premium_short") },
  ];
}

/** The two playful ways to meet: beside the account on a phone, in the navigation of a desk. */
export function usePlayItems(): NavItem[] {
  const t = useTranslations("shell.nav");
  if (!useUser()) return [];
  return [
    { id: "swipe-game", to: paths.swipeGame(), icon: "sparkles", label: t("swipe_game"), short: t("swipe_game") },
    { id: "match-finder", to: paths.matchFinder(), icon: "star", label: t("match_finder"), short: t("match_finder") },
  ];
}

/** Warning above 0, danger at 0; 0 itself is shown. */
const creditsBadge = (count: number, label: string) => ({
  count,
  label,
  variant: count > 0 ? ("warning" as const) : ("danger" as const),
});
