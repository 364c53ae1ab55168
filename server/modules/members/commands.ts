/** Changes of a member's own record: create, confirm, edit, make premium, block. */
import {
  BODY_TYPES,
  EYE_COLORS,
  GENDERS,
  type Gender,
  HAIR_COLORS,
  LANGUAGES,
  numberOf,
  RELATIONSHIP_STATUSES,
  SEXUALITIES,
  TATTOOS,
} from "@serenade/contract/attributes";
import { INTERESTS } from "@serenade/contract/interests";
import { MAX_AGE, MIN_AGE } from "@serenade/contract/limits";
import type { ProfileChange } from "@serenade/contract/members";
import { isDuplicate, type Queries, type Transaction } from "../../kernel/db/db.ts";
import { write } from "../../kernel/db/statement.ts";
import { orNotFound, Refusal } from "../../kernel/refusal.ts";
import type { Resources } from "../../kernel/resources.ts";
import { createWallet } from "../credits/commands.ts";
import { bumpVersion, createState, recountNeighbours } from "../notifications/commands.ts";
import { regionName } from "../site/places/queries.ts";
import { getSite } from "../site/queries.ts";
import { moveCell } from "./cells/commands.ts";
import { indexMember } from "./indexing/commands.ts";
import { isImpersonating } from "./names/rules.ts";
import { findCard, getDetails, getMember } from "./queries.ts";
import { ageOn, genderBits, nameKey, PROFILE_VIEWS, PROFILE_VIEWS_OF_DAY } from "./rules.ts";
import type { DetailsRow, MemberRow } from "./tables.ts";

const insertMember = write<{
  site: number;
  id: number;
  name: string;
  nameKey: string;
  gender: number;
  lookingFor: number;
  dateOfBirth: string;
  country: string;
  now: string;
}>(
  `insert into members (site_id, id, name, name_key, gender, looking_for, date_of_birth, country, created_at)
   values ($site, $id, $name, $nameKey, $gender, $lookingFor, $dateOfBirth, $country, $now)`,
);
const insertDetails = write<{ site: number; id: number; seekMinAge: number; seekMaxAge: number }>(
  "insert into member_details (site_id, member_id, seek_min_age, seek_max_age) values ($site, $id, $seekMinAge, $seekMaxAge)",
);
const confirm = write<{ site: number; id: number; now: string }, { id: number }>(
  "update members set confirmed_at = $now where site_id = $site and id = $id and confirmed_at is null returning id",
);
const becomePremium = write<{ site: number; id: number; now: string }>(
  "update members set premium_since = $now where site_id = $site and id = $id and premium_since is null",
);
const updateMember = write<{
  site: number;
  id: number;
  lookingFor: number;
  country: string;
  countryregion: string;
  city: string;
}>(
  "update members set looking_for = $lookingFor, country = $country, countryregion = $countryregion, city = $city where site_id = $site and id = $id",
);
const updateDetails = write<{
  site: number;
  member: number;
  seekMinAge: number;
  seekMaxAge: number;
  about: string;
  answers: string;
  sexuality: number | null;
  hairColor: number | null;
  eyeColor: number | null;
  bodyType: number | null;
  relationshipStatus: number | null;
  tattoos: number | null;
  interests: number[];
  languages: number[];
}>(
  `update member_details set seek_min_age = $seekMinAge, seek_max_age = $seekMaxAge, about = $about, answers = $answers::text::jsonb, sexuality = $sexuality, hair_color = $hairColor, eye_color = $eyeColor,
          body_type = $bodyType, relationship_status = $relationshipStatus, tattoos = $tattoos, interests = $interests, languages = $languages
    where site_id = $site and member_id = $member`,
);
const setInvisible = write<{ site: number; id: number; since: string | null }>(
  "update members set invisible_since = case when $since::timestamptz is null then null else coalesce(invisible_since, $since) end where site_id = $site and id = $id",
);
const setWithdrawn = write<{ site: number; id: number; withdrawnAt: string | null }>(
  "update members set consent_withdrawn_at = case when $withdrawnAt::timestamptz is null then null else coalesce(consent_withdrawn_at, $withdrawnAt) end where site_id = $site and id = $id",
);
const forgetOrientation = write<{ site: number; member: number }>(
  "update member_details set sexuality = null where site_id = $site and member_id = $member",
);
const insertBlock = write<{ site: number; blocker: number; blocked: number; now: string }>(
  "insert into blocks (site_id, blocker_id, blocked_id, created_at) values ($site, $blocker, $blocked, $now) on conflict do nothing",
);
const deleteBlock = write<{ site: number; blocker: number; blocked: number }>(
  "delete from blocks where site_id = $site and blocker_id = $blocker and blocked_id = $blocked",
);

