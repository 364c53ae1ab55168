/**
 * Writes members of the demo community in batches, straight into the tables: sign-up by sign-up a million would take a
 * day. The only place outside their owners that writes these tables (tools/check-house/writes.ts lists it).
 */
import {
  BODY_TYPES,
  EYE_COLORS,
  GENDERS,
  HAIR_COLORS,
  LANGUAGES,
  numberOf,
  RELATIONSHIP_STATUSES,
  SEXUALITIES,
  TATTOOS,
} from "@serenade/contract/attributes";
import { INTERESTS } from "@serenade/contract/interests";
import { MAX_AGE, MIN_AGE } from "@serenade/contract/limits";
import type { Transaction } from "../../kernel/db/db.ts";
import { write } from "../../kernel/db/statement.ts";
import type { Resources } from "../../kernel/resources.ts";
import { emailKey } from "../../modules/account/rules.ts";
import { indexMembers } from "../../modules/members/indexing/commands.ts";
import { ageOn, genderBits, nameKey } from "../../modules/members/rules.ts";
import type { DemoMember } from "./people.ts";

type Unstated = "sexuality" | "hair_color" | "eye_color";
/** A member of the community with its id in this database; fields that were not given are null. */
export interface Resident
  extends Omit<DemoMember, Unstated | "lat" | "lon" | "look" | "pictures" | "idle_seconds" | "joined_days_ago"> {
  sexuality: DemoMember["sexuality"] | null;
  hair_color: DemoMember["hair_color"] | null;
  eye_color: DemoMember["eye_color"] | null;
  id: number;
  photo: number | null;
  thumbhash: string | null;
  last_active: string;
  created_at: string;
  confirmed: boolean;
  credits: number;
}

const members = write<{ site: number; rows: unknown[][] }>(
  `insert into members (site_id, id, name, name_key, gender, looking_for, date_of_birth, country, countryregion, city,
                        main_photo_id, main_thumbhash, created_at, confirmed_at, premium_since)
   select $site, r.* from jsonb_to_recordset($rows::jsonb) as r(id bigint, name text, name_key text, gender smallint, looking_for smallint,
          date_of_birth date, country text, countryregion text, city text, main_photo_id bigint, main_thumbhash text, created_at timestamptz,
          confirmed_at timestamptz, premium_since timestamptz)`,
);
const details = write<{ site: number; rows: unknown[][] }>(
  `insert into member_details (site_id, member_id, seek_min_age, seek_max_age, about, answers, sexuality, hair_color, eye_color, body_type,
                               relationship_status, tattoos, interests, languages)
   select $site, r.id, r.seek_min_age, r.seek_max_age, r.about, r.answers, r.sexuality, r.hair_color, r.eye_color, r.body_type,
          r.relationship_status, r.tattoos, r.interests::smallint[], r.languages::smallint[]
     from jsonb_to_recordset($rows::jsonb) as r(id bigint, seek_min_age smallint, seek_max_age smallint, about text, answers jsonb, sexuality smallint,
          hair_color smallint, eye_color smallint, body_type smallint, relationship_status smallint, tattoos smallint,
          interests text, languages text)`,
);
const accounts = write<{ site: number; rows: unknown[][]; passwordHash: string; termsVersion: string }>(
  `insert into accounts (site_id, member_id, email, email_key, password_hash, locale, signup_step, terms_at, terms_version, consent_at, created_at)
   select $site, r.id, r.email, r.email_key, $passwordHash, r.locale, r.signup_step, r.created_at, $termsVersion, r.created_at, r.created_at
     from jsonb_to_recordset($rows::jsonb) as r(id bigint, email text, email_key text, locale text, signup_step text, created_at timestamptz)`,
);
const states = write<{ site: number; rows: unknown[][] }>(
  "insert into member_state (site_id, member_id) select $site, r.id from jsonb_to_recordset($rows::jsonb) as r(id bigint)",
);
const wallets = write<{ site: number; rows: unknown[][] }>(
  `insert into wallets (site_id, member_id, balance, seq)
   select $site, r.id, r.credits, case when r.credits > 0 then 1 else 0 end from jsonb_to_recordset($rows::jsonb) as r(id bigint, credits bigint)`,
);
const grants = write<{ site: number; rows: unknown[][] }>(
  `insert into ledger (site_id, member_id, seq, idem, debit, credit, amount, kind, balance_after, at)
   select $site, r.id, 1, 'demo', -3, r.id, r.credits, 3, r.credits, r.created_at
     from jsonb_to_recordset($rows::jsonb) as r(id bigint, credits bigint, created_at timestamptz) where r.credits > 0`,
);
const photos = write<{ site: number; rows: unknown[][] }>(
  `insert into photos (site_id, id, member_id, files, position, status, width, height, thumbhash, created_at)
   select $site, r.id, r.member_id, r.files, r.position, 'active', 800, 1000, decode(r.thumbhash, 'base64'), r.created_at
     from jsonb_to_recordset($rows::jsonb) as r(id bigint, member_id bigint, files text, position smallint, thumbhash text, created_at timestamptz)`,
);
const preferences = write<{ site: number; rows: unknown[][] }>(
  `insert into member_preferences (site_id, member_id, shown_to_visitors)
   select $site, r.id, true from jsonb_to_recordset($rows::jsonb) as r(id bigint)`,
);
/** Rows travel as one JSON parameter: one statement per table and batch, the same on both engines. */
const json = (rows: object[]) => JSON.stringify(rows) as unknown as unknown[][];
const smallints = (numbers: number[]) => `{${numbers.join(",")}}`;

