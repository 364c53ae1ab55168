/** The closed list of expected refusals. Each code has words in all eleven locales: texts/<locale>/errors.json. */
export const ERRORS = {
  // the request itself
  invalid: 400,
  bad_signature: 400,
  not_found: 404,
  method_not_allowed: 405,
  too_large: 413,
  unsupported_media: 415,
  unknown_host: 421,
  too_many_requests: 429,
  unavailable: 503,
  internal: 500,
  // the caller (§6, §8)
  authentication_required: 403,
  cross_origin: 403,
  login_failed: 401,
  too_many_attempts: 429,
  /** Carries the ticket for sending the code. */
  second_factor_required: 401,
  second_factor_failed: 401,
  login_expired: 410,
  passkey_failed: 401,
  /** Carries a challenge to solve; the same call with its solution passes. */
  proof_required: 428,
  // accounts (§5)
  email_taken: 409,
  /** The address excluded itself until `date`. */
  excluded: 403,
  terms_changed: 409,
  name_taken: 409,
  signup_closed: 403,
  /** §5: signups is "with_trafficsource", and the form has none. */
  signup_needs_source: 403,
  invitation_invalid: 403,
  factor_on: 409,
  passkey_limit: 403,
  activation_failed: 410,
  email_not_found: 404,
  link_invalid: 410,
  too_many_resets: 429,
  password_old_wrong: 403,
  password_wrong: 403,
  banned: 403,
  deletion_pending: 403,
  offer_gone: 410,
  export_once_a_day: 429,
  // members
  blocked: 403,
  photo_limit: 403,
  /** The fourth move in a day. */
  place_limit: 403,
  /** A search near a member without a town. */
  place_missing: 403,
  saved_search_limit: 403,
  photo_unreadable: 422,
  /** Carries when the next like of the game is possible. */
  swipe_limit_reached: 403,
  photo_too_many_pixels: 422,
  // chat and credits (§4, §6, §9)
  not_enough_credits: 402,
  premium_only: 403,
  not_confirmed: 403,
  /** The receiver restricts who may write first; `name` is the receiver. */
  write_first_liked: 403,
  write_first_photo: 403,
  write_first_search: 403,
  /** The limit of conversations started in 24 hours; carries when the next is possible. */
  daily_conversations: 403,
  /** The same first message to too many members. */
  same_text: 403,
  /** The receiver declined the conversation. */
  not_taken: 403,
  fictional_unacknowledged: 403,
  member_gone: 410,
  /** An uploaded photo that was sent already, refused, or deleted. */
  photo_gone: 410,
  message_empty: 400,
  message_too_long: 400,
  // payments (§8)
  payment_failed: 402,
  /** The provider does not answer; nothing was charged. */
  payment_unavailable: 503,
  payment_closed: 409,
  /** The days in which an order can be withdrawn from are over. */
  withdrawal_over: 409,
  /** Its credits are used, or refunded already. */
  nothing_to_refund: 409,
  /** The caller's own address is not confirmed yet. */
  confirm_first: 403,
  /** The limit of orders by this account, network or card; carries when the next is possible. */
  too_many_payments: 429,
  /** The member's own spending limit for the month. */
  spending_limit: 403,
  /** Direct debit (§8). */
  otp_invalid: 403,
  iban_invalid: 400,
  account_blocked: 403,
  /** 100.00 a day, 250.00 a month, or too many mandates a day. */
  debit_limit: 403,
  code_not_found: 404,
  code_used: 409,
  /** The discount asks for a larger order than this one. */
  code_minimum: 409,
  /** The discount is for other payment methods than this one. */
  code_method: 409,
  push_endpoint_refused: 400,
} as const satisfies Record<string, number>;

export type ErrorCode = keyof typeof ERRORS;

/** The shape of every error answer (api.md), with `fields` and the parameters of the text beside the code. */
export interface ErrorAnswer {
  error: ErrorCode;
  message: string;
  fields?: Record<string, string>;
  authentication_required?: true;
  [param: string]: unknown;
}
