/** The routes of §2, name by name. */
import type { RouteConfigEntry } from "@react-router/dev/routes";
import { expect, it } from "vitest";
import routes from "./routes.ts";

interface Place {
  id: string;
  path: string;
  file: string;
  layout: string;
}

const placesIn = (entries: RouteConfigEntry[], above = "", layout = ""): Place[] =>
  entries.flatMap(({ id, path, index, file, children }) => {
    const address = path === undefined ? above : `${above}/${path}`;
    const own = path !== undefined || index ? [{ id: id!, path: address || "/", file, layout }] : [];
    return [...own, ...placesIn(children ?? [], address, path === undefined && !index ? id : layout)];
  });
const PLACES = new Map(placesIn(routes).map((place) => [place.id, place]));

it.each([
  // spec: 2.route.index
  ["index", "/"],
  // spec: 2.route.members
  ["members", "/members"],
  // spec: 2.route.members-id
  ["members-id", "/members/:id"],
  // spec: 2.route.likes-m-id
  ["likes-m-id", "/likes/m/:id"],
  // spec: 2.route.members-id-chat
  ["members-id-chat", "/members/:id/chat"],
  // spec: 2.route.members-id-landing
  ["members-id-landing", "/members/:id/landing"],
  // spec: 2.route.members-id-signup
  ["members-id-signup", "/members/:id/signup"],
  // spec: 2.route.members-id-landing2-slug
  ["members-id-landing2-slug", "/members/:id/landing2/:slug?"],
  // spec: 2.route.members-id-landing3-slug
  ["members-id-landing3-slug", "/members/:id/landing3/:slug?"],
  // spec: 2.route.chats
  ["chats", "/chats"],
  // spec: 2.route.chats-id
  ["chats-id", "/chats/:id"],
  // spec: 2.route.likes
  ["likes", "/likes"],
  // spec: 2.route.likes-type
  ["likes-type", "/likes/:type"],
  // spec: 2.route.credits
  ["credits", "/credits"],
  // spec: 2.route.credits-repeat-order
  ["credits-repeat-order", "/credits/repeat-order"],
  // spec: 2.route.credits-id-paymentmethod
  ["credits-id-paymentmethod", "/credits/:id/:paymentmethod?"],
  // spec: 2.route.directdebit
  ["directdebit", "/directdebit"],
  // spec: 2.route.premium
  ["premium", "/premium"],
  // spec: 2.route.pricing
  ["pricing", "/pricing"],
  // spec: 2.route.profile
  ["profile", "/profile"],
  // spec: 2.route.notifications
  ["notifications", "/notifications/:section?"],
  // spec: 2.route.transactions-id
  ["transactions-id", "/transactions/:id?"],
  // spec: 2.route.complaints
  ["complaints", "/complaints"],
  // spec: 2.route.login
  ["login", "/login"],
  // spec: 2.route.signup
  ["signup", "/signup"],
  // spec: 2.route.signup-matches
  ["signup-matches", "/signup-matches"],
  // spec: 2.route.complete-signup
  ["complete-signup", "/complete-signup"],
  // spec: 2.route.reset-password
  ["reset-password", "/reset-password"],
  // spec: 2.route.reset-password-do
  ["reset-password-do", "/reset-password/do"],
  // spec: 2.route.mail-change-do
  ["mail-change-do", "/mail-change/do"],
  // spec: 2.route.activate-done
  ["activate-done", "/activate/done"],
  // spec: 2.route.activate-error
  ["activate-error", "/activate/error"],
  // spec: 2.route.account-deleted
  ["account-deleted", "/account-deleted"],
  // spec: 2.route.match-finder
  ["match-finder", "/match-finder"],
  // spec: 2.route.swipe-game
  ["swipe-game", "/swipe-game"],
  // spec: 2.route.lang-config
  ["lang-config", "/lang-config"],
  // spec: 2.route.landers-alonetonight
  ["landers-alonetonight-slug", "/landers/alonetonight/:slug?"],
  // spec: 2.route.landers-collagelanding
  ["landers-collagelanding-slug", "/landers/collagelanding/:slug?"],
  // spec: 2.route.landers-gallery
  ["landers-gallery-slug", "/landers/gallery/:slug?"],
  // spec: 2.route.landers-iconslanding
  ["landers-iconslanding-slug", "/landers/iconslanding/:slug?"],
  // spec: 2.route.landers-maplanding
  ["landers-maplanding-slug", "/landers/maplanding/:slug?"],
  // spec: 2.route.landers-socialnetwork
  ["landers-socialnetwork-slug", "/landers/socialnetwork/:slug?"],
  // spec: 2.route.landers-transitionsvideolanding
  ["landers-transitionsvideolanding-slug", "/landers/transitionsvideolanding/:slug?"],
  // spec: 2.route.landers-video
  ["landers-video-slug", "/landers/video/:slug?"],
  // spec: 2.route.landers-tinderswipe
  ["landers-tinderswipe", "/landers/tinderswipe"],
  // spec: 2.route.token
  ["token", "/:token"],
  // spec: 2.route.ban
  ["ban", "/ban"],
  // spec: 2.route.cookies
  ["cookies", "/cookies"],
  // spec: 2.route.faq
  ["faq", "/faq"],
  // spec: 2.route.privacy
  ["privacy", "/privacy"],
  // spec: 2.route.return-policy
  ["return-policy", "/return-policy"],
  // spec: 2.route.service
  ["service", "/service"],
  // spec: 2.route.terms
  ["terms", "/terms"],
  // spec: 2.route.not-found
  ["not-found", "/*"],
])("%s is %s", (id, path) => {
  expect(PLACES.get(id)?.path).toBe(path);
});

// spec: 2.route.members-id, 2.route.likes-m-id
it("a member has one screen at both addresses", () => {
  expect(PLACES.get("likes-m-id")!.file).toBe(PLACES.get("members-id")!.file);
});

it("each page has one of the four layouts", () => {
  const pages = [...PLACES.values()].filter(({ file }) => file.endsWith(".page.tsx"));
  expect(pages.length).toBeGreaterThan(50);
  for (const { id, layout } of pages)
    expect([id, layout]).toEqual([id, expect.stringMatching(/^(default|chat|lander|empty)$/)]);
});
