/** §4, one row per condition: each alert over all routes of routes.ts, all states, and dismissals of every age. */
import type { RouteConfigEntry } from "@react-router/dev/routes";
import { describe, expect, it } from "vitest";
import type { PushState } from "~/features/push/push-state.ts";
import routes from "~/routes.ts";
import {
  activationReminder,
  DISMISSAL_KEYS,
  isMailsStoppedAlertDue,
  isPhotoAlertDue,
  isPushAlertDue,
  isSilent,
  isTimeBonusModalDue,
  isWelcomeBannerDue,
} from "./alert-rules.ts";

const idsOf = (entries: RouteConfigEntry[]): string[] =>
  entries.flatMap(({ id, path, index, children }) => [
    ...(path !== undefined || index ? [id!] : []),
    ...idsOf(children ?? []),
  ]);
const ROUTES = idsOf(routes);
const where = (shown: (route: string) => boolean) => ROUTES.filter(shown).sort();
const everywhereBut = (silent: string[]) => where((route) => !silent.includes(route));

/** The names of §4 as route ids: sign-up has four pages, the settings have two. */
const SIGNUP = ["signup", "members-id-signup", "complete-signup", "signup-matches"];
const SETTINGS = ["notifications", "notifications-second-factor"];
const MEMBERS_AREA = ["chats", "likes", "likes-m-id", "members", "members-id", "premium"];

const NOW = Date.parse("2026-11-25T20:00:00.000Z");
const HOUR_MS = 3_600_000;
const image = { filename: "a", thumb_filename: "b", status: "active", match: "c" } as never;
const user = (change: object = {}) => ({
  status: "not_confirmed" as const,
  credits: 0,
  paid_user: false,
  signup_date: new Date(NOW - HOUR_MS).toISOString(),
  notifications_disabled: [] as ("fbl" | "bounce" | "listunsubscribe")[],
  profile: { name: "Anna", country: "NL", status: "disabled" as const, main_image: null },
  ...change,
});
const profile = (change: object) => ({ profile: { ...user().profile, ...change } });

describe("activation reminder", () => {
  const screen = { smartphone: false, signupComplete: false };

  // spec: 4.activation-reminder-routes
  it("is shown on every route but those of sign-up and the settings", () => {
    expect(where((route) => activationReminder(route, user(), screen) === "alert")).toEqual(
      everywhereBut([...SIGNUP, ...SETTINGS]),
    );
  });

  // spec: 4.activation-reminder
  it.each([
    [user(), "alert"],
    [user({ status: "active" }), "none"],
    [user(profile({ status: "active" })), "none"],
    [user({ notifications_disabled: ["fbl"] }), "none"],
    [user({ notifications_disabled: ["bounce"] }), "none"],
    [user({ notifications_disabled: ["listunsubscribe"] }), "none"],
    [null, "none"],
  ])("by state: %o", (one, shown) => expect(activationReminder("members", one, screen)).toBe(shown));

  // spec: 4.activation-reminder-modal
  it.each([
    [true, true, "modal"],
    [true, false, "alert"],
    [false, true, "alert"],
    [false, false, "alert"],
  ])("on a smartphone %o, with api_signup_complete %o: %s", (smartphone, signupComplete, shown) => {
    expect(activationReminder("members", user(), { smartphone, signupComplete })).toBe(shown);
    expect(activationReminder("notifications", user(), { smartphone, signupComplete })).toBe("none");
    expect(activationReminder("members", user({ status: "active" }), { smartphone, signupComplete })).toBe("none");
  });
});

describe("profile photo alert", () => {
  // spec: 4.photo-alert-routes
  it("is shown on every route but profile, signup, activate-done, premium, notifications, directdebit and settings", () => {
    expect(where((route) => !isSilent("photo", route))).toEqual(
      everywhereBut(["profile", ...SIGNUP, "activate-done", "premium", ...SETTINGS, "directdebit"]),
    );
  });

  // spec: 4.photo-alert, 4.photo-alert-dismissed
  it.each([
    [null, false, true],
    [null, true, false],
    [image, false, false],
    [image, true, false],
  ])("main image %o, dismissed %o: %o", (main_image, dismissed, shown) =>
    expect(isPhotoAlertDue(user(profile({ main_image })), dismissed)).toBe(shown),
  );
});

