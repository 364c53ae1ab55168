/** Accounts: sign-up, login, the current user (§3 User, §5, §7). */
import * as z from "zod/mini";
import { GENDERS } from "./attributes.ts";
import { endpoint } from "./endpoint.ts";
import {
  address,
  bounded,
  date,
  isCleanText,
  knownPassword,
  lengthOf,
  nothing,
  proof,
  stop,
  text,
  time,
  url,
  written,
} from "./fields.ts";
import { idOf } from "./ids.ts";
import { EMAIL_MAX, PASSWORD_MAX, PASSWORD_MIN, USERNAME_MAX, USERNAME_MIN } from "./limits.ts";
import { COUNTRIES, LOCALES } from "./locales.ts";
import { MAIL_STOPS } from "./notifications.ts";
import { MainImage } from "./photos.ts";

/** Steps of sign-up in order (§1); the account exists after the first. Personal info is asked on four screens. */
export const SIGNUP_STEPS = [
  "account",
  "photo",
  "location",
  "personal",
  "looks",
  "interests",
  "languages",
  "about",
  "confirm",
] as const;
export type SignupStep = (typeof SIGNUP_STEPS)[number];

export const User = z.object({
  id: idOf("member"),
  name: z.string(),
  email: z.string(),
  /** not_confirmed until the link in the email was opened. */
  status: z.enum(["not_confirmed", "active"]),
  credits: z.int(),
  paid_user: z.boolean(),
  signup_date: time,
  fictional_icon: z.boolean(),
  notifications_disabled: z.array(z.enum(MAIL_STOPS)),
  language: z.enum(LOCALES),
  /** The next step of sign-up; null when it is complete. */
  signup_step: z.nullable(z.enum(SIGNUP_STEPS)),
  /** The terms have changed since the member agreed to them (§7). */
  terms_due: z.boolean(),
  profile: z.object({
    name: z.string(),
    country: z.string(),
    status: z.enum(["active", "disabled"]),
    main_image: z.nullable(MainImage),
  }),
});
export type User = z.output<typeof User>;

export const Email = address("email");
export const Password = bounded(PASSWORD_MAX, "required", "password_long").check(
  z.minLength(PASSWORD_MIN, stop("password_short")),
  z.refine(isCleanText, stop("characters")),
);
/** 3 to 30 letters, digits, space and . _ - (product.md 3); the first rules out a leading @ (§5). */
export const Username = written(USERNAME_MAX, "name_long").check(
  z.overwrite((value) => value.replace(/\s+/g, " ")),
  z.refine((value) => !value.startsWith("@"), stop("name_at")),
  z.refine((value) => !value.includes("@"), stop("name_email")),
  z.refine((value) => lengthOf(value) >= USERNAME_MIN, stop("name_short")),
  z.refine((value) => lengthOf(value) <= USERNAME_MAX, stop("name_long")),
  z.regex(/^[\p{L}\p{M}\p{N} ._-]+$/u, stop("name_characters")),
  z.refine((value) => !/\d[\d ._-]{5,}\d/.test(value), stop("name_contact")),
  z.refine(
    (value) => !/[\p{L}\d-]{2}\.(com|net|org|me|de|nl|fr|eu|io|co|info|be|pl|es|it|dk|se|no|fi)\b/iu.test(value),
    stop("name_contact"),
  ),
);

export const Gender = z.enum(GENDERS, "required");
export const LookingFor = z.array(z.enum(GENDERS)).check(z.minLength(1, "required"), z.maxLength(GENDERS.length));

/** Where a visitor came from (§3 Tracking values stored). */
export const TRACKING = ["network", "ref", "sub1", "sub2", "sub3"] as const;
const tracking = z.optional(z.nullable(text(0, 100)));

