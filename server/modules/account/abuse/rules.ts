/**
 * Limits of sign-ups and logins: per network, per address and per account. `closed` refuses while the counters are
 * unreachable, `open` admits.
 */
import { LOGIN_LOCK_MINUTES, LOGIN_TRIES, LOGIN_TRIES_STRANGERS } from "@serenade/contract/limits";
import type { Limit } from "../../../kernel/limiter.ts";

/** Tries to log in from a network. */
export const LOGINS: Limit = { name: "logins", points: 25, seconds: 300, whenDown: "closed" };
export const PASSKEY_LOGINS: Limit = { name: "passkey-logins", points: 30, seconds: 300, whenDown: "closed" };
/** Wrong passwords for an account, from each browser that has been logged in to it and from each network of others. */
export const WRONG_LOGINS: Limit = {
  name: "wrong-logins",
  points: LOGIN_TRIES,
  seconds: LOGIN_LOCK_MINUTES * 60,
  whenDown: "closed",
};
/** Tries from browsers that have never been logged in to the account, of all networks together. */
export const STRANGERS: Limit = {
  name: "stranger-logins",
  points: LOGIN_TRIES_STRANGERS,
  seconds: 3_600,
  whenDown: "closed",
};
/** Wrong passwords from a network, before each further try needs a proof of work. */
export const FAILED_LOGINS: Limit = { name: "failed-logins", points: 10, seconds: 3600, whenDown: "open" };

/** Accounts made from a network, and forms sent. */
export const SIGNUPS: Limit = { name: "signups", points: 5, seconds: 1800, whenDown: "closed" };
export const SIGNUP_TRIES: Limit = { name: "signup-tries", points: 30, seconds: 1800, whenDown: "closed" };
/** Accounts made from a network, before each further one needs a proof of work. */
export const SIGNUPS_OF_A_DAY: Limit = { name: "signups-of-a-day", points: 8, seconds: 86_400, whenDown: "open" };
/** product.md 3: five distinct addresses per network and hour. */
export const ADDRESSES: Limit = { name: "addresses", points: 5, seconds: 3600, whenDown: "open" };
/** An address counts once an hour for the network that names it. */
export const SAME_ADDRESS: Limit = { name: "same-address", points: 1, seconds: 3600, whenDown: "open" };
