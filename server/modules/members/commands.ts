/** What happens to a member's own record: it is created, confirmed, changed, becomes premium, blocks somebody. */
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
import { changed, createState, recountNeighbours } from "../notifications/commands.ts";
import { regionName } from "../site/places/queries.ts";
import { getSite } from "../site/queries.ts";
import { moveCell } from "./cells/commands.ts";
import { indexMember } from "./indexing/commands.ts";
import { isImpersonating } from "./names/rules.ts";
import { findCard, getDetails, getMember } from "./queries.ts";
import { ageOn, genderBits, nameKey, PROFILE_VIEWS, PROFILE_VIEWS_OF_DAY } from "./rules.ts";
import type { DetailsRow, MemberRow } from "./tables.ts";

const insertMember = write<[number, number, string, string, number, number, string, string, string]>(
  `insert into members (site_id, id, name, name_key, gender, looking_for, date_of_birth, country, created_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
);
const insertDetails = write<[number, number, number, number]>(
  "insert into member_details (site_id, member_id, seek_min_age, seek_max_age) values ($1, $2, $3, $4)",
);
const confirm = write<[number, number, string], { id: number }>(
  "update members set confirmed_at = $3 where site_id = $1 and id = $2 and confirmed_at is null returning id",
);
const becomePremium = write<[number, number, string]>(
  "update members set premium_since = $3 where site_id = $1 and id = $2 and premium_since is null",
);
const updateMember = write<[number, number, number, string, string, string]>(
  "update members set looking_for = $3, country = $4, countryregion = $5, city = $6 where site_id = $1 and id = $2",
);
const updateDetails = write<
  [
    number,
    number,
    number,
    number,
    string,
    number | null,
    number | null,
    number | null,
    number | null,
    number | null,
    number | null,
    number[],
    number[],
  ]
>(
  `update member_details set seek_min_age = $3, seek_max_age = $4, about = $5, sexuality = $6, hair_color = $7, eye_color = $8,
          body_type = $9, relationship_status = $10, tattoos = $11, interests = $12, languages = $13
    where site_id = $1 and member_id = $2`,
);
const setInvisible = write<[number, number, string | null]>(
  "update members set invisible_since = case when $3::timestamptz is null then null else coalesce(invisible_since, $3) end where site_id = $1 and id = $2",
);
const setWithdrawn = write<[number, number, string | null]>(
  "update members set consent_withdrawn_at = case when $3::timestamptz is null then null else coalesce(consent_withdrawn_at, $3) end where site_id = $1 and id = $2",
);
const forgetOrientation = write<[number, number]>(
  "update member_details set sexuality = null where site_id = $1 and member_id = $2",
);
const insertBlock = write<[number, number, number, string]>(
  "insert into blocks (site_id, blocker_id, blocked_id, created_at) values ($1, $2, $3, $4) on conflict do nothing",
);
const deleteBlock = write<[number, number, number]>(
  "delete from blocks where site_id = $1 and blocker_id = $2 and blocked_id = $3",
);

const lock = write<[string]>("select pg_advisory_xact_lock(hashtextextended($1, 3))");
const isHeld = write<[number, string, string], { held: boolean }>(
  "select exists (select from name_holds where site_id = $1 and name_key = $2 and until > $3) as held",
);
const hold = write<[number, string, string, Buffer | null]>(
  `insert into name_holds (site_id, name_key, until, repeat_hash) values ($1, $2, $3, $4)
   on conflict (site_id, name_key) do update set until = excluded.until, repeat_hash = excluded.repeat_hash`,
);
const isRepeated = write<[number, string, Buffer, string], { repeated: boolean }>(
  `select exists (select from name_holds
                   where site_id = $1 and name_key = $2 and repeat_hash = $3 and until > $4) as repeated`,
);
const dropHolds = write<[string]>("delete from name_holds where until < $1");
const HELD_SECONDS = 30 * 86_400;

/** Who looks: a member, or the visitors of a network. */
type Viewer = Pick<Resources, "limiter"> & { site: { id: number }; member: { id: number } | null; network: string };
const viewerKey = ({ site, member, network }: Viewer): string => `${site.id}:${member?.id ?? network}`;

/** Counts a look at other members for the day; the quarter of an hour is counted at the dispatcher. */
export const takeViewOfDay = (viewer: Viewer): Promise<void> =>
  viewer.limiter.take(PROFILE_VIEWS_OF_DAY, viewerKey(viewer));

/** Counts one for both, where only some calls of an endpoint are looks. */
export async function takeView(viewer: Viewer): Promise<void> {
  await viewer.limiter.take(PROFILE_VIEWS, viewerKey(viewer));
  await takeViewOfDay(viewer);
}

/**
 * Makes a name taken for a month, with or without a member behind it: a sign-up that must look like any other (discreet_accounts).
 * `repeat` is what the same sign-up, sent again, is known by.
 */
export async function holdName(
  { clock }: Resources,
  tx: Transaction,
  site: number,
  name: string,
  repeat: Buffer | null,
): Promise<void> {
  await tx.one(hold, site, nameKey(name), clock.in(HELD_SECONDS), repeat);
}

/** Until the transaction ends, no other one that locks this name goes on. */
export async function lockName(tx: Transaction, site: number, name: string): Promise<void> {
  await tx.one(lock, `name:${site}:${nameKey(name)}`);
}

export async function refuseHeldName({ clock }: Resources, tx: Transaction, site: number, name: string): Promise<void> {
  const { held } = (await tx.one(isHeld, site, nameKey(name), clock.iso()))!;
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
  return (await db.one(isRepeated, site, nameKey(name), repeat, clock.in(HELD_SECONDS - seconds)))!.repeated;
}

export async function sweepNames({ db, clock }: Resources): Promise<void> {
  await db.one(dropHolds, clock.iso());
}

const ban = write<[number, number, string, string]>(
  "update members set banned_at = $3, ban_reason = $4 where site_id = $1 and id = $2",
);
const leave = write<[number, number, string | null]>(
  "update members set leaving_at = $3 where site_id = $1 and id = $2",
);
const erase = [
  "delete from member_search where site_id = $1 and member_id = $2",
  "delete from cell_moves where site_id = $1 and member_id = $2",
  "delete from photos where site_id = $1 and member_id = $2",
  "delete from blocks where site_id = $1 and $2 in (blocker_id, blocked_id)",
  "delete from member_details where site_id = $1 and member_id = $2",
  "delete from members where site_id = $1 and id = $2",
].map((text) => write<[number, number]>(text));

export interface NewMember {
  id: number;
  name: string;
  /** Names that could be taken for the site's are refused. */
  siteName: string;
  gender: Gender;
  looking_for: Gender[];
  date_of_birth: string;
  country: string;
}

/** How far around one's own age a new member looks at first. */
const SEEK_AROUND = 10;

/** Creates the member with wallet and counters; refuses a taken name and one that speaks for the site. Not findable before the address is confirmed. */
export async function createMember(app: Resources, tx: Transaction, site: number, member: NewMember): Promise<void> {
  const { id, name, gender, date_of_birth: born } = member;
  const now = app.clock.iso();
  const numbers = [numberOf(GENDERS, gender), genderBits(member.looking_for)] as const;
  if (isImpersonating(name, member.siteName)) throw new Refusal("invalid", {}, { name: "name_reserved" });
  await refuseHeldName(app, tx, site, name);
  try {
    await tx.one(insertMember, site, id, name, nameKey(name), ...numbers, born, member.country, now);
  } catch (error) {
    if (isDuplicate(error, "members_name")) throw new Refusal("name_taken", {}, { name: "name_taken" });
    throw error;
  }
  const age = ageOn(born, now);
  await tx.one(insertDetails, site, id, Math.max(MIN_AGE, age - SEEK_AROUND), Math.min(MAX_AGE, age + SEEK_AROUND));
  await createWallet(tx, site, id);
  await createState(tx, site, id);
}

/** The address is confirmed: from now on the member is found. False when it was before. */
export async function confirmMember(app: Resources, tx: Transaction, site: number, id: number): Promise<boolean> {
  const now = app.clock.iso();
  const first = (await tx.one(confirm, site, id, now)) !== null;
  if (first) await indexMember(app, tx, site, id);
  return first;
}

/** Hidden everywhere from now on, with the reason that the member is told. Sessions end in account/commands. */
export async function banMember(app: Resources, tx: Transaction, site: number, id: number, reason: string) {
  await tx.one(ban, site, id, app.clock.iso(), reason);
  await indexMember(app, tx, site, id);
  await recountNeighbours(app, tx, site, id);
}

/** Hidden everywhere while a deletion is pending, or back again. */
export async function hideMember(app: Resources, tx: Transaction, site: number, id: number, hidden: boolean) {
  await tx.one(leave, site, id, hidden ? app.clock.iso() : null);
  await indexMember(app, tx, site, id);
  await recountNeighbours(app, tx, site, id);
}

/** The record itself; photos' files are removed before. */
export async function eraseMember(tx: Transaction, site: number, id: number): Promise<void> {
  for (const statement of erase) await tx.one(statement, site, id);
}

/** The first completed purchase makes a member premium, for good (§1). */
export async function makePremium({ clock }: Resources, tx: Transaction, site: number, id: number): Promise<void> {
  await tx.one(becomePremium, site, id, clock.iso());
}

/** Not in search, related, the swipe game or online, and back (product.md 3: premium only; coming back is everybody's). */
export async function becomeInvisible(
  app: Resources,
  tx: Transaction,
  who: { site: number; member: number; premium: boolean },
  invisible: boolean,
): Promise<void> {
  if (invisible && !who.premium) throw new Refusal("premium_only");
  const now = app.clock.iso();
  await tx.one(setInvisible, who.site, who.member, invisible ? now : null);
  await indexMember(app, tx, who.site, who.member);
}

/** Consent to process what reveals orientation: without it nothing of the profile is shown, and the answer itself is forgotten. */
export async function consentToShow(
  app: Resources,
  tx: Transaction,
  who: { site: number; member: number },
  consent: boolean,
): Promise<void> {
  const now = app.clock.iso();
  await tx.one(setWithdrawn, who.site, who.member, consent ? null : now);
  if (!consent) await tx.one(forgetOrientation, who.site, who.member);
  await indexMember(app, tx, who.site, who.member);
}

/** Changes parts of one's own profile; what is absent stays. Refuses a region that the country does not have, and a fourth move in a day. */
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
    await tx.one(updateMember, site, id, ...memberAfter(member, change));
    await tx.one(updateDetails, site, id, ...detailsAfter(details, change));
    await indexMember(app, tx, site, id);
  });
}

function memberAfter(member: MemberRow, { looking_for, location }: ProfileChange): [number, string, string, string] {
  const bits = looking_for ? genderBits(looking_for) : member.looking_for;
  const { country, countryregion, city } = location ?? member;
  return [bits, country, countryregion, city];
}

function detailsAfter(now: DetailsRow, change: ProfileChange) {
  const chosen = change.attributes ?? {};
  const pick = <T extends string>(list: readonly T[], value: T | null | undefined, before: number | null) =>
    value === undefined ? before : numberOf(list, value);
  const numbers = <T extends string>(list: readonly T[], values: readonly T[] | undefined, before: number[]) =>
    values ? [...new Set(values)].map((value) => numberOf(list, value)) : before;
  return [
    change.seek_min_age ?? now.seek_min_age,
    change.seek_max_age ?? now.seek_max_age,
    change.about ?? now.about,
    pick(SEXUALITIES, chosen.sexuality, now.sexuality),
    pick(HAIR_COLORS, chosen.hair_color, now.hair_color),
    pick(EYE_COLORS, chosen.eye_color, now.eye_color),
    pick(BODY_TYPES, chosen.body_type, now.body_type),
    pick(RELATIONSHIP_STATUSES, chosen.relationship_status, now.relationship_status),
    pick(TATTOOS, chosen.tattoos, now.tattoos),
    numbers(INTERESTS, change.interests, now.interests),
    numbers(LANGUAGES, change.languages, now.languages),
  ] as const;
}

/** From now on neither sees nor reaches the other. Blocking twice is one block. */
export async function blockMember(app: Resources, site: number, blocker: number, blocked: number): Promise<void> {
  if (blocker === blocked) throw new Refusal("not_found");
  await app.db.transaction(async (tx) => {
    orNotFound(await findCard(tx, site, blocker, blocked));
    await tx.one(insertBlock, site, blocker, blocked, app.clock.iso());
    await tellBoth(app, tx, site, blocker, blocked);
  });
}

export async function unblockMember(app: Resources, site: number, blocker: number, blocked: number): Promise<void> {
  await app.db.transaction(async (tx) => {
    await tx.one(deleteBlock, site, blocker, blocked);
    await tellBoth(app, tx, site, blocker, blocked);
  });
}

/** Lists and counters of both change; in one order, so that two who block each other at once do not wait for one another. */
async function tellBoth(app: Resources, tx: Transaction, site: number, one: number, other: number): Promise<void> {
  for (const member of [one, other].sort((a, b) => a - b))
    for (const what of ["chats", "like"] as const) await changed(app, tx, site, member, what);
}
