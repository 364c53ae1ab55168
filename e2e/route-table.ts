/**
 * Every page of the product (web/app/routes.ts) and what each state of a person gets from it: the status, or where a redirect
 * leads. Used by routes.e2e.ts, and by html.e2e.ts for the addresses.
 */
import type { RouteConfigEntry } from "@react-router/dev/routes";
import table from "../web/app/routes.ts";

export const STATES = ["visitor", "free", "premium", "unconfirmed", "banned"] as const;
export type State = (typeof STATES)[number];

/** What the addresses name. */
export interface World {
  /** A member who has chosen to be shown to visitors. */
  shown: string;
  /** Another one. */
  member: string;
  /** The caller's own; for a visitor, that of the premium member. */
  conversation: string;
  /** Both of the premium member. */
  premiumConversation: string;
  transaction: string;
}

/** "login": to the login page, which leads back. An address that ends in "?" has any query. */
export type Outcome = 200 | 404 | "login" | `/${string}`;

interface Row {
  /** Addresses with the same outcomes. */
  at: (world: World) => string[];
  visitor: Outcome;
  /** Of every member, unless their state is named. */
  member: Outcome;
  free?: Outcome;
  premium?: Outcome;
  unconfirmed?: Outcome;
  /** Its title is a name or a number, the same in every language. */
  sameTitle?: true;
}

const open = (...addresses: string[]): Row => ({ at: () => addresses, visitor: 200, member: 200 });
const members = (...addresses: string[]): Row => ({ at: () => addresses, visitor: "login", member: 200 });
/** Sign-up and what leads to it. */
const visitors = (...addresses: string[]): Row => ({ at: () => addresses, visitor: 200, member: "/members" });

