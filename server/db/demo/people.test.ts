import { BODY_TYPES, EYE_COLORS, HAIR_COLORS, LANGUAGES, SEXUALITIES } from "@serenade/contract/attributes";
import { INTERESTS } from "@serenade/contract/interests";
import { COUNTRIES, COUNTRY_LOCALES, LOCALES } from "@serenade/contract/locales";
import { describe, expect, test } from "vitest";
import { listRegions } from "../../modules/site/places/queries.ts";
import { demoConversation } from "./conversations.ts";
import { portraitFolder } from "./gallery.ts";
import { type DemoMember, demoMember } from "./people.ts";
import { phrasesOf } from "./phrases.ts";

const MANY = 50_000;
/** With plain names. */
const FIRST = 600;
const members: DemoMember[] = Array.from({ length: MANY }, (_, i) => demoMember(i));
/** For slow checks with many expectations each. */
const some = members.slice(0, 3000);

describe("the demo community", () => {
  test("is the same every time, in any order", () => {
    for (const i of [0, 1, 599, 600, 49_999, 123_456]) expect(demoMember(i)).toEqual(demoMember(i));
    expect(demoMember(7)).toEqual(members[7]);
  });

  test("is stable: member 0 has not changed", () => {
    const { name, country, date_of_birth } = demoMember(0);
    expect({ name, country, date_of_birth }).toMatchInlineSnapshot(`
      {
        "country": "FR",
        "date_of_birth": "1965-05-08",
        "name": "Alexis",
      }
    `);
  });

  test("has no name and no address twice", () => {
    expect(new Set(members.map(({ name }) => name.toLowerCase())).size).toBe(MANY);
    expect(new Set(members.map(({ email }) => email)).size).toBe(MANY);
  });

  test("writes names as members may", () => {
    for (const { name, email } of some) {
      expect(name).toMatch(/^[\p{L}\d ._-]{3,30}$/u);
      expect(name).not.toMatch(/\d{6}/);
      expect(email).toMatch(/^[a-z0-9.]+@example\.test$/);
    }
    for (const { name } of members.slice(0, FIRST)) expect(name).not.toMatch(/\d/);
  });

  test("is 18 to 75 years old on 2026-11-21", () => {
    const ages = members.map(({ date_of_birth }) => {
      const birthdayToCome = date_of_birth.slice(5) > "11-21";
      return 2026 - Number(date_of_birth.slice(0, 4)) - (birthdayToCome ? 1 : 0);
    });
    expect(Math.min(...ages)).toBe(18);
    expect(Math.max(...ages)).toBe(75);
  });

  test("lives in known regions, in every country, and speaks a language of the place", () => {
    const regions = listRegions("en");
    const known = new Set(COUNTRIES.flatMap((country) => regions[country].map(({ code }) => code)));
    for (const { country, countryregion, locale } of some) {
      expect(known.has(countryregion) && countryregion.startsWith(country)).toBe(true);
      expect(COUNTRY_LOCALES[country]).toContain(locale);
    }
    expect(new Set(members.slice(0, FIRST).map(({ country }) => country)).size).toBe(COUNTRIES.length);
    expect(new Set(members.slice(0, FIRST).map(({ locale }) => locale)).size).toBe(LOCALES.length);
  });

  test("uses only values of the closed lists", () => {
    for (const member of some) {
      expect(HAIR_COLORS).toContain(member.hair_color);
      expect(EYE_COLORS).toContain(member.eye_color);
      expect(SEXUALITIES).toContain(member.sexuality);
      if (member.body_type) expect(BODY_TYPES).toContain(member.body_type);
      for (const interest of member.interests) expect(INTERESTS).toContain(interest);
      for (const language of member.languages) expect(LANGUAGES).toContain(language);
      expect(member.looking_for.length).toBeGreaterThan(0);
    }
  });

  test("has three to five photos or none: the same person more than once, and what they do or where they live", () => {
    for (const { number, pictures } of some) {
      if (pictures.length === 0) continue;
      expect(pictures.length).toBeGreaterThanOrEqual(3);
      expect(pictures.length).toBeLessThanOrEqual(5);
      expect(pictures[0]).toBe(portraitFolder(number, 0));
      const portraits = pictures.filter((folder) => folder.startsWith(`demo/portrait-${number}-`));
      expect(portraits.length).toBeGreaterThanOrEqual(2);
      expect(portraits.length).toBeLessThan(pictures.length);
    }
    const without = members.filter(({ pictures }) => pictures.length === 0).length;
    expect(without / MANY).toBeCloseTo(0.04, 2);
  });

  test("looks as its profile says, and as old as it is", () => {
    for (const { look, gender, hair_color, eye_color, date_of_birth } of some) {
      expect(look).toMatchObject({ gender, hair_color, eye_color });
      expect(Math.abs(2026 - Number(date_of_birth.slice(0, 4)) - look.age)).toBeLessThanOrEqual(1);
      if (look.age < 40) expect(["grey", "white"]).not.toContain(hair_color);
      if (look.age > 65) expect(hair_color).not.toBe("black");
    }
  });

  test("is partly there: some online, about one in seven today", () => {
    const share = (seconds: number) => members.filter((member) => member.idle_seconds < seconds).length / MANY;
    expect(share(300)).toBeCloseTo(0.05, 1);
    expect(share(86_400)).toBeCloseTo(0.15, 1);
    for (const { idle_seconds, joined_days_ago } of some)
      expect(joined_days_ago * 86_400).toBeGreaterThanOrEqual(idle_seconds);
  });

  test("does not repeat itself visibly", () => {
    const texts = members.slice(0, FIRST).map(({ about }) => about);
    expect(new Set(texts).size).toBeGreaterThan(FIRST * 0.97);
    for (const text of texts) expect(text).not.toMatch(/[{}]|undefined|\s\s/);
  });
});

describe("phrases", () => {
  test.each(LOCALES)("%s has names, sentences and twelve conversations", (locale) => {
    const { names, about, conversations } = phrasesOf(locale);
    expect(names.woman.length).toBeGreaterThanOrEqual(60);
    expect(names.man.length).toBeGreaterThanOrEqual(60);
    expect(
      about.open.length + about.life.length + about.close.length + Object.keys(about.interest).length,
    ).toBeGreaterThan(40);
    expect(conversations.length).toBeGreaterThanOrEqual(12);
    for (const [interest, ...lines] of conversations) {
      expect(INTERESTS).toContain(interest);
      expect(lines.length).toBeGreaterThanOrEqual(4);
      expect(lines.length).toBeLessThanOrEqual(10);
    }
  });

  test("a conversation is about something both like", () => {
    const { interest, lines } = demoConversation(3, "fr", ["hiking"]);
    expect(interest).toBe("hiking");
    expect(lines[0]).toMatchObject({ from: 0, after_seconds: 0 });
    expect(demoConversation(3, "fr", ["hiking"])).toEqual({ interest, lines });
  });
});
