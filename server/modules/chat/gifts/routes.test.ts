/** Gifts (product.md 5): one debit and one message each, on the receiver's profile, hideable by the receiver. */
import { randomUUID } from "node:crypto";
import { UserApi } from "@serenade/contract/account";
import { ChatApi, ChatsApi } from "@serenade/contract/chat";
import { CreditsApi } from "@serenade/contract/credits";
import { GIFTS, type Gift, GiftsApi } from "@serenade/contract/gifts";
import { BlockApi, MemberApi } from "@serenade/contract/members";
import { NotificationsApi } from "@serenade/contract/notifications";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestApp, testApp } from "../../../test/app.ts";
import { join, type Person } from "../../../test/cast.ts";
import { proveLedger } from "../../credits/queries.ts";

let test: TestApp;
beforeAll(async () => {
  test = await testApp();
});
afterAll(() => test.close());

const give = (from: Person, to: Person, gift: Gift, client_id = randomUUID()) =>
  from.call(ChatApi.send, { body: { client_id, profile: to.id, gift } });
const credits = async (person: Person) => (await person.call(UserApi.current)).body.user!.credits;
const shownOf = async (viewer: Pick<Person, "call">, of: Person) =>
  (await viewer.call(MemberApi.read, { query: { id: of.id } })).body.profile.gifts;
const received = async (person: Person) => (await person.call(GiftsApi.list)).body.received;
const wholeLedger = async () => expect(Object.values(await proveLedger(test.app.db))).toEqual([0, 0, 0, 0, 0]);

describe("the catalogue", () => {
  it("holds twelve gifts of 3 to 10 credits", async () => {
    const { gifts } = (await (await join(test, "kate")).call(GiftsApi.list)).body;
    expect(gifts.map(({ gift }) => gift)).toEqual(GIFTS);
    expect(gifts).toHaveLength(12);
    const prices = gifts.map(({ credits: price }) => price);
    expect([Math.min(...prices), Math.max(...prices)]).toEqual([3, 10]);
  });
});

describe("a gift", () => {
  // spec: 1.gifts
  it("starts a conversation, costs its price once, and is on the receiver's profile", async () => {
    const [anna, bram, carol] = [
      await join(test, "anna", { credits: 20 }),
      await join(test, "bram"),
      await join(test, "carol"),
    ];
    const id = randomUUID();
    const answers = await Promise.all(Array.from({ length: 4 }, () => give(anna, bram, "rose", id)));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    expect(answers[0]!.body.message).toMatchObject({ kind: "gift", gift: "rose", body: "", photo: null, mine: true });
    expect(new Set(answers.map(({ body }) => body.message.id)).size).toBe(1);
    expect(await credits(anna)).toBe(19);
    const inbox = (await bram.call(ChatsApi.list)).body;
    expect(inbox.unread_total).toBe(1);
    expect(inbox.chats[0]!.conversation).toMatchObject({ last_kind: "gift", preview: "rose" });
    const { messages } = (await bram.call(ChatApi.read, { query: { profile: anna.id } })).body;
    expect(messages).toMatchObject([{ kind: "gift", gift: "rose", mine: false }]);

    await give(anna, bram, "champagne");
    await give(anna, bram, "rose");
    expect(await credits(anna)).toBe(6);
    for (const viewer of [bram, carol, anna])
      expect(await shownOf(viewer, bram)).toEqual([
        { gift: "rose", count: 2 },
        { gift: "champagne", count: 1 },
      ]);
    expect((await anna.call(CreditsApi.history)).body.movements.map(({ kind, amount }) => [kind, amount])).toEqual([
      ["gift", -3],
      ["gift", -10],
      ["gift", -3],
      ["bonus", 20],
      ["bonus", 2],
    ]);
    await wholeLedger();
  });

  it("without enough credits is refused, and creates no conversation", async () => {
    const [dora, emil] = [await join(test, "dora"), await join(test, "emil")];
    const answer = await give(dora, emil, "rose");
    expect([answer.status, answer.body.error]).toEqual([402, "not_enough_credits"]);
    expect([await credits(dora), await received(emil)]).toEqual([2, []]);
    expect((await dora.call(ChatsApi.list)).body.chats).toEqual([]);
  });

  // spec: 6.free-conversations
  it("counts as a conversation that a free member starts", async () => {
    const gina = await join(test, "gina", { credits: 30 });
    const people = await Promise.all(["hans", "ivan", "jens"].map((name) => join(test, name)));
    const answers = [];
    for (const person of people) answers.push(await give(gina, person, "coffee"));
    expect(answers.map(({ status, body }) => [status, body.error])).toEqual([
      [201, undefined],
      [201, undefined],
      [403, "premium_only"],
    ]);
  });

  it("sent twenty times at once with credits for five is delivered five times", async () => {
    const [karl, lena] = [await join(test, "karl", { credits: 13 }), await join(test, "lena")];
    await give(lena, karl, "rose").then(({ status }) => expect(status).toBe(402));
    await karl.call(ChatApi.send, { body: { client_id: randomUUID(), profile: lena.id, gift: "rose" } });
    const answers = await Promise.all(Array.from({ length: 20 }, () => give(karl, lena, "coffee")));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(4);
    expect([await credits(karl), (await received(lena)).length]).toEqual([0, 5]);
    await wholeLedger();
  });

  it("is the only content of its message", async () => {
    const [mona, nils] = [await join(test, "mona", { credits: 9 }), await join(test, "nils")];
    const send = (body: object) =>
      mona.call(ChatApi.send, { body: { client_id: randomUUID(), profile: nils.id, ...body } as never });
    for (const body of [{}, { message: "for you", gift: "rose" }, { gift: "yacht" }])
      expect((await send(body)).status).toBe(400);
    expect(await credits(mona)).toBe(11);
  });
});