/** By the id of the route (up to a comma), in the order of the specification's §2; what it does not name follows. */
export const ROUTES: Record<string, Row> = {
  // spec: 2.route.index
  index: visitors("/"),
  // spec: 2.route.members
  members: { ...open("/members"), member: "/members?" }, // to the member's own search
  // spec: 2.route.members
  "members, a search": open("/members?country=NL", "/members?country=NZ&min_age=77"),
  // spec: 2.route.members-id
  "members-id": { at: ({ shown }) => [`/members/${shown}`], visitor: 200, member: 200, sameTitle: true },
  // spec: 2.route.likes-m-id
  "likes-m-id": { at: ({ member }) => [`/likes/m/${member}`], visitor: "login", member: 200, sameTitle: true },
  // spec: 2.route.members-id-chat
  "members-id-chat": { at: ({ shown }) => [`/members/${shown}/chat`], visitor: "login", member: 200 },
  // spec: 2.route.members-id-landing
  "members-id-landing": { at: ({ shown }) => [`/members/${shown}/landing`], visitor: 200, member: "/members/:shown" },
  // spec: 2.route.members-id-signup
  "members-id-signup": {
    at: ({ shown }) => [`/members/${shown}/signup`],
    visitor: 200,
    member: "/members/:shown/chat",
  },
  // spec: 2.route.members-id-landing2-slug
  "members-id-landing2-slug": {
    at: ({ shown }) => [`/members/${shown}/landing2`, `/members/${shown}/landing2/coffee`],
    visitor: 200,
    member: "/members/:shown",
  },
  // spec: 2.route.members-id-landing3-slug
  "members-id-landing3-slug": {
    at: ({ shown }) => [`/members/${shown}/landing3`, `/members/${shown}/landing3/coffee`],
    visitor: 200,
    member: "/members/:shown",
  },
  // spec: 2.route.chats
  chats: members("/chats", "/chats?show=requests"),
  // spec: 2.route.chats-id
  "chats-id": {
    at: ({ conversation }) => [`/chats/${conversation}`],
    visitor: "login",
    member: 200,
    sameTitle: true,
  },
  "chats-id, of others": {
    at: ({ premiumConversation }) => [`/chats/${premiumConversation}`],
    visitor: "login",
    member: 404,
    premium: 200,
    sameTitle: true,
  },
  // spec: 2.route.likes
  likes: members("/likes"),
  // spec: 2.route.likes-type
  "likes-type": members("/likes/received", "/likes/sent", "/likes/matches"),
  // spec: 2.route.credits
  credits: members("/credits"),
  // spec: 2.route.credits-repeat-order
  "credits-repeat-order": { ...members("/credits/repeat-order"), free: "/credits/p1", unconfirmed: "/credits/p1" },
  // spec: 2.route.credits-id-paymentmethod
  "credits-id-paymentmethod": members("/credits/p1", "/credits/p1/paypal"),
  // spec: 2.route.directdebit
  directdebit: members("/directdebit"),
  // spec: 2.route.premium
  premium: { ...members("/premium"), premium: "/credits" },
  // spec: 2.route.pricing
  pricing: open("/pricing"),
  // spec: 2.route.profile
  profile: members("/profile"),
  // spec: 2.route.notifications
  notifications: members(
    "/notifications",
    ...["account", "notifications", "privacy", "security", "money"].map((section) => `/notifications/${section}`),
  ),
  // spec: 2.route.transactions-id
  "transactions-id": members("/transactions", "/transactions?tab=credits"),
  "transactions-id, a payment": {
    at: ({ transaction }) => [`/transactions/${transaction}`],
    visitor: "login",
    member: 404,
    premium: 200,
  },
  // spec: 2.route.complaints
  complaints: open("/complaints"),
  // spec: 2.route.login
  login: visitors("/login"),
  // spec: 2.route.signup
  signup: visitors("/signup"),
  // spec: 2.route.signup-matches
  "signup-matches": members("/signup-matches"),
  // spec: 2.route.complete-signup
  "complete-signup": members(
    ...["photo", "location", "personal", "looks", "interests", "languages", "about", "confirm"].map(
      (step) => `/complete-signup?step=${step}`,
    ),
  ),
  // spec: 2.route.reset-password
  "reset-password": open("/reset-password"),
  // spec: 2.route.reset-password-do
  "reset-password-do": open("/reset-password/do?token=nothing"),
  // spec: 2.route.mail-change-do
  "mail-change-do": open("/mail-change/do?token=nothing"),
  // spec: 2.route.activate-done
  "activate-done": open("/activate/done?token=nothing"),
  // spec: 2.route.activate-error
  "activate-error": open("/activate/error"),
  // spec: 2.route.account-deleted
  "account-deleted": open("/account-deleted", "/account-deleted?token=nothing"),
  // spec: 2.route.match-finder
  "match-finder": open("/match-finder"),
  // spec: 2.route.swipe-game
  "swipe-game": members("/swipe-game"),
  // spec: 2.route.lang-config
  "lang-config": open("/lang-config"),
  // spec: 2.route.landers-alonetonight
  "landers-alonetonight-slug": visitors("/landers/alonetonight", "/landers/alonetonight/coffee"),
  // spec: 2.route.landers-collagelanding
  "landers-collagelanding-slug": visitors("/landers/collagelanding", "/landers/collagelanding/coffee"),
  // spec: 2.route.landers-gallery
  "landers-gallery-slug": visitors("/landers/gallery", "/landers/gallery/coffee"),
  // spec: 2.route.landers-iconslanding
  "landers-iconslanding-slug": visitors("/landers/iconslanding", "/landers/iconslanding/coffee"),
  // spec: 2.route.landers-maplanding
  "landers-maplanding-slug": visitors("/landers/maplanding", "/landers/maplanding/coffee"),
  // spec: 2.route.landers-socialnetwork
  "landers-socialnetwork-slug": visitors("/landers/socialnetwork", "/landers/socialnetwork/coffee"),
  // spec: 2.route.landers-transitionsvideolanding
  "landers-transitionsvideolanding-slug": visitors(
    "/landers/transitionsvideolanding",
    "/landers/transitionsvideolanding/coffee",
  ),
  // spec: 2.route.landers-video
  "landers-video-slug": visitors("/landers/video", "/landers/video/coffee"),
  // spec: 2.route.landers-tinderswipe
  "landers-tinderswipe": visitors("/landers/tinderswipe"),
  // spec: 2.route.token
  token: open("/house-rules"),
  // spec: 2.route.ban
  ban: open("/ban"),
  // spec: 2.route.cookies
  cookies: open("/cookies"),
  // spec: 2.route.faq
  faq: open("/faq"),
  // spec: 2.route.privacy
  privacy: open("/privacy"),
  // spec: 2.route.return-policy
  "return-policy": open("/return-policy"),
  // spec: 2.route.service
  service: open("/service"),
  // spec: 2.route.terms
  terms: open("/terms"),
  // spec: 2.route.not-found
  "not-found": { ...open("/nothing-here", "/nothing/here"), visitor: 404, member: 404 },
  me: members("/me"),
  "notifications-second-factor": members("/notifications/second-factor"),
  withdrawal: open("/withdrawal"),
  safety: open("/safety"),
  imprint: open("/imprint"),
  unsubscribe: open("/unsubscribe"),
  offline: open("/offline"),
  "dev-ui": { ...open("/dev/ui"), sameTitle: true },
};

export const routeOf = (row: string): string => row.split(",")[0]!;

/** A banned member is a visitor: the ban has ended their session. */
export function outcomeOf(key: string, state: State): Outcome {
  const row = ROUTES[key]!;
  if (state === "visitor" || state === "banned") return row.visitor;
  return row[state] ?? row.member;
}

/** Routes that answer without a page. */
const WITHOUT_PAGE = new Set([
  "manifest",
  "robots",
  "sitemap",
  "sitemaps",
  "source",
  "entry",
  "appearance",
  "logout",
  "share-photo",
]);

const idsOf = (routes: RouteConfigEntry[]): string[] =>
  routes
    .flatMap(({ id, children, path, index }) => [
      ...(path !== undefined || index ? [id!] : []),
      ...idsOf(children ?? []),
    ])
    .filter((id) => !WITHOUT_PAGE.has(id));

export const pageIds = (): string[] => idsOf(table);
