/** Pure decisions of accounts: who may sign up, which passwords are refused, when a session is written again. */
import type { SignupForm } from "@serenade/contract/account";
import type { Opened } from "@serenade/contract/ids";
import type { SiteSettings } from "../site/tables.ts";

export const SESSION_COOKIE = "auth";
/** Outlives sessions: tells a browser that has logged in before from a stranger's. */
export const DEVICE_COOKIE = "device";

/** Writing "seen now" at every request would be a write per read; once an hour is enough for a 30-day session. */
const SEEN_STEP_MS = 3_600_000;

/** Addresses are unique without regard to case (product.md 3). */
export const emailKey = (email: string): string => email.normalize("NFKC").trim().toLowerCase();

/** §5: all, or only with a traffic source. */
export function maySignUp(
  mode: SiteSettings["signups"],
  form: { network?: string | null | undefined; ref?: string | null | undefined },
): boolean {
  return mode === "all" || Boolean(form.network || form.ref);
}

/** A password that is the address or the name is none. */
export function isPasswordTooPlain({
  password,
  email,
  name,
}: Pick<Opened<SignupForm>, "password" | "email" | "name">): boolean {
  const plain = password.trim().toLowerCase();
  return plain === emailKey(email) || plain === emailKey(email).split("@")[0] || plain === name.toLowerCase();
}

export const shouldTouch = (seenAt: string, now: Date): boolean => now.getTime() - Date.parse(seenAt) > SEEN_STEP_MS;

/** How often somebody who is logged in may try the password: a stolen session is no way to guess it. */
export const PASSWORD_CHECKS = { name: "password-checks", points: 10, seconds: 900, whenDown: "closed" } as const;
