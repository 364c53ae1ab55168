import { describe, expect, it } from "vitest";
import { proseProblems, wordingProblems } from "./wording.ts";

const problems = (locale: string, message: string, key = "home.title") => wordingProblems({ locale, key, message });

describe("French no-break spaces", () => {
  it.each([
    "Qui est ici ?",
    "Perdu ; réessayez.",
    "Retirer : {filter}",
    "Retirer: {filter}",
    "Bravo!",
    "Sous «Recherches\u00a0».",
    "Sous « Recherches\u00a0».",
    "Sous «\u00a0Recherches ».",
    "{count, plural, one {Un seul !} many {\u00a0} other {\u00a0}}",
    "Rabais de 25 %.",
    "Dès 5 €",
  ])("%j is refused", (message) => expect(problems("fr", message)).not.toEqual([]));

  it.each([
    "Qui est ici\u202f?",
    "Perdu\u202f; réessayez.",
    "Retirer\u00a0: {filter}",
    "Sous «\u00a0Recherches\u00a0».",
    "Vraiment\u202f?!",
    "À 20:30, ou https://serenade.example",
  ])("%j is fine", (message) => expect(problems("fr", message)).toEqual([]));

  it("is a rule of French alone", () => expect(problems("en", "Who is here ?")).toEqual([]));
});

describe("no-break spaces of other kinds", () => {
  it("follow a Polish word of one letter, outside the static pages", () => {
    expect(problems("pl", "Szukaj i pisz")).not.toEqual([]);
    expect(problems("pl", "Szukaj i\u00a0pisz, to Ala i\u00a0Ola")).toEqual([]);
    expect(problems("es", "Pan y vino")).toEqual([]);
    expect(proseProblems({ locale: "pl", key: "terms", message: "Szukaj i pisz" })).toEqual([]);
  });

  it("stand between a number and its unit", () => {
    expect(problems("fi", "enintään 10 Mt.")).not.toEqual([]);
    expect(problems("fi", "enintään 10\u00a0Mt.")).toEqual([]);
  });
});

describe("vous in French", () => {
  it.each([
    "Supprime ta photo",
    "Où es-tu\u202f?",
    "Dis-le à ton amie",
    "Elle t’écrit",
    "Inscris-toi",
    "Pour toi",
    "Tes likes",
  ])("%j is refused", (message) => expect(problems("fr", message)).toEqual(["says tu: the site says vous"]));

  it.each(["Y a-t-il quelqu’un\u202f?", "Votre ton est juste, vous\u202f?", "Les statues tues", "À tout moment"])(
    "%j: only the word itself counts",
    (message) => expect(problems("fr", message).length).toBe(/\bton\b/.test(message) ? 1 : 0),
  );

  it("ignores icebreakers, which members say to each other", () =>
    expect(problems("fr", "Que fais-tu ce soir\u202f?", "icebreakers.lines.1")).toEqual([]));
});

describe("percent and money by Intl only", () => {
  it.each([
    "{percent}% off",
    "{percent} % off",
    "{percent}\u00a0% off",
    "{p, number}% off",
    "% {percent}",
    "{n, plural, other {# %}}",
  ])("%j is refused", (message) => expect(problems("en", message)).toEqual([expect.stringContaining("percent")]));

  it.each(["From {price} €", "£{price} a month", "{price} EUR", "USD {price}", "{price} kr", "£5"])(
    "%j is refused",
    (message) => expect(problems("en", message)).toEqual([expect.stringContaining("money")]),
  );

  it.each([
    "{percent, number, ::percent} off",
    "From {price} a message",
    "Limit per month, in {currency}",
    "{name} kreativ",
  ])("%j is fine", (message) => expect(problems("en", message)).toEqual([]));
});

describe("words of the glossary", () => {
  it.each([
    ["nb", "Lik {name}"],
    ["en", "We have sent you a mail"],
    ["en", "Your e-mail address"],
    ["en", "Get premium"],
    ["en", "Choose a bundle"],
    ["en", "Somebody wrote"],
    ["en", "Another hair colour"],
    ["en", "We don’t recognise it"],
    ["en", "Upload cancelled."],
    ["en", "It isn't so"],
    ["de", "Zur Anmeldung"],
    ["de", "Schick mir eine Mail"],
    ["nl", "Wat wilt u?"],
    ["da", "Vis foto"],
    ["sv", "Lägg till passnyckel"],
    ["fr", "Choisissez un lot"],
    ["es", "Pasar de {name}"],
    ["it", "Profilo di fantasia"],
    ["pl", "Szukaj członków"],
    ["pl", "Kto cię lubi"],
    ["fi", "Lisää pääsyavain"],
    ["fi", "Etsi henkilöitä"],
  ])("%s %j is refused", (locale, message) => expect(problems(locale, message)).toHaveLength(1));

  it("are found in every option of a plural", () =>
    expect(problems("en", "{n, plural, one {# mail} other {# letters}}")).toHaveLength(1));

  it.each([
    ["nb", "Slik går det", "home.title"],
    ["nb", "Gi {name} en like", "home.title"],
    ["en", "Get premium", "shell.nav.premium"],
    ["en", "E-mail address not found", "errors.email_not_found"],
    ["en", "Payment failed or has been cancelled.", "errors.payment_failed"],
    ["en", "You're blocked by {name}", "errors.blocked"],
    ["de", "E-Mail-Adresse", "home.title"],
    ["pl", "Nazwa użytkownika", "home.title"],
    ["fi", "Henkilöllisyyttä tai henkilötietoja", "home.title"],
  ])("%s %j stays where it is right", (locale, message, key) => expect(problems(locale, message, key)).toEqual([]));
});

it("plain text has placeholders and no other ICU", () => {
  const prose = (message: string) => proseProblems({ locale: "en", key: "pages.terms", message });
  expect(prose("It’s {min_age}, isn’t it? {, plural")).toEqual([]);
  expect(prose("{message_credits}% of a mail")).toEqual([
    expect.stringContaining("percent"),
    expect.stringContaining("email"),
  ]);
});
