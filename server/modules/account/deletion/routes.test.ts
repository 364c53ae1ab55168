import { randomUUID } from "node:crypto";
import { UserApi } from "@serenade/contract/account";
import { ChatApi, ChatsApi } from "@serenade/contract/chat";
import { CreditsApi } from "@serenade/contract/credits";
import { DiscountApi } from "@serenade/contract/discounts";
import { LikesApi } from "@serenade/contract/likes";
import { BlockApi, MemberApi } from "@serenade/contract/members";
import { PaymentApi } from "@serenade/contract/payments";
import { PhotoApi } from "@serenade/contract/photos";
import { SearchApi } from "@serenade/contract/search";
import { DepartureApi, PasswordApi } from "@serenade/contract/security";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestApp, testApp } from "../../../test/app.ts";
import { join, newestMail, PASSWORD, type Person } from "../../../test/cast.ts";
import { banAccount } from "../commands.ts";

let test: TestApp;
beforeAll(async () => {
  test = await testApp();
});
afterAll(() => test.close());

const leave = (person: Pick<Person, "call">, password = PASSWORD) =>
  person.call(DepartureApi.leave, { body: { password, reason: "pause" } });
const back = (token: string, client = test.client()) => client.call(DepartureApi.back, { body: { token } });
const logIn = (email: string, client = test.client()) =>
  client.call(UserApi.login, { body: { email, password: PASSWORD } });
const send = (from: Person, to: { id: Person["id"] } | { conversation: string }) =>
  from.call(ChatApi.send, {
    body: {
      client_id: randomUUID(),
      message: "good evening",
      ...("id" in to ? { profile: to.id } : { id: to.conversation as never }),
    },
  });

/** Two members who match and talk, and a third without a relation to them. */
async function company(name: string, country: "PL" | "FI" | "IT") {
  const form = { country, gender: "woman" as const, looking_for: ["man" as const], date_of_birth: "1990-05-05" };
  const one = await join(test, name, { credits: 20, premium: true, form });
  const friend = await join(test, `${name}friend`, {
    credits: 20,
    premium: true,
    form: { ...form, gender: "man", looking_for: ["woman"] },
  });
  const third = await join(test, `${name}third`, { credits: 20, premium: true, form });
  const photo = await sharp({ create: { width: 400, height: 500, channels: 3, background: "#446688" } })
    .jpeg()
    .toBuffer();
  await one.upload(PhotoApi.upload, photo);
  await test.app.jobs.run("photos");
  await one.call(LikesApi.like, { body: { id: friend.id } });
  await friend.call(LikesApi.like, { body: { id: one.id } });
  const { conversation } = (await send(one, friend)).body;
  return { one, friend, third, conversation };
}

/** Every view that others have of a member. */
async function traces({ one, friend, third, conversation }: Awaited<ReturnType<typeof company>>) {
  const found = async (person: Person) =>
    (await person.call(SearchApi.list, { query: { gender: "woman" } })).body.results.some(({ id }) => id === one.id);
  const { profiles, liked_by } = (await friend.call(LikesApi.list)).body;
  const { chats, unread_total, new_likes_total } = (await friend.call(ChatsApi.list)).body;
  return {
    search: await found(third),
    profile: (await third.call(MemberApi.read, { query: { id: one.id } })).status,
    related: (await friend.call(MemberApi.read, { query: { id: third.id } })).body.related.some(
      ({ id }) => id === one.id,
    ),
    liked: [...profiles, ...liked_by].some(({ id }) => id === one.id),
    chats: chats.length,
    unread: unread_total,
    likes: new_likes_total,
    reading: (await friend.call(ChatApi.read, { query: { id: conversation } })).status,
    answering: (await send(friend, { conversation })).status,
    writing: (await send(third, one)).status,
    liking: (await third.call(LikesApi.like, { body: { id: one.id } })).status,
  };
}

const SEEN = { search: true, profile: 200, related: true, liked: true, chats: 1, unread: 1, likes: 0 };
const HIDDEN = {
  search: false,
  profile: 404,
  related: false,
  liked: false,
  chats: 0,
  unread: 0,
  likes: 0,
  reading: 404,
  answering: 410,
  writing: 404,
  liking: 404,
};