export interface DrawnPhoto {
  id: number;
  member_id: number;
  files: string;
  position: number;
  thumbhash: string | null;
  created_at: string;
}

export async function insertResidents(
  app: Resources,
  tx: Transaction,
  site: number,
  residents: Resident[],
  rest: { photos: DrawnPhoto[]; passwordHash: string; termsVersion: string; today: string },
): Promise<void> {
  await tx.one(members, { site, rows: json(residents.map(memberRow)) });
  await tx.one(details, { site, rows: json(residents.map((resident) => detailsRow(resident, rest.today))) });
  await tx.one(accounts, {
    site,
    rows: json(residents.map(accountRow)),
    passwordHash: rest.passwordHash,
    termsVersion: rest.termsVersion,
  });
  await tx.one(states, { site, rows: json(residents.map(({ id }) => ({ id }))) });
  await tx.one(wallets, { site, rows: json(residents.map(({ id, credits }) => ({ id, credits }))) });
  await tx.one(grants, {
    site,
    rows: json(residents.map(({ id, credits, created_at }) => ({ id, credits, created_at }))),
  });
  await tx.one(photos, { site, rows: json(rest.photos) });
  await tx.one(preferences, { site, rows: json(residents.map(({ id }) => ({ id }))) });
  const findable = residents.filter(({ confirmed }) => confirmed);
  await indexMembers(app, tx, site, findable);
}

const memberRow = (resident: Resident) => ({
  id: resident.id,
  name: resident.name,
  name_key: nameKey(resident.name),
  gender: numberOf(GENDERS, resident.gender),
  looking_for: genderBits(resident.looking_for),
  date_of_birth: resident.date_of_birth,
  country: resident.country,
  countryregion: resident.countryregion,
  city: resident.city,
  main_photo_id: resident.photo,
  main_thumbhash: resident.thumbhash,
  created_at: resident.created_at,
  confirmed_at: resident.confirmed ? resident.created_at : null,
  premium_since: resident.premium ? resident.created_at : null,
});

function detailsRow(resident: Resident, today: string) {
  return {
    id: resident.id,
    ...seekAges(resident, today),
    about: resident.about,
    answers: resident.answers,
    sexuality: numberOf(SEXUALITIES, resident.sexuality),
    hair_color: numberOf(HAIR_COLORS, resident.hair_color),
    eye_color: numberOf(EYE_COLORS, resident.eye_color),
    body_type: numberOf(BODY_TYPES, resident.body_type),
    relationship_status: numberOf(RELATIONSHIP_STATUSES, resident.relationship_status),
    tattoos: numberOf(TATTOOS, resident.tattoos),
    interests: smallints(resident.interests.map((interest) => numberOf(INTERESTS, interest))),
    languages: smallints(resident.languages.map((language) => numberOf(LANGUAGES, language))),
  };
}

const accountRow = (resident: Resident) => ({
  id: resident.id,
  email: resident.email,
  email_key: emailKey(resident.email),
  locale: resident.locale,
  signup_step: resident.confirmed ? null : "confirm",
  created_at: resident.created_at,
});

/** Ten years around their own age. */
function seekAges(resident: Resident, today: string) {
  const age = ageOn(resident.date_of_birth, today);
  return { seek_min_age: Math.max(MIN_AGE, age - 10), seek_max_age: Math.min(MAX_AGE, age + 10) };
}
