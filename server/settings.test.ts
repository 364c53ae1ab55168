/** Settings of a site that an owner may change have their effect (§3 Settings), through every call that they touch. */
import { randomUUID } from "node:crypto";
import { SignupApi } from "@serenade/contract/account";
import { DiscountApi } from "@serenade/contract/discounts";
import { MemberApi, ProfileApi } from "@serenade/contract/members";
import { SearchApi } from "@serenade/contract/search";
import { PlacesApi, SettingsApi } from "@serenade/contract/site";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { changeSite } from "./modules/site/commands.ts";
import { DEFAULT_SETTINGS } from "./modules/site/rules.ts";
import { type TestApp, testApp } from "./test/app.ts";
import { anotherName, join, type Person, signupForm } from "./test/cast.ts";
import type { Client } from "./test/client.ts";

let test: TestApp;
let anna: Person;
let bram: Person;
beforeAll(async () => {
  test = await testApp();
  [anna, bram] = await Promise.all([join(test, "anna"), join(test, "bram")]);
});
afterAll(() => test.close());
afterEach(() => changeSite(test.app, 1, DEFAULT_SETTINGS));

const search = (client: Client, query: object = {}) => client.call(SearchApi.list, { query: query as never });

describe("countries", () => {
  it("are the only ones to choose, to search in, to sign up from and to live in", async () => {
    await changeSite(test.app, 1, { countries: ["NL", "BE"] });
    const { countries } = (await anna.call(PlacesApi.regions)).body;
    expect(countries.map(({ code }) => code).sort()).toEqual(["BE", "NL"]);
    expect((await search(anna, { country: "NL" })).status).toBe(200);
    for (const query of [{ country: "DE" }, { countryregion: "DE-BY" }]) {
      const { status, body } = await search(anna, query);
      expect([status, Object.keys(body.fields ?? {})]).toEqual([400, ["country"]]);
    }
    const signUp = (change: object, network?: string) =>
      test.client(network).call(SignupApi.signup, { body: signupForm(anotherName("cy"), change) as never });
    const refused = await signUp({ country: "DE" });
    expect([refused.status, Object.keys(refused.body.fields ?? {})]).toEqual([400, ["country"]]);
    // an address in Germany and no country given: the site's first
    expect((await signUp({ country: undefined }, "91.0.0.1")).body.user?.profile.country).toBe("NL");
    const move = (country: string) =>
      anna.call(ProfileApi.change, { body: { location: { country, countryregion: "", city: "" } } as never });
    expect((await move("DE")).status).toBe(400);
  });

  it("are the only ones that a position is found in", async () => {
    const munich = { body: { lat: 48.14, lon: 11.58 } };
    expect((await anna.call(PlacesApi.geocodePosted, munich)).body.country).toBe("DE");
    await changeSite(test.app, 1, { countries: ["NL"] });
    expect((await anna.call(PlacesApi.geocodePosted, munich)).body).toEqual({
      country: null,
      countryregion: null,
      city: null,
    });
  });
});

describe("search_fields", () => {
  // spec: 1.search-fields
  it("are the only ones that a search accepts", async () => {
    await changeSite(test.app, 1, { search_fields: ["gender", "min_age"] });
    expect((await search(anna, { gender: "man", min_age: "20" })).status).toBe(200);
    for (const query of [{ max_age: "40" }, { country: "NL" }, { photo: "true" }, { near: "50" }]) {
      const { status, body } = await search(anna, query);
      expect([status, Object.keys(body.fields ?? {})]).toEqual([400, Object.keys(query)]);
    }
  });
});

describe("search by visitors", () => {
  const source = { network: "friends" };
  // spec: 6.visitor-search
  it.each([
    [true, true, 200, 200],
    [true, false, 200, 403],
    [false, true, 403, 200],
    [false, false, 403, 403],
  ])("logged_out_search %s, with a traffic source %s", async (plain, sourced, without, withSource) => {
    await changeSite(test.app, 1, { logged_out_search: plain, logged_out_search_trafficsource: sourced });
    const kept = test.client();
    kept.setCookie("source", encodeURIComponent("ref=a&sub1=b"));
    const empty = test.client();
    empty.setCookie("source", encodeURIComponent("sub1=b"));
    const statuses = [
      (await search(test.client())).status,
      (await search(empty)).status,
      (await search(test.client(), source)).status,
      (await search(kept)).status,
    ];
    expect(statuses).toEqual([without, without, withSource, withSource]);
    expect((await search(anna)).status).toBe(200);
    // Anna is hidden from visitors: the only difference is the flag of the search
    const profile = await kept.call(MemberApi.read, { query: { id: anna.id } });
    expect(profile.status).toBe(403);
  });
});

describe("visible_profile_notes", () => {
  it("decide whether others see what a member wrote about themselves", async () => {
    await bram.call(ProfileApi.change, { body: { about: "Early riser, late reader." } });
    const about = async () => (await anna.call(MemberApi.read, { query: { id: bram.id } })).body.profile.about;
    expect(await about()).toBe("Early riser, late reader.");
    await changeSite(test.app, 1, { visible_profile_notes: [] });
    expect(await about()).toBe("");
    expect((await bram.call(ProfileApi.read)).body.profile.about).toBe("Early riser, late reader.");
  });
});

describe("as §7 has it", () => {
  // spec: 7.discountcode
  it("discountcode.php accepts any other query parameters", async () => {
    const fred = await join(test, "fred");
    const query = { welcome: "true", utm: "x", user_id: bram.id, value_percentage: "99" } as never;
    const { status, body } = await fred.call(DiscountApi.read, { query });
    expect([status, body.value_percentage, body.user_id]).toEqual([200, 25, fred.id]);
  });

  it("prices of a message are decimals with at most three digits, and times have three digits of milliseconds", async () => {
    const { minimum_message_costs } = (await test.client().call(SettingsApi.read, { query: {} })).body;
    for (const { costs } of Object.values(minimum_message_costs)) expect(costs).toMatch(/^\d+(\.\d{1,3})?$/);
    const gwen = await join(test, anotherName("gw"));
    const { signup_date } = (await gwen.call(SignupApi.step, { body: { step: "photo" } })).body.user;
    expect(signup_date).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  });
});

describe("sign-up", () => {
  // spec: 5.username-email, 5.signups-source
  it("traffic source only, and a name equal to the address, are refused with their own messages", async () => {
    await changeSite(test.app, 1, { signups: "with_trafficsource" });
    const signUp = (change: object = {}) =>
      test.client().call(SignupApi.signup, {
        body: signupForm(anotherName("sv"), change) as never,
        key: randomUUID(),
      });
    const closed = (await signUp()).body;
    expect([closed.error, closed.message]).toEqual(["signup_needs_source", expect.stringContaining("partners")]);
    expect((await signUp({ ref: "friends" })).status).toBe(201);
    const email = "same@example.test";
    const same = (await signUp({ ref: "friends", email, name: email })).body;
    expect(same.fields?.name).toBe("Your name can’t be your email address.");
  });
});
