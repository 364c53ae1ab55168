/** The closed lists of the specification, in its own words. */
import { expect, it } from "vitest";
import { SignupForm, TRACKING } from "./account.ts";
import { SEXUALITIES } from "./attributes.ts";
import { INTERESTS } from "./interests.ts";
import { COUNTRY_LOCALES, offeredLocales } from "./locales.ts";
import { OwnProfile } from "./members.ts";
import { NOTIFICATION_KINDS } from "./notifications.ts";

const words = (text: string) => text.split(/,? /);

// spec: 3.signup-form
it("the sign-up form has the fields of §3", () => {
  expect(Object.keys(SignupForm.shape)).toEqual(
    expect.arrayContaining(words("email, name, password, date_of_birth, signup_message")),
  );
});

// spec: 3.tracking
it("the tracking values are those of §3", () => {
  expect(TRACKING).toEqual(words("network, ref, sub1, sub2, sub3"));
});

// spec: 3.notification-kinds
it("the kinds of notifications are those of §3", () => {
  expect(NOTIFICATION_KINDS).toEqual(
    words(
      "new_conversations, new_messages, like, unread_message_reminders, promotions, weekly_updates, news, reminders",
    ),
  );
});

// spec: 3.profile-attributes
it("a profile has the attributes of §3", () => {
  const { attributes: chosen, ...others } = OwnProfile.shape;
  expect(Object.keys(chosen.shape)).toEqual(
    words("sexuality hair_color eye_color body_type relationship_status tattoos"),
  );
  expect(Object.keys(others)).toEqual(expect.arrayContaining(["gender", "interests"]));
  expect(SEXUALITIES).toEqual(words("hetero, gay, lesbian, bi"));
});

// spec: 3.interests
it("the interests include those of §3", () => {
  const named =
    "adventure, animals, art, astrology, beach, beer, biking, bondage, coffee, cooking, dancing, fashion, gym, hiking, kissing, movies, music, party, photography, politics, reading, shopping, sports, sushi, tattoos, tea, theater, travelling, vegetarian, videogames, wine";
  expect(INTERESTS).toEqual(expect.arrayContaining([...words(named), "relationship", "sports", "music"]));
});

// spec: 9.countries
it("the countries with their languages are those of §9", () => {
  expect(Object.keys(COUNTRY_LOCALES)).toEqual(
    words("US, NL, BE, FR, IT, ES, DE, AT, IE, GB, CA, PL, AU, NZ, CH, DK, FI, NO, SE"),
  );
});

// spec: 2.language-switcher
it("the languages offered are those of the visitor's country, of the member's, and of the browser", () => {
  expect(offeredLocales(["BE", null], [])).toEqual(["de", "en", "fr", "nl"]);
  expect(offeredLocales([null, "FI"], [])).toEqual(["en", "fi", "sv"]);
  expect(offeredLocales([null, null], ["pl-PL", "no", "ja"])).toEqual(["en", "nb", "pl"]);
});
