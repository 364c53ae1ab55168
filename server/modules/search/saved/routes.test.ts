import type { SignupForm } from "@serenade/contract/account";
import { BlockApi, ProfileApi } from "@serenade/contract/members";
import { SavedSearchApi } from "@serenade/contract/search";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestApp, testApp } from "../../../test/app.ts";
import { join, type Person } from "../../../test/cast.ts";
import { listSent } from "../../mail/queries.ts";
import { refreshIndexes } from "../index/queries.ts";

let test: TestApp;
beforeAll(async () => {
  test = await testApp();
});
afterAll(() => test.close());

const save = (person: Person, query: string, alert = true) =>
  person.call(SavedSearchApi.save, { body: { query, alert } });
const savedOf = async (person: Person) => (await person.call(SavedSearchApi.list)).body.searches;
const man: Partial<SignupForm> = { gender: "man", looking_for: ["woman"], country: "NL", date_of_birth: "1988-01-01" };
const mailsTo = async (person: Person) => {
  await refreshIndexes(test.app);
  await test.app.jobs.run("saved-searches");
  await test.app.drain();
  const sent = await listSent(test.app.db, 500);
  return sent.filter(
    ({ recipient, subject }) => recipient === person.email && /^New members for your search/.test(subject!),
  ).length;
};
const aDayLater = () => test.app.clock.advance(25 * 3_600);

describe("saved searches", () => {
  it("are stored once each, whatever the order of their filters, and can be deleted by their owner alone", async () => {
    const [anna, bram] = [await join(test, "anna"), await join(test, "bram")];
    await save(anna, "gender=man&interests=wine&interests=art&page=3");
    await save(anna, "?interests=art,wine&gender=man", false);
    expect(await savedOf(anna)).toMatchObject([{ query: "gender=man&interests=art,wine", alert: false }]);
    const [mine] = await savedOf(anna);
    await bram.call(SavedSearchApi.remove, { body: { id: mine!.id } });
    expect([await savedOf(bram), (await savedOf(anna)).length]).toEqual([[], 1]);
    expect((await anna.call(SavedSearchApi.remove, { body: { id: mine!.id } })).body.searches).toEqual([]);
  });

  it("are ten at most, also when saved concurrently; invalid searches are refused", async () => {
    const carol = await join(test, "carol");
    const answers = await Promise.all(Array.from({ length: 16 }, (_, n) => save(carol, `min_age=${20 + n}`)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
    expect(answers.find(({ status }) => status === 403)!.body.error).toBe("saved_search_limit");
    expect(await savedOf(carol)).toHaveLength(10);
    expect((await save(carol, "min_age=20", false)).status).toBe(200); // an existing one may change
    for (const wrong of ["gender=cat", "colour=red", "min_age=4"]) expect((await save(carol, wrong)).status).toBe(400);
  });

  it("send an email about a new match, once, at most daily, and about no other member", async () => {
    const dora = await join(test, "dora", { form: { country: "NL" } });
    await join(test, "before", { form: man });
    await save(dora, "gender=man&country=NL&mutual=true");
    const [away] = [await join(test, "away", { form: { ...man, country: "SE" } })];
    await aDayLater();
    expect(await mailsTo(dora)).toBe(0); // one was there before, the other is elsewhere
    await join(test, "fresh", { form: man });
    const foe = await join(test, "foe", { form: man });
    await dora.call(BlockApi.block, { body: { id: foe.id } });
    await join(test, "unproved", { unconfirmed: true, form: man });
    expect(await mailsTo(dora)).toBe(1);
    expect(await mailsTo(dora)).toBe(1);
    const mail = (await listSent(test.app.db, 500)).find(
      ({ recipient, subject }) => recipient === dora.email && /^New members for your search/.test(subject!),
    )!;
    expect(mail.subject).toBe("New members for your search: 1");
    expect(mail.body_text).toContain("/members?country=NL&gender=man&mutual=true");
    await join(test, "later", { form: man });
    expect(await mailsTo(dora)).toBe(1); // the day is not over
    await aDayLater();
    expect(await mailsTo(dora)).toBe(2);
    await away.call(ProfileApi.change, { body: { about: "still away" } });
    await aDayLater();
    expect(await mailsTo(dora)).toBe(2);
  });

  it("send nothing without an alert", async () => {
    const elin = await join(test, "elin", { form: { country: "NL" } });
    await save(elin, "gender=man", false);
    await join(test, "another", { form: man });
    await aDayLater();
    expect(await mailsTo(elin)).toBe(0);
  });
});
