/** Promotions and news: who receives them, once, a promotion a week at most. */
import { UserApi } from "@serenade/contract/account";
import type { Country } from "@serenade/contract/locales";
import { NotificationsApi } from "@serenade/contract/notifications";
import { PaymentApi } from "@serenade/contract/payments";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type TestApp, testApp } from "../../../test/app.ts";
import { anotherName, join, type Person } from "../../../test/cast.ts";
import { restoreClock } from "../../../test/clock.ts";
import { BY_MAIL, clickUnsubscribe, countQueued, handsOf, mailsOf, switchKind } from "../../../test/mailings.ts";
import { openBrowser, openPushService } from "../../../test/push-service.ts";
import {
  activateCampaign,
  addCode,
  createCampaign,
  endCampaign,
  generateCodes,
  type NewCampaign,
} from "../../discounts/campaigns/commands.ts";
import { publishPage, removePage } from "../../pages/commands.ts";
import { getSite } from "../../site/queries.ts";
import { announce, sendAnnouncements } from "./commands.ts";
import { countReach, listAnnouncements, type Subject } from "./queries.ts";

let service: Awaited<ReturnType<typeof openPushService>>;
let test: TestApp;
let at: ReturnType<typeof handsOf>;
beforeAll(async () => {
  service = await openPushService();
  test = await testApp({ PUSH_TEST_HOST: service.host });
});
beforeEach(() => {
  at = handsOf(test);
  at(2, "12:00");
});
afterEach(async () => {
  restoreClock();
  service.pushed.length = 0;
  // members of one test receive nothing in the next
  await test.app.db.raw("delete from notification_choices");
  await test.app.db.raw("update members set country = 'NL'");
  await test.app.db.raw("delete from announcements");
});
afterAll(async () => {
  await test.close();
  await service.close();
});

const DAY = 86_400;
const TERMS: Omit<NewCampaign, "starts" | "ends"> = {
  name: "Spring",
  percent: 20,
  amount: null,
  currency: null,
  minimumOrder: 0,
  country: null,
  paymentmethods: null,
  maxUses: null,
  maxSpent: null,
};
let made = 0;
async function campaign(terms: Partial<NewCampaign> = {}, member: number | null = null) {
  const window = { starts: test.app.clock.in(-DAY), ends: test.app.clock.in(30 * DAY) };
  const id = await createCampaign(test.app, 1, { ...TERMS, ...window, ...terms });
  const code = await addCode(test.app, 1, id, { code: `spring-${++made}`, member });
  await activateCampaign(test.app, 1, id);
  return { id, code };
}
const reader = async (name: string, kind: "promotions" | "news", country: Country = "NL") => {
  const who = await join(test, anotherName(name), { form: { country } });
  await switchKind(who, kind);
  return who;
};
const promotion = (subject: string): Subject => ({ kind: "promotions", subject });
const news = (subject: string): Subject => ({ kind: "news", subject });
const run = () => test.app.jobs.run("announcements");
const offers = (who: Person) => mailsOf(test, who, "promotions");
const stories = (who: Person) => mailsOf(test, who, "news");
const reach = async (subject: Subject) => countReach(test.app, await getSite(test.app, 1), subject);

