/** Pictures in chats (product.md 6): paid when sent, private to the two, blurred until the receiver reveals them. */
import { randomUUID } from "node:crypto";
import { UserApi } from "@serenade/contract/account";
import { ChatApi, type ChatPhoto, ChatPhotoApi, ChatsApi } from "@serenade/contract/chat";
import { BlockApi } from "@serenade/contract/members";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { type TestApp, testApp } from "../../../test/app.ts";
import { anotherName, join, type Person } from "../../../test/cast.ts";
import { CORPUS, pictureOf, SECRET } from "../../../test/photo-corpus.ts";
import { proveLedger } from "../../credits/queries.ts";
import { banPicture } from "../../members/photos/commands.ts";
import { preparePictures } from "./commands.ts";

let test: TestApp;
beforeAll(async () => {
  test = await testApp();
});
afterAll(() => test.close());

const RENDITIONS = ["full", "thumb", "blurred"];

async function upload(person: Person, number: number): Promise<ChatPhoto> {
  const { status, body } = await person.upload(ChatPhotoApi.upload, await pictureOf(number));
  expect(status, JSON.stringify(body)).toBe(201);
  return (body as { photo: ChatPhoto }).photo;
}
const prepare = () => test.app.jobs.run("chat-photos");
const send = (from: Person, to: Person, photo: ChatPhoto["id"], client_id = randomUUID()) =>
  from.call(ChatApi.send, { body: { client_id, profile: to.id, photo } });
const write = (from: Person, to: Person, message: string) =>
  from.call(ChatApi.send, { body: { client_id: randomUUID(), profile: to.id, message } });
const credits = async (person: Person) => (await person.call(UserApi.current)).body.user!.credits;
const lastOf = async (viewer: Person, other: Person) =>
  (await viewer.call(ChatApi.read, { query: { profile: other.id } })).body.messages.at(-1)!;
const nameOf = (photo: ChatPhoto, rendition: string) => photo.filename.replace(/^[a-z]+/, rendition);
const statusOf = async (who: Pick<Person, "fetch">, photo: ChatPhoto, rendition: string) =>
  (await who.fetch(`/api/chat-photo/${nameOf(photo, rendition)}`)).status;
const statuses = (who: Pick<Person, "fetch">, photo: ChatPhoto) =>
  Promise.all(RENDITIONS.map((rendition) => statusOf(who, photo, rendition)));
const filesOf = async ({ id }: ChatPhoto) => {
  const { rows } = await test.app.db.raw("select files from chat_photos where id = $1", [
    test.app.ids.decode("picture", id),
  ]);
  return (rows as { files: string }[])[0]?.files;
};
const wholeLedger = async () => expect(Object.values(await proveLedger(test.app.db))).toEqual([0, 0, 0, 0, 0]);

