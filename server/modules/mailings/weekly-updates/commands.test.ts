/** The weekly update: who is in it, when it comes, and that a crash or a second job sends nothing twice. */
import type { SignupForm } from "@serenade/contract/account";
import { BlockApi, ProfileApi } from "@serenade/contract/members";
import { NotificationsApi } from "@serenade/contract/notifications";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type TestApp, testApp } from "../../../test/app.ts";
import { anotherName, join, type Person } from "../../../test/cast.ts";
import { restoreClock } from "../../../test/clock.ts";
import { BY_MAIL, clickUnsubscribe, countQueued, handsOf, mailsOf, switchKind } from "../../../test/mailings.ts";
import { ageOn } from "../../members/rules.ts";
import { refreshIndexes } from "../../search/index/queries.ts";
import { sendWeeklyUpdates } from "./commands.ts";

let test: TestApp;
let at: ReturnType<typeof handsOf>;
beforeAll(async () => {
  test = await testApp();
});
beforeEach(() => {
  at = handsOf(test);
});
afterEach(async () => {
  restoreClock();
  await test.app.db.raw("delete from notification_choices"); // members of one test receive nothing in the next
});
afterAll(() => test.close());

const UTRECHT = { country: "NL", countryregion: "NL-UT", city: "Utrecht" };
const GRONINGEN = { country: "NL", countryregion: "NL-GR", city: "Groningen" };
const man: Partial<SignupForm> = { gender: "man", looking_for: ["woman"], country: "NL", date_of_birth: "1988-01-01" };
const woman: Partial<SignupForm> = {
  gender: "woman",
  looking_for: ["man"],
  country: "NL",
  date_of_birth: "1990-01-01",
};
const from = async (person: Person, location: object) => {
  const { status } = await person.call(ProfileApi.change, { body: { location } as never });
  expect(status).toBe(200);
  return person;
};
const newMan = async (name: string, form: Partial<SignupForm> = {}, place = UTRECHT) =>
  from(await join(test, anotherName(name), { premium: true, form: { ...man, ...form } }), place);
/** A member for some days who wants the update; members who came before her are not new to her. */
async function reader(name: string): Promise<Person> {
  at(0, "00:00");
  await test.app.db.raw("update members set confirmed_at = confirmed_at - interval '60 days'");
  const person = await from(await join(test, anotherName(name), { form: woman }), UTRECHT);
  await switchKind(person, "weekly_updates");
  at(3, "11:00");
  return person;
}
async function updates(who: Person) {
  await refreshIndexes(test.app);
  await test.app.jobs.run("weekly-updates");
  return mailsOf(test, who, "weekly_updates");
}
const set = (who: Person, columns: string) =>
  test.app.db.raw(`update members set ${columns} where id = $1`, [who.number]);