const lock = write<{ name: string }>("select pg_advisory_xact_lock(hashtextextended($name, 3))");
const isHeld = write<{ site: number; nameKey: string; now: string }, { held: boolean }>(
  "select exists (select from name_holds where site_id = $site and name_key = $nameKey and until > $now) as held",
);
const hold = write<{ site: number; nameKey: string; until: string; repeat: Buffer | null }>(
  `insert into name_holds (site_id, name_key, until, repeat_hash) values ($site, $nameKey, $until, $repeat)
   on conflict (site_id, name_key) do update set until = excluded.until, repeat_hash = excluded.repeat_hash`,
);
const isRepeated = write<{ site: number; nameKey: string; repeat: Buffer; until: string }, { repeated: boolean }>(
  `select exists (select from name_holds
                   where site_id = $site and name_key = $nameKey and repeat_hash = $repeat and until > $until) as repeated`,
);
const dropHolds = write<{ now: string }>("delete from name_holds where until < $now");
const HELD_SECONDS = 30 * 86_400;

/** The viewer: a member, or the visitors of a network. */
type Viewer = Pick<Resources, "limiter"> & { site: { id: number }; member: { id: number } | null; network: string };
const viewerKey = ({ site, member, network }: Viewer): string => `${site.id}:${member?.id ?? network}`;

/** Counts a view of other members for the day; the quarter of an hour is counted at the dispatcher. */
export const takeViewOfDay = (viewer: Viewer): Promise<void> =>
  viewer.limiter.take(PROFILE_VIEWS_OF_DAY, viewerKey(viewer));

/** Counts one for both, where only some calls of an endpoint are views. */
export async function takeView(viewer: Viewer): Promise<void> {
  await viewer.limiter.take(PROFILE_VIEWS, viewerKey(viewer));
  await takeViewOfDay(viewer);
}

/**
 * Reserves a name for a month, with or without a member: a sign-up that must look like any other (discreet_accounts).
 * `repeat` identifies the same sign-up when it is retried.
 */
export async function holdName(
  { clock }: Resources,
  tx: Transaction,
  site: number,
  name: string,
  repeat: Buffer | null,
): Promise<void> {
  await tx.one(hold, { site, nameKey: nameKey(name), until: clock.in(HELD_SECONDS), repeat });
}

/** Serializes transactions that lock this name. */
export async function lockName(tx: Transaction, site: number, name: string): Promise<void> {
  await tx.one(lock, { name: `name:${site}:${nameKey(name)}` });
}

export async function refuseHeldName({ clock }: Resources, tx: Transaction, site: number, name: string): Promise<void> {
  const { held } = (await tx.one(isHeld, { site, nameKey: nameKey(name), now: clock.iso() }))!;
  if (held) throw new Refusal("name_taken", {}, { name: "name_taken" });
}

/** Whether this very sign-up held the name in the last `seconds`. */
export async function isHeldBy(
  { clock }: Resources,
  db: Queries,
  site: number,
  name: string,
  repeat: Buffer,
  seconds: number,
): Promise<boolean> {
  return (await db.one(isRepeated, { site, nameKey: nameKey(name), repeat, until: clock.in(HELD_SECONDS - seconds) }))!
    .repeated;
}

export async function sweepNames({ db, clock }: Resources): Promise<void> {
  await db.one(dropHolds, { now: clock.iso() });
}

const ban = write<{ site: number; id: number; now: string; reason: string }>(
  "update members set banned_at = $now, ban_reason = $reason where site_id = $site and id = $id",
);
const setLeaving = write<{ site: number; id: number; leavingAt: string | null }>(
  "update members set leaving_at = $leavingAt where site_id = $site and id = $id",
);
const erase = [
  "delete from member_search where site_id = $site and member_id = $member",
  "delete from cell_moves where site_id = $site and member_id = $member",
  "delete from photos where site_id = $site and member_id = $member",
  "delete from blocks where site_id = $site and $member in (blocker_id, blocked_id)",
  "delete from member_details where site_id = $site and member_id = $member",
  "delete from members where site_id = $site and id = $member",
].map((text) => write<{ site: number; member: number }>(text));

