import { index, layout, type RouteConfig, route } from "@react-router/dev/routes";

/** All pages, under the names of §2. Anything else is the 404 of not-found.page.tsx. */
export default [
  layout("layouts/default.tsx", { id: "default" }, [
    index("features/home/home.page.tsx", { id: "index" }),
    route("members", "features/search/members.page.tsx", { id: "members" }),
    route("match-finder", "features/search/match-finder.page.tsx", { id: "match-finder" }),
    route("members/:id", "features/members/member.page.tsx", { id: "members-id" }),
    route("likes/m/:id", "features/members/member.page.tsx", { id: "likes-m-id" }),
    route("likes", "features/likes/likes.page.tsx", { id: "likes" }),
    route("likes/:type", "features/likes/likes.page.tsx", { id: "likes-type" }),
    route("swipe-game", "features/likes/swipe-game.page.tsx", { id: "swipe-game" }),
    route("credits", "features/credits/credits.page.tsx", { id: "credits" }),
    route("credits/repeat-order", "features/payments/repeat-order.page.tsx", { id: "credits-repeat-order" }),
    route("credits/:id/:paymentmethod?", "features/payments/payment.page.tsx", { id: "credits-id-paymentmethod" }),
    route("premium", "features/credits/premium.page.tsx", { id: "premium" }),
    route("pricing", "features/credits/pricing.page.tsx", { id: "pricing" }),
    route("profile", "features/profile/profile.page.tsx", { id: "profile" }),
    route("me", "features/profile/me.page.tsx", { id: "me" }),
    route("notifications/:section?", "features/settings/settings.page.tsx", { id: "notifications" }),
    route("notifications/second-factor", "features/settings/second-factor.page.tsx", {
      id: "notifications-second-factor",
    }),
    route("transactions/:id?", "features/payments/transactions.page.tsx", { id: "transactions-id" }),
    route("directdebit", "features/payments/directdebit.page.tsx", { id: "directdebit" }),
    route("withdrawal", "features/payments/withdrawal.page.tsx", { id: "withdrawal" }),
    ...["privacy", "cookies", "faq", "return-policy", "safety"].map((token) =>
      route(token, "features/pages/page.page.tsx", { id: token }),
    ),
    route("lang-config", "features/pages/lang-config.page.tsx", { id: "lang-config" }),
    route("terms", "features/pages/terms.page.tsx", { id: "terms" }),
    route("service", "features/pages/service.page.tsx", { id: "service" }),
    route("complaints", "features/pages/complaints.page.tsx", { id: "complaints" }),
    route("ban", "features/pages/ban.page.tsx", { id: "ban" }),
    route("imprint", "features/pages/imprint.page.tsx", { id: "imprint" }),
    route("dev/ui", "features/dev/ui.page.tsx", { id: "dev-ui" }),
    route(":token", "features/pages/page.page.tsx", { id: "token" }),
    route("*", "features/home/not-found.page.tsx", { id: "not-found" }),
  ]),
  layout("layouts/chat.tsx", { id: "chat" }, [
    route("chats", "features/chat/chats.page.tsx", { id: "chats" }, [
      route(":id", "features/chat/chat.page.tsx", { id: "chats-id" }),
    ]),
    route("members/:id/chat", "features/chat/member-chat.page.tsx", { id: "members-id-chat" }),
  ]),
  layout("layouts/lander.tsx", { id: "lander" }, [
    route("members/:id/landing", "features/landers/member/landing.page.tsx", { id: "members-id-landing" }),
    route("members/:id/landing2/:slug?", "features/landers/member/landing.page.tsx", {
      id: "members-id-landing2-slug",
    }),
    route("members/:id/landing3/:slug?", "features/landers/member/landing.page.tsx", {
      id: "members-id-landing3-slug",
    }),
    route("landers/alonetonight/:slug?", "features/landers/alonetonight/alonetonight.page.tsx", {
      id: "landers-alonetonight-slug",
    }),
    route("landers/collagelanding/:slug?", "features/landers/collagelanding/collagelanding.page.tsx", {
      id: "landers-collagelanding-slug",
    }),
    route("landers/gallery/:slug?", "features/landers/gallery/gallery.page.tsx", { id: "landers-gallery-slug" }),
    route("landers/iconslanding/:slug?", "features/landers/iconslanding/iconslanding.page.tsx", {
      id: "landers-iconslanding-slug",
    }),
    route("landers/maplanding/:slug?", "features/landers/maplanding/maplanding.page.tsx", {
      id: "landers-maplanding-slug",
    }),
    route("landers/socialnetwork/:slug?", "features/landers/socialnetwork/socialnetwork.page.tsx", {
      id: "landers-socialnetwork-slug",
    }),
    route("landers/tinderswipe", "features/landers/tinderswipe/tinderswipe.page.tsx", { id: "landers-tinderswipe" }),
    route("landers/transitionsvideolanding/:slug?", "features/landers/transitionsvideolanding/transitions.page.tsx", {
      id: "landers-transitionsvideolanding-slug",
    }),
    route("landers/video/:slug?", "features/landers/video/video.page.tsx", { id: "landers-video-slug" }),
    route("members/:id/signup", "features/account/member-signup.page.tsx", { id: "members-id-signup" }),
    route("signup", "features/account/signup.page.tsx", { id: "signup" }),
    route("login", "features/account/login.page.tsx", { id: "login" }),
    route("reset-password", "features/account/reset-password.page.tsx", { id: "reset-password" }),
    route("reset-password/do", "features/account/reset-password-do.page.tsx", { id: "reset-password-do" }),
  ]),
  layout("layouts/empty.tsx", { id: "empty" }, [
    route("signup-matches", "features/account/signup-matches.page.tsx", { id: "signup-matches" }),
    route("complete-signup", "features/account/complete-signup.page.tsx", { id: "complete-signup" }),
    route("activate/done", "features/account/activate-done.page.tsx", { id: "activate-done" }),
    route("unsubscribe", "features/settings/unsubscribe.page.tsx", { id: "unsubscribe" }),
    route("activate/error", "features/account/activate-error.page.tsx", { id: "activate-error" }),
    route("mail-change/do", "features/account/mail-change-do.page.tsx", { id: "mail-change-do" }),
    route("account-deleted", "features/account/account-deleted.page.tsx", { id: "account-deleted" }),
  ]),
  route("manifest.webmanifest", "shell/manifest.ts", { id: "manifest" }),
  route("robots.txt", "shell/robots.ts", { id: "robots" }),
  route("sitemap.xml", "shell/sitemap.ts", { id: "sitemap" }),
  route("sitemaps/:file", "shell/sitemap.ts", { id: "sitemaps" }),
  route("offline", "shell/offline-page.ts", { id: "offline" }),
  route("share-photo", "features/profile/share-photo.ts", { id: "share-photo" }),
  route("source", "features/attribution/attribution-choice.ts", { id: "source" }),
  route("entry", "shell/entry.ts", { id: "entry" }),
  route("appearance", "shell/appearance.ts", { id: "appearance" }),
  route("logout", "features/account/logout.ts", { id: "logout" }),
] satisfies RouteConfig;
