import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { emailKey, isOldEnough, isPasswordTooWeak, maySignUp, PASSWORD_CHECKS } from "./rules.ts";

describe("who may sign up", () => {
  const none = { network: null, ref: undefined, invitation: undefined };
  const network = { ...none, network: "friends" };
  const ref = { ...none, ref: "poster" };
  const invitation = { ...none, invitation: "a code" };

  // spec: 5.signups-all, 5.signups-source, 5.signups-invitation
  it.each([
    ["all", [true, true, true, true]],
    ["with_trafficsource", [false, true, true, false]],
    ["invite_only", [false, false, false, true]],
  ] as const)("on a site for %s", (mode, allowed) => {
    expect([none, network, ref, invitation].map((form) => maySignUp(mode, form))).toEqual(allowed);
  });
});

describe("a password", () => {
  const plain = (password: string) =>
    isPasswordTooWeak({ password, email: "Anna.Berg@example.test", name: "Wintermaan" });

  it("is refused when it is the address, the part before its @, or the name, in any case and with spaces around", () => {
    for (const password of ["anna.berg@example.test", "ANNA.BERG", " Wintermaan ", "wintermaan"])
      expect([password, plain(password)]).toEqual([password, true]);
  });

  it("is refused when it is common or nearly so, and taken when it is hard to guess", () => {
    for (const password of ["password", "12345678", "Password1", "qwertyuiop", "wintermaan1"])
      expect([password, plain(password)]).toEqual([password, true]);
    for (const password of ["a quiet evening in", "kT9#vq2Lm!", "seven green bicycles"])
      expect([password, plain(password)]).toEqual([password, false]);
  });

  it("is judged by its first 40 letters, so that a long one costs no more than they do", () => {
    expect(plain(`${"a".repeat(40)}kT9#vq2Lm!kT9#`)).toBe(true);
    expect(plain(`${"a".repeat(39)}kT9#vq2Lm!kT9#`)).toBe(plain(`${"a".repeat(39)}k`));
  });
});

it("an address is the same in any case and with spaces around it", () => {
  expect(emailKey("  Anna@Example.TEST ")).toBe("anna@example.test");
  expect(emailKey("\uff21nna@example.test")).toBe("anna@example.test");
  fc.assert(fc.property(fc.emailAddress(), (email) => emailKey(emailKey(email)) === emailKey(email)));
});

it("a stolen session may try ten passwords in a quarter of an hour, and none while the store is down", () => {
  expect(PASSWORD_CHECKS).toMatchObject({ points: 10, seconds: 900, whenDown: "closed" });
});

// spec: 1.adults
it("members are of the site's minimum age on the day they sign up", () => {
  expect(isOldEnough("2008-11-21", "2026-11-21T00:00:00Z", 18)).toBe(true);
  expect(isOldEnough("2008-11-22", "2026-11-21T23:59:59Z", 18)).toBe(false);
  expect(isOldEnough("1890-01-01", "2026-11-21T00:00:00Z", 18)).toBe(false);
});