describe("a banned member", () => {
  it("is hidden everywhere, has no session, and gets the reason and the support address", async () => {
    const people = await company("anna", "PL");
    const { one, friend } = people;
    const before = await friend.call(ChatsApi.list);
    expect({ ...before.body, chats: before.body.chats.length }).toMatchObject({ chats: 1, unread_total: 1 });
    const credits = (await friend.call(UserApi.current)).body.user!.credits;
    await banAccount(test.app, 1, one.number, "Advertising in messages.");
    expect(await traces(people)).toEqual(HIDDEN);
    expect((await friend.call(UserApi.current)).body.user!.credits).toBe(credits); // nothing was charged
    expect((await one.call(ChatsApi.list)).body.authentication_required).toBe(true);
    const refused = await logIn(one.email);
    expect([refused.status, refused.body.error]).toEqual([403, "banned"]);
    expect(refused.body.message).toContain("Advertising in messages.");
    expect(refused.body.message).toContain("support@example.test");
    const wrong = await test.client().call(UserApi.login, { body: { email: one.email, password: "wrong" } });
    expect(wrong.body.error).toBe("login_failed"); // others cannot find out
  });

  it("cannot be found in a list of blocked members", async () => {
    const { one, friend } = await company("bea", "FI");
    await friend.call(BlockApi.block, { body: { id: one.id } });
    expect((await friend.call(BlockApi.list)).body.profiles).toHaveLength(1);
    await banAccount(test.app, 1, one.number, "Spam.");
    expect((await friend.call(BlockApi.list)).body.profiles).toHaveLength(0);
    expect((await friend.call(MemberApi.read, { query: { id: one.id } })).status).toBe(404);
  });
});

describe("leaving", () => {
  // spec: 4.deletion
  it("hides the member everywhere and logs out; the emailed link restores everything", async () => {
    const people = await company("carol", "IT");
    const { one } = people;
    expect((await leave(one, "not my password")).body.fields?.password).toBe(
      "That password isn’t right. Nothing was changed.",
    );
    expect(await traces(people)).toMatchObject({ ...SEEN, reading: 200 });
    await one.call(ChatsApi.list);
    expect((await leave(one)).status).toBe(200);
    expect(one.cookie("auth")).toBeUndefined();
    expect(await traces(people)).toEqual({ ...HIDDEN, writing: 410 }); // by now the third has a conversation too
    const { token, subject } = await newestMail(test, one.email);
    expect(subject).toBe("Your account will be deleted");
    const client = test.client();
    const returned = await back(token, client);
    expect([returned.status, returned.body.user.name]).toEqual([200, one.name]);
    expect(await traces({ ...people, one: { ...one, ...client } })).toMatchObject({
      ...SEEN,
      reading: 200,
      writing: 201,
    });
    await test.app.drain();
    const { rows } = await test.app.db.raw("select subject from mail_outbox where recipient = $1 order by id desc", [
      one.email,
    ]);
    expect(rows[0]).toEqual({ subject: "Your account is back" });
    expect((await back(token)).body.message).toBe("Link expired or invalid, request a new email");
  });

  it("is undone for the member of the link alone: others who leave stay away", async () => {
    const [kim, lea] = [await join(test, "kim"), await join(test, "lea")];
    for (const person of [kim, lea]) await leave(person);
    const { token } = await newestMail(test, kim.email);
    expect((await back(token)).status).toBe(200);
    expect((await logIn(kim.email)).status).toBe(200);
    expect((await logIn(lea.email)).body.error).toBe("deletion_pending");
    expect((await back((await newestMail(test, lea.email)).token)).status).toBe(200);
  });

  it("has one winner among 20 parallel uses of one link", async () => {
    const dora = await join(test, "dora");
    await leave(dora);
    const { token } = await newestMail(test, dora.email);
    const answers = await Promise.all(Array.from({ length: 20 }, () => back(token)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 410)).toHaveLength(19);
  });

  // spec: 4.deletion-pending, 8.deletion-pending
  it("answers a login with the reactivation hint, and resends the link within limits", async () => {
    const elin = await join(test, "elin");
    await leave(elin);
    const first = (await newestMail(test, elin.email)).token;
    await test.app.clock.advance(3 * 86_400 + 3600);
    const french = test.client();
    french.setCookie("locale", "fr");
    const answers = [await logIn(elin.email), await logIn(elin.email, french)];
    expect(answers.map(({ status, body }) => [status, body.error])).toEqual(Array(2).fill([403, "deletion_pending"]));
    expect(answers[0]!.body.message).toMatch(/You have 11 days left to reactivate it with the link/);
    expect(answers[1]!.body.message).toMatch(/encore 11 jours/);
    for (let n = 0; n < 4; n++) await logIn(elin.email);
    await test.app.drain();
    const { rows } = await test.app.db.raw(
      "select 1 from mail_outbox where recipient = $1 and kind = 'deletion_pending'",
      [elin.email],
    );
    expect(rows).toHaveLength(1 + 3);
    expect((await back((await newestMail(test, elin.email)).token)).status).toBe(200);
    expect((await back(first)).status).toBe(410);
  });

  // spec: 4.deletion, 9.reactivation
  it("cannot be cancelled after 14 days", async () => {
    const fay = await join(test, "fay");
    await leave(fay);
    const { token } = await newestMail(test, fay.email);
    await test.app.clock.advance(14 * 86_400 + 1);
    expect((await back(token)).status).toBe(410);
  });

  it("answers after 14 days as an erased account does, also before the job has run", async () => {
    const gil = await join(test, "gil");
    await leave(gil);
    const back14 = (await newestMail(test, gil.email)).token;
    await test.app.clock.advance(14 * 86_400 - 600);
    const requestReset = () => test.client().call(PasswordApi.ask, { body: { email: gil.email } });
    expect((await requestReset()).status).toBe(200);
    const reset = (await newestMail(test, gil.email)).token;
    expect((await logIn(gil.email)).body.error).toBe("deletion_pending");
    await test.app.clock.advance(601); // the link to a new password still has time
    const mails = async () => {
      await test.app.drain();
      return (await test.app.db.raw("select 1 from mail_outbox where recipient = $1", [gil.email])).rows.length;
    };
    const sent = await mails();
    const answers = async () => {
      const client = test.client();
      const renew = { token: reset, password: "another evening in", password_repeat: "another evening in" };
      const all = [
        await logIn(gil.email, client),
        await client.call(UserApi.login, { body: { email: gil.email, password: "wrong" } }),
        await requestReset(),
        await client.call(PasswordApi.reset, { body: renew }),
        await back(back14, client),
      ];
      return all.map(({ status, body }) => [status, body.error]);
    };
    const before = await answers();
    expect(await mails()).toBe(sent);
    await test.app.jobs.run("erase");
    expect((await test.app.db.raw("select 1 from accounts where member_id = $1", [gil.number])).rows).toEqual([]);
    expect(before).toEqual(await answers());
    expect(before[0]).toEqual([401, "login_failed"]);
  });
});

