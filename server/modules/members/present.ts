/**
 * Member rows → the shapes that others see. Never: e-mail, date of birth, coordinates, the exact time of the last
 * visit.
 */
import {
  BODY_TYPES,
  EYE_COLORS,
  GENDERS,
  HAIR_COLORS,
  LANGUAGES,
  nameOf,
  RELATIONSHIP_STATUSES,
  SEXUALITIES,
  TATTOOS,
} from "@serenade/contract/attributes";
import type { Decoded } from "@serenade/contract/ids";
import { INTERESTS } from "@serenade/contract/interests";
import type { MemberCard, OwnProfile } from "@serenade/contract/members";
import type { Ids } from "../../kernel/ids.ts";
import { presentMain, presentPhoto } from "./photos/present.ts";
import type { PhotoRow } from "./photos/tables.ts";
import { ageOn, gendersOf, isOnline } from "./rules.ts";
import type { CardRow, DetailsRow, ListedCardRow, MemberRow } from "./tables.ts";

export interface Viewing {
  ids: Ids;
  now: Date;
}

export function presentCard(row: CardRow | ListedCardRow, viewing: Viewing): Decoded<MemberCard> {
  return presentCards([row], viewing)[0]!;
}

export function presentCards(rows: (CardRow | ListedCardRow)[], { ids, now }: Viewing): Decoded<MemberCard>[] {
  const today = now.toISOString();
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    age: ageOn(row.date_of_birth, today),
    gender: nameOf(GENDERS, row.gender)!,
    country: row.country,
    countryregion: row.countryregion,
    city: row.city,
    main_image: presentMain(row.main_photo_id, row.main_thumbhash, ids),
    online: "online" in row ? row.online : isOnline(row.last_active, now),
    liked: row.liked,
    fictional: row.fictional,
  }));
}

const presentAttributes = (row: DetailsRow) => ({
  sexuality: nameOf(SEXUALITIES, row.sexuality),
  hair_color: nameOf(HAIR_COLORS, row.hair_color),
  eye_color: nameOf(EYE_COLORS, row.eye_color),
  body_type: nameOf(BODY_TYPES, row.body_type),
  relationship_status: nameOf(RELATIONSHIP_STATUSES, row.relationship_status),
  tattoos: nameOf(TATTOOS, row.tattoos),
});

/** As others see them: fields that the site hides (§3 visible_profile_fields) are treated as not given. */
export function presentVisible(row: DetailsRow, visible: string[]): ReturnType<typeof presentAttributes> {
  const entries = Object.entries(presentAttributes(row)).map(([name, value]) => [
    name,
    visible.includes(name) ? value : null,
  ]);
  return Object.fromEntries(entries);
}

export const presentInterests = (row: Pick<DetailsRow, "interests">) =>
  row.interests.map((number) => nameOf(INTERESTS, number)!);
export const presentLanguages = (row: DetailsRow) => row.languages.map((number) => nameOf(LANGUAGES, number)!);

export function presentOwn(row: MemberRow, details: DetailsRow, photos: PhotoRow[], ids: Ids): Decoded<OwnProfile> {
  return {
    id: row.id,
    name: row.name,
    date_of_birth: row.date_of_birth,
    gender: nameOf(GENDERS, row.gender)!,
    looking_for: gendersOf(row.looking_for),
    seek_min_age: details.seek_min_age,
    seek_max_age: details.seek_max_age,
    country: row.country,
    countryregion: row.countryregion,
    city: row.city,
    about: details.about,
    answers: details.answers,
    attributes: presentAttributes(details),
    interests: presentInterests(details),
    languages: presentLanguages(details),
    photos: photos.map((photo) => presentPhoto(photo, row.main_photo_id, ids)),
  };
}
