import { LOCALES } from "@serenade/contract/locales";
import { describe, expect, it } from "vitest";
import { readCatalog } from "./catalog.ts";
import { flat } from "./check/messages.ts";

const english = new Map(flat(readCatalog("en"), "").map(([key, message]) => [key.slice(1), message]));

/** The literal texts of the specification (§2, §4, §5, §6, §8), with its own spelling. */
const LITERAL: Record<string, string[]> = {
  "This page could not be found": ["errors.not_found", "shell.error.not_found"],
  "Invalid date of birth.": ["fields.date"],
  "Invalid email": ["fields.email"],
  "This email address already owns an account on this website.": ["errors.email_taken"],
  "New email adress is invalid.": ["fields.email_new"],
  "The entered passwords are not the same.": ["fields.passwords_differ"],
  "Please check your old password.": ["errors.password_old_wrong"],
  "Code not found": ["errors.code_not_found"],
  "Code already used": ["errors.code_used"],
  "You're blocked by {name}": ["errors.blocked"],
  "Login failed, please try again": ["errors.login_failed"],
  "Too many incorrect attempts, account blocked for {minutes} min.": ["errors.too_many_attempts"],
  "E-mail address not found": ["errors.email_not_found"],
  "Link expired or invalid, request a new email": ["errors.link_invalid"],
  "Too many password reset emails sent, please try again tomorrow.": ["errors.too_many_resets"],
  "An error occured, please try again later.": ["errors.internal", "shell.error.generic", "shell.chunk"],
  "Payment failed or has been cancelled.": ["errors.payment_failed", "payments.state.failed"],
  "Activation failed": ["errors.activation_failed", "account.activate.failed_title"],
};

describe("the specification's literal texts", () => {
  it.each(Object.entries(LITERAL))("%j", (text, keys) => {
    for (const key of keys) expect(english.get(key), key).toBe(text);
  });
});

/** The minimum age is shown as {min_age}+ (§5). */
it.each(LOCALES)("%s: the minimum age", (locale) => {
  const account = readCatalog(locale).account as { signup: { birth_hint: string } };
  expect(account.signup.birth_hint).toMatch(/^\{age\}\+/);
});
