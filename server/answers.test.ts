/** The fields of §3 and the answers of §7, through HTTP. */
import { randomUUID } from "node:crypto";
import { UserApi } from "@serenade/contract/account";
import { ChatApi, ChatsApi } from "@serenade/contract/chat";
import { DiscountApi } from "@serenade/contract/discounts";
import { LikesApi } from "@serenade/contract/likes";
import { ProfileApi } from "@serenade/contract/members";
import { PhotoApi } from "@serenade/contract/photos";
import { SearchApi } from "@serenade/contract/search";
import { CompanyApi, PlacesApi, SettingsApi } from "@serenade/contract/site";
import { afterAll, beforeAll, expect, it } from "vitest";
import { changeCompany, changeSite } from "./modules/site/commands.ts";
import { DEFAULT_SETTINGS } from "./modules/site/rules.ts";
import { type TestApp, testApp } from "./test/app.ts";
import { join, type Person } from "./test/cast.ts";
import { pictureOf } from "./test/photo-corpus.ts";

let test: TestApp;
beforeAll(async () => {
  test = await testApp();
});
afterAll(() => test.close());

const words = (text: string) => text.split(/,? /);
const pictured = async (name: string): Promise<Person> => {
  const person = await join(test, name, { credits: 5 });
  await person.upload(PhotoApi.upload, await pictureOf(1));
  await test.app.jobs.run("photos");
  return person;
};
const write = (from: Person, to: Person, message: string) =>
  from.call(ChatApi.send, { body: { client_id: randomUUID(), profile: to.id, message } });

