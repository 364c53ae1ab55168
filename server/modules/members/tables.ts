import type { ProfileAnswer } from "@serenade/contract/members";

/** Rows of members, their details, photos and search entries. Attributes are numbers of contract/attributes.ts. */
export interface MemberRow {
  id: number;
  name: string;
  gender: number;
  looking_for: number;
  date_of_birth: string;
  country: string;
  countryregion: string;
  city: string;
  main_photo_id: number | null;
  fictional: boolean;
  created_at: string;
  confirmed_at: string | null;
  premium_since: string | null;
  /** Confirmed, not banned, no pending deletion: only then visible to others. */
  seen: boolean;
  /** Hidden from search and never online, by the member's choice. */
  invisible_since: string | null;
  /** Hidden from all others: a profile reveals orientation. */
  consent_withdrawn_at: string | null;
}

export interface DetailsRow {
  seek_min_age: number;
  seek_max_age: number;
  about: string;
  answers: ProfileAnswer[];
  sexuality: number | null;
  hair_color: number | null;
  eye_color: number | null;
  body_type: number | null;
  relationship_status: number | null;
  tattoos: number | null;
  interests: number[];
  languages: number[];
}

/** What a list shows of a member: `CARD_COLUMNS` of queries.ts. */
export interface CardRow {
  id: number;
  name: string;
  gender: number;
  date_of_birth: string;
  country: string;
  countryregion: string;
  city: string;
  main_photo_id: number | null;
  main_thumbhash: string | null;
  fictional: boolean;
  last_active: string | null;
  liked: boolean;
}

/** A card with what is known of online without the time of the last activity. */
export interface ListedCardRow extends Omit<CardRow, "last_active"> {
  online: boolean;
}
