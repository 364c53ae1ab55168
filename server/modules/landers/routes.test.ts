import { LandersApi } from "@serenade/contract/landers";
import type { Country } from "@serenade/contract/locales";
import { ProfileApi } from "@serenade/contract/members";
import { NotificationsApi } from "@serenade/contract/notifications";
import { afterAll, beforeAll, expect, it } from "vitest";
import { fillDemo } from "../../db/demo/fill.ts";
import { type TestApp, testApp } from "../../test/app.ts";
import { anotherName, join, type Person } from "../../test/cast.ts";
import { changeSite } from "../site/commands.ts";

let test: TestApp;
beforeAll(async () => {
  test = await testApp();
});
afterAll(() => test.close());

const mapOf = async (country: Country) => (await test.client().call(LandersApi.map, { query: { country } })).body;

async function joinIn(countryregion: string, many: number, wishes = {}): Promise<Person[]> {
  const people: Person[] = [];
  for (let at = 0; at < many; at++) {
    const person = await join(test, anotherName("settler"), { form: { country: "NZ" }, ...wishes });
    const location = { country: "NZ", countryregion, city: "" } as const;
    expect((await person.call(ProfileApi.change, { body: { location } })).status).toBe(200);
    people.push(person);
  }
  return people;
}

// One read: the counts are kept for ten minutes.
it("counts the members who can be found, and shows no number below five", async () => {
  const { db } = test.app;
  await fillDemo(test.app, { site: 1, count: 400 });
  await db.raw("update members set countryregion = 'NZ-AUK' where country = 'NZ'");
  const [banned, leaving] = await joinIn("NZ-TKI", 4);
  await joinIn("NZ-TKI", 1, { unconfirmed: true });
  const [invisible] = await joinIn("NZ-TKI", 1, { premium: true });
  await joinIn("NZ-OTA", 5);
  await joinIn("NZ-STL", 3);
  const [fictional] = await joinIn("NZ-OTA", 1);
  expect((await invisible!.call(NotificationsApi.change, { body: { invisible: true } })).status).toBe(200);
  await db.raw(`update members set banned_at = confirmed_at where id = ${banned!.number}`);
  await db.raw(`update members set leaving_at = confirmed_at where id = ${leaving!.number}`);
  await db.raw(`update members set fictional = true where id = ${fictional!.number}`);

  const { regions, name } = await mapOf("NZ");
  expect(name).toBe("New Zealand");
  const shown = Object.fromEntries(regions.map(({ code, members }) => [code, members]));
  // two are left in Taranaki, three in Southland, five in Otago
  expect([shown["NZ-TKI"], shown["NZ-STL"], shown["NZ-OTA"]]).toEqual([null, null, 5]);

  const hidden = ["banned_at", "leaving_at", "invisible_since", "consent_withdrawn_at"];
  const everyone = (await db.raw("select * from members where not fictional")).rows as Record<string, unknown>[];
  const findable = everyone.filter((row) => row.confirmed_at && hidden.every((state) => row[state] === null));
  for (const country of ["NL", "DE", "GB"] as const) {
    for (const { code, members } of (await mapOf(country)).regions) {
      const there = findable.filter((row) => row.countryregion === code).length;
      expect([code, members]).toEqual([code, there < 5 ? null : there]);
    }
  }
});

it("says where regions and towns are, and names them in the caller's language", async () => {
  const { regions, towns } = await mapOf("NL");
  expect(regions).toHaveLength(12);
  for (const { lat, lon } of regions) expect(lat > 50.7 && lat < 53.6 && lon > 3.3 && lon < 7.3).toBe(true);
  expect(towns.length % 2).toBe(0);
  expect(towns.length).toBeGreaterThan(600);
  const german = { query: { country: "DE" }, headers: { "accept-language": "de" } } as const;
  const { body } = await test.client().call(LandersApi.map, german);
  expect([body.name, body.regions.find(({ code }) => code === "DE-BY")?.name]).toEqual(["Deutschland", "Bayern"]);
});

it("a country that the site does not serve has no map", async () => {
  await changeSite(test.app, 1, { countries: ["NL", "DE", "GB"] });
  expect((await test.client().call(LandersApi.map, { query: { country: "NZ" } })).status).toBe(404);
  expect((await test.client().call(LandersApi.map, { query: { country: "NL" } })).status).toBe(200);
});
