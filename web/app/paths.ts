import type { Id } from "@serenade/contract/ids";
import { href } from "react-router";

/** All URLs of the site (§2). A wrong route or a missing part is a type error; paths are written only here. */
export const paths = {
  index: () => href("/"),
  members: (search?: Query) => withQuery(href("/members"), search),
  member: (id: Id<"member">) => href("/members/:id", { id }),
  likedMember: (id: Id<"member">) => href("/likes/m/:id", { id }),
  memberChat: (id: Id<"member">) => href("/members/:id/chat", { id }),
  memberLanding: (id: Id<"member">, query?: Query) => withQuery(href("/members/:id/landing", { id }), query),
  mapLander: (slug?: string, query?: Query) =>
    withQuery(href("/landers/maplanding/:slug?", slug ? { slug } : {}), query),
  memberSignup: (id: Id<"member">, query?: Query) => withQuery(href("/members/:id/signup", { id }), query),
  chats: (query?: Query) => withQuery(href("/chats"), query),
  chat: (id: Id<"conversation">, query?: Query) => withQuery(href("/chats/:id", { id }), query),
  likes: () => href("/likes"),
  likesOf: (type: "received" | "sent" | "matches") => href("/likes/:type", { type }),
  matchFinder: (query?: Query) => withQuery(href("/match-finder"), query),
  swipeGame: () => href("/swipe-game"),
  credits: (discountcode?: string) => withQuery(href("/credits"), { discountcode }),
  repeatOrder: (bundle?: string | null) => withQuery(href("/credits/repeat-order"), bundle ? { bundle } : {}),
  creditsOf: (id: string, paymentmethod?: string, discountcode?: string) =>
    withQuery(href("/credits/:id/:paymentmethod?", paymentmethod ? { id, paymentmethod } : { id }), { discountcode }),
  premium: () => href("/premium"),
  pricing: () => href("/pricing"),
  profile: () => href("/profile"),
  /** Receives photos from other apps; the service worker answers it. */
  sharePhoto: () => href("/share-photo"),
  me: () => href("/me"),
  notifications: () => href("/notifications/:section?"),
  settings: (section: "account" | "notifications" | "privacy" | "security" | "money", query?: Query) =>
    withQuery(href("/notifications/:section?", { section }), query),
  secondFactor: () => href("/notifications/second-factor"),
  transactions: () => href("/transactions/:id?"),
  withdrawal: () => href("/withdrawal"),
  directDebit: (query: Query = {}) => withQuery(href("/directdebit"), query),
  movements: () => withQuery(href("/transactions/:id?"), { tab: "credits" }),
  transaction: (id: Id<"transaction">) => href("/transactions/:id?", { id }),
  /** The same page, opened from the history. */
  receipt: (id: Id<"transaction">) => withQuery(href("/transactions/:id?", { id }), { receipt: 1 }),
  login: (query?: Query) => withQuery(href("/login"), query),
  resetPassword: (query?: Query) => withQuery(href("/reset-password"), query),
  accountDeleted: () => href("/account-deleted"),
  signup: (query?: Query) => withQuery(href("/signup"), query),
  completeSignup: (query?: Query) => withQuery(href("/complete-signup"), query),
  signupMatches: (query?: Query) => withQuery(href("/signup-matches"), query),
  langConfig: () => href("/lang-config"),
  terms: () => href("/terms"),
  privacy: () => href("/privacy"),
  cookies: () => href("/cookies"),
  ban: () => href("/ban"),
  faq: () => href("/faq"),
  returnPolicy: () => href("/return-policy"),
  safety: () => href("/safety"),
  service: () => href("/service"),
  complaints: () => href("/complaints"),
  imprint: () => href("/imprint"),
  /** A page that the site's staff wrote. */
  page: (token: string) => href("/:token", { token }),
  /** Receives the visitor's answer to storing the attribution. */
  attributionChoice: () => href("/source"),
  activateDone: () => href("/activate/done"),
  activateError: () => href("/activate/error"),
  /** Receives the choices of language and theme. */
  appearance: () => href("/appearance"),
  /** Receives the answer to the site-entry warning. */
  entry: () => href("/entry"),
  logout: () => href("/logout"),
} as const;

type Query = Record<string, string | number | undefined>;

function withQuery(path: string, query: Query | undefined): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) if (value !== undefined) search.set(name, String(value));
  return search.size ? `${path}?${search}` : path;
}

const HERE = "http://here";

/**
 * Validates an untrusted return path: a path of this site, else the fallback. Checks the parsed result, since
 * "/..//host" and "/.//host" start as paths and end as another host.
 */
export function ownPath(value: unknown, fallback: string): string {
  if (typeof value !== "string" || !value.startsWith("/")) return fallback;
  const url = URL.parse(value, HERE);
  if (url?.origin !== HERE || url.pathname.startsWith("//")) return fallback;
  return url.pathname + url.search + url.hash;
}
