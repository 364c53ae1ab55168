/** The joined user row → User of §3. */
import type { SignupForm, User } from "@serenade/contract/account";
import type { Decoded } from "@serenade/contract/ids";
import { SIGNUP_CREDITS } from "@serenade/contract/limits";
import type { Locale } from "@serenade/contract/locales";
import { isoTime } from "../../kernel/db/db.ts";
import type { Ids } from "../../kernel/ids.ts";
import { presentMain, presentPicture } from "../members/photos/present.ts";
import type { UserRow } from "./tables.ts";

/** `terms` is the version in force; `fictional`: the site has fictional profiles. */
export function presentUser(
  row: UserRow,
  { ids, terms, fictional }: { ids: Ids; terms: string; fictional: boolean },
): Decoded<User> {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    status: row.confirmed ? "active" : "not_confirmed",
    credits: row.balance,
    paid_user: row.premium,
    signup_date: isoTime(row.created_at),
    fictional_icon: fictional,
    notifications_disabled: row.notifications_disabled,
    language: row.locale,
    signup_step: row.signup_step,
    terms_due: isoTime(row.terms_version) !== terms,
    profile: {
      name: row.name,
      country: row.country,
      status: row.confirmed ? "active" : "disabled",
      main_image:
        row.pending_photo_id === null
          ? presentMain(row.main_photo_id, row.main_thumbhash, ids)
          : presentPicture({ id: row.pending_photo_id, thumbhash: null }, "pending", ids),
    },
  };
}

/** A fictitious new member, for a form that a bot filled in. */
export function presentDecoy(
  form: Decoded<SignupForm>,
  { id, locale, country, at }: { id: number; locale: Locale; country: string | null; at: string },
): Decoded<User> {
  return {
    id,
    name: form.name,
    email: form.email,
    status: "not_confirmed",
    credits: SIGNUP_CREDITS,
    paid_user: false,
    signup_date: at,
    fictional_icon: false,
    notifications_disabled: [],
    language: locale,
    terms_due: false,
    signup_step: "photo",
    profile: { name: form.name, country: country ?? "NL", status: "disabled", main_image: null },
  };
}
