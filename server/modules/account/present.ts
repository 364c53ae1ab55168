/** The joined user row → User of §3. */
import type { User } from "@serenade/contract/account";
import type { Opened } from "@serenade/contract/ids";
import { isoTime } from "../../kernel/db/db.ts";
import type { Ids } from "../../kernel/ids.ts";
import { presentPicture } from "../members/photos/present.ts";
import type { UserRow } from "./tables.ts";

export function presentUser(row: UserRow, ids: Ids): Opened<User> {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    status: row.confirmed ? "active" : "not_confirmed",
    credits: row.balance,
    paid_user: row.premium,
    signup_date: isoTime(row.created_at),
    fictional_icon: false,
    notifications_disabled: row.notifications_disabled,
    language: row.locale,
    signup_step: row.signup_step,
    profile: {
      name: row.name,
      country: row.country,
      status: row.confirmed ? "active" : "disabled",
      main_image: row.main_photo_id === null ? null : presentPicture(row.main_photo_id, "active", ids),
    },
  };
}
