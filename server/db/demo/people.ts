/**
 * The demo community as a pure function: demoMember(i) is the same generated person on every machine and on every day,
 * so nothing has to be stored to reproduce it. No database here; callers stream from this.
 */
import {
  type BODY_TYPES,
  type Gender,
  type LANGUAGES,
  type RELATIONSHIP_STATUSES,
  type Sexuality,
  LANGUAGES as SPOKEN_LANGUAGES,
  type TATTOOS,
} from "@serenade/contract/attributes";
import type { Interest } from "@serenade/contract/interests";
import type { Country, Locale } from "@serenade/contract/locales";
import type { ProfileAnswer } from "@serenade/contract/members";
import { aboutText } from "./about.ts";
import { answersOf } from "./answers.ts";
import { AGE_BANDS, type AgeBand, genderAndBandOf, type Look, lookOf } from "./faces.ts";
import { galleryOf } from "./gallery.ts";
import { type Home, homeOf } from "./homes.ts";
import { type Random, randomOf } from "./random.ts";
import { firstName, numberedUsername, plainUsernames } from "./usernames.ts";

export type Language = (typeof LANGUAGES)[number];
export type BodyType = (typeof BODY_TYPES)[number];
export type RelationshipStatus = (typeof RELATIONSHIP_STATUSES)[number];
export type Tattoos = (typeof TATTOOS)[number];

export type DemoMember = {
  /** i */
  number: number;
  name: string;
  /** Always at example.test, which is reserved. */
  email: string;
  gender: Gender;
  looking_for: Gender[];
  sexuality: Sexuality;
  /** YYYY-MM-DD; 18 to 75 years before 2026-11-21. */
  date_of_birth: string;
  country: Country;
  /** ISO 3166-2, listed in regions.json. */
  countryregion: string;
  city: string;
  /** Of the town, in degrees. */
  lat: number;
  lon: number;
  locale: Locale;
  hair_color: Look["hair_color"];
  eye_color: Look["eye_color"];
  /** The rest is null where the member did not say. */
  body_type: BodyType | null;
  relationship_status: RelationshipStatus | null;
  tattoos: Tattoos | null;
  interests: Interest[];
  languages: Language[];
  about: string;
  answers: ProfileAnswer[];
  /** Seconds between their last visit and the moment of filling; under 300 is online. */
  idle_seconds: number;
  /** Days since sign-up, never fewer than since the last visit. */
  joined_days_ago: number;
  premium: boolean;
  /** What the pictures show of them. */
  look: Look;
  /** Folders in storage, the main picture first; see gallery.ts. Empty for a member without photos. */
  pictures: string[];
};

const REFERENCE = { year: 2026, month: 10, day: 21 };
const DAY = 86_400;

const INTEREST_WEIGHTS: Record<Interest, number> = {
  adventure: 8,
  animals: 10,
  art: 7,
  astrology: 4,
  beach: 9,
  beer: 5,
  biking: 8,
  bondage: 1,
  coffee: 11,
  cooking: 11,
  dancing: 7,
  fashion: 4,
  gym: 7,
  hiking: 10,
  kissing: 4,
  movies: 11,
  music: 13,
  party: 5,
  photography: 6,
  politics: 3,
  reading: 9,
  relationship: 5,
  shopping: 4,
  sports: 8,
  sushi: 5,
  tattoos: 3,
  tea: 5,
  theater: 5,
  travelling: 12,
  vegetarian: 4,
  videogames: 5,
  wine: 7,
};

const STATUS_WEIGHTS: Record<AgeBand, Partial<Record<RelationshipStatus, number>>> = {
  young: { single: 86, open_relationship: 7, complicated: 7 },
  middle: { single: 58, divorced: 24, separated: 10, open_relationship: 5, complicated: 3 },
  mature: { single: 32, divorced: 40, widowed: 16, separated: 9, open_relationship: 3 },
};

export function demoMember(number: number): DemoMember {
  const { gender, age_band } = genderAndBandOf(number);
  const home = homeOf(randomOf(number, "home"));
  const random = randomOf(number, "member");
  const name = usernameOf(number, gender, home);
  const sexuality = sexualityOf(random, gender);
  const interests = interestsOf(random);
  const idle_seconds = idleSeconds(random);
  const { region: countryregion, ...place } = home;
  const looking_for = lookingFor(random, gender, sexuality);
  const date_of_birth = dateOfBirth(random, age_band);
  const look = lookOf(number, gender, ageAt(date_of_birth), home.country);
  return {
    number,
    name,
    email: emailOf(name, number),
    gender,
    looking_for,
    sexuality,
    date_of_birth,
    ...place,
    countryregion,
    hair_color: look.hair_color,
    eye_color: look.eye_color,
    body_type: stated(random, { slim: 20, athletic: 20, average: 32, curvy: 14, muscular: 7, large: 7 }),
    relationship_status: stated(random, STATUS_WEIGHTS[age_band]),
    tattoos: stated(random, { none: 62, small: 24, several: 10, many: 4 }),
    interests,
    languages: languagesOf(random, home.locale),
    about: aboutText(random, home.locale, interests, home.city),
    answers: answersOf({ number, ...home }),
    idle_seconds,
    joined_days_ago: Math.ceil(idle_seconds / DAY + 600 * random.next() ** 2),
    premium: random.chance(0.22),
    look,
    pictures: random.chance(0.96) ? galleryOf(number, interests, home.country) : [],
  };
}

