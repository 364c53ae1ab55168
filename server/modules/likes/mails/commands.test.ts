/** A mail about new likes, once until the member is here again (product.md 8). */
import { UserApi } from "@serenade/contract/account";
import { LikesApi } from "@serenade/contract/likes";
import { BlockApi, MemberApi } from "@serenade/contract/members";
import { NotificationsApi } from "@serenade/contract/notifications";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type TestApp, testApp } from "../../../test/app.ts";
import { join, PASSWORD, type Person } from "../../../test/cast.ts";
import { stopMails } from "../../mail/suppressions/commands.ts";

let test: TestApp;
beforeAll(async () => {
  test = await testApp();
});
afterAll(() => test.close());

const QUARTER = 15 * 60;
const like = (liker: Person, liked: Person) => liker.call(LikesApi.like, { body: { id: liked.id } });

/** Mails that a member was sent so far, after the job has run. */
async function mails(who: Person) {
  await test.app.jobs.run("like-mails");
  await test.app.drain();
  const { rows } = await test.app.db.raw(
    "select body_text from mail_outbox where member_id = $1 and kind = 'new_likes' and sent_at is not null order by id",
    [who.number],
  );
  return (rows as { body_text: string }[]).map(({ body_text }) => body_text);
}

it("counts the likes since the last visit, comes a quarter of an hour later and once until the next", async () => {
  const [anna, bram, carl] = await Promise.all(["anna", "bram", "carl"].map((name) => join(test, name)));
  await like(bram!, anna!);
  await test.app.clock.advance(QUARTER - 60);
  expect(await mails(anna!)).toEqual([]);
  await like(carl!, anna!);
  await test.app.clock.advance(120);
  const [mail, ...more] = await mails(anna!);
  expect(mail).toContain("2 people on Serenade like you.");
  expect(mail).toContain("/likes?lang=en");
  expect(mail).not.toMatch(/Bram|Carl/);
  expect(more).toEqual([]);
  await like(await join(test, "dora"), anna!);
  await test.app.clock.advance(QUARTER + 60);
  expect(await mails(anna!)).toHaveLength(1);
  await anna!.call(UserApi.login, { body: { email: anna!.email, password: PASSWORD } });
  await like(await join(test, "elly"), anna!);
  await test.app.clock.advance(QUARTER + 60);
  const [, second] = await mails(anna!);
  expect(second).toContain("Someone on Serenade likes you.");
});

it("does not come for a like that was seen or taken back, across a block, after a stop, or where its switch is off", async () => {
  const fan = await join(test, "fan");
  const names = ["seer", "taken", "blocker", "stopped", "silent"] as const;
  const [seer, taken, blocker, stopped, silent] = (await Promise.all(names.map((name) => join(test, name)))) as [
    Person,
    Person,
    Person,
    Person,
    Person,
  ];
  await silent.call(NotificationsApi.change, { body: { kinds: { like: { mail: false, push: true } } } });
  await stopMails(test.app, { site: 1, member: stopped.number }, "listunsubscribe");
  for (const one of [seer, taken, blocker, stopped, silent]) await like(fan, one);
  await seer.call(MemberApi.read, { query: { id: fan.id } });
  await fan.call(LikesApi.unlike, { body: { id: taken.id } });
  await blocker.call(BlockApi.block, { body: { id: fan.id } });
  await test.app.clock.advance(QUARTER + 60);
  for (const one of [seer, taken, blocker, stopped, silent]) expect(await mails(one)).toEqual([]);
});
