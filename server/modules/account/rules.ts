/** Pure decisions of accounts: who may sign up, which passwords are refused, when a session is written again. */
import type { SignupForm } from "@serenade/contract/account";
import type { Opened } from "@serenade/contract/ids";
import { ZxcvbnFactory } from "@zxcvbn-ts/core";
import { adjacencyGraphs, dictionary } from "@zxcvbn-ts/language-common";
import type { SiteSettings } from "../site/tables.ts";

export const SESSION_COOKIE = "auth";
/** Outlives sessions: tells a browser that has logged in before from a stranger's. */
export const DEVICE_COOKIE = "device";

/** Writing "seen now" at every request would be a write per read; once an hour is enough for a 30-day session. */
const SEEN_STEP_MS = 3_600_000;

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

/** Guessable in fewer tries than this is a common password, or as good as one (zxcvbn's scores 0 and 1). */
const LEAST_SCORE = 2;
/** The estimate takes time that grows with the square of the length; so much of a password is enough to judge it. */
const LOOKED_AT = 40;

/** A password that is the address or the name is none, and neither is one of the common ones or a small change of it. */
export function isPasswordTooWeak({
  password,
  email,
  name,
}: Pick<Opened<SignupForm>, "password" | "email" | "name">): boolean {
  const plain = password.trim().toLowerCase();
  const own = [emailKey(email), emailKey(email).split("@")[0]!, name.toLowerCase()];
  return own.includes(plain) || guesser().check(password.slice(0, LOOKED_AT), own).score < LEAST_SCORE;
}

let kept: ZxcvbnFactory | undefined;
const guesser = (): ZxcvbnFactory => {
  kept ??= new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });
  return kept;
};

export const shouldTouch = (seenAt: string, now: Date): boolean => now.getTime() - Date.parse(seenAt) > SEEN_STEP_MS;

/** How often somebody who is logged in may try the password: a stolen session is no way to guess it. */
export const PASSWORD_CHECKS = { name: "password-checks", points: 10, seconds: 900, whenDown: "closed" } as const;
