/** Sessions last 30 days from their last use, and end one by one or all but one (spec §9). */
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { endStreams } from "../../../kernel/live.ts";
import { type TestApp, testApp } from "../../../test/app.ts";
import { join, type Person } from "../../../test/cast.ts";
import { restoreClock, stopClock } from "../../../test/clock.ts";
import { endOtherSessions, endSession, openSession, sweepSessions, touchSession } from "./commands.ts";
import { findSession } from "./queries.ts";

let test: TestApp;
let start: number;
beforeAll(async () => {
  test = await testApp();
  start = Date.parse(test.app.clock.iso());
});
afterEach(restoreClock);
afterAll(() => test.close());

const DAY_MS = 86_400_000;
const open = ({ number }: Person) => openSession(test.app, test.app.db, 1, number, "a browser", "NL");
const find = (token: string) => findSession(test.app.db, 1, token, test.app.clock.iso());
const areOpen = async (...tokens: string[]) => Promise.all(tokens.map(async (token) => (await find(token)) !== null));
const idOf = async (token: string) => (await find(token))!.id;
const count = async ({ number }: Person) =>
  (await test.app.db.raw("select 1 from sessions where member_id = $1", [number])).rows.length;

/** The sessions whose event streams end while this runs; null for all of the member. */
async function endingStreams({ number }: Person, work: () => Promise<unknown>): Promise<(number | null)[]> {
  const ended: (number | null)[] = [];
  type Ending = { member: number; ends?: { session: number | null } };
  const stop = test.app.bus.subscribe("live", ({ member, ends }: Ending) => {
    if (member === number && ends) ended.push(ends.session);
  });
  await work();
  const last = -1;
  endStreams(test.app.bus, 1, number, last); // events keep their order
  await expect.poll(() => ended.at(-1)).toBe(last);
  ended.pop();
  stop();
  return ended.sort();
}

let devices = 0;
/** A browser of this session that gets pushes. */
const subscribe = async (person: Person, token: string) =>
  test.app.db.raw(
    `insert into push_subscriptions (site_id, member_id, id, session_id, endpoint, p256dh, auth, created_at)
     values (1, $1, $2, $3, $4, '', '', now())`,
    [person.number, ++devices, await idOf(token), `https://push.example.test/${devices}`],
  );
const subscriptions = async ({ number }: Person) =>
  (await test.app.db.raw("select 1 from push_subscriptions where member_id = $1", [number])).rows.length;

describe("a session", () => {
  it("lasts thirty days, and thirty more from each use; another one of the member is not prolonged", async () => {
    const anna = await join(test, "anna");
    stopClock(test, start);
    const [used, unused] = [await open(anna), await open(anna)];
    stopClock(test, start + 20 * DAY_MS);
    await touchSession(test.app, 1, used);
    stopClock(test, start + 30 * DAY_MS - 1);
    expect(await areOpen(used, unused)).toEqual([true, true]);
    stopClock(test, start + 30 * DAY_MS);
    expect(await areOpen(used, unused)).toEqual([true, false]);
    stopClock(test, start + 50 * DAY_MS - 1);
    expect(await areOpen(used)).toEqual([true]);
    stopClock(test, start + 50 * DAY_MS);
    expect(await areOpen(used)).toEqual([false]);
  });

  it("is deleted when it is over, and no other", async () => {
    const bram = await join(test, "bram");
    stopClock(test, start + DAY_MS);
    await open(bram);
    stopClock(test, start + 10 * DAY_MS);
    await open(bram);
    stopClock(test, start + 31 * DAY_MS);
    await sweepSessions(test.app);
    expect(await count(bram)).toBe(2); // that of sign-up is over
    stopClock(test, start + 31 * DAY_MS + 1);
    await sweepSessions(test.app);
    expect(await count(bram)).toBe(1);
  });

  it("ends alone, by its own member, with its stream and its pushes", async () => {
    const [carol, dirk] = [await join(test, "carol"), await join(test, "dirk")];
    const [here, there] = [await open(carol), await open(carol)];
    for (const token of [here, there]) await subscribe(carol, token);
    const id = await idOf(there);
    await endSession(test.app, 1, dirk.number, id);
    expect(await areOpen(here, there)).toEqual([true, true]);
    expect(await endingStreams(carol, () => endSession(test.app, 1, carol.number, id))).toEqual([id]);
    expect(await areOpen(here, there)).toEqual([true, false]);
    expect(await subscriptions(carol)).toBe(1);
    expect(await count(carol)).toBe(2); // with that of sign-up
  });
});

describe("all sessions of a member", () => {
  const endOthers = ({ number }: Person, except: number | null) =>
    test.app.db.transaction((tx) => endOtherSessions(test.app, tx, 1, number, except));

  it("but one end, each with its stream and its pushes; those of others go on", async () => {
    const [elin, fay] = [await join(test, "elin"), await join(test, "fay")];
    await test.app.db.raw("delete from sessions where member_id = $1", [elin.number]);
    const [current, ...others] = [await open(elin), await open(elin), await open(elin)] as [string, string, string];
    const hers = await open(fay);
    for (const token of [current, ...others]) await subscribe(elin, token);
    const ids = await Promise.all(others.map(idOf));
    const except = await idOf(current);
    expect(await endingStreams(elin, () => endOthers(elin, except))).toEqual(ids.sort());
    expect(await areOpen(current, ...others, hers)).toEqual([true, false, false, true]);
    expect(await subscriptions(elin)).toBe(1);
  });

  it("end without exception, in one event for all streams", async () => {
    const [gil, hugo] = [await join(test, "gil"), await join(test, "hugo")];
    const [one, other, his] = [await open(gil), await open(gil), await open(hugo)];
    await subscribe(gil, one);
    expect(await endingStreams(gil, () => endOthers(gil, null))).toEqual([null]);
    expect(await areOpen(one, other, his)).toEqual([false, false, true]);
    expect([await subscriptions(gil), await count(gil)]).toEqual([0, 0]);
  });

  it("go on, and their streams, when the transaction that ends them fails", async () => {
    const ivan = await join(test, "ivan");
    const token = await open(ivan);
    const failing = () =>
      test.app.db
        .transaction(async (tx) => {
          await endOtherSessions(test.app, tx, 1, ivan.number, null);
          throw new Error("not now");
        })
        .catch(() => {});
    expect(await endingStreams(ivan, failing)).toEqual([]);
    expect(await areOpen(token)).toEqual([true]);
  });
});
