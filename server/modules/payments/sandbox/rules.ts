/** Test cards of the sandbox, and how it signs its notices (Standard Webhooks: HMAC-SHA256 over id.timestamp.body). */
import { createHmac, timingSafeEqual } from "node:crypto";
import type { FailCode } from "@serenade/contract/payments";

/** The result of a repeat order with a stored card. */
export const REPEATS: Record<string, "paid" | "challenge" | "declined"> = {
  "4242424242424242": "paid",
  "4000002500003155": "challenge",
  "4000000000000341": "declined",
};

export type Outcome = { status: "paid" } | { status: "challenge" } | { status: "failed"; failCode: FailCode };

/** The cards that the page prints; every other number is declined. */
export const TEST_CARDS: Record<string, Outcome> = {
  "4242424242424242": { status: "paid" },
  "4000002500003155": { status: "challenge" },
  "4000000000000341": { status: "paid" },
  "4000000000000002": { status: "failed", failCode: "declined" },
  "4000000000009995": { status: "failed", failCode: "insufficient_funds" },
  "4000000000000069": { status: "failed", failCode: "expired_card" },
};

export const outcomeOf = (card: string): Outcome =>
  TEST_CARDS[card.replace(/\D/g, "")] ?? { status: "failed", failCode: "declined" };

/** The result of a direct debit from a test account; every other account pays. */
export const TEST_IBANS: Record<string, "returned" | "blocked"> = {
  DE62370400440532013001: "returned",
  FR1420041010050500013M02606: "blocked",
};

/** A card's number is not stored; this only shows whether two payments were tried with the same one. */
export const fingerprintOf = (secret: string, card: string): string =>
  createHmac("sha256", secret).update(card.replace(/\D/g, "")).digest("base64url");

const TOLERANCE_SECONDS = 300;

export function sign(secret: string, id: string, timestamp: number, body: string): string {
  return `v1,${createHmac("sha256", secret).update(`${id}.${timestamp}.${body}`).digest("base64")}`;
}

export interface SignedHeaders {
  id: string | undefined;
  timestamp: string | undefined;
  signature: string | undefined;
}

/** True when one of the signatures is valid and the notice is at most five minutes old or early. */
export function isSigned(secret: string, headers: SignedHeaders, body: Buffer, now: Date): boolean {
  const { id, timestamp, signature } = headers;
  if (!id || !signature || !timestamp || !/^\d{1,12}$/.test(timestamp)) return false;
  if (Math.abs(now.getTime() / 1000 - Number(timestamp)) > TOLERANCE_SECONDS) return false;
  const right = Buffer.from(sign(secret, id, Number(timestamp), body.toString("utf8")));
  return signature.split(" ").some((one) => {
    const given = Buffer.from(one);
    return given.length === right.length && timingSafeEqual(given, right);
  });
}
