/** Gifts (product.md 5): a closed catalogue of drawings, sent in a chat and shown on the receiver's profile. */
import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { nothing, time } from "./fields.ts";
import { idOf } from "./ids.ts";

/** The price of each beyond the site's `gift_credits`, which is the price of the smallest; ordered by price. */
const DEARER = {
  rose: 0,
  coffee: 0,
  letter: 1,
  star: 1,
  chocolates: 2,
  sushi: 3,
  record: 3,
  wreath: 4,
  ticket: 4,
  teddy: 5,
  bicycle: 6,
  champagne: 7,
} as const;
export type Gift = keyof typeof DEARER;
export const GIFTS = Object.keys(DEARER) as [Gift, ...Gift[]];

/** Price in credits if the smallest gift costs `giftCredits`. */
export const giftPrice = (gift: Gift, giftCredits: number): number => giftCredits + DEARER[gift];

/** How often a member received a gift, for their profile. */
export const GiftCount = z.object({ gift: z.enum(GIFTS), count: z.int() });
export type GiftCount = z.output<typeof GiftCount>;

/** A gift to the caller, with its sender. */
export const ReceivedGift = z.object({
  id: idOf("gift"),
  gift: z.enum(GIFTS),
  from: z.object({ id: idOf("member"), name: z.string() }),
  created_at: time,
  hidden: z.boolean(),
});
export type ReceivedGift = z.output<typeof ReceivedGift>;

export const GiftsApi = {
  list: endpoint({
    method: "GET",
    path: "/api/gifts.php",
    summary: "The catalogue with its prices in credits, and the latest gifts that the caller received",
    answer: z.object({
      gifts: z.array(z.object({ gift: z.enum(GIFTS), credits: z.int() })),
      received: z.array(ReceivedGift),
    }),
  }),
  hide: endpoint({
    method: "PUT",
    path: "/api/gifts.php",
    summary: "Hide a received gift on the caller's profile, or show it again",
    body: z.strictObject({ id: idOf("gift"), hidden: z.boolean() }),
    answer: nothing,
  }),
};