describe("on the profile", () => {
  it("can be hidden and shown again by its receiver alone", async () => {
    const [olga, paul, quin] = [
      await join(test, "olga", { credits: 20 }),
      await join(test, "paul"),
      await join(test, "quin"),
    ];
    await give(olga, paul, "rose");
    await give(olga, paul, "teddy");
    const [gift, rose] = await received(paul);
    expect(gift).toMatchObject({ gift: "teddy", hidden: false, from: { id: olga.id, name: "Olga" } });
    const hide = (who: Person, hidden: boolean) => who.call(GiftsApi.hide, { body: { id: gift!.id, hidden } });
    expect([(await hide(olga, true)).status, (await hide(quin, true)).status]).toEqual([404, 404]);
    expect((await hide(paul, true)).status).toBe(200);
    const left = [{ gift: "rose", count: 1 }];
    for (const viewer of [quin, olga, paul]) expect(await shownOf(viewer, paul)).toEqual(left);
    expect(await received(paul)).toMatchObject([{ gift: "teddy", hidden: true }, rose]);
    await hide(paul, false);
    expect(await shownOf(quin, paul)).toHaveLength(2);
  });

  it("is visible to members only, and hidden across a block", async () => {
    const [rosa, sven, tess] = [
      await join(test, "rosa", { credits: 20 }),
      await join(test, "sven"),
      await join(test, "tess"),
    ];
    await give(rosa, sven, "bicycle");
    await sven.call(NotificationsApi.change, { body: { shown_to_visitors: true } });
    expect(await shownOf(test.client(), sven)).toEqual([]);
    await sven.call(BlockApi.block, { body: { id: rosa.id } });
    expect([await received(sven), await shownOf(tess, sven), await shownOf(sven, sven)]).toEqual([[], [], []]);
    expect((await give(rosa, sven, "rose")).body.error).toBe("blocked");
    await sven.call(BlockApi.unblock, { body: { id: rosa.id } });
    expect(await shownOf(tess, sven)).toEqual([{ gift: "bicycle", count: 1 }]);
  });
});