describe("push alert", () => {
  // spec: 4.push-alert-routes
  it("is shown on every route but signup, notifications, activate-done, directdebit and premium", () => {
    expect(where((route) => !isSilent("push", route))).toEqual(
      everywhereBut([...SIGNUP, ...SETTINGS, "activate-done", "directdebit", "premium"]),
    );
  });

  // spec: 4.push-alert, 4.push-alert-dismissed
  it.each<[PushState, boolean]>([
    ["off", true],
    ["on", false],
    ["denied", false],
    ["incapable", false],
    ["install", false],
  ])("where push is %s: %o, whatever the last page showed", (state, shown) => {
    for (const wasShown of [true, false]) {
      expect(isPushAlertDue({ state, asked: true, dismissed: false }, wasShown)).toBe(shown);
      expect(isPushAlertDue({ state, asked: true, dismissed: true }, wasShown)).toBe(false);
      expect(isPushAlertDue({ state, asked: false, dismissed: false }, wasShown)).toBe(false);
    }
  });

  it.each([true, false])("is as on the last page (%o) until the browser's state is known", (wasShown) => {
    expect(isPushAlertDue({ state: "unknown", asked: true, dismissed: false }, wasShown)).toBe(wasShown);
    expect(isPushAlertDue({ state: "unknown", asked: true, dismissed: true }, wasShown)).toBe(false);
  });
});

describe("disabled-notifications alert", () => {
  // spec: 4.disabled-alert-routes
  it("is shown on every route but settings and notifications", () => {
    expect(where((route) => !isSilent("disabledNotifications", route))).toEqual(everywhereBut(SETTINGS));
  });

  // spec: 4.disabled-alert, 4.disabled-alert-dismissed
  it.each([
    [[], false, false],
    [["fbl"], false, true],
    [["bounce"], false, true],
    [["listunsubscribe"], false, true],
    [["bounce", "listunsubscribe"], true, false],
  ])("disabled for %o, dismissed %o: %o", (notifications_disabled, dismissed, shown) =>
    expect(isMailsStoppedAlertDue(user({ notifications_disabled }), dismissed)).toBe(shown),
  );
});

describe("welcome banner", () => {
  const running = { isVisible: true, now: NOW };

  it("is shown in the members area; on premium the packs show the discount", () => {
    expect(where((route) => isWelcomeBannerDue(route, user(), running))).toEqual(
      MEMBERS_AREA.filter((route) => route !== "premium"),
    );
  });

  it.each([
    [user(), true],
    [user({ credits: 2 }), true],
    [user({ paid_user: true }), false],
    [user({ signup_date: new Date(NOW - 4 * HOUR_MS + 1_000).toISOString() }), true],
    [user({ signup_date: new Date(NOW - 4 * HOUR_MS).toISOString() }), false],
    [null, false],
  ])("by state: %o", (one, shown) => {
    expect(isWelcomeBannerDue("members", one, running)).toBe(shown);
    expect(isWelcomeBannerDue("members", one, { ...running, isVisible: false })).toBe(false);
  });
});

describe("time bonus modal", () => {
  const running = { isVisible: true, dismissed: false };

  // spec: 2.members-area, 4.bonus-modal
  it("is due in the members area: members, members-id, chats, likes, likes-m-id and premium", () => {
    expect(where((route) => isTimeBonusModalDue(route, user(), running))).toEqual(MEMBERS_AREA);
  });

  // spec: 4.bonus-modal-who, 4.bonus-modal-dismissed
  it.each([
    [user(), running, true],
    [user({ credits: 1 }), running, false],
    [null, running, false],
    [user(), { ...running, isVisible: false }, false],
    [user(), { ...running, dismissed: true }, false],
  ])("by state: %o %o", (one, bonus, due) => expect(isTimeBonusModalDue("members", one, bonus)).toBe(due));
});

// spec: 4.dismissals
it("dismissals have the keys of §4", () => {
  expect(Object.values(DISMISSAL_KEYS).sort()).toEqual([
    "hide-disabled-notifications-alert",
    "hide-enrich-alert",
    "hide-push-notification-alert",
    "hide-time-bonus-modal",
  ]);
});
