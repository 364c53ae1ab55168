import { randomUUID } from "node:crypto";
import { ChatApi } from "@serenade/contract/chat";
import { LikesApi } from "@serenade/contract/likes";
import { MemberApi, ProfileApi } from "@serenade/contract/members";
import { NOTIFICATION_KINDS, NotificationsApi, type PreferencesChange } from "@serenade/contract/notifications";
import { PaymentApi } from "@serenade/contract/payments";
import { PhotoApi } from "@serenade/contract/photos";
import { SearchApi } from "@serenade/contract/search";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestApp, testApp } from "../../../test/app.ts";
import { join, type Person } from "../../../test/cast.ts";

let test: TestApp;
beforeAll(async () => {
  test = await testApp();
});
afterAll(() => test.close());

const read = async (person: Person) => (await person.call(NotificationsApi.read)).body.preferences;
const change = (person: Person, body: PreferencesChange) => person.call(NotificationsApi.change, { body });
const write = (from: Person, to: Person, message = "Good evening") =>
  from.call(ChatApi.send, { body: { client_id: randomUUID(), profile: to.id, message } });
const look = (viewer: Person, at: Person) => viewer.call(MemberApi.read, { query: { id: at.id } });
const mailsTo = async (person: Person, kind: string): Promise<number> => {
  const sql = "select count(*)::int as n from mail_outbox where recipient = $1 and kind = $2";
  return ((await test.app.db.raw(sql, [person.email, kind])).rows[0] as { n: number }).n;
};

describe("notification preferences", () => {
  it("are off by default where the law requires consent, and on elsewhere", async () => {
    const off = ["unread_message_reminders", "promotions", "weekly_updates", "news", "reminders"];
    for (const country of ["NL", "GB", "CH", "PL"] as const) {
      const { kinds } = await read(
        await join(test, `from ${country}`, { form: { email: `${country}@example.test`, country } }),
      );
      for (const kind of NOTIFICATION_KINDS) {
        const on = !off.includes(kind);
        expect([country, kind, kinds[kind]]).toEqual([country, kind, { mail: on, push: on }]);
      }
    }
    const { kinds } = await read(await join(test, "usa", { form: { country: "US" } }));
    expect(Object.values(kinds).every(({ mail, push }) => mail && push)).toBe(true);
  });

  // spec: 1.notification-settings
  it("are stored per kind; an unknown kind is refused", async () => {
    const anna = await join(test, "anna");
    await change(anna, { kinds: { news: { mail: true, push: false }, like: { mail: false, push: true } } });
    const { kinds } = await read(anna);
    expect([kinds.news, kinds.like]).toEqual([
      { mail: true, push: false },
      { mail: false, push: true },
    ]);
    expect(kinds.new_messages).toEqual({ mail: true, push: true });
    const wrong = await change(anna, { kinds: { gossip: { mail: true, push: true } } } as never);
    expect(wrong.status).toBe(400);
  });

  it("decide whether a first message is announced by email, and members online need none", async () => {
    const [away, deaf, here] = [await join(test, "away"), await join(test, "deaf"), await join(test, "here")];
    await change(deaf, { kinds: { new_conversations: { mail: false, push: true } } });
    const writer = await join(test, "bram", { premium: true, credits: 10 });
    await test.app.clock.advance(600);
    await test.app.db.raw("update member_search set last_active = $2 where member_id = $1", [
      here.number,
      test.app.clock.iso(),
    ]);
    for (const receiver of [away, deaf, here]) expect((await write(writer, receiver)).status).toBe(201);
    await write(writer, away, "and one more");
    const counts = [away, deaf, here].map((person) => mailsTo(person, "new_conversation"));
    expect(await Promise.all(counts)).toEqual([1, 0, 0]);
  });
});

