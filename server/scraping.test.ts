/**
 * Walking through all members is no way to copy them: profiles, searches and conversations by member count together
 * (product.md 4).
 */
import { randomUUID } from "node:crypto";
import { ChatApi } from "@serenade/contract/chat";
import { PROFILE_VIEWS_DAY, PROFILE_VIEWS_QUARTER_HOUR, VISITOR_SEARCH_PAGES } from "@serenade/contract/limits";
import { MemberApi } from "@serenade/contract/members";
import { NotificationsApi } from "@serenade/contract/notifications";
import { SearchApi } from "@serenade/contract/search";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PROFILE_VIEWS_OF_DAY } from "./modules/members/rules.ts";
import { type TestApp, testApp } from "./test/app.ts";
import { join, type Person } from "./test/cast.ts";

let test: TestApp;
let anna: Person;
let bram: Person;
beforeAll(async () => {
  test = await testApp();
  anna = await join(test, "anna");
  bram = await join(test, "bram");
  await bram.call(NotificationsApi.change, { body: { shown_to_visitors: true } });
});
afterAll(() => test.close());

type Reads = (() => Promise<{ status: number }>)[];
const page = (number: number) => ({ query: { page: String(number) } as never });
const readsOf = (viewer: Pick<Person, "call">): Reads => [
  () => viewer.call(SearchApi.list, page(1)),
  () => viewer.call(MemberApi.read, { query: { id: bram.id } }),
];
/** Sends this many requests, twenty at a time; every status with its count. */
async function repeatReads(count: number, ways: Reads): Promise<Record<number, number>> {
  const seen: Record<number, number> = {};
  for (let from = 0; from < count; from += 20) {
    const now = Array.from({ length: Math.min(20, count - from) }, (_, at) => ways[(from + at) % ways.length]!());
    for (const { status } of await Promise.all(now)) seen[status] = (seen[status] ?? 0) + 1;
  }
  return seen;
}

describe("what shows members", () => {
  it("is five pages of a search for visitors; the next is refused with the way in, and a member's", async () => {
    const visitor = test.client();
    for (let number = 1; number <= VISITOR_SEARCH_PAGES; number++)
      expect((await visitor.call(SearchApi.list, page(number))).status).toBe(200);
    const { status, body } = await visitor.call(SearchApi.list, page(VISITOR_SEARCH_PAGES + 1));
    expect([status, body.error, body.authentication_required]).toEqual([403, "authentication_required", true]);
    expect((await anna.call(SearchApi.list, page(VISITOR_SEARCH_PAGES + 1))).status).toBe(200);
  });

  it("is counted together for a member: search, profiles, and conversations by member", async () => {
    const carol = await join(test, "carol");
    const message = { client_id: randomUUID(), profile: bram.id, message: "hello" };
    const { conversation } = (await carol.call(ChatApi.send, { body: message })).body;
    const byMember = () => carol.call(ChatApi.read, { query: { profile: bram.id } });
    const ways = [...readsOf(carol), byMember];
    expect(await repeatReads(PROFILE_VIEWS_QUARTER_HOUR, ways)).toEqual({ 200: PROFILE_VIEWS_QUARTER_HOUR });
    expect(await repeatReads(3, ways)).toEqual({ 429: 3 });
    const refused = await carol.call(SearchApi.list, page(1));
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    // the member's own data stays available: a conversation by its id, and other members' looks
    expect((await carol.call(ChatApi.read, { query: { id: conversation } })).status).toBe(200);
    expect((await anna.call(SearchApi.list, page(1))).status).toBe(200);
  });

  it("is counted for a network's visitors together", async () => {
    const [one, two] = [test.client("198.51.100.9"), test.client("198.51.100.9")];
    const ways = [...readsOf(one), ...readsOf(two)];
    expect(await repeatReads(PROFILE_VIEWS_QUARTER_HOUR, ways)).toEqual({ 200: PROFILE_VIEWS_QUARTER_HOUR });
    expect(await repeatReads(4, ways)).toEqual({ 429: 4 });
    expect((await test.client().call(SearchApi.list, page(1))).status).toBe(200);
  });

  it("is counted for the day as well", async () => {
    const elin = await join(test, "elin");
    const key = `1:${elin.number}`;
    for (let n = 1; n < PROFILE_VIEWS_DAY; n++) await test.app.limiter.count(PROFILE_VIEWS_OF_DAY, key);
    const [search, profile] = readsOf(elin);
    expect((await search!()).status).toBe(200);
    expect([(await search!()).status, (await profile!()).status]).toEqual([429, 429]);
    expect((await elin.call(ChatApi.read, { query: { profile: bram.id } })).status).toBe(429);
  });
});
