/**
 * Fills a site with the demo community: `count` members in batches, likes and conversations among the first of them,
 * and those with minimal profiles (careless.ts).
 */

import { PHOTOS_FREE, PHOTOS_PREMIUM } from "@serenade/contract/limits";
import type { Resources } from "../../kernel/resources.ts";
import { hashPassword } from "../../modules/account/passwords/gateway.ts";
import { refreshIndexes } from "../../modules/search/index/queries.ts";
import { getSite } from "../../modules/site/queries.ts";
import { termsVersion } from "../../modules/site/rules.ts";
import { priceOf, withAttachments } from "./attachments.ts";
import { CARELESS, type Careless } from "./careless.ts";
import { DEMO_LOGINS, DEMO_PASSWORD } from "./logins.ts";
import { type DemoMember, demoMember } from "./people.ts";
import { placeholderIn } from "./pictures.ts";
import { type DemoLike, type DemoTalk, demoLikes, demoTalks } from "./relations.ts";
import { type DrawnPhoto, insertResidents, type Resident } from "./rows.ts";
import { insertTalks } from "./talks.ts";

const BATCH = 1_000;
/** Likes and conversations are among the first members; search does not care, and a million need none. */
const TALKATIVE = 600;
const CREDITS = { free: 30, premium: 120 };

export interface Filling {
  site: number;
  count: number;
  report?: (done: number) => void;
}

export async function fillDemo(app: Resources, { site, count, report }: Filling): Promise<void> {
  const now = app.clock.now();
  const passwordHash = await hashPassword(DEMO_PASSWORD);
  const terms = termsVersion((await getSite(app, site)).company);
  let relations: { likes: DemoLike[]; talks: DemoTalk[] } = { likes: [], talks: [] };
  for (let from = 0; from < count; from += BATCH) {
    const numbers = Array.from({ length: Math.min(BATCH, count - from) }, (_, index) => from + index);
    const photos: DrawnPhoto[] = [];
    const residents = numbers.map((number) => settleIn(app, demoMember(number), now, photos));
    if (from === 0) relations = relate(residents.filter((resident) => resident.number < TALKATIVE));
    const rest = { photos, passwordHash, termsVersion: terms, today: now.toISOString() };
    await app.db.transaction((tx) => insertResidents(app, tx, site, residents, rest));
    report?.(from + residents.length);
  }
  const careless = CARELESS.map((one, at) => moveIn(app, one, count + at, now));
  const unstated = { photos: [], passwordHash, termsVersion: terms, today: now.toISOString() };
  await app.db.transaction((tx) => insertResidents(app, tx, site, careless, unstated));
  await app.db.transaction((tx) => insertTalks(tx, app.ids, { site, now, ...relations }));
  await refreshIndexes(app);
}

/** Assigns a member's id, pictures and, for printed logins, the login. */
function settleIn({ ids }: Resources, member: DemoMember, now: Date, photos: DrawnPhoto[]): Resident {
  const login = DEMO_LOGINS.find((one) => one.number === member.number);
  const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000).toISOString();
  const id = ids.next();
  const created_at = ago(login && !login.confirmed ? 600 : member.joined_days_ago * 86_400 + 3_600);
  const premium = login?.premium ?? member.premium;
  const pictures = member.pictures.slice(0, premium ? PHOTOS_PREMIUM : PHOTOS_FREE);
  const drawn = pictures.map((files, index) => ({
    id: ids.next(),
    member_id: id,
    files,
    position: index + 1,
    thumbhash: placeholderIn(files),
    created_at,
  }));
  photos.push(...drawn);
  return {
    ...member,
    id,
    email: login?.email ?? member.email,
    premium,
    confirmed: login?.confirmed ?? true,
    photo: drawn[0]?.id ?? null,
    thumbhash: drawn[0]?.thumbhash ?? null,
    last_active: ago(member.idle_seconds),
    created_at,
    credits: premium ? CREDITS.premium : CREDITS.free,
  };
}

function moveIn({ ids }: Resources, one: Careless, number: number, now: Date): Resident {
  const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000).toISOString();
  return {
    ...one,
    ...SAID_NOTHING,
    id: ids.next(),
    number,
    date_of_birth: one.date_of_birth(now.toISOString()),
    last_active: hoursAgo(3 + (number % 40)),
    created_at: hoursAgo(48),
  };
}
const SAID_NOTHING = {
  locale: "en" as const,
  answers: [],
  sexuality: null,
  hair_color: null,
  eye_color: null,
  body_type: null,
  relationship_status: null,
  tattoos: null,
  languages: [],
  premium: false,
  photo: null,
  thumbhash: null,
  credits: 0,
};

/** Likes and conversations; the printed logins get what they will have spent on top of what they are printed with. */
function relate(residents: Resident[]): { likes: DemoLike[]; talks: DemoTalk[] } {
  const likes = demoLikes(residents);
  const talks = withAttachments(demoTalks(likes));
  for (const { number, credits } of DEMO_LOGINS) {
    const resident = residents.find((one) => one.number === number);
    const sent = talks.flatMap((talk) => talk.lines).filter((line) => line.from === resident);
    if (resident) resident.credits = credits + sent.reduce((sum, line) => sum + priceOf(line), 0);
  }
  return { likes, talks };
}