describe("the weekly update", () => {
  it("names who is new near a member and fits both ways, with age and region, and no hidden member", async () => {
    const anna = await reader("anna");
    const bram = await newMan("bram");
    const others = {
      far: await newMan("far", {}, GRONINGEN),
      woman: await newMan("ella", { gender: "woman" }),
      elsewhere: await newMan("picky", { looking_for: ["man"] }),
      invisible: await newMan("ghost"),
      banned: await newMan("banned"),
      leaving: await newMan("leaving"),
      withdrawn: await newMan("silent"),
      fictional: await newMan("invented"),
      blocked: await newMan("blocked"),
      blocker: await newMan("blocker"),
      unconfirmed: await join(test, anotherName("unconfirmed"), { unconfirmed: true, form: man }),
    };
    await others.invisible.call(NotificationsApi.change, { body: { invisible: true } });
    await others.withdrawn.call(NotificationsApi.change, { body: { consent: false } });
    await anna.call(BlockApi.block, { body: { id: others.blocked.id } });
    await others.blocker.call(BlockApi.block, { body: { id: anna.id } });
    await set(others.banned, "banned_at = now()");
    await set(others.leaving, "leaving_at = now()");
    await set(others.fictional, "fictional = true");
    at(3, "12:00");
    const [mail, ...more] = await updates(anna);
    expect(more).toEqual([]);
    expect(mail!.subject).toBe("1 new member for you");
    expect(mail!.body_text).toContain(`${bram.name}, ${ageOn("1988-01-01", test.app.clock.iso())}`);
    expect(mail!.body_text).toContain("Utrecht");
    expect(mail!.body_html).toContain(`/members/${bram.id}"`);
    expect(mail!.body_text).not.toMatch(/\bkm\b|kilomet/);
    for (const { name } of Object.values(others)) expect(mail!.body_text).not.toContain(name);
  });

  it("comes once a week, only about those since the last, and not without new members", async () => {
    const carla = await reader("carla");
    await newMan("early");
    at(3, "12:00");
    const late = await newMan("late"); // a moment ago: the search does not know him yet
    expect(await updates(carla)).toHaveLength(1);
    at(10, "11:59");
    expect(await updates(carla)).toHaveLength(1);
    at(10, "12:00");
    const [, second] = await updates(carla);
    expect(second!.body_text).toContain(late.name);
    expect(second!.body_text).not.toContain("early");
    at(20, "11:00");
    expect(await updates(carla)).toHaveLength(2);
    await newMan("later"); // she was looked at today, so tomorrow
    at(20, "19:00");
    expect(await updates(carla)).toHaveLength(2);
    at(21, "11:00");
    expect(await updates(carla)).toHaveLength(3);
  });

  it("is for those who switched it on, by a link of its own off again, and the rest stays", async () => {
    const [dora, unasked] = [await reader("dora"), await join(test, anotherName("unasked"), { form: woman })];
    await switchKind(dora, "weekly_updates", { mail: true, push: true });
    await switchKind(dora, "news");
    await newMan("one");
    at(3, "12:00");
    const [mail] = await updates(dora);
    expect(await updates(unasked)).toEqual([]);
    expect(await clickUnsubscribe(test, mail!)).toBe(200);
    expect(await clickUnsubscribe(test, mail!)).toBe(200);
    const { kinds, disabled } = (await dora.call(NotificationsApi.read)).body.preferences;
    expect([kinds.weekly_updates, kinds.news, disabled]).toEqual([{ mail: false, push: true }, BY_MAIL, []]);
    at(12, "11:00");
    await newMan("two");
    at(12, "12:00");
    expect(await updates(dora)).toHaveLength(1);
  });

  it("is sent once by jobs that run at the same moment, and after one that died half way no member is left out", async () => {
    const readers = [await reader("ada"), await reader("bea"), await reader("cleo")];
    await newMan("uno");
    at(3, "12:00");
    await refreshIndexes(test.app);
    await test.app.db.raw(`create function refuse() returns trigger language plpgsql as
      'begin if new.member_id = ${readers[1]!.number} then raise exception ''died''; end if; return new; end'`);
    await test.app.db.raw(
      "create trigger refuse before insert on mail_outbox for each row when (new.kind = 'weekly_updates') execute function refuse()",
    );
    await expect(sendWeeklyUpdates(test.app)).rejects.toThrow("died");
    await test.app.db.raw("drop trigger refuse on mail_outbox");
    await Promise.all([sendWeeklyUpdates(test.app), sendWeeklyUpdates(test.app), sendWeeklyUpdates(test.app)]);
    for (const who of readers) expect(await mailsOf(test, who, "weekly_updates")).toHaveLength(1);
  });

  it("waits for nine o'clock in the member's zone, by the country or as their browser said", async () => {
    const [dutch, tokyo] = [await reader("dutch"), await reader("tokyo")];
    await test.app.db.raw("insert into swipe_players (site_id, member_id, time_zone) values (1, $1, 'Asia/Tokyo')", [
      tokyo.number,
    ]);
    await newMan("first");
    const got = async () => [(await updates(dutch)).length, (await updates(tokyo)).length];
    at(3, "23:59:59"); // night in both
    expect(await got()).toEqual([0, 0]);
    expect(await countQueued(test, dutch, "weekly_updates")).toBe(0); // in the morning there may be more to tell
    at(4, "00:00"); // nine in Tokyo
    expect(await got()).toEqual([0, 1]);
    at(4, "05:00");
    expect(await got()).toEqual([0, 1]);
    at(4, "11:00"); // noon in Amsterdam
    expect(await got()).toEqual([1, 1]);
    await newMan("second");
    at(11, "12:00"); // nine in the evening in Tokyo
    expect(await got()).toEqual([2, 1]);
    at(12, "11:59:59");
    expect(await got()).toEqual([2, 2]);
  });

  it("that was queued in the evening is held until the morning, and then names only who is still shown", async () => {
    const eva = await reader("eva");
    await test.app.db.raw("insert into swipe_players (site_id, member_id, time_zone) values (1, $1, 'Asia/Tokyo')", [
      eva.number,
    ]);
    const [stays, leaves] = [await newMan("stays"), await newMan("leaves")];
    at(4, "11:59:59");
    await refreshIndexes(test.app);
    await test.app.jobs.run("weekly-updates");
    at(4, "12:00");
    expect(await mailsOf(test, eva, "weekly_updates")).toEqual([]);
    await set(leaves, "leaving_at = now()");
    at(4, "23:59:59");
    expect(await mailsOf(test, eva, "weekly_updates")).toEqual([]);
    at(5, "00:00");
    const [mail] = await mailsOf(test, eva, "weekly_updates");
    expect(mail!.subject).toBe("1 new member for you");
    expect(mail!.body_text).toContain(stays.name);
    expect(mail!.body_text).not.toContain(leaves.name);
  });
});
