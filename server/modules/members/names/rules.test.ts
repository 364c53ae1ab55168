import { createRequire } from "node:module";
import { Username } from "@serenade/contract/account";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { isImpersonating } from "./rules.ts";

const CONFUSABLES = createRequire(import.meta.url)("unhomoglyph/data.json") as Record<string, string>;
const SITE = "Moonlit Harbour";

const team = [
  "Support",
  "support",
  "SUPPORT",
  "Support Team",
  "The Support Team",
  "S.u.p.p.o.r.t",
  "S u p p o r t",
  "Supp0rt",
  "5upport",
  "support24",
  "Anna Support",
  "SupportTeam",
  "Suppоrt", // Cyrillic о
  "Ѕиррогт", // Cyrillic throughout
  "ｓｕｐｐｏｒｔ",
  "𝓢𝓾𝓹𝓹𝓸𝓻𝓽",
  "ꜱᴜᴘᴘᴏʀᴛ",
  "Śüppört",
  "S\u0336u\u0336p\u0336p\u0336o\u0336r\u0336t",
  "admin",
  "Admin 1",
  "4dmin",
  "adrnin",
  "aclmin",
  "ADMlN",
  "АDMIN",
  "Админ",
  "Αdmin",
  "Adмin",
  "Administrator",
  "Moderator",
  "Mоderatоr",
  "M0derat0r",
  "Moderatör",
  "modérateur",
  "Klantenservice",
  "Kunden-Service",
  "Customer service",
  "Obsługa klienta",
  "Help desk",
  "official account",
  "Moonlit Harbour",
  "MoonlitHarbour",
  "Moonlit_Harbour Team",
  "Мoonlit Hаrbour",
  "M00nlit Harbour",
];
const people = [
  "Anna",
  "Bram 1988",
  "Zoë",
  "Łukasz",
  "Søren Ø",
  "Ajax supporter",
  "Supportive soul",
  "Badminton fan",
  "Staffan",
  "Madmin Z",
  "Modesta",
  "Harbour girl",
  "Moonlit walks",
  "The real Tim",
  "Team player",
  "Анна",
  "Μαρία",
  "Anna Анна",
  "田中さくら",
  "Anna 桜",
  "김민준",
  "J.R. van Dam",
  "O_o",
];

describe("a name", () => {
  it.each(team)("%s impersonates the site", (name) => {
    expect(isImpersonating(name, SITE)).toBe(true);
  });

  it.each(people)("%s is a person's", (name) => {
    expect(isImpersonating(name, SITE)).toBe(false);
  });

  it("is detected behind any Unicode look-alikes of its letters, one by one or all together", () => {
    const lookAlikes = (letter: string): string[] => {
      const drawn = [letter, letter.toUpperCase()];
      const signs = Object.keys(CONFUSABLES).filter((sign) => drawn.includes(CONFUSABLES[sign]!));
      return [...drawn, ...signs.filter((sign) => z.safeParse(Username, `${sign}bc`).success)];
    };
    const words = ["support", "moderator", "official", "staff"];
    const drawnAs = new Map(
      [...new Set(words.join(""))].map((letter) => [letter, fc.constantFrom(...lookAlikes(letter))]),
    );
    const written = fc
      .constantFrom(...words)
      .chain((word) => fc.tuple(...[...word].map((letter) => drawnAs.get(letter)!)));
    fc.assert(
      fc.property(written, (letters) => isImpersonating(letters.join(""), SITE)),
      { numRuns: 2_000 },
    );
  });
});