describe("what others see", () => {
  it("read receipts are shown to premium members unless the reader hides them", async () => {
    const [carol, dirk] = [await join(test, "carol", { premium: true, credits: 5 }), await join(test, "dirk")];
    const { conversation: id, message } = (await write(carol, dirk)).body;
    await dirk.call(ChatApi.seen, { body: { id, message: message.id } });
    const isRead = async () => (await carol.call(ChatApi.read, { query: { id } })).body.messages[0]!.read;
    expect(await isRead()).toBe(true);
    expect((await change(dirk, { read_receipts: false })).body.preferences.read_receipts).toBe(false);
    expect(await isRead()).toBe(false);
    expect((await read(carol)).read_receipts).toBe(true);
  });

  // spec: 1.invisible-mode
  it("invisible is for premium members: not in search, not online, and they can still write", async () => {
    const free = await join(test, "freya");
    expect((await change(free, { invisible: true })).body.error).toBe("premium_only");
    const gina = await join(test, "gina", { premium: true, credits: 5, form: { country: "FI" } });
    const seeker = await join(test, "henk", { form: { gender: "man", looking_for: ["woman"] } });
    const found = async () =>
      (await seeker.call(SearchApi.list, { query: { gender: "woman", country: "FI" } })).body.results.map(
        ({ id }) => id,
      );
    expect(await found()).toEqual([gina.id]);
    expect((await look(seeker, gina)).body.profile.online).toBe(true);
    expect((await change(gina, { invisible: true })).body.preferences.invisible).toBe(true);
    await gina.call(ProfileApi.change, { body: { about: "A change of the profile does not bring her back." } });
    expect(await found()).toEqual([]);
    expect((await look(seeker, gina)).body.profile.online).toBe(false);
    expect((await write(gina, seeker)).status).toBe(201);
    await change(gina, { invisible: false });
    expect(await found()).toEqual([gina.id]);
  });

  it("withdrawn consent hides the profile and deletes the answer; renewing restores the rest", async () => {
    const ines = await join(test, "ines", { form: { country: "SE" } });
    const viewer = await join(test, "jonas", { form: { gender: "man", looking_for: ["woman"] } });
    await ines.call(ProfileApi.change, { body: { attributes: { sexuality: "bi" } } });
    expect((await look(viewer, ines)).status).toBe(200);
    expect((await change(ines, { consent: false })).body.preferences.consent).toBe(false);
    expect((await look(viewer, ines)).status).toBe(404);
    const query = { gender: "woman", country: "SE" } as const;
    expect((await viewer.call(SearchApi.list, { query })).body.results).toEqual([]);
    expect((await write(viewer, ines)).body.error).toBe("not_confirmed");
    expect((await ines.call(ProfileApi.read)).body.profile.attributes.sexuality).toBeNull();
    await change(ines, { consent: true });
    expect((await look(viewer, ines)).status).toBe(200);
  });
});

describe("who may write first", () => {
  const man = { gender: "man", looking_for: ["woman"] } as const;
  const receiver = async (name: string, write_first: PreferencesChange["write_first"]) => {
    const person = await join(test, name, { form: { date_of_birth: "1990-05-05" } });
    await change(person, { write_first });
    return person;
  };

  it("members I like: others are refused, without a charge and without storing the message", async () => {
    const kate = await receiver("kate", "liked");
    const liam = await join(test, "liam", { form: { ...man, looking_for: ["woman"] } });
    const refused = await write(liam, kate);
    expect([refused.status, refused.body.error]).toEqual([403, "write_first_liked"]);
    expect(refused.body.message).toContain("Kate");
    const rows = await test.app.db.raw("select 1 from conversations where $1 in (a_id, b_id)", [liam.number]);
    expect(rows.rows).toEqual([]);
    await kate.call(LikesApi.like, { body: { id: liam.id } });
    const sent = await write(liam, kate);
    expect([sent.status, sent.body.credits]).toEqual([201, 1]);
  });

  it("with a photo: a confirmed address and a photo", async () => {
    const mary = await receiver("mary", "photo");
    const [bare, pictured] = [
      await join(test, "bare", { form: { ...man, looking_for: ["woman"] } }),
      await join(test, "noah", { form: { ...man, looking_for: ["woman"] } }),
    ];
    const picture = await sharp({ create: { width: 500, height: 600, channels: 3, background: "#b06a3c" } })
      .jpeg()
      .toBuffer();
    await pictured.upload(PhotoApi.upload, picture);
    await test.app.jobs.run("photos");
    expect((await write(bare, mary)).body.error).toBe("write_first_photo");
    expect((await write(pictured, mary)).status).toBe(201);
  });

  it("who fits my search: gender and age both; an answer in a conversation is always allowed", async () => {
    const nora = await receiver("nora", "search");
    await nora.call(ProfileApi.change, { body: { looking_for: ["man"], seek_min_age: 30, seek_max_age: 40 } });
    const old = await join(test, "old", { form: { ...man, looking_for: ["woman"], date_of_birth: "1960-01-01" } });
    const woman = await join(test, "wanda", {
      form: { gender: "woman", looking_for: ["woman"], date_of_birth: "1991-01-01" },
    });
    const fits = await join(test, "fits", { form: { ...man, looking_for: ["woman"], date_of_birth: "1991-01-01" } });
    expect((await write(old, nora)).body.error).toBe("write_first_search");
    expect((await write(woman, nora)).body.error).toBe("write_first_search");
    expect((await write(fits, nora)).status).toBe(201);
    const first = await write(nora, old);
    expect(first.status).toBe(201);
    const body = { client_id: randomUUID(), id: first.body.conversation, message: "Thank you" };
    expect((await old.call(ChatApi.send, { body })).status).toBe(201);
  });
});

