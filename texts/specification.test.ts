import { DEFAULT_LOCALE, LOCALES } from "@serenade/contract/locales";
import { describe, expect, it } from "vitest";
import { readCatalog } from "./catalog.ts";
import { flat } from "./check/messages.ts";

const english = new Map(flat(readCatalog("en"), "").map(([key, message]) => [key.slice(1), message]));

/** The literal texts of the specification (§2, §4, §5, §6, §8), with its own spelling. */
const LITERAL: Record<string, string[]> = {
  // spec: 2.route.not-found
  "This page could not be found": ["errors.not_found", "shell.error.not_found"],
  // spec: 5.birth-date
  "Invalid date of birth.": ["fields.date"],
  // spec: 5.email
  "Invalid email": ["fields.email"],
  // spec: 5.email-taken
  "This email address already owns an account on this website.": ["errors.email_taken"],
  // spec: 5.email-new
  "New email adress is invalid.": ["fields.email_new"],
  // spec: 5.passwords-match
  "The entered passwords are not the same.": ["fields.passwords_differ"],
  // spec: 5.password-old
  "Please check your old password.": ["errors.password_old_wrong"],
  // spec: 5.code-not-found
  "Code not found": ["errors.code_not_found"],
  // spec: 5.code-used
  "Code already used": ["errors.code_used"],
  // spec: 5.direct-debit-code
  "Code invalid": ["errors.otp_invalid"],
  // spec: 6.blocked
  "You're blocked by {name}": ["errors.blocked"],
  // spec: 8.login-failed
  "Login failed, please try again": ["errors.login_failed"],
  // spec: 8.too-many-attempts
  "Too many incorrect attempts, account blocked for {minutes} min.": ["errors.too_many_attempts"],
  // spec: 8.reset-not-found
  "E-mail address not found": ["errors.email_not_found"],
  // spec: 8.reset-link
  "Link expired or invalid, request a new email": ["errors.link_invalid"],
  // spec: 8.reset-too-many
  "Too many password reset emails sent, please try again tomorrow.": ["errors.too_many_resets"],
  // spec: 8.generic
  "An error occured, please try again later.": ["errors.internal", "shell.error.generic", "shell.chunk"],
  // spec: 8.payment-failed
  "Payment failed or has been cancelled.": ["errors.payment_failed", "payments.state.failed"],
  // spec: 8.activation-failed
  "Activation failed": ["errors.activation_failed", "account.activate.failed_title"],
};

describe("the specification's literal texts", () => {
  it.each(Object.entries(LITERAL))("%j", (text, keys) => {
    for (const key of keys) expect(english.get(key), key).toBe(text);
  });
});

// spec: 1.languages
it.each(LOCALES)("%s has every text of English", (locale) => {
  const keys = [...flat(readCatalog(locale), "")].map(([key]) => key.slice(1));
  expect(keys.sort()).toEqual([...english.keys()].sort());
});

// spec: 1.languages
it("the languages are the eleven of §1, and English is the default", () => {
  expect(LOCALES).toEqual(["da", "de", "en", "es", "fi", "fr", "it", "nb", "nl", "pl", "sv"]);
  expect(DEFAULT_LOCALE).toBe("en");
});

// spec: 9.bonus-words
it("the time bonus says to act fast, with its hours", () => {
  expect(english.get("credits.bonus.title")).toMatch(/^Act fast/);
  expect(english.get("credits.bonus.text")).toMatch(/^Act fast: for \{hours, plural/);
});

/** The minimum age is shown as {min_age}+ (§5). */
// spec: 5.min-age
it.each(LOCALES)("%s: the minimum age", (locale) => {
  const account = readCatalog(locale).account as { signup: { birth_hint: string } };
  expect(account.signup.birth_hint).toMatch(/^\{age\}\+/);
});
