/** Pages of one person or one task, by route id: an alert takes one line there, and ours beyond §4 do not show (ui/alert.tsx). */
export const COMPACT_PAGES: ReadonlySet<string> = new Set([
  "members-id",
  "likes-m-id",
  "chats-id",
  "members-id-chat",
  "credits-id-paymentmethod",
  "credits-repeat-order",
  "swipe-game",
]);

/** Pages that take an order, by route id: without the tab bar of a phone, so that the pay button has its place. */
export const CHECKOUT_PAGES: ReadonlySet<string> = new Set([
  "credits-id-paymentmethod",
  "credits-repeat-order",
  "directdebit",
]);