describe("a picture", () => {
  it("costs when it is sent and not before, once for one client_id; one upload is one message", async () => {
    const [anna, bram, carol] = [
      await join(test, "anna", { credits: 8 }),
      await join(test, "bram"),
      await join(test, "carol"),
    ];
    const photo = await upload(anna, 1);
    expect([photo.status, await credits(anna)]).toEqual(["pending", 10]);
    const id = randomUUID();
    const answers = await Promise.all(Array.from({ length: 4 }, () => send(anna, bram, photo.id, id)));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    expect(new Set(answers.map(({ body }) => body.message.id)).size).toBe(1);
    expect(answers[0]!.body.message).toMatchObject({ kind: "photo", body: "", gift: null, photo: { id: photo.id } });
    expect(await credits(anna)).toBe(8);
    expect((await bram.call(ChatsApi.list)).body.chats[0]!.conversation).toMatchObject({
      last_kind: "photo",
      preview: "",
    });
    const twice = await send(anna, carol, photo.id);
    expect([twice.status, twice.body.error]).toEqual([410, "photo_gone"]);
    expect((await anna.call(ChatsApi.list)).body.chats).toHaveLength(1);
    const other = await upload(anna, 2);
    const both = await Promise.all([send(anna, bram, other.id), send(anna, bram, other.id)]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 410]);
    expect(await credits(anna)).toBe(6);
    await wholeLedger();
  });

  it("is sent only by who uploaded it", async () => {
    const [dirk, elin, finn] = [await join(test, "dirk"), await join(test, "elin"), await join(test, "finn")];
    const photo = await upload(dirk, 3);
    expect((await send(elin, finn, photo.id)).body.error).toBe("photo_gone");
    expect(await statuses(elin, photo)).toEqual([404, 404, 404]);
  });

  it("arrives blurred from a member that the receiver has not answered, and unblurred once revealed", async () => {
    const [gert, hedy] = [await join(test, "gert", { credits: 9 }), await join(test, "hedy", { credits: 9 })];
    const photo = await upload(gert, 4);
    await send(gert, hedy, photo.id);
    expect([await statuses(gert, photo), await statuses(hedy, photo)]).toEqual([
      [404, 200, 404],
      [404, 404, 404],
    ]); // the sender gets a thumb; the receiver nothing before the check
    await prepare();
    const seen = (await lastOf(hedy, gert)).photo!;
    expect(seen).toMatchObject({ status: "active", blurred: true });
    expect([seen.filename, seen.thumb_filename]).toEqual([nameOf(photo, "blurred"), nameOf(photo, "blurred")]);
    expect([await statuses(gert, photo), await statuses(hedy, photo)]).toEqual([
      [200, 200, 200],
      [404, 404, 200],
    ]);
    expect((await lastOf(gert, hedy)).photo).toMatchObject({ blurred: false });
    expect((await gert.call(ChatPhotoApi.reveal, { body: { id: photo.id } })).status).toBe(200);
    expect(await statusOf(hedy, photo, "full")).toBe(404); // the sender cannot reveal for the receiver

    const revealed = await hedy.call(ChatPhotoApi.reveal, { body: { id: photo.id } });
    expect(revealed.body.photo).toMatchObject({ blurred: false, filename: nameOf(photo, "full") });
    expect(await statuses(hedy, photo)).toEqual([200, 200, 200]);
    expect((await lastOf(hedy, gert)).photo).toMatchObject({ blurred: false });
  });

  it("keeps its files when two runs of the job process it concurrently", async () => {
    const [anna, bram] = await Promise.all([join(test, "ursula", { credits: 10 }), join(test, "viktor")]);
    const photo = await upload(anna, 77);
    await Promise.all([preparePictures(test.app), preparePictures(test.app)]);
    await send(anna, bram, photo.id);
    expect(await statuses(anna, photo)).toEqual([200, 200, 200]);
  });

  it("arrives clearly where the receiver has answered", async () => {
    const [igor, jana] = [await join(test, "igor", { credits: 9 }), await join(test, "jana")];
    await write(igor, jana, "hello");
    await write(jana, igor, "hello to you");
    const photo = await upload(igor, 5);
    await send(igor, jana, photo.id);
    await prepare();
    expect((await lastOf(jana, igor)).photo).toMatchObject({ blurred: false, filename: nameOf(photo, "full") });
    expect(await statuses(jana, photo)).toEqual([200, 200, 200]);
  });

  it("that ended the process three times is not tried again, and refunded", async () => {
    const [wolf, yana] = [await join(test, "wolfgang", { credits: 8 }), await join(test, "yana")];
    const photos = [await upload(wolf, 91), await upload(wolf, 92)];
    for (const photo of photos) await send(wolf, yana, photo.id);
    const { rows } = await test.app.db.raw("select id from chat_photos where sender_id = $1 order by id", [
      wolf.number,
    ]);
    for (const [at, row] of rows.entries())
      await test.app.db.raw("update chat_photos set tries = $2 where id = $1", [(row as { id: number }).id, 3 - at]);
    await prepare();
    const { messages } = (await wolf.call(ChatApi.read, { query: { profile: yana.id } })).body;
    expect(messages.map(({ photo }) => photo!.status).sort()).toEqual(["active", "refused"]);
    expect(await credits(wolf)).toBe(8);
  });

  it("refused by the check is hidden from both, and refunded", async () => {
    const banned = await pictureOf(77);
    await banPicture(test.app, 1, banned, "a test");
    const [karl, lena] = [await join(test, "karl", { credits: 8 }), await join(test, "lena")];
    const photo = await upload(karl, 77);
    await send(karl, lena, photo.id);
    expect(await credits(karl)).toBe(8);
    const received = await listening(lena);
    await prepare();
    const event = await received.next("message");
    expect(event.message).toMatchObject({ kind: "photo", photo: { id: photo.id, status: "refused" } });
    received.close();
    expect(await credits(karl)).toBe(10);
    for (const [viewer, other] of [
      [karl, lena],
      [lena, karl],
    ] as const)
      expect((await lastOf(viewer, other)).photo).toMatchObject({ status: "refused" });
    expect([await statuses(karl, photo), await statuses(lena, photo)]).toEqual([
      [404, 404, 404],
      [404, 404, 404],
    ]);
    expect(await test.app.storage.get(`${await filesOf(photo)}/thumb.webp`)).toBeNull();
    await wholeLedger();

    const unsent = await upload(karl, 77);
    await prepare();
    expect((await send(karl, lena, unsent.id)).body.error).toBe("photo_gone");
    expect(await credits(karl)).toBe(10);
  });

  it("not sent is deleted after a day, a sent one is not", async () => {
    const [mara, nick] = [await join(test, "mara", { credits: 4 }), await join(test, "nick")];
    const [kept, unsent] = [await upload(mara, 6), await upload(mara, 7)];
    await send(mara, nick, kept.id);
    await prepare();
    const files = await filesOf(unsent);
    expect(await test.app.storage.get(`${files}/full.webp`)).not.toBeNull();
    await test.app.clock.advance(23 * 3_600);
    await test.app.jobs.run("sweep");
    expect(await statusOf(mara, unsent, "full")).toBe(200);
    await test.app.clock.advance(2 * 3_600);
    await test.app.jobs.run("sweep");
    expect([await statusOf(mara, unsent, "full"), await statusOf(mara, kept, "full")]).toEqual([404, 200]);
    expect(await test.app.storage.get(`${files}/full.webp`)).toBeNull();
    expect((await send(mara, nick, unsent.id)).body.error).toBe("photo_gone");
  });
});

