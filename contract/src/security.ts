/** The caller's account: sessions, password, address, export, deletion (§4, §5, §8; product.md 3). */
import * as z from "zod/mini";
import { Password, User } from "./account.ts";
import { DiscountCode } from "./discounts.ts";
import { endpoint } from "./endpoint.ts";
import { address, bounded, knownPassword, nothing, proof, text, time } from "./fields.ts";
import { idOf } from "./ids.ts";
import { PASSWORD_MAX } from "./limits.ts";

const token = text(20, 100);
const repeated = bounded(PASSWORD_MAX, "required", "password_long");
const sameTwice = z.refine<{ password: string; password_repeat: string }>(
  (form) => form.password === form.password_repeat,
  { error: "passwords_differ", path: ["password_repeat"] },
);

export const Session = z.object({
  id: idOf("session"),
  /** "Firefox on Windows", in the caller's language. */
  device: z.string(),
  country: z.nullable(z.string()),
  opened: time,
  last_seen: time,
  current: z.boolean(),
});
export type Session = z.output<typeof Session>;

export const SessionApi = {
  list: endpoint({
    method: "GET",
    path: "/api/session.php",
    summary: "The caller's sessions",
    answer: z.object({ sessions: z.array(Session) }),
  }),
  end: endpoint({
    method: "DELETE",
    path: "/api/session.php",
    summary: "End one session of the caller, or without an id all but this one",
    query: z.strictObject({ id: z.optional(idOf("session")) }),
    answer: nothing,
  }),
};

export const ResetForm = z.strictObject({
  email: address("email"),
  proof,
});
export const NewPasswordForm = z
  .strictObject({ token, password: Password, password_repeat: repeated })
  .check(sameTwice);
export const ChangePasswordForm = z
  .strictObject({ password_old: knownPassword, password: Password, password_repeat: repeated })
  .check(sameTwice);

export const PasswordApi = {
  ask: endpoint({
    method: "POST",
    path: "/api/password-reset.php",
    summary: "Send the email with the link for a new password",
    body: ResetForm,
    answer: nothing,
  }),
  reset: endpoint({
    method: "PUT",
    path: "/api/password-reset.php",
    summary: "Set a new password with the token of the email; ends every session",
    body: NewPasswordForm,
    answer: nothing,
  }),
  change: endpoint({
    method: "PUT",
    path: "/api/password.php",
    summary: "Change the password; ends every other session",
    body: ChangePasswordForm,
    answer: nothing,
  }),
};

export const MailChangeForm = z.strictObject({
  email: address("email_new"),
  password: knownPassword,
});

export const MailChangeApi = {
  ask: endpoint({
    method: "POST",
    path: "/api/mail-change.php",
    summary: "Request a new email address; sends a link to it",
    body: MailChangeForm,
    answer: nothing,
  }),
  confirm: endpoint({
    method: "PUT",
    path: "/api/mail-change.php",
    summary: "Change the address with the token of the email; notifies the old one",
    body: z.strictObject({ token }),
    answer: nothing,
  }),
  undo: endpoint({
    method: "DELETE",
    path: "/api/mail-change.php",
    summary: "Restore the old address with the token sent to it, for 48 hours; ends every session",
    body: z.strictObject({ token }),
    answer: nothing,
  }),
};

/** The reason for leaving, for statistics only. */
export const LEAVE_REASONS = ["found", "quiet", "people", "costs", "privacy", "pause", "other"] as const;
export type LeaveReason = (typeof LEAVE_REASONS)[number];

export const LeaveForm = z.strictObject({ password: knownPassword, reason: z.enum(LEAVE_REASONS, "required") });

export const DepartureApi = {
  leave: endpoint({
    method: "DELETE",
    path: "/api/user.php",
    summary: "Delete the account: hidden at once, reversible for 14 days by the link in the email, then erased",
    body: LeaveForm,
    answer: nothing,
  }),
  back: endpoint({
    method: "POST",
    path: "/api/reactivate.php",
    summary: "Cancel the deletion with the token of the email; logs the member in",
    body: z.strictObject({ token }),
    answer: z.object({ user: User }),
  }),
  offer: endpoint({
    method: "GET",
    path: "/api/retention-offer.php",
    summary: "The only offer to stay, or null once it was answered",
    answer: z.object({ offer: z.nullable(z.object({ percent: z.int(), hours: z.int() })) }),
  }),
  stay: endpoint({
    method: "POST",
    path: "/api/retention-offer.php",
    summary: "Accept the offer: a discount code for the next bundle",
    body: nothing,
    answer: z.object({ discountcode: DiscountCode }),
  }),
};

export const ExportApi = {
  ask: endpoint({
    method: "POST",
    path: "/api/export.php",
    summary: "Request an export of all data about the caller; an email says when it is ready",
    body: nothing,
    status: 202,
    answer: nothing,
  }),
  fetch: endpoint({
    method: "GET",
    path: "/api/export.php",
    summary: "The zip, once, within 7 days, for the logged-in member whose token it is",
    query: z.strictObject({ token }),
    answer: nothing,
  }),
};
