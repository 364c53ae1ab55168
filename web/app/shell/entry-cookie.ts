/** Set once a visitor has answered the site-entry warning (§2). */
export const ENTRY_COOKIE = "entry";

export const hasEntered = (cookies: string): boolean => new RegExp(`(?:^|;\\s*)${ENTRY_COOKIE}=yes`).test(cookies);