// spec: 3.user, 7.user
it("the user has status, credits, premium, notifications and a profile with the main image", async () => {
  const plain = await join(test, "plain", { unconfirmed: true });
  expect((await plain.call(UserApi.current)).body.user).toMatchObject({
    status: "not_confirmed",
    profile: { status: "disabled", main_image: null },
  });
  const { user } = (await (await pictured("anna")).call(UserApi.current)).body;
  expect(user).toMatchObject({
    credits: 7,
    paid_user: false,
    signup_date: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    fictional_icon: false,
    notifications_disabled: [],
    profile: {
      name: "Anna",
      country: "NL",
      status: "active",
      main_image: {
        filename: expect.stringMatching(/^full\//),
        thumb_filename: expect.stringMatching(/^thumb\//),
        match: expect.stringMatching(/^match\//),
        status: "active",
      },
    },
  });
});

// spec: 3.chat-state, 3.chat-item, 7.chats
it("the chats are items of conversation, profile and unread messages, with both totals", async () => {
  const [bram, carol] = [await join(test, "bram", { credits: 5 }), await join(test, "carol")];
  const { conversation } = (await write(bram, carol, "one")).body;
  await write(bram, carol, "two");
  await bram.call(LikesApi.like, { body: { id: carol.id } });
  expect((await carol.call(ChatsApi.list)).body).toMatchObject({
    chats: [{ conversation: { id: conversation }, profile: { id: bram.id }, num_unread_messages: 2 }],
    unread_total: 2,
    new_likes_total: 1,
  });
});

// spec: 3.like-item, 7.likes, 4.likes-order
it("the likes are the profiles that one likes, and those one is liked by, new ones first", async () => {
  const [dirk, elin, fay, gus] = await Promise.all(["dirk", "elin", "fay", "gus"].map((name) => join(test, name)));
  for (const from of [elin!, fay!, gus!]) {
    await from.call(LikesApi.like, { body: { id: dirk!.id } });
    await test.app.clock.advance(1);
  }
  await dirk!.call(LikesApi.like, { body: { id: elin!.id } });
  await test.app.db.raw("update likes set seen_at = now() where liker_id in ($1, $2)", [elin!.number, gus!.number]);
  const { profiles, liked_by } = (await dirk!.call(LikesApi.list)).body;
  expect(profiles).toMatchObject([{ id: elin!.id, like_new: false }]);
  expect(liked_by).toMatchObject([
    { id: fay!.id, like_new: true },
    { id: gus!.id, like_new: false },
    { id: elin!.id, like_new: false },
  ]);
});

// spec: 7.auto-like
it("the auto-like is a profile with its id and the picture of a match", async () => {
  const [hal, ida] = [await join(test, "hal"), await pictured("ida")];
  await hal.call(LikesApi.like, { body: { id: ida.id } });
  await ida.call(LikesApi.like, { body: { id: hal.id } });
  expect((await hal.call(LikesApi.auto)).body).toMatchObject({
    id: ida.id,
    main_image: { match: expect.stringMatching(/^match\//) },
  });
});

// spec: 3.discount-code, 9.bonus-code, 7.discountcode
it("the welcome discount is TIMEBONUS25, with the fields of §3", async () => {
  const joan = await join(test, "joan");
  const { body } = await joan.call(DiscountApi.read, { query: { welcome: "true" } });
  expect(body).toMatchObject({
    code: "TIMEBONUS25",
    value_percentage: 25,
    validity: "once-per-user",
    status: "active",
    user_id: joan.id,
    expired: false,
  });
  expect(Object.keys(body)).toEqual(
    expect.arrayContaining(
      words(
        "code, country, user_id, expires, value_percentage, currency, minimum_order_value, status, validity, expired, paymentmethods",
      ),
    ),
  );
});

// spec: 3.company-info, 7.companyinfo
it("the company has the fields of §3", async () => {
  await changeCompany(test.app, 1, {
    name: "Avond B.V.",
    address: "Oudegracht 12",
    kvk: "12345678",
    city: "Utrecht",
    country: "NL",
    tradenames: ["Serenade", "Avond"],
    vat_numbers: { NL: "NL123456789B01" },
    support_phone: "+31 30 123 4567",
    delete_discount: 25,
    added: "2024-02-03T04:05:06Z",
  });
  expect((await test.client().call(CompanyApi.read)).body).toMatchObject({
    name: "Avond B.V.",
    address: "Oudegracht 12",
    kvk: "12345678",
    city: "Utrecht",
    country: "NL",
    tradenames: ["Serenade", "Avond"],
    vat_numbers: { NL: "NL123456789B01" },
    support_phone: expect.stringContaining("31"),
    delete_discount: 25,
    added: "2024-02-03T04:05:06.000Z",
  });
});

// spec: 3.settings, 7.settings
it("the settings have the site's language and the key for push, and follow host and query", async () => {
  const { body } = await test.client().call(SettingsApi.read, { query: { niche: "6" } as never });
  expect(body).toMatchObject({ domain_language: "en", niche: 6, signups: "all", enable_site_entry_popup: "yes" });
  expect(body.push_public_key).toMatch(/^[\w-]{80,}$/);
});

// spec: 5.support-phone
it("the support phone has no dashes and spaces", async () => {
  await changeSite(test.app, 1, { support_phone: "+31 20-123 45 67" });
  expect((await test.client().call(SettingsApi.read, { query: {} })).body.support_phone).toBe("+31201234567");
  await changeSite(test.app, 1, DEFAULT_SETTINGS);
});

// spec: 5.message-length
it("the longest message is a setting of the site", async () => {
  const [kate, leo] = [await join(test, "kate", { credits: 5 }), await join(test, "leo")];
  await changeSite(test.app, 1, { message_length: 20 });
  const [fits, long] = [await write(kate, leo, "x".repeat(20)), await write(kate, leo, "x".repeat(21))];
  await changeSite(test.app, 1, DEFAULT_SETTINGS);
  expect([fits.status, long.status, long.body.error]).toEqual([201, 400, "message_too_long"]);
});

// spec: 3.search-state
it("a search has its filters, pages, count and similar members", async () => {
  const mia = await join(test, "mia");
  const ned = await join(test, "ned", { form: { gender: "man", country: "SE", looking_for: ["woman"] } });
  await ned.call(ProfileApi.change, {
    body: { location: { country: "SE", countryregion: "SE-AB", city: "Stockholm" } },
  });
  await test.settle();
  const query = { gender: "man", country: "SE", countryregion: "SE-AB", min_age: "18", max_age: "99", page: "1" };
  const { body } = await mia.call(SearchApi.list, { query: query as never });
  expect(body).toMatchObject({ page: 1, numResults: 1, results: [{ name: "Ned" }], similar: expect.any(Array) });
});

// spec: 1.locale-cookie, 9.cookie-locale, 1.locale-saved, 7.language
it("a language is saved on the user, and in a cookie for 365 days", async () => {
  const olga = await join(test, "olga");
  const { body, headers } = await olga.call(UserApi.language, { body: { language: "fr" } });
  expect(body.user.language).toBe("fr");
  expect(headers.getSetCookie().find((line) => line.startsWith("locale="))).toContain(`Max-Age=${365 * 86_400}`);
  expect((await olga.call(UserApi.current)).body.user!.language).toBe("fr");
});

// spec: 7.interests, 7.regions
it("interests and regions answer their lists", async () => {
  const visitor = test.client();
  const { interests } = (await visitor.call(PlacesApi.interests)).body;
  expect(interests.map(({ id }) => id)).toEqual(expect.arrayContaining(["relationship", "sports", "music"]));
  const { countries } = (await visitor.call(PlacesApi.regions)).body;
  expect(countries.find(({ code }) => code === "NL")!.regions.map(({ code }) => code)).toContain("NL-UT");
});