describe("access to a picture", () => {
  it("is limited to the two members: others get 404 and no byte of it, by any address and any call", async () => {
    const [otto, pia] = [await join(test, "otto", { credits: 9 }), await join(test, "pia")];
    const strangers = [
      test.client(),
      await join(test, "quentin"),
      await join(test, "ruth", { premium: true, credits: 9 }),
    ];
    const photo = await upload(otto, 8);
    await send(otto, pia, photo.id);
    await prepare();
    await pia.call(ChatPhotoApi.reveal, { body: { id: photo.id } });
    const foreign = Buffer.from(await (await pia.fetch(`/api/chat-photo/${photo.filename}`)).arrayBuffer());
    const number = test.app.ids.decode("picture", photo.id)!;
    for (const [at, stranger] of strangers.entries()) {
      const refused = at === 0 ? 403 : 404;
      for (const rendition of [...RENDITIONS, "match", "original"])
        for (const ending of ["webp", "jpg"]) {
          const file = nameOf(photo, rendition).replace("webp", ending);
          const answer = await stranger.fetch(`/api/chat-photo/${file}`);
          const bytes = Buffer.from(await answer.arrayBuffer());
          expect([answer.status, bytes.includes(foreign.subarray(0, 64))]).toEqual([refused, false]);
          expect(answer.headers.get("content-type")).toMatch(/json/);
        }
      // as a profile's photo it does not open either
      const asPhoto = `/api/photo/full/${test.app.ids.encode("photo", number)}.webp`;
      expect((await stranger.fetch(asPhoto)).status).toBe(404);
      const revealed = await stranger.call(ChatPhotoApi.reveal, { body: { id: photo.id } });
      expect([revealed.status, JSON.stringify(revealed.body).includes(photo.id)]).toEqual([refused, false]);
      const taken = await stranger.call(ChatApi.send, {
        body: { client_id: randomUUID(), profile: pia.id, photo: photo.id },
      });
      expect(taken.status).toBe(at === 0 ? 403 : 410);
    }
  });

  it("not the other one's after a block, nor after they deleted the conversation", async () => {
    const [sara, theo] = [await join(test, "sara", { credits: 9 }), await join(test, "theo", { credits: 9 })];
    await write(theo, sara, "hello");
    const photo = await upload(sara, 9);
    const { conversation } = (await send(sara, theo, photo.id)).body;
    await prepare();
    expect(await statusOf(theo, photo, "full")).toBe(200);
    await sara.call(BlockApi.block, { body: { id: theo.id } });
    expect([await statuses(theo, photo), await statuses(sara, photo)]).toEqual([
      [404, 404, 404],
      [404, 404, 404],
    ]);
    await sara.call(BlockApi.unblock, { body: { id: theo.id } });
    expect(await statusOf(theo, photo, "full")).toBe(200);
    await theo.call(ChatApi.remove, { body: { id: conversation } });
    expect([await statusOf(theo, photo, "full"), await statusOf(sara, photo, "full")]).toEqual([404, 200]);
  });
});

