import { SignupApi, UserApi } from "@serenade/contract/account";
import { LOCALES } from "@serenade/contract/locales";
import { MemberApi } from "@serenade/contract/members";
import { BeaconApi, CompanyApi, PlacesApi, SettingsApi } from "@serenade/contract/site";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ApiRequest } from "../../kernel/dispatch.ts";
import { NO_BODY } from "../../kernel/http.ts";
import { type TestApp, testApp } from "../../test/app.ts";
import { join, signupForm } from "../../test/cast.ts";
import { changeSite, createSite } from "./commands.ts";

let test: TestApp;
beforeAll(async () => {
  test = await testApp();
});
afterAll(() => test.close());

describe("fictional profiles", () => {
  // spec: 3.settings
  it("are off; where a site has them, its settings and its members' say so in the caller's language (§3)", async () => {
    const carol = await join(test, "carol");
    const settings = async (lang: string) =>
      (await test.client().call(SettingsApi.read, { query: {}, headers: { "accept-language": lang } })).body;
    expect(await settings("en")).toMatchObject({
      fictional_icon: false,
      fictional_warning: null,
      member_resell: false,
    });
    expect((await carol.call(UserApi.current)).body.user!.fictional_icon).toBe(false);
    await changeSite(test.app, 1, { fictional_icon: true, company_id: "NL-77" });
    const english = await settings("en");
    expect(english).toMatchObject({ fictional_icon: true, company_id: "NL-77" });
    expect(english.fictional_warning!.singular).toContain("This profile is fictional");
    expect((await settings("de")).fictional_warning!.plural).toContain("fiktiv");
    expect((await carol.call(UserApi.current)).body.user!.fictional_icon).toBe(true);
    await changeSite(test.app, 1, { fictional_icon: false, company_id: "" });
    expect((await settings("en")).company_id).toBe("1");
  });
});

describe("settings", () => {
  // spec: 3.settings, 7.settings
  it("contains every field of §3, with the price of a message per country", async () => {
    const { body } = await test.client().call(SettingsApi.read, { query: {} });
    const named =
      "name domain domain_language cdn_prefix niche signups logged_out_search logged_out_search_trafficsource geoip_country geoip_selected_country enable_site_entry_popup support_phone support_email minimum_message_costs fictional_icon fictional_warning description index_title countries visible_profile_fields visible_profile_notes message_credits signup_credits photo_credits gift_credits message_length search_fields refund_days member_resell company_id mail_name";
    expect(named.split(" ").filter((field) => !(field in body))).toEqual([]);
    expect(body.minimum_message_costs.NL).toEqual({ costs: "0.25", currency: "EUR" });
    expect(body.support_phone).toBe("+31200000000");
    expect((await test.client().call(SettingsApi.read, { query: { niche: "3" } as never })).body.niche).toBe(3);
  });

  it("say which country an address belongs to, when a believed proxy names it", async () => {
    const dutch = await test.client("145.97.0.1").call(SettingsApi.read, { query: {} });
    expect(dutch.body.geoip_country).toBe("NL");
  });

  it("never repeat a Host header", async () => {
    const { value } = await test.app.dispatcher.answer(request("/api/settings.php", "evil.test"));
    expect(JSON.stringify(value)).not.toContain("evil");
  });
});

describe("places", () => {
  // spec: 7.regions, 7.interests
  it("are named in the caller's language", async () => {
    for (const locale of LOCALES) {
      const client = test.client();
      client.setCookie("locale", locale);
      const { countries } = (await client.call(PlacesApi.regions)).body;
      expect(countries).toHaveLength(19);
      expect(countries.find(({ code }) => code === "DE")!.name).toBe(
        new Intl.DisplayNames(locale, { type: "region" }).of("DE"),
      );
    }
    expect((await test.client().call(PlacesApi.interests)).body.interests).toContainEqual({
      id: "wine",
      name: "Wine",
      icon: "interest-wine",
    });
  });

  // spec: 7.geocode
  it("are found for a position, by GET and by POST, and the sea is nowhere", async () => {
    const client = test.client();
    const amsterdam = { country: "NL", countryregion: "NL-NH", city: "Amsterdam" };
    expect((await client.call(PlacesApi.geocode, { query: { lat: "52.37", lon: "4.89" } })).body).toEqual(amsterdam);
    expect((await client.call(PlacesApi.geocodePosted, { body: { lat: 52.37, lon: 4.89 } })).body).toEqual(amsterdam);
    expect((await client.call(PlacesApi.geocodePosted, { body: { lat: 30, lon: -40 } })).body).toEqual({
      country: null,
      countryregion: null,
      city: null,
    });
  });

  it("are found by the beginning of a name, named in the caller's language", async () => {
    const client = test.client();
    client.setCookie("locale", "de");
    const { places } = (await client.call(PlacesApi.search, { query: { text: "Amersf", country: "NL" } })).body;
    expect(places).toEqual([
      { country: "NL", countryregion: "NL-UT", city: "Amersfoort", region: "Utrecht", country_name: "Niederlande" },
    ]);
  });

  // spec: 7.page-hidden
  it("company and beacon answer", async () => {
    const client = test.client();
    expect((await client.call(CompanyApi.read)).body).toHaveProperty("kvk");
    expect((await client.call(BeaconApi.hidden, { body: {} })).status).toBe(204);
  });
});

describe("two sites", () => {
  it("share no session, member or name", async () => {
    await createSite(test.app, { id: 2, domain: "second.test", settings: { name: "Second" } });
    const anna = await join(test, "anna");
    const cookies = { auth: anna.cookie("auth") };
    const there = await test.app.dispatcher.answer({ ...request("/api/user.php", "second.test"), cookies });
    expect(there.value).toEqual({ user: null });
    const profile = await test.app.dispatcher.answer({
      ...request(MemberApi.read.path, "second.test"),
      query: { id: anna.id },
    });
    expect(profile.status).toBe(404);
    const twin = await test.app.dispatcher.answer({
      ...request(SignupApi.signup.path, "second.test"),
      method: "POST",
      receive: async () => ({ body: signupForm("anna") }),
    });
    expect(twin.status).toBe(201);
    const settings = await test.app.dispatcher.answer(request("/api/settings.php", "second.test"));
    expect(settings.value).toMatchObject({ name: "Second", company_id: "2" });
  });
});

const request = (path: string, host: string): ApiRequest => ({
  method: "GET",
  path,
  query: {},
  headers: { origin: `https://${host}`, "sec-fetch-site": "same-origin" },
  cookies: {},
  ...NO_BODY,
  host,
  address: "203.0.113.9",
  secure: true,
  origin: `https://${host}`,
});