export const SignupForm = z.strictObject({
  email: Email,
  name: Username,
  password: Password,
  date_of_birth: date,
  signup_message: z.optional(text(0, 1_000)),
  gender: Gender,
  looking_for: LookingFor,
  country: z.optional(z.enum(COUNTRIES)),
  niche: z.optional(z.int().check(z.gte(1), z.lte(7))),
  /** Agreement to the terms; separate from the next. */
  terms: z.literal(true, "terms"),
  /** Consent to process data that reveals orientation (product.md 11). */
  consent: z.literal(true, "consent"),
  /** The member that the visitor wants to write to. */
  to: z.optional(idOf("member")),
  network: tracking,
  ref: tracking,
  sub1: tracking,
  sub2: tracking,
  sub3: tracking,
  /** Required where sign-up is by invitation only. */
  invitation: z.optional(text(0, 40)),
  /** Honeypot: invisible, so only bots fill it in. */
  topic_line: z.optional(text(0, 1_000)),
  proof,
});
export type SignupForm = z.output<typeof SignupForm>;

export const LoginForm = z.strictObject({
  email: bounded(EMAIL_MAX, "email", "email").check(
    z.refine(isCleanText, stop("characters")),
    z.minLength(1, stop("required")),
  ),
  password: knownPassword,
  proof,
});

const answer = z.object({ user: User });

export const UserApi = {
  login: endpoint({ method: "POST", path: "/api/user.php", summary: "Log in", body: LoginForm, answer }),
  push: endpoint({
    method: "POST",
    path: "/api/user.php",
    when: { push: "1" },
    summary: "Attach a push subscription to the member and the session; the eleventh drops the oldest",
    query: z.strictObject({ push: z.literal("1") }),
    body: z.strictObject({
      subscription: z.strictObject({
        endpoint: url,
        expirationTime: z.optional(z.nullable(z.number())),
        keys: z.strictObject({ p256dh: text(40, 200), auth: text(10, 60) }),
      }),
    }),
    answer: nothing,
  }),
  unpush: endpoint({
    method: "DELETE",
    path: "/api/user.php",
    when: { push: "1" },
    summary: "Detach this browser's push subscription. Logging out does the same",
    query: z.strictObject({ push: z.literal("1") }),
    body: z.strictObject({ endpoint: url }),
    answer: nothing,
  }),
  current: endpoint({
    method: "GET",
    path: "/api/user.php",
    summary: "The current user, or null",
    answer: z.object({ user: z.nullable(User) }),
  }),
  language: endpoint({
    method: "PUT",
    path: "/api/user.php",
    summary: "Save the locale of the logged-in user",
    body: z.strictObject({ language: z.enum(LOCALES) }),
    answer,
  }),
  logout: endpoint({ method: "GET", path: "/api/logout.php", summary: "Log out", acts: true, answer: nothing }),
};

export const SignupApi = {
  signup: endpoint({
    method: "POST",
    path: "/api/signup.php",
    summary: "Create the account: the first step of sign-up. Sends the confirmation email",
    body: SignupForm,
    status: 201,
    /** Null where the site does not reveal who is a member: the email says what to do next. */
    answer: z.object({ user: z.nullable(User) }),
  }),
  step: endpoint({
    method: "PUT",
    path: "/api/signup.php",
    summary: "Store the progress of sign-up, so that another device resumes there",
    body: z.strictObject({ step: z.nullable(z.enum(SIGNUP_STEPS)) }),
    answer: z.object({ user: User }),
  }),
};

export const ActivateApi = {
  confirm: endpoint({
    method: "PUT",
    path: "/api/activate.php",
    summary: "Confirm the email address with the token of the email; logs the member in",
    body: z.strictObject({ token: text(20, 100) }),
    answer,
  }),
  again: endpoint({
    method: "POST",
    path: "/api/activate.php",
    summary: "Send the confirmation email again; wait is how long until the next one is possible",
    body: nothing,
    answer: z.object({ wait: z.int() }),
  }),
};

export const TermsApi = {
  agree: endpoint({
    method: "POST",
    path: "/api/terms.php",
    summary: "Agree to the terms of this version; refused when another one is in force",
    body: z.strictObject({ version: text(1, 40) }),
    answer: nothing,
  }),
};
