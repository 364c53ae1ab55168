/** Reminders of an unfinished profile: what they name, how often they come. */
import { SignupApi } from "@serenade/contract/account";
import { ProfileApi } from "@serenade/contract/members";
import { PhotoApi } from "@serenade/contract/photos";
import sharp from "sharp";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { type TestApp, testApp } from "../../../test/app.ts";
import { anotherName, join, type Person } from "../../../test/cast.ts";
import { restoreClock } from "../../../test/clock.ts";
import { countQueued, handsOf, mailsOf, switchKind } from "../../../test/mailings.ts";
import { stopMails } from "../../mail/suppressions/commands.ts";
import { remindOfLacks } from "./commands.ts";

let test: TestApp;
let at: ReturnType<typeof handsOf>;
beforeAll(async () => {
  test = await testApp();
  at = handsOf(test);
});
afterEach(restoreClock);
afterAll(() => test.close());

async function newcomer(name: string): Promise<Person> {
  at(0, "12:00");
  const person = await join(test, anotherName(name));
  await switchKind(person, "reminders");
  return person;
}
async function reminders(who: Person) {
  await test.app.jobs.run("reminders");
  return mailsOf(test, who, "reminders");
}
/** Where the mail's list leads. */
const placesIn = ({ body_html }: { body_html: string }) =>
  [...new Set([...body_html.matchAll(/href="http[^"]*?\/(profile|complete-signup)\?lang=en(#\w+)?"/g)])].map(
    ([, page, section = ""]) => page + section,
  );
const change = (who: Person, body: object) => who.call(ProfileApi.change, { body: body as never });

it("names what is missing, each with its place: three days after sign-up, and not before", async () => {
  const anna = await newcomer("anna");
  at(3, "11:59:59");
  expect(await reminders(anna)).toEqual([]);
  at(3, "12:00");
  const [mail, ...more] = await reminders(anna);
  expect(more).toEqual([]);
  expect(mail!.subject).toBe("Your profile isn’t finished yet");
  expect(new Set(placesIn(mail!))).toEqual(
    new Set(["complete-signup", "profile#photos", "profile#about", "profile#interests"]),
  );
});

it("leaves out what is there: words, interests, a finished sign-up, a photo that is still being checked", async () => {
  const [bea, cora] = [await newcomer("bea"), await newcomer("cora")];
  const photo = await sharp({ create: { width: 400, height: 500, channels: 3, background: "#446688" } })
    .jpeg()
    .toBuffer();
  for (const who of [bea, cora]) {
    await change(who, { about: "I sing in a choir." });
    await change(who, { interests: ["wine"] });
    await who.call(SignupApi.step, { body: { step: null } });
  }
  await cora.upload(PhotoApi.upload, photo);
  at(4, "12:00");
  expect(new Set(placesIn((await reminders(bea))[0]!))).toEqual(new Set(["profile#photos"]));
  expect(await reminders(cora)).toEqual([]);
});

it("comes once a month at most, and twice at most for the same thing", async () => {
  const dora = await newcomer("dora");
  await change(dora, { about: "Late, but thorough." });
  const counts: number[] = [];
  for (const day of [3, 20, 32, 33, 70, 150]) {
    at(day, "12:00");
    counts.push((await reminders(dora)).length);
  }
  expect(counts).toEqual([1, 1, 1, 2, 2, 2]);
  // it lacks something new: a first time for that alone
  await test.app.db.raw("update member_details set about = '' where member_id = $1", [dora.number]);
  at(151, "12:00");
  const third = (await reminders(dora))[2]!;
  expect(new Set(placesIn(third))).toEqual(new Set(["profile#about"]));
});

it("is not for the unasked, the stopped or the unconfirmed; and parallel jobs count as one", async () => {
  const [emma, stopped] = [await newcomer("emma"), await newcomer("stopped")];
  const [unasked, open] = [
    await join(test, anotherName("unasked")),
    await join(test, anotherName("open"), { unconfirmed: true }),
  ];
  await switchKind(open, "reminders");
  await stopMails(test.app, { site: 1, member: stopped.number }, "bounce");
  at(5, "12:00");
  await Promise.all([remindOfLacks(test.app), remindOfLacks(test.app)]);
  expect(await reminders(emma)).toHaveLength(1);
  for (const who of [stopped, unasked, open]) expect(await countQueued(test, who, "reminders")).toBe(0);
  const { rows } = await test.app.db.raw("select distinct times from reminded_lacks where member_id = $1", [
    emma.number,
  ]);
  expect(rows).toEqual([{ times: 1 }]);
});

it("that waits for the morning leaves out what was filled in meanwhile, and is not sent when nothing is left", async () => {
  const [fia, gro] = [await newcomer("fia"), await newcomer("gro")];
  for (const who of [fia, gro]) {
    await test.app.db.raw("insert into swipe_players (site_id, member_id, time_zone) values (1, $1, 'Asia/Tokyo')", [
      who.number,
    ]);
    await change(who, { about: "Morning person." });
    await who.call(SignupApi.step, { body: { step: null } });
  }
  await change(gro, { interests: ["tea"] });
  at(3, "23:59:59");
  await test.app.jobs.run("reminders");
  expect(await countQueued(test, fia, "reminders")).toBe(0);
  at(4, "11:59:59");
  await test.app.jobs.run("reminders");
  at(4, "12:00");
  expect(await mailsOf(test, fia, "reminders")).toEqual([]);
  await change(fia, { interests: ["tea"] });
  await test.app.db.raw(
    "insert into photos (site_id, id, member_id, files, position, status, width, height, created_at) values (1, 77, $1, 'x', 0, 'pending', 1, 1, now())",
    [gro.number],
  );
  at(5, "00:00");
  expect(placesIn((await mailsOf(test, fia, "reminders"))[0]!)).toContain("profile#photos");
  expect(placesIn((await mailsOf(test, fia, "reminders"))[0]!)).not.toContain("profile#interests");
  expect(await mailsOf(test, gro, "reminders")).toEqual([]);
});
