import { expect, it } from "vitest";
import { switchesOf } from "./rules.ts";

/** What is pushed is decided by a query that takes what is not switched off for switched on (push/queries.ts). */
it.each(["new_conversations", "new_messages", "like"] as const)(
  "%s is on in every country until it is switched off",
  (kind) => {
    for (const country of ["NL", "GB", "US", "CH", "NO"]) expect(switchesOf(kind, [], country).push).toBe(true);
  },
);
