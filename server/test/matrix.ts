/**
 * The permission matrix: one row for each endpoint, one outcome for each state of the caller. An endpoint without a
 * row, and a row without an endpoint, fail server/test/matrix.test.ts.  An outcome is "allowed" or the code of the
 * refusal. A row sends valid input where possible, so that a refusal is about the caller and not about the input; where
 * no valid input exists (a token, a passkey's response) the row names the error.  A new state is a name in STATES, a
 * builder in matrix.test.ts and a column here; omitted cells are as `active`, and as `visitor` for states without a
 * session.
 */
import type { ErrorCode } from "@serenade/contract/errors";

export const STATES = ["visitor", "not_confirmed", "active", "premium", "banned", "leaving", "locked"] as const;
export type State = (typeof STATES)[number];
type Outcome = "allowed" | ErrorCode;

/** Values that a row may use in its input; created for every row and state. */
export interface World {
  /** A confirmed member without any relation to the caller. */
  other: string;
  /** A confirmed member in a conversation with the caller, and its message. */
  friend: string;
  conversation: string;
  message: string;
  /** A member who has not confirmed the address. */
  unconfirmed: string;
  photo: string;
  picture: string;
  gift: string;
  order: string;
  /** Of the caller's account; a visitor has none. */
  email: string;
  password: string;
  uuid: () => string;
  newcomer: () => object;
}

export interface Row {
  query?: (world: World) => Record<string, string>;
  body?: (world: World) => object;
  visitor: Outcome;
  active: Outcome;
  not_confirmed?: Outcome;
  premium?: Outcome;
  /** Banned, and with a pending deletion: with the previous cookie, whose session has ended. */
  banned?: Outcome;
  leaving?: Outcome;
  /** Another browser, after five wrong passwords for the account. */
  locked?: Outcome;
}

const LOGIN: Outcome = "authentication_required";

/** Allowed for every caller. */
const open = (row: Partial<Row> = {}): Row => ({ visitor: "allowed", active: "allowed", ...row });
/** For every member, whatever their state. */
const members = (row: Partial<Row> = {}): Row => ({ visitor: LOGIN, active: "allowed", ...row });

/** A point on P-256, as browsers generate. */
const PUSH_KEYS = {
  p256dh: "BB4YUy_UdUwC8wQdnHXOszuD_9gax85P6ILMscmLxYlupGwxHE4v9A3ZajZT5uRURdMt_khuztdcepDGoYiBwKM",
  auth: "C".repeat(22),
};

const NO_TOKEN = "a-token-that-nobody-was-ever-sent";

const assertion = {
  id: "AAAA",
  rawId: "AAAA",
  type: "public-key",
  clientExtensionResults: {},
  response: { clientDataJSON: "AAAA", authenticatorData: "AAAA", signature: "AAAA" },
};
const registration = { ...assertion, response: { clientDataJSON: "AAAA", attestationObject: "AAAA" } };

const FINDER = {
  who: ["woman"],
  min_age: 25,
  max_age: 45,
  where: null,
  what_for: "romance",
  interests: ["tea", "music", "hiking"],
};