/** Members with plain names; those beyond have their number in it. */
const PLAIN = 600;

let plain: string[] | undefined;

function usernameOf(number: number, gender: Gender, home: Home): string {
  if (number >= PLAIN) return numberedUsername(number, firstName(randomOf(number, "name"), gender, home.locale));
  plain ??= plainUsernames(
    Array.from({ length: PLAIN }, (_, i) => ({
      gender: genderAndBandOf(i).gender,
      locale: homeOf(randomOf(i, "home")).locale,
    })),
  );
  return plain[number]!;
}

/** "Zoé K" → zoe.k.17@example.test */
function emailOf(name: string, number: number): string {
  const ascii = name
    .normalize("NFD")
    .toLowerCase()
    .replaceAll(/[øłæß]/g, (letter) => ASCII[letter]!);
  const local = ascii.replaceAll(/[^a-z0-9 ._]/g, "").replaceAll(/[ ._]+/g, ".");
  return `${local}.${number}@example.test`;
}

const ASCII: Record<string, string> = { ø: "o", ł: "l", æ: "ae", ß: "ss" };

function sexualityOf(random: Random, gender: Gender): Sexuality {
  if (gender === "nonbinary") return random.weighted<Sexuality>({ bi: 80, gay: 10, lesbian: 10 });
  return random.weighted<Sexuality>({ hetero: 80, [gender === "woman" ? "lesbian" : "gay"]: 8, bi: 12 });
}

function lookingFor(random: Random, gender: Gender, sexuality: Sexuality): Gender[] {
  if (sexuality === "gay") return ["man"];
  if (sexuality === "lesbian") return ["woman"];
  if (sexuality === "bi") return random.chance(0.6) ? ["woman", "man", "nonbinary"] : ["woman", "man"];
  return [gender === "woman" ? "man" : "woman"];
}

/** More of the younger end of a band, as on any dating site. */
function dateOfBirth(random: Random, band: AgeBand): string {
  const [youngest, oldest] = AGE_BANDS[band];
  const age = youngest + Math.floor(random.next() ** 1.3 * (oldest - youngest + 1));
  const born = new Date(Date.UTC(REFERENCE.year - age, REFERENCE.month, REFERENCE.day - random.int(0, 364)));
  return born.toISOString().slice(0, 10);
}

/** On the day that dates of birth are counted from. */
const ageAt = (date: string): number => {
  const [year, month, day] = date.split("-").map(Number) as [number, number, number];
  const birthdayToCome = month - 1 > REFERENCE.month || (month - 1 === REFERENCE.month && day > REFERENCE.day);
  return REFERENCE.year - year - (birthdayToCome ? 1 : 0);
};

function interestsOf(random: Random): Interest[] {
  const count = random.int(4, 8);
  const chosen = new Set<Interest>();
  while (chosen.size < count) chosen.add(random.weighted(INTEREST_WEIGHTS));
  return [...chosen];
}

function languagesOf(random: Random, locale: Locale): Language[] {
  const languages = new Set<Language>([locale]);
  if (random.chance(locale === "en" ? 0 : 0.75)) languages.add("en");
  if (random.chance(0.3)) languages.add(random.pick(SPOKEN_LANGUAGES));
  return [...languages];
}

/** One in seven today, a third of those right now; the long tail has not been back for months. */
function idleSeconds(random: Random): number {
  const [from, to] = {
    now: [0, 240],
    today: [300, DAY],
    week: [DAY, 7 * DAY],
    month: [7 * DAY, 30 * DAY],
    longer: [30 * DAY, 180 * DAY],
  }[random.weighted({ now: 5, today: 10, week: 27, month: 33, longer: 25 })] as [number, number];
  return random.int(from, to);
}

/** Leaves about one in ten questions unanswered. */
function stated<K extends string>(random: Random, weights: Partial<Record<K, number>>): K | null {
  return random.chance(0.1) ? null : random.weighted(weights);
}