describe("the spending limit", () => {
  const order = (person: Person, bundle: "p0" | "p1" | "p2" = "p1") =>
    person.call(PaymentApi.start, { body: { bundle, paymentmethod: "card" } });

  it("refuses orders above it, with the amounts, and counts pending payments", async () => {
    const olga = await join(test, "olga");
    await change(olga, { spending_limit: 3_000 });
    expect((await order(olga)).status).toBe(201); // 24.99, unpaid so far
    const refused = await order(olga, "p0");
    expect([refused.status, refused.body.error]).toEqual([403, "spending_limit"]);
    expect(refused.body.message).toMatch(/30\.00.*5\.01/);
    expect((await read(olga)).spending).toMatchObject({ currency: "EUR", limit: 3_000, next: null, spent: 2_499 });
  });

  it("holds for two concurrent orders", async () => {
    const pia = await join(test, "pia");
    await change(pia, { spending_limit: 3_000 });
    const answers = await Promise.all(Array.from({ length: 6 }, () => order(pia)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 403, 403, 403, 403, 403]);
  });

  it("is lowered immediately, and raised only after 24 hours, however often requested", async () => {
    const quinn = await join(test, "quinn");
    await change(quinn, { spending_limit: 5_000 });
    expect((await change(quinn, { spending_limit: 1_000 })).body.preferences.spending).toMatchObject({
      limit: 1_000,
      next: null,
    });
    expect((await order(quinn)).status).toBe(403);
    const raised = (await change(quinn, { spending_limit: null })).body.preferences.spending;
    expect(raised).toMatchObject({ limit: 1_000, next: { limit: null } });
    await test.app.clock.advance(12 * 3_600);
    const again = (await change(quinn, { spending_limit: null })).body.preferences.spending;
    expect(again.next).toEqual(raised.next); // the waiting period does not restart
    await test.app.clock.advance(12 * 3_600 - 60);
    expect((await order(quinn)).status).toBe(403);
    await test.app.clock.advance(120);
    expect((await order(quinn)).status).toBe(201);
    expect((await read(quinn)).spending).toMatchObject({ limit: null, next: null });
  });

  it("is not lifted by moving to a country with another currency, and restarts with the month", async () => {
    const rita = await join(test, "rita");
    await change(rita, { spending_limit: 2_499 });
    await rita.call(ProfileApi.change, { body: { location: { country: "DK", countryregion: "DK-84", city: "" } } });
    expect((await read(rita)).spending).toMatchObject({ currency: "DKK", limit: 18_500 });
    expect((await order(rita, "p1")).status).toBe(201);
    expect((await order(rita, "p0")).status).toBe(403);
    const now = test.app.clock.now();
    const rest = (Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1) - now.getTime()) / 1000;
    for (const half of [rest / 2, rest / 2 + 60]) {
      await test.app.clock.advance(Math.ceil(half));
      await read(rita); // a session that is used lasts
    }
    expect((await read(rita)).spending).toMatchObject({ limit: 18_500, spent: 0 });
    expect((await order(rita, "p1")).status).toBe(201);
  });

  it("is an amount: negative, broken and endless ones are refused", async () => {
    const sven = await join(test, "sven");
    for (const wrong of [-1, 1.5, 10_000_000, "50"]) {
      expect((await change(sven, { spending_limit: wrong } as never)).status).toBe(400);
    }
    expect((await change(sven, { spending_limit: 0 })).status).toBe(200);
    expect((await order(sven, "p0")).body.error).toBe("spending_limit");
  });
});