describe("uploads", () => {
  it.each(CORPUS.filter(({ status }) => status !== 201))(
    "$name is refused as on a profile",
    async ({ make, status }) => {
      const person = await join(test, anotherName("up"));
      expect((await person.upload(ChatPhotoApi.upload, await make())).status).toBe(status);
    },
  );

  it("lose what was hidden in them", async () => {
    const secret = CORPUS.filter(({ status }) => status === 201);
    const [una, vito] = [await join(test, "una", { credits: 90 }), await join(test, "vito")];
    await write(vito, una, "hello");
    for (const { make } of secret.slice(0, 8)) {
      const { photo } = (await una.upload(ChatPhotoApi.upload, await make())).body as { photo: ChatPhoto };
      await prepare();
      for (const rendition of RENDITIONS) {
        const bytes = Buffer.from(await (await una.fetch(`/api/chat-photo/${nameOf(photo, rendition)}`)).arrayBuffer());
        expect([bytes.includes(SECRET), (await sharp(bytes).metadata()).exif]).toEqual([false, undefined]);
      }
    }
  });

  it("are thirty in half an hour", async () => {
    const wanda = await join(test, "wanda");
    const small = await sharp(await pictureOf(5))
      .resize(40, 50)
      .jpeg()
      .toBuffer();
    const answers = await Promise.all(Array.from({ length: 32 }, () => wanda.upload(ChatPhotoApi.upload, small)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(30);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(2);
    await test.app.db.raw("delete from chat_photos where sender_id = $1", [wanda.number]); // the job need not prepare them
  });
});

/** One tab's event stream, from now on. */
async function listening(person: Person) {
  const socket = new WebSocket(`${test.url.replace("http", "ws")}/api/events.php`, {
    headers: { cookie: person.cookies(), origin: test.url },
  });
  const events: Record<string, unknown>[] = [];
  let wake = () => {};
  socket.on("message", (data) => {
    events.push(JSON.parse(String(data)));
    wake();
  });
  await new Promise((resolve) => socket.on("open", resolve));
  socket.send(JSON.stringify({ version: 0 }));
  const next = async (type: string) => {
    for (;;) {
      const event = events.find((one) => one.type === type);
      if (event) return event;
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  };
  await next("resync");
  return { next, close: () => socket.close() };
}
