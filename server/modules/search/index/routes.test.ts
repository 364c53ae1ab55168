import { ProfileApi } from "@serenade/contract/members";
import { SearchApi } from "@serenade/contract/search";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { NO_BODY } from "../../../kernel/http.ts";
import { isReal, type TestApp, testApp } from "../../../test/app.ts";
import { join } from "../../../test/cast.ts";
import { createSite } from "../../site/commands.ts";
import { isSearchReady, refreshIndexes } from "./queries.ts";

let test: TestApp;
beforeAll(async () => {
  test = await testApp();
});
afterAll(() => test.close());
afterEach(() => void vi.restoreAllMocks());

/** The next load of an index waits until the returned function is called. */
function holdLoads(): (outcome?: Error) => void {
  const one = test.app.db.one.bind(test.app.db);
  let release: (outcome?: Error) => void = () => {};
  const held = new Promise<Error | undefined>((resolve) => {
    release = resolve;
  });
  vi.spyOn(test.app.db, "one").mockImplementation(async (statement, ...params) => {
    if (statement.text.startsWith("select count(*)::int as n from member_search")) {
      const error = await held;
      if (error) throw error;
    }
    return one(statement, ...params);
  });
  return release;
}

const ready = async () => {
  const answer = await test.client().fetch("/health/ready");
  return [answer.status, ((await answer.json()) as { checks: { search: boolean } }).checks.search];
};

describe("while the index of a site is being loaded", () => {
  const search = async (host: string) => {
    const { status, headers, value } = await test.app.dispatcher.answer({
      method: "GET",
      path: SearchApi.list.path,
      query: {},
      headers: {},
      cookies: {},
      ...NO_BODY,
      host,
      address: "203.0.113.9",
      secure: true,
      origin: `https://${host}`,
    });
    return { status, wait: headers["retry-after"], body: value };
  };

  it("searches are refused with the time to come back, and the process is not ready", async () => {
    expect(await ready()).toEqual([200, true]);
    await createSite(test.app, { id: 2, domain: "second.test" });
    const release = holdLoads();
    const answers = await Promise.all([search("second.test"), search("second.test")]);
    for (const { status, wait, body } of answers)
      expect([status, wait, body]).toEqual([503, "2", expect.objectContaining({ error: "unavailable" })]);
    expect(await ready()).toEqual([503, false]);
    expect((await search("localhost")).status).toBe(200);
    release();
    await vi.waitFor(async () => expect((await search("second.test")).status).toBe(200));
    expect(await ready()).toEqual([200, true]);
  });

  it("a load that fails is tried again by the next search", async () => {
    await createSite(test.app, { id: 3, domain: "third.test" });
    vi.spyOn(test.app.log, "error").mockImplementation(() => {});
    const release = holdLoads();
    const first = search("third.test");
    release(new Error("broken off"));
    expect((await first).status).toBe(500);
    vi.restoreAllMocks();
    expect((await search("third.test")).status).toBe(200);
    expect(await isSearchReady(test.app)).toBe(true);
  });
});

describe("a change", () => {
  it("is found immediately by its own process", async () => {
    const anna = await join(test, "anna");
    const bram = await join(test, "bram", { form: { gender: "man", country: "NZ" } });
    const found = async (interests: string) =>
      (await anna.call(SearchApi.list, { query: { country: "NZ", interests } as never })).body.results.map(
        ({ id }) => id,
      );
    for (const interest of ["wine", "tea", "art", "wine"]) {
      await bram.call(ProfileApi.change, { body: { interests: [interest] } as never });
      expect(await found(interest)).toEqual([bram.id]);
    }
  });

  it.runIf(isReal)("is found by every process: by the bus within a moment, or by the next look", async () => {
    const dora = await join(test, "dora", { form: { country: "IE" } });
    const other = await test.second();
    const listed = async (query: string) => {
      const answer = await fetch(`${other.url}/api/members.php?country=IE&${query}`);
      return ((await answer.json()) as { numResults: number }).numResults;
    };
    expect(await listed("")).toBe(1);
    await dora.call(ProfileApi.change, { body: { interests: ["wine"] } as never });
    await vi.waitFor(async () => expect(await listed("interests=wine")).toBe(1));
    await test.app.db.raw("update member_search set interests = 0, changed_at = $2 where member_id = $1", [
      dora.number,
      test.app.clock.iso(),
    ]);
    await refreshIndexes(other.app);
    expect(await listed("interests=wine")).toBe(0);
  });
});