export interface NewMember {
  id: number;
  name: string;
  /** Names that impersonate the site are refused. */
  siteName: string;
  gender: Gender;
  looking_for: Gender[];
  date_of_birth: string;
  country: string;
}

/** How far around their own age a new member searches at first. */
const SEEK_AROUND = 10;

/**
 * Creates the member with wallet and counters; refuses taken and impersonating names. Hidden until the address is
 * confirmed.
 */
export async function createMember(app: Resources, tx: Transaction, site: number, member: NewMember): Promise<void> {
  const { id, name, gender, date_of_birth: born } = member;
  const now = app.clock.iso();
  if (isImpersonating(name, member.siteName)) throw new Refusal("invalid", {}, { name: "name_reserved" });
  await refuseHeldName(app, tx, site, name);
  try {
    await tx.one(insertMember, {
      site,
      id,
      name,
      nameKey: nameKey(name),
      gender: numberOf(GENDERS, gender),
      lookingFor: genderBits(member.looking_for),
      dateOfBirth: born,
      country: member.country,
      now,
    });
  } catch (error) {
    if (isDuplicate(error, "members_name")) throw new Refusal("name_taken", {}, { name: "name_taken" });
    throw error;
  }
  const age = ageOn(born, now);
  await tx.one(insertDetails, {
    site,
    id,
    seekMinAge: Math.max(MIN_AGE, age - SEEK_AROUND),
    seekMaxAge: Math.min(MAX_AGE, age + SEEK_AROUND),
  });
  await createWallet(tx, site, id);
  await createState(tx, site, id);
}

/**
 * The address is confirmed: from now on the member is found, and likes and messages sent before count. False when it
 * was before.
 */
export async function confirmMember(app: Resources, tx: Transaction, site: number, id: number): Promise<boolean> {
  const now = app.clock.iso();
  const first = (await tx.one(confirm, { site, id, now })) !== null;
  if (!first) return false;
  await indexMember(app, tx, site, id);
  await recountNeighbours(app, tx, site, id);
  return true;
}

/** Hides the member everywhere and stores the reason, which the member sees. account/commands ends the sessions. */
export async function banMember(app: Resources, tx: Transaction, site: number, id: number, reason: string) {
  await tx.one(ban, { site, id, now: app.clock.iso(), reason });
  await indexMember(app, tx, site, id);
  await recountNeighbours(app, tx, site, id);
}

/** Hidden everywhere while a deletion is pending, or back again. */
export async function hideMember(app: Resources, tx: Transaction, site: number, id: number, hidden: boolean) {
  await tx.one(setLeaving, { site, id, leavingAt: hidden ? app.clock.iso() : null });
  await indexMember(app, tx, site, id);
  await recountNeighbours(app, tx, site, id);
}

/** The record itself; photos' files are removed before. */
export async function eraseMember(tx: Transaction, site: number, id: number): Promise<void> {
  for (const statement of erase) await tx.one(statement, { site, member: id });
}

/** The first completed purchase makes a member premium permanently (§1). */
export async function makePremium({ clock }: Resources, tx: Transaction, site: number, id: number): Promise<void> {
  await tx.one(becomePremium, { site, id, now: clock.iso() });
}

/**
 * Hides the member from search, related, the swipe game and online, or reverts it (product.md 3: only hiding is
 * premium).
 */
export async function becomeInvisible(
  app: Resources,
  tx: Transaction,
  who: { site: number; member: number; premium: boolean },
  invisible: boolean,
): Promise<void> {
  if (invisible && !who.premium) throw new Refusal("premium_only");
  const now = app.clock.iso();
  await tx.one(setInvisible, { site: who.site, id: who.member, since: invisible ? now : null });
  await indexMember(app, tx, who.site, who.member);
}

/**
 * Consent to process what reveals orientation: withdrawing it hides the whole profile and deletes the answer itself.
 */