describe("a promotion", () => {
  it("is for those with consent who can use the code: by country, by currency, not used yet", async () => {
    const [anna, dane, paid] = [
      await reader("anna", "promotions"),
      await reader("dane", "promotions", "DK"),
      await reader("paid", "promotions"),
    ];
    const [unasked, american, off] = [
      await join(test, anotherName("unasked")),
      await join(test, anotherName("american"), { form: { country: "US" } }),
      await reader("off", "promotions", "US"),
    ];
    await switchKind(off, "promotions", { mail: false, push: false });
    const { code } = await campaign();
    const { body } = await paid.call(PaymentApi.start, {
      body: { bundle: "p1", paymentmethod: "card", discountcode: code },
    });
    expect(body.transaction.total.amount).toBe(1_999);
    expect(await reach(promotion(code))).toEqual({ mail: 3, push: 0, night: 1, waiting: 0 });
    expect(await announce(test.app, 1, promotion(` ${code.toLowerCase()}`))).toBe(true);
    expect(await announce(test.app, 1, promotion(code))).toBe(false);
    await run();
    const [mail] = await offers(anna);
    expect(await countQueued(test, american, "promotions")).toBe(0);
    at(2, "20:00"); // day in every zone of the United States
    await run();
    expect(mail!.subject).toBe("20% off credits");
    expect(mail!.body_text).toContain(code);
    expect(mail!.body_html).toContain(`/credits?discountcode=${code}&amp;lang=en`);
    const counts = [];
    for (const who of [anna, dane, american, paid, unasked, off]) counts.push((await offers(who)).length);
    expect(counts).toEqual([1, 1, 1, 0, 0, 0]);
    await run();
    expect(await offers(anna)).toHaveLength(1);
    const [listed] = await listAnnouncements(test.app.db, 1, 1);
    expect(listed).toMatchObject({ kind: "promotions", subject: code, sent: 3 });
    await test.app.db.raw("delete from mailing_pauses");
    const crowns = await campaign({ percent: null, amount: 5_000, currency: "DKK", minimumOrder: 10_000 });
    expect(await reach(promotion(crowns.code))).toMatchObject({ mail: 1 });
    const home = await campaign({ country: "NL" });
    expect(await reach(promotion(home.code))).toMatchObject({ mail: 2 });
  });

  it("is refused for a draft, an ended code, one of a single member, for a single use, or none", async () => {
    const [mine, ended] = [await campaign({}, 7), await campaign()];
    await endCampaign(test.app, 1, ended.id);
    const draft = await createCampaign(test.app, 1, {
      ...TERMS,
      starts: test.app.clock.in(-DAY),
      ends: test.app.clock.in(DAY),
    });
    const early = await addCode(test.app, 1, draft, { code: "TOO-EARLY" });
    const { id } = await campaign();
    const [single] = await generateCodes(test.app, 1, id, { count: 1, prefix: "one" });
    for (const code of [mine.code, ended.code, early, single!, "NOTHING", "TIMEBONUS25"])
      await expect(announce(test.app, 1, promotion(code))).rejects.toMatchObject({ code: "code_not_found" });
  });

  it("comes once in seven days, whichever codes and however many jobs at the same moment", async () => {
    const bea = await reader("bea", "promotions");
    const codes = [await campaign(), await campaign(), await campaign()];
    for (const { code } of codes) await announce(test.app, 1, promotion(code));
    await Promise.all([1, 2, 3, 4].map(() => sendAnnouncements(test.app)));
    expect(await offers(bea)).toHaveLength(1);
    at(4, "12:00");
    await run();
    expect(await offers(bea)).toHaveLength(1);
    const next = await campaign();
    at(9, "11:59");
    await announce(test.app, 1, promotion(next.code));
    expect(await reach(promotion(next.code))).toMatchObject({ mail: 0, waiting: 1 });
    await run();
    expect(await offers(bea)).toHaveLength(1);
    at(9, "12:00"); // her week is over, and the announcement still runs
    await run();
    expect((await offers(bea))[1]!.body_text).toContain(next.code);
  });

  it("that is held until the morning is not sent to those who used the code or switched it off meanwhile", async () => {
    const [cleo, used, off] = [
      await reader("cleo", "promotions"),
      await reader("used", "promotions"),
      await reader("off", "promotions"),
    ];
    const all = [cleo, used, off];
    for (const who of all)
      await test.app.db.raw("insert into swipe_players (site_id, member_id, time_zone) values (1, $1, 'Asia/Tokyo')", [
        who.number,
      ]);
    const { code } = await campaign();
    await announce(test.app, 1, promotion(code));
    at(3, "11:59:59");
    await run();
    at(3, "12:00");
    for (const who of all) expect(await offers(who)).toEqual([]);
    const order = { bundle: "p1", paymentmethod: "card", discountcode: code } as const;
    expect((await used.call(PaymentApi.start, { body: order })).status).toBe(201);
    await switchKind(off, "promotions", { mail: false, push: true });
    at(4, "00:00");
    const counts = [];
    for (const who of all) counts.push((await offers(who)).length);
    expect(counts).toEqual([1, 0, 0]);
    // the seven days count from the morning: the evening before is one too early
    const next = await campaign();
    at(10, "11:59:59");
    await announce(test.app, 1, promotion(next.code));
    await run();
    at(11, "00:00");
    await run();
    expect((await offers(cleo)).map(({ body_text }) => body_text.includes(next.code))).toEqual([false, true]);
    const { rows } = await test.app.db.raw("select max(created_at) as queued from mail_outbox where member_id = $1", [
      cleo.number,
    ]);
    expect(new Date((rows[0] as { queued: string }).queued).getUTCHours()).toBe(0);
  });
});

