/**
 * Which alerts of §4 a member sees: decisions on plain values, by the route that is open, the member and what the browser
 * knows. The components only show them; one of the alerts shows at a time (alerts.tsx).
 */
import type { User } from "@serenade/contract/account";
import { mayHaveBonus } from "~/features/discounts/time-bonus.ts";
import type { PushState } from "~/features/push/push-state.ts";
import { COMPACT_PAGES } from "./compact-pages.ts";

/** The members area (§2), by route id. Only the page that is open counts: a conversation is not part of it. */
const MEMBERS_AREA: ReadonlySet<string> = new Set(["members", "members-id", "chats", "likes", "likes-m-id", "premium"]);

const SIGNUP = ["signup", "members-id-signup", "complete-signup", "signup-matches"];
/** "settings" and "notifications" of §4 are one page here (product.md 10), with a page of its own for the second factor. */
const SETTINGS = ["notifications", "notifications-second-factor"];

/** Where an alert is not shown. */
const SILENT = {
  terms: ["terms", ...COMPACT_PAGES],
  reminder: [...SIGNUP, ...SETTINGS],
  photo: ["profile", ...SIGNUP, "activate-done", "premium", ...SETTINGS, "directdebit"],
  push: [...SIGNUP, ...SETTINGS, "activate-done", "directdebit", "premium"],
  disabledNotifications: SETTINGS,
  welcome: ["premium"], // its packs show the discount
} as const satisfies Record<string, readonly string[]>;

/** Id of the route whose page is open; undefined for none. */
type Route = string | undefined;

export const isSilent = (alert: keyof typeof SILENT, route: Route): boolean =>
  route !== undefined && (SILENT[alert] as readonly string[]).includes(route);

/** Dismissals (§4): each key stores the time of the dismissal, which has no end: "until dismissed". */
export const DISMISSAL_KEYS = {
  photo: "hide-enrich-alert",
  push: "hide-push-notification-alert",
  disabledNotifications: "hide-disabled-notifications-alert",
  timeBonus: "hide-time-bonus-modal",
} as const;
export type DismissibleAlert = keyof typeof DISMISSAL_KEYS;

/** §4 Activation reminder: an alert, or a modal when sign-up has just been completed on a smartphone. */
export function activationReminder(
  route: Route,
  user: Pick<User, "status" | "profile" | "notifications_disabled"> | null,
  { smartphone, signupComplete }: { smartphone: boolean; signupComplete: boolean },
): "none" | "alert" | "modal" {
  const due =
    user?.status === "not_confirmed" && user.profile.status === "disabled" && user.notifications_disabled.length === 0;
  if (!due || isSilent("reminder", route)) return "none";
  return smartphone && signupComplete ? "modal" : "alert";
}

/** §4 Profile photo alert: without a main photo, until dismissed. */
export const isPhotoAlertDue = (user: Pick<User, "profile">, dismissed: boolean): boolean =>
  !user.profile.main_image && !dismissed;

/** §4 Disabled-notifications alert: while emails are stopped, until dismissed. */
export const isMailsStoppedAlertDue = (user: Pick<User, "notifications_disabled">, dismissed: boolean): boolean =>
  user.notifications_disabled.length > 0 && !dismissed;

/**
 * §4 Push alert: push is possible and off, and there is something to be notified of (product.md 8), until dismissed. Before the
 * browser's state is known, as the last page had it.
 */
export function isPushAlertDue(
  { state, asked, dismissed }: { state: PushState; asked: boolean; dismissed: boolean },
  wasShown: boolean,
): boolean {
  return asked && !dismissed && (state === "unknown" ? wasShown : state === "off");
}

/** The welcome banner (§2): while the bonus runs, in the members area. */
export const isWelcomeBannerDue = (
  route: Route,
  user: Pick<User, "paid_user" | "signup_date"> | null,
  { isVisible, now }: { isVisible: boolean; now: number },
): boolean => isVisible && mayHaveBonus(user, now) && isInMembersArea(route) && !isSilent("welcome", route);

/** §4 Time bonus modal, once it has been due for 40 seconds: for a member without credits, until dismissed. */
export const isTimeBonusModalDue = (
  route: Route,
  user: Pick<User, "credits"> | null,
  { isVisible, dismissed }: { isVisible: boolean; dismissed: boolean },
): boolean => user !== null && user.credits === 0 && isVisible && !dismissed && isInMembersArea(route);

const isInMembersArea = (route: Route): boolean => route !== undefined && MEMBERS_AREA.has(route);
