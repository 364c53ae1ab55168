/**
 * Members who left out every optional field use every page and every job, so that an ordinary sign-up does not find
 * untested code in production.
 */
import { randomUUID } from "node:crypto";
import { UserApi } from "@serenade/contract/account";
import { ChatApi, ChatsApi } from "@serenade/contract/chat";
import { LikesApi } from "@serenade/contract/likes";
import { MemberApi, ProfileApi } from "@serenade/contract/members";
import { SearchApi, SignupMatchesApi } from "@serenade/contract/search";
import { DepartureApi, ExportApi } from "@serenade/contract/security";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fillDemo } from "./db/demo/fill.ts";
import { type TestApp, testApp } from "./test/app.ts";
import { join, joinCareless, PASSWORD } from "./test/cast.ts";

let test: TestApp;
let people: Awaited<ReturnType<typeof joinCareless>>;
beforeAll(async () => {
  test = await testApp();
  people = await joinCareless(test);
}, 120_000);
afterAll(() => test.close());

const failing = () => test.app.jobs.failing();

describe("careless people", () => {
  it("fail no job", async () => {
    for (let times = 0; times < 3; times++) await test.settle();
    expect(await failing()).toEqual([]);
  }, 60_000);

  it("are found by searches, and counted as they are listed", async () => {
    const asker = await join(test, "asker");
    const { results, numResults } = (await asker.call(SearchApi.list, { query: {} })).body;
    const pages = Math.ceil(numResults / 24);
    const ids = new Set(results.map(({ id }) => id));
    for (let page = 2; page <= pages; page++)
      for (const { id } of (await asker.call(SearchApi.list, { query: { page: String(page) } as never })).body.results)
        ids.add(id);
    expect(ids.size).toBe(numResults);
    for (const { id, careless } of people)
      expect([careless.name, ids.has(id)]).toEqual([careless.name, careless.confirmed]);
  }, 60_000);

  it("can open each of their pages and be viewed without an error", async () => {
    const stranger = await join(test, "stranger", { premium: true, credits: 200 });
    for (const person of people) {
      const profile = { query: { id: person.id } };
      const answers = [
        await person.call(UserApi.current),
        await person.call(ProfileApi.read),
        await person.call(SearchApi.list, { query: {} }),
        await person.call(SearchApi.list, { query: { mutual: "true" } }),
        await person.call(SearchApi.list, { query: { near: "25" } as never }),
        await person.call(SignupMatchesApi.list),
        await person.call(LikesApi.list),
        await person.call(ChatsApi.list),
        await stranger.call(MemberApi.read, profile),
        await stranger.call(LikesApi.like, { body: { id: person.id } }),
        await stranger.call(ChatApi.send, {
          body: { client_id: randomUUID(), profile: person.id, message: "Good evening" } as never,
        }),
        await person.call(ExportApi.ask, { body: {} }),
      ];
      const failed = answers.flatMap(({ status, body }, at) => (status >= 500 ? [[person.name, at, body]] : []));
      expect(failed).toEqual([]);
    }
    for (let hours = 0; hours < 3; hours++) {
      await test.settle();
      await test.app.clock.advance(30 * 3_600);
    }
    expect(await failing()).toEqual([]);
  }, 120_000);

  it("leave, and are erased", async () => {
    for (const person of people) {
      await person.call(UserApi.login, { body: { email: person.email, password: PASSWORD } });
      expect((await person.call(DepartureApi.leave, { body: { password: PASSWORD, reason: "pause" } })).status).toBe(
        200,
      );
    }
    await test.app.clock.advance(15 * 86_400);
    await test.settle();
    expect(await failing()).toEqual([]);
    const { rows } = await test.app.db.raw("select email from accounts where email like 'careless%'");
    expect(rows).toEqual([]);
  }, 120_000);
});

describe("the demo community", () => {
  it("has careless people in it, and no job that fails on it", async () => {
    const demo = await testApp();
    await fillDemo(demo.app, { site: 1, count: 200 });
    await demo.settle();
    expect(await demo.app.jobs.failing()).toEqual([]);
    const none = (condition: string) =>
      demo.app.db
        .raw(`select count(*)::int as n from members m join member_details d on d.member_id = m.id where ${condition}`)
        .then(({ rows }) => (rows[0] as { n: number }).n);
    for (const skipped of [
      "countryregion = ''",
      "countryregion <> '' and city = ''",
      "main_photo_id is null",
      "about = ''",
      "interests = '{}'",
      "confirmed_at is null",
      "not exists (select from likes where m.id in (liker_id, liked_id))",
      "name ~ '[^\\u0001-\\u024F]'",
      "extract(year from age(date_of_birth)) >= 98",
    ])
      expect([skipped, await none(skipped)]).not.toEqual([skipped, 0]);
    await demo.close();
  }, 120_000);
});