describe("the retention offer", () => {
  const order = (person: Person, discountcode?: string) =>
    person.call(PaymentApi.start, {
      body: { bundle: "p0", paymentmethod: "card", ...(discountcode ? { discountcode } : {}) },
    });

  // spec: 1.deletion-with-offer, 5.code-not-found, 5.code-used
  it("is made once, and is a code that takes its percentage off one order within 24 hours", async () => {
    const gina = await join(test, "gina");
    const signUpBefore = "update members set created_at = created_at - interval '5 hours' where id = $1";
    await test.app.db.raw(signUpBefore, [gina.number]); // the time bonus is over: while it runs it is the active discount
    expect((await gina.call(DepartureApi.offer)).body.offer).toEqual({ percent: 25, hours: 24 });
    const taken = await Promise.all(Array.from({ length: 5 }, () => gina.call(DepartureApi.stay, { body: {} })));
    const codes = new Set(taken.filter(({ status }) => status === 200).map(({ body }) => body.discountcode.code));
    expect(codes.size).toBe(1);
    const [code] = [...codes] as [string];
    expect((await gina.call(DepartureApi.offer)).body.offer).toBeNull();
    expect((await gina.call(CreditsApi.read)).body.discount).toMatchObject({ code, percent: 25 });
    expect((await gina.call(DiscountApi.read, { query: { code } })).body).toMatchObject({ value_percentage: 25 });
    const other = await join(test, "hugo");
    expect((await order(other, code)).body.message).toBe("Code not found");
    const orders = await Promise.all(Array.from({ length: 6 }, () => order(gina, code.toLowerCase())));
    expect(orders.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(new Set(orders.filter(({ status }) => status !== 201).map(({ body }) => body.message))).toEqual(
      new Set(["Code already used"]),
    );
    const made = orders.find(({ status }) => status === 201)!.body.transaction;
    expect(made.total).toEqual({ amount: 749, currency: "EUR" });
    expect((await gina.call(CreditsApi.read)).body.discount).toBeNull();
    // given up, it is unused again
    await gina.call(PaymentApi.cancel, { body: { id: made.id } });
    expect((await order(gina, code)).body.transaction.total.amount).toBe(749);
  });

  it("expires after 24 hours, and is not repeated after a reactivation", async () => {
    const ida = await join(test, "ida");
    const { code } = (await ida.call(DepartureApi.stay, { body: {} })).body.discountcode;
    await test.app.clock.advance(86_401);
    expect((await order(ida, code)).body.message).toBe("Code not found");
    expect((await ida.call(DepartureApi.stay, { body: {} })).body.error).toBe("offer_gone");
    const joan = await join(test, "joan");
    await leave(joan);
    const client = test.client();
    await back((await newestMail(test, joan.email)).token, client);
    expect((await client.call(DepartureApi.offer)).body.offer).toBeNull();
  });
});