export const MATRIX: Record<string, Row> = {
  "GET user.php": open(),
  // with the right password
  "POST user.php": open({
    body: ({ email, password }) => ({ email, password }),
    visitor: "login_failed",
    banned: "banned",
    leaving: "deletion_pending",
    locked: "too_many_attempts",
  }),
  "DELETE user.php": members({ body: ({ password }) => ({ password, reason: "pause" }) }),
  "GET session.php": members(),
  "DELETE session.php": members(),
  "POST password-reset.php": open({ body: ({ email }) => ({ email }), visitor: "email_not_found" }),
  "PUT password-reset.php": open({
    body: () => ({ token: NO_TOKEN, password: "another quiet evening", password_repeat: "another quiet evening" }),
    visitor: "link_invalid",
    active: "link_invalid",
  }),
  "PUT password.php": members({
    body: ({ password }) => ({
      password_old: password,
      password: "another quiet evening",
      password_repeat: "another quiet evening",
    }),
  }),
  "POST mail-change.php": members({
    body: ({ password, uuid }) => ({ email: `${uuid()}@example.test`, password }),
  }),
  "PUT mail-change.php": open({ body: () => ({ token: NO_TOKEN }), visitor: "link_invalid", active: "link_invalid" }),
  "DELETE mail-change.php": open({
    body: () => ({ token: NO_TOKEN }),
    visitor: "link_invalid",
    active: "link_invalid",
  }),
  "POST reactivate.php": open({ body: () => ({ token: NO_TOKEN }), visitor: "link_invalid", active: "link_invalid" }),
  "GET retention-offer.php": members(),
  "POST retention-offer.php": members(),
  "POST export.php": members(),
  "GET export.php": members({ query: () => ({ token: NO_TOKEN }), active: "link_invalid" }),
  "GET notifications.php": members(),
  "PUT notifications.php": members({ body: () => ({ read_receipts: false }) }),
  "POST notifications.php": members({ body: () => ({ reason: "listunsubscribe" }) }),
  "GET saved-search.php": members(),
  "POST saved-search.php": members({ body: () => ({ query: "gender=woman", alert: true }) }),
  "DELETE saved-search.php": members({ body: ({ photo }) => ({ id: photo }), active: "not_found" }),
  "POST report.php": members({ body: ({ other }) => ({ id: other, reason: "other" }) }),
  "GET unsubscribe.php": open({ query: () => ({ token: NO_TOKEN }) }),
  "POST unsubscribe.php": open({ query: () => ({ token: NO_TOKEN }), visitor: "not_found", active: "not_found" }),
  "POST user.php?push=1": members({
    body: () => ({
      subscription: {
        endpoint: "https://fcm.googleapis.com/fcm/send/abc",
        keys: PUSH_KEYS,
      },
    }),
  }),
  "DELETE user.php?push=1": members({ body: () => ({ endpoint: "https://fcm.googleapis.com/fcm/send/abc" }) }),
  "PUT user.php": members({ body: () => ({ language: "en" }) }),
  "GET logout.php": open(),
  "POST signup.php": open({ body: (world) => world.newcomer() }),
  "PUT signup.php": members({ body: () => ({ step: "photo" }) }),
  "PUT activate.php": open({
    body: () => ({ token: "a token that nobody was ever sent" }),
    visitor: "activation_failed",
    active: "activation_failed",
  }),
  "POST activate.php": members(),
  "POST second-factor.php": open({
    body: () => ({ ticket: "a ticket that nobody was given", code: "123456" }),
    visitor: "login_expired",
    active: "login_expired",
  }),
  "GET totp.php": members(),
  "POST totp.php": members({ body: ({ password }) => ({ password }) }),
  "PUT totp.php": members({ body: () => ({ code: "123456" }), active: "second_factor_failed" }),
  "DELETE totp.php": members({
    body: ({ password }) => ({ password, code: "123456" }),
    active: "second_factor_failed",
  }),
  "GET passkey.php": members(),
  "POST passkey.php": members({ body: ({ password }) => ({ password }) }),
  "PUT passkey.php": members({ body: () => ({ name: "phone", response: registration }), active: "passkey_failed" }),
  "DELETE passkey.php": members({ body: ({ password, photo }) => ({ password, id: photo }), active: "not_found" }),
  "POST passkey.php?login=1": open(),
  "PUT passkey.php?login=1": open({
    body: () => ({ response: assertion }),
    visitor: "passkey_failed",
    active: "passkey_failed",
  }),
  "GET settings.php": open(),
  "GET companyinfo.php": open(),
  "GET interests.php": open(),
  "GET regions.php": open(),
  "GET landers.php": open({ query: () => ({ country: "NL" }) }),
  "GET cities.php": open({ query: () => ({ countryregion: "NL-UT" }) }),
  "GET places.php": open({ query: () => ({ text: "Utr" }) }),
  "GET geocode.php": open({ query: () => ({ lat: "52.09", lon: "5.12" }) }),
  "POST geocode.php": open({ body: () => ({ lat: 52.09, lon: 5.12 }) }),
  "POST page-hidden.php": open(),
  // the welcome discount is for members who have not paid, in their first four hours (§6)
  "GET discountcode.php": members({ query: () => ({ welcome: "true" }), premium: "code_used" }),
  "GET chats.php": members(),
  "GET chat.php": members({ query: ({ conversation }) => ({ id: conversation }) }),
  // an unconfirmed member may write (product.md 3); who writes to one is refused, which chat's own tests show
  "POST chat.php": members({ body: ({ other, uuid }) => ({ client_id: uuid(), profile: other, message: "Hello" }) }),
  // no file attached
  "POST chat-photo.php": members({ active: "photo_unreadable" }),
  "PUT chat-photo.php": members({ body: ({ picture }) => ({ id: picture }), active: "not_found" }),
  "GET chat-photo": members({ active: "not_found" }),
  "GET gifts.php": members(),
  "PUT gifts.php": members({ body: ({ gift }) => ({ id: gift, hidden: true }), active: "not_found" }),
  "DELETE chat.php": members({ body: ({ conversation }) => ({ id: conversation }) }),
  "POST typing.php": members({ body: ({ conversation }) => ({ id: conversation }) }),
  "POST chat-read.php": members({ body: ({ conversation, message }) => ({ id: conversation, message }) }),
  // the caller started the conversation, so there is no request to decide
  "POST request.php": members({
    body: ({ conversation }) => ({ conversation, decision: "accept" }),
    active: "not_found",
  }),
  // no member of this community is fictional
  "POST fictional.php": members({ body: ({ other }) => ({ id: other }), active: "not_found" }),
  // members who have not opted in to visitors are visible after login
  "GET member.php": open({ query: ({ other }) => ({ id: other }), visitor: LOGIN }),
  "GET likes.php": members(),
  "POST like.php": members({ body: ({ other }) => ({ id: other }) }),
  "DELETE like.php": members({ body: ({ other }) => ({ id: other }) }),
  "GET auto-like.php": members(),
  "GET swipe-game.php": members(),
  "POST swipe-game.php": members({ body: ({ other }) => ({ id: other, liked: true }) }),
  "DELETE swipe-game.php": members(),
  "GET profile.php": members(),
  "PUT profile.php": members({ body: () => ({ about: "Long walks." }) }),
  "GET block.php": members(),
  "POST block.php": members({ body: ({ other }) => ({ id: other }) }),
  "DELETE block.php": members({ body: ({ other }) => ({ id: other }) }),
  // no file attached
  "POST photo.php": members({ active: "photo_unreadable" }),
  "PUT photo.php": members({ body: ({ photo }) => ({ id: photo, main: true }), active: "not_found" }),
  "DELETE photo.php": members({ body: ({ photo }) => ({ id: photo }), active: "not_found" }),
  "GET photo": open({ visitor: "not_found", active: "not_found" }),
  "GET members.php": open({ query: () => ({ gender: "woman" }) }),
  "GET signup-matches.php": members(),
  "GET match-finder.php": open(),
  "POST match-finder.php": members({ body: () => ({ answers: FINDER }) }),
  "GET match-finder.php?find=1": members({ query: () => ({ answers: JSON.stringify(FINDER) }) }),
  "GET credits.php": open(),
  "POST payment.php": members({
    body: () => ({ bundle: "p0", paymentmethod: "card" }),
    not_confirmed: "confirm_first",
  }),
  "POST repeat-order.php": members({
    body: ({ order }) => ({ bundle: "p0", instrument: order }),
    active: "not_found",
  }),
  "POST directdebit.php": members({
    body: () => ({
      ...{ bundle: "p0", account_holder: "A. de Vries", iban: "NL91ABNA0417164300", phone: "+31612345678" },
      ...{ street: "Oudegracht", house_number: "1", zip: "3511 AB", city: "Utrecht" },
    }),
    not_confirmed: "confirm_first",
  }),
  "PUT directdebit.php": members({ body: ({ order }) => ({ id: order, otp: "123456" }), active: "not_found" }),
  "GET stored-methods.php": members(),
  "DELETE stored-methods.php": members({ body: ({ order }) => ({ id: order }), active: "not_found" }),
  "GET payment.php": members({ query: ({ order }) => ({ id: order }), active: "not_found" }),
  "DELETE payment.php": members({ body: ({ order }) => ({ id: order }), active: "not_found" }),
  // a system without authentication, whatever cookie it sends
  "POST webhook.php": open({
    query: () => ({ provider: "sandbox" }),
    body: () => ({ id: "notice", ref: "nothing" }),
    visitor: "bad_signature",
    active: "bad_signature",
  }),
  "GET credit-history.php": members(),
  "GET credit-history.php?format=csv": members({ query: () => ({ format: "csv" }) }),
  "GET receipt.php": members({ query: ({ order }) => ({ id: order }), active: "not_found" }),
  "POST withdrawal.php": members({ body: ({ order }) => ({ id: order }), active: "not_found" }),
  "POST withdrawal.php?by=number": open({
    query: () => ({ by: "number" }),
    body: ({ order }) => ({ email: "buyer@example.test", order }),
    visitor: "not_found",
    active: "not_found",
  }),
  "GET transactions.php": members(),
  "POST terms.php": members({
    body: () => ({ version: "2020-01-01T00:00:00.000Z" }),
    active: "terms_changed",
  }),
  "GET icebreakers.php": members(),
  "GET page.php": open({ query: () => ({ token: "terms" }) }),
  "GET share-picture.php": open({ query: () => ({ page: "terms" }) }),
  "GET pages.php": open(),
  "POST exclusion.php": open({ body: () => ({ email: "tired@example.test", months: 6 }) }),
  "POST exclusion.php?confirm=1": open({
    query: () => ({ confirm: "1" }),
    body: () => ({ token: "wrong" }),
    visitor: "link_invalid",
    active: "link_invalid",
  }),
  "POST complaint.php": open({
    body: ({ uuid }) => ({
      ...{ email: "reader@example.test", kind: "person", subject: uuid(), message: "It is not me.", good_faith: true },
    }),
  }),
  "POST service.php": open({
    body: ({ uuid }) => ({ email: "reader@example.test", topic: "payment", message: uuid() }),
  }),
};
