import { randomUUID } from "node:crypto";
import { ChatApi, type ChatPhoto, ChatPhotoApi } from "@serenade/contract/chat";
import { BlockApi, MemberApi, ProfileApi } from "@serenade/contract/members";
import { ReportApi } from "@serenade/contract/moderation";
import { PhotoApi } from "@serenade/contract/photos";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestApp, testApp } from "../../test/app.ts";
import { join, type Person } from "../../test/cast.ts";
import { listSent } from "../mail/queries.ts";

let test: TestApp;
beforeAll(async () => {
  test = await testApp();
});
afterAll(() => test.close());

const report = (from: Person, to: Person, more: object = {}) =>
  from.call(ReportApi.report, { body: { id: to.id, reason: "scam", ...more } as never });
const write = async (from: Person, to: Person, message: string) =>
  (await from.call(ChatApi.send, { body: { client_id: randomUUID(), profile: to.id, message } })).body;

interface Row {
  evidence: { profile: object; messages: object[] };
  files: string[];
  note: string;
}
const rowsAbout = async ({ number }: Person) =>
  (await test.app.db.raw("select evidence, files, note from reports where reported_id = $1 order by id", [number]))
    .rows as Row[];

describe("reports", () => {
  it("store profile, photos and conversation as they were, whatever the reported member changes", async () => {
    const [anna, bram] = [await join(test, "anna", { credits: 9 }), await join(test, "bram", { credits: 9 })];
    const picture = await sharp({ create: { width: 60, height: 80, channels: 3, background: "#446688" } })
      .jpeg()
      .toBuffer();
    await bram.upload(PhotoApi.upload, picture);
    await test.app.drain();
    await bram.call(ProfileApi.change, { body: { about: "send me money" } });
    await write(bram, anna, "I need a gift card");
    const wrong = await write(bram, anna, "the number, please");
    await write(anna, bram, "no");
    const answer = await report(anna, bram, { message: wrong.message.id, note: "He asked for money." });
    expect(answer.status).toBe(201);
    expect(answer.body.case).toMatch(/^[0-9A-Z]{4}-[0-9A-Z]{3}-[0-9A-Z]{4}$/);
    await bram.call(ProfileApi.change, { body: { about: "" } });
    const { photos } = (await bram.call(ProfileApi.read)).body.profile;
    await bram.call(PhotoApi.remove, { body: { id: photos[0]!.id } });
    const [row] = await rowsAbout(bram);
    expect(row!.evidence.profile).toMatchObject({ name: "Bram", about: "send me money" });
    expect(row!.evidence.messages).toMatchObject([
      { from: "reported", body: "I need a gift card", reported: false },
      { from: "reported", body: "the number, please", reported: true },
    ]);
    expect(row!.note).toBe("He asked for money.");
    expect(await test.app.storage.get(row!.files[0]!)).not.toBeNull();
  });

  it("store the pictures that the reported member sent in the chat", async () => {
    const [gina, hugo] = [await join(test, "greta"), await join(test, "hidde", { credits: 9 })];
    const picture = await sharp({ create: { width: 60, height: 80, channels: 3, background: "#884422" } })
      .jpeg()
      .toBuffer();
    const { photo } = (await hugo.upload(ChatPhotoApi.upload, picture)).body as { photo: ChatPhoto };
    await hugo.call(ChatApi.send, { body: { client_id: randomUUID(), profile: gina.id, photo: photo.id } });
    await test.app.drain();
    expect((await report(gina, hugo)).status).toBe(201);
    const [row] = await rowsAbout(hugo);
    const number = test.app.ids.decode("picture", photo.id)!;
    expect(row!.evidence.messages).toMatchObject([{ from: "reported", body: "", picture: number }]);
    expect(row!.files).toEqual([expect.stringMatching(new RegExp(`/chat-${number}.webp$`))]);
    const copy = (await test.app.storage.get(row!.files[0]!))!;
    expect(await sharp(copy).metadata()).toMatchObject({ format: "webp", width: 60, height: 80 });
  });

  it("are one case however often they come, confirmed by one mail with its number", async () => {
    const [carol, dirk] = [await join(test, "carol"), await join(test, "dirk")];
    const answers = await Promise.all(Array.from({ length: 5 }, () => report(carol, dirk)));
    const cases = new Set(answers.map(({ body }) => body.case));
    expect([cases.size, (await rowsAbout(dirk)).length]).toEqual([1, 1]);
    await test.app.drain();
    const mails = (await listSent(test.app.db, 100)).filter(({ recipient }) => recipient === carol.email);
    const received = mails.filter(({ body_text }) => body_text!.includes([...cases][0]!));
    expect(received).toHaveLength(1);
    const { rows } = await test.app.db.raw(
      "select count(*)::int as n from mail_outbox where recipient = $1 and kind = 'report_received'",
      [dirk.email],
    );
    expect(rows).toEqual([{ n: 0 }]);
  });

  it("can block in the same step", async () => {
    const [elin, frank] = [await join(test, "elin"), await join(test, "frank")];
    await report(elin, frank, { block: true });
    expect((await elin.call(BlockApi.list)).body.profiles.map(({ id }) => id)).toEqual([frank.id]);
    expect((await frank.call(MemberApi.read, { query: { id: elin.id } })).status).toBe(403);
  });

  it("are possible across a block only between members with a conversation", async () => {
    const [gina, hugo, ines] = [
      await join(test, "gina", { credits: 9 }),
      await join(test, "hugo", { credits: 9 }),
      await join(test, "ines"),
    ];
    await write(gina, hugo, "a word");
    for (const person of [gina, ines]) await hugo.call(BlockApi.block, { body: { id: person.id } });
    expect((await report(gina, hugo)).status).toBe(201);
    expect((await report(ines, hugo)).status).toBe(404);
  });

  it("are refused about oneself, an unknown member, and a message of another conversation", async () => {
    const [jo, kim, lea] = [
      await join(test, "joris", { credits: 9 }),
      await join(test, "kim", { credits: 9 }),
      await join(test, "lea", { credits: 9 }),
    ];
    const foreign = await write(kim, lea, "for Lea alone");
    const own = await write(jo, kim, "mine");
    const tries = [
      await report(jo, jo),
      await report(jo, kim, { message: foreign.message.id }),
      await report(jo, kim, { message: own.message.id }),
      await report(jo, await join(test, "mia", { unconfirmed: true })),
      await jo.call(ReportApi.report, { body: { id: "A".repeat(22) as never, reason: "fake" } }),
    ];
    expect(tries.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
  });
});
