import { COUNTRIES } from "@serenade/contract/locales";
import { NOTIFICATION_KINDS } from "@serenade/contract/notifications";
import { describe, expect, it } from "vitest";
import { allSwitches, switchesOf } from "./rules.ts";

/** Kinds that require consent; on by default in the four countries without that law (product.md 8). */
const CONSENT = ["unread_message_reminders", "promotions", "weekly_updates", "news", "reminders"];
const WITHOUT_CONSENT = ["US", "CA", "AU", "NZ"];

describe("what is not chosen", () => {
  it.each(COUNTRIES)("is in %s as the law there has it, by mail and by push", (country) => {
    for (const kind of NOTIFICATION_KINDS) {
      const on = WITHOUT_CONSENT.includes(country) || !CONSENT.includes(kind);
      expect([kind, switchesOf(kind, [], country)]).toEqual([kind, { mail: on, push: on }]);
    }
  });

  it("waits for a yes in a country that is not known", () => {
    expect(switchesOf("news", [], "")).toEqual({ mail: false, push: false });
  });
});

describe("what is chosen", () => {
  it("applies in every country, per channel and kind", () => {
    const chosen = [
      { kind: "news", mail: true, push: false },
      { kind: "like", mail: false, push: true },
    ] as const;
    for (const country of ["NL", "US"]) {
      const switches = allSwitches(chosen, country);
      expect(switches.news).toEqual({ mail: true, push: false });
      expect(switches.like).toEqual({ mail: false, push: true });
      expect(switches.promotions.mail).toBe(country === "US");
      expect(Object.keys(switches)).toEqual([...NOTIFICATION_KINDS]);
    }
  });
});

/** The push query treats a missing preference as on (push/queries.ts). */
it.each(["new_conversations", "new_messages", "like"] as const)(
  "%s is on in every country until it is switched off",
  (kind) => {
    for (const country of COUNTRIES) expect(switchesOf(kind, [], country).push).toBe(true);
  },
);