export async function consentToShow(
  app: Resources,
  tx: Transaction,
  who: { site: number; member: number },
  consent: boolean,
): Promise<void> {
  const now = app.clock.iso();
  await tx.one(setWithdrawn, { site: who.site, id: who.member, withdrawnAt: consent ? null : now });
  if (!consent) await tx.one(forgetOrientation, { site: who.site, member: who.member });
  await indexMember(app, tx, who.site, who.member);
}

/**
 * Changes parts of the member's own profile; absent fields are unchanged. Refuses a region of another country, and a
 * fourth move in a day.
 */
export async function changeProfile(app: Resources, site: number, id: number, change: ProfileChange): Promise<void> {
  const place = change.location;
  if (place && !(await getSite(app, site)).settings.countries.includes(place.country))
    throw new Refusal("invalid", {}, { "location.country": "invalid" });
  if (place && place.countryregion !== "") {
    const known = regionName(place.countryregion, "en") !== null && place.countryregion.startsWith(`${place.country}-`);
    if (!known) throw new Refusal("invalid", {}, { "location.countryregion": "invalid" });
  }
  await app.db.transaction(async (tx) => {
    const member = await getMember(tx, site, id);
    const details = await getDetails(tx, site, id);
    if (place) await moveCell(app, tx, { site, member: id }, { before: member, after: place });
    await tx.one(updateMember, { site, id, ...memberAfter(member, change) });
    await tx.one(updateDetails, { site, member: id, ...detailsAfter(details, change) });
    await indexMember(app, tx, site, id);
  });
}

function memberAfter(member: MemberRow, { looking_for, location }: ProfileChange) {
  const { country, countryregion, city } = location ?? member;
  return { lookingFor: looking_for ? genderBits(looking_for) : member.looking_for, country, countryregion, city };
}

function detailsAfter(now: DetailsRow, change: ProfileChange) {
  const chosen = change.attributes ?? {};
  const pick = <T extends string>(list: readonly T[], value: T | null | undefined, before: number | null) =>
    value === undefined ? before : numberOf(list, value);
  const numbers = <T extends string>(list: readonly T[], values: readonly T[] | undefined, before: number[]) =>
    values ? [...new Set(values)].map((value) => numberOf(list, value)) : before;
  return {
    seekMinAge: change.seek_min_age ?? now.seek_min_age,
    seekMaxAge: change.seek_max_age ?? now.seek_max_age,
    about: change.about ?? now.about,
    answers: JSON.stringify(change.answers ?? now.answers),
    sexuality: pick(SEXUALITIES, chosen.sexuality, now.sexuality),
    hairColor: pick(HAIR_COLORS, chosen.hair_color, now.hair_color),
    eyeColor: pick(EYE_COLORS, chosen.eye_color, now.eye_color),
    bodyType: pick(BODY_TYPES, chosen.body_type, now.body_type),
    relationshipStatus: pick(RELATIONSHIP_STATUSES, chosen.relationship_status, now.relationship_status),
    tattoos: pick(TATTOOS, chosen.tattoos, now.tattoos),
    interests: numbers(INTERESTS, change.interests, now.interests),
    languages: numbers(LANGUAGES, change.languages, now.languages),
  };
}

/** Blocks in both directions. Idempotent. */
export async function blockMember(app: Resources, site: number, blocker: number, blocked: number): Promise<void> {
  if (blocker === blocked) throw new Refusal("not_found");
  await app.db.transaction(async (tx) => {
    orNotFound(await findCard(tx, site, blocker, blocked));
    await tx.one(insertBlock, { site, blocker, blocked, now: app.clock.iso() });
    await bumpBoth(app, tx, site, blocker, blocked);
  });
}

export async function unblockMember(app: Resources, site: number, blocker: number, blocked: number): Promise<void> {
  await app.db.transaction(async (tx) => {
    await tx.one(deleteBlock, { site, blocker, blocked });
    await bumpBoth(app, tx, site, blocker, blocked);
  });
}

/**
 * Lists and counters of both change; in a fixed order, so that two who block each other concurrently do not deadlock.
 */
async function bumpBoth(app: Resources, tx: Transaction, site: number, one: number, other: number): Promise<void> {
  for (const member of [one, other].sort((a, b) => a - b))
    for (const what of ["chats", "like"] as const) await bumpVersion(app, tx, site, member, what);
}