describe("news", () => {
  const page = (token: string, locale: "en" | "de", title: string, markdown: string) =>
    publishPage(test.app, 1, { token, locale, title, description: "", markdown, footer: false });

  it("is the page's title and first paragraph, in the member's language where the page has it", async () => {
    const [emma, otto, lena] = [
      await reader("emma", "news"),
      await reader("otto", "news", "DE"),
      await reader("lena", "news", "FR"),
    ];
    await otto.call(UserApi.language, { body: { language: "de" } });
    await lena.call(UserApi.language, { body: { language: "fr" } });
    await page("gifts", "en", "Gifts are here", "## What\n\nYou can send **gifts** on {site}.\n\nMore.");
    await page("gifts", "de", "Geschenke sind da", "Auf {site} kannst du Geschenke schicken.");
    expect(await reach(news("gifts"))).toEqual({ mail: 3, push: 0, night: 0, waiting: 0 });
    expect(await announce(test.app, 1, news("gifts"))).toBe(true);
    const late = await reader("late", "news");
    await Promise.all([sendAnnouncements(test.app), sendAnnouncements(test.app)]);
    const { settings } = await getSite(test.app, 1);
    const [english, ...more] = await stories(emma);
    expect(more).toEqual([]);
    expect(english!.subject).toBe("Gifts are here");
    expect(english!.body_text).toContain(`You can send gifts on ${settings.name}.`);
    expect(english!.body_text).not.toContain("More.");
    expect(english!.body_html).toContain("/gifts?lang=en");
    const [german] = await stories(otto);
    expect(german).toMatchObject({ subject: "Geschenke sind da" });
    expect(german!.body_html).toContain("Weiterlesen");
    expect((await stories(lena))[0]!.subject).toBe("Gifts are here");
    expect(late.number).toBeGreaterThan(emma.number);
    await clickUnsubscribe(test, english!);
    const { kinds } = (await emma.call(NotificationsApi.read)).body.preferences;
    expect(kinds.news).toEqual({ mail: false, push: false });
    at(20, "12:00");
    expect(await announce(test.app, 1, news("gifts"))).toBe(true); // the page changed, say
    await run();
    expect([(await stories(emma)).length, (await stories(otto)).length]).toEqual([1, 2]);
  });

  it("is refused for a built-in page or none, and ends when the page is removed or its days are over", async () => {
    for (const token of ["terms", "nothing"])
      await expect(announce(test.app, 1, news(token))).rejects.toMatchObject({ code: "not_found" });
    const [fia, gro] = [await reader("fia", "news"), await reader("gro", "news")];
    await page("short", "en", "Short", "Gone soon.");
    await page("long", "en", "Long", "Here to stay.");
    for (const token of ["short", "long"]) await announce(test.app, 1, news(token));
    await removePage(test.app, 1, "short");
    await run();
    expect((await stories(fia)).map(({ subject }) => subject)).toEqual(["Long"]);
    await test.app.db.raw("delete from announcement_deliveries where member_id = $1", [gro.number]);
    at(5, "12:00");
    await run();
    expect(await stories(gro)).toHaveLength(1);
    await test.app.jobs.run("sweep");
    const { rows } = await test.app.db.raw("select count(*)::int as n from announcement_deliveries");
    expect(rows).toEqual([{ n: 0 }]);
    const listed = await listAnnouncements(test.app.db, 1, 10);
    expect(listed.find(({ subject }) => subject === "long")!.sent).toBe(1);
  });

  it("by push says the same, shortly, in the daytime only and not later than the evening", async () => {
    const hans = await reader("hans", "news", "DE");
    await hans.call(UserApi.language, { body: { language: "de" } });
    await switchKind(hans, "news", { mail: false, push: true });
    const browser = openBrowser(service.host);
    await hans.call(UserApi.push, { query: { push: "1" }, body: { subscription: browser.subscription } });
    await test.app.db.raw("insert into swipe_players (site_id, member_id, time_zone) values (1, $1, 'Asia/Tokyo')", [
      hans.number,
    ]);
    await page("songs", "de", "Lieder im Chat", "Jetzt auch mit Liedern.");
    await announce(test.app, 1, news("songs"));
    const pushed = async () => {
      await test.app.jobs.run("push");
      return service.pushed.filter(({ path }) => path === browser.path);
    };
    at(3, "11:59:50");
    await run();
    at(3, "12:00:01");
    expect(await pushed()).toEqual([]);
    at(3, "23:59:59");
    expect(await pushed()).toEqual([]);
    at(4, "00:00:00");
    const [got, ...more] = await pushed();
    expect(more).toEqual([]);
    expect(got!.headers).toMatchObject({ urgency: "normal", ttl: String(12 * 3_600) });
    expect(browser.read(got!.body)).toMatchObject({
      title: "Lieder im Chat",
      body: expect.stringContaining("Lies auf"),
      url: "/songs?lang=de",
      lang: "de",
    });
    expect(await stories(hans)).toEqual([]);
  });

  it("that was queued is not pushed to those who switched it off meanwhile", async () => {
    const [iris, jan] = [await reader("iris", "news"), await reader("jan", "news")];
    const browsers = [];
    for (const who of [iris, jan]) {
      await switchKind(who, "news", { mail: true, push: true });
      const browser = openBrowser(service.host);
      await who.call(UserApi.push, { query: { push: "1" }, body: { subscription: browser.subscription } });
      browsers.push(browser);
    }
    await page("plays", "en", "Plays", "On stage.");
    await announce(test.app, 1, news("plays"));
    await run();
    await switchKind(jan, "news", BY_MAIL);
    at(2, "12:01");
    await test.app.jobs.run("push");
    expect(browsers.map(({ path }) => service.pushed.filter((one) => one.path === path).length)).toEqual([1, 0]);
    expect([(await stories(iris)).length, (await stories(jan)).length]).toEqual([1, 1]);
  });
});
