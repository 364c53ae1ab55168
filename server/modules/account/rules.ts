/** Pure decisions of accounts: who may sign up, from which age, which passwords are refused. */
import type { SignupForm } from "@serenade/contract/account";
import type { Decoded } from "@serenade/contract/ids";
import { ZxcvbnFactory } from "@zxcvbn-ts/core";
import { adjacencyGraphs, dictionary } from "@zxcvbn-ts/language-common";
import { ageOn } from "../members/rules.ts";
import type { SiteSettings } from "../site/tables.ts";

export const SESSION_COOKIE = "auth";
/** Outlives sessions: identifies browsers that have logged in before. */
export const DEVICE_COOKIE = "device";

/** Addresses are unique without regard to case (product.md 3). */
export const emailKey = (email: string): string => email.normalize("NFKC").trim().toLowerCase();

/** §5: all, only with a traffic source, or only with an invitation (its code is looked at elsewhere). */
export function maySignUp(
  mode: SiteSettings["signups"],
  form: { network?: string | null | undefined; ref?: string | null | undefined; invitation?: string | undefined },
): boolean {
  if (mode === "invite_only") return Boolean(form.invitation);
  return mode === "all" || Boolean(form.network || form.ref);
}

/** True for a real calendar date with an age of at least `minAge` and below 120. */
export function isOldEnough(dateOfBirth: string, today: string, minAge: number): boolean {
  const age = ageOn(dateOfBirth, today);
  return age >= minAge && age < 120;
}

/** Fewer guesses than this mark a common password (zxcvbn's scores 0 and 1). */
const LEAST_SCORE = 2;
/** zxcvbn's time grows with the square of the length; this prefix is enough. */
const LOOKED_AT = 40;

/** Refuses the address, the name, common passwords and small variations of them. */
export function isPasswordTooWeak({
  password,
  email,
  name,
}: Pick<Decoded<SignupForm>, "password" | "email" | "name">): boolean {
  const plain = password.trim().toLowerCase();
  const own = [emailKey(email), emailKey(email).split("@")[0]!, name.toLowerCase()];
  return own.includes(plain) || guesser().check(password.slice(0, LOOKED_AT), own).score < LEAST_SCORE;
}

let kept: ZxcvbnFactory | undefined;
const guesser = (): ZxcvbnFactory => {
  kept ??= new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });
  return kept;
};

/** Password checks of a logged-in member: limits guessing with a stolen session. */
export const PASSWORD_CHECKS = { name: "password-checks", points: 10, seconds: 900, whenDown: "closed" } as const;

/** Changes of how a member logs in. */
export const FACTOR_CHANGES = { name: "factor-changes", points: 30, seconds: 900, whenDown: "closed" } as const;
