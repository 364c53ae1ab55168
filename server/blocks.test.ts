/**
 * A block from both sides (product.md 4, 6): no list, profile or event shows either member to the other. Only the
 * blocker's profile address and sending them a message return the specification's text with the name, and nothing else.
 */
import { randomUUID } from "node:crypto";
import { ChatApi, ChatsApi } from "@serenade/contract/chat";
import { GiftsApi } from "@serenade/contract/gifts";
import { LikesApi, SwipeGameApi } from "@serenade/contract/likes";
import { AIM_NAMES, MatchFinderApi } from "@serenade/contract/match-finder";
import { BlockApi, MemberApi } from "@serenade/contract/members";
import { NotificationsApi } from "@serenade/contract/notifications";
import { PhotoApi } from "@serenade/contract/photos";
import { SearchApi, SignupMatchesApi } from "@serenade/contract/search";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { listSent } from "./modules/mail/queries.ts";
import { refreshIndexes } from "./modules/search/index/queries.ts";
import { changeSite } from "./modules/site/commands.ts";
import { type TestApp, testApp } from "./test/app.ts";
import { join, type Person } from "./test/cast.ts";

let test: TestApp;
beforeAll(async () => {
  test = await testApp();
});
afterAll(() => test.close());

interface Pair {
  blocker: Person;
  blocked: Person;
  /** A third member, liked by both, whose profile both can open. */
  witness: Person;
  conversation: string;
  photos: Record<"blocker" | "blocked", string>;
}

const KINDS = [
  ["free", "free"],
  ["free", "premium"],
  ["premium", "free"],
  ["premium", "premium"],
] as const;

/** Every relation that two members can have, then the block. */
async function parted(name: string, [one, two]: readonly ["free" | "premium", "free" | "premium"]): Promise<Pair> {
  const at = { country: "NL", date_of_birth: "1990-05-05" } as const;
  const blocker = await join(test, `${name}blocker`, { credits: 50, premium: one === "premium", form: at });
  const blocked = await join(test, `${name}blocked`, {
    credits: 50,
    premium: two === "premium",
    form: { ...at, gender: "man", looking_for: ["woman"] },
  });
  const witness = await join(test, `${name}witness`, { form: { ...at, looking_for: ["man", "woman"] } });
  const [mine, theirs] = [await withPhoto(blocker), await withPhoto(blocked)];
  for (const [from, to] of [
    [blocker, blocked],
    [blocked, blocker],
    [blocker, witness],
    [blocked, witness],
  ] as const)
    await from.call(LikesApi.like, { body: { id: to.id } });
  await write(blocked, { profile: blocker.id });
  for (const [from, to] of [
    [blocker, blocked],
    [blocked, blocker],
  ] as const)
    await from.call(ChatApi.send, { body: { client_id: randomUUID(), profile: to.id, gift: "rose" } });
  const [chat] = (await blocked.call(ChatsApi.list)).body.chats;
  await refreshIndexes(test.app); // the searches know them, so that it is the block that hides them
  await blocker.call(BlockApi.block, { body: { id: blocked.id } });
  return { blocker, blocked, witness, conversation: chat!.conversation.id, photos: { blocker: mine, blocked: theirs } };
}

const write = (from: Person, where: object) =>
  from.call(ChatApi.send, { body: { client_id: randomUUID(), message: "a word", ...where } as never });

async function withPhoto(person: Person): Promise<string> {
  const picture = await sharp({ create: { width: 90, height: 120, channels: 3, background: "#b06a3c" } })
    .jpeg()
    .toBuffer();
  const { body } = await person.upload(PhotoApi.upload, picture);
  await test.app.drain();
  return (body as { photos: { filename: string }[] }).photos[0]!.filename;
}

/** Endpoints that list people. Each response is searched for the other's id and name. */
const PLACES: Record<string, (as: Person, witness: Person) => Promise<unknown>> = {
  search: async (as) => (await as.call(SearchApi.list, { query: {} })).body,
  "search of the country": async (as) => (await as.call(SearchApi.list, { query: { country: "NL" } as never })).body,
  "similar ones": async (as) =>
    (await as.call(SearchApi.list, { query: { country: "NL", countryregion: "NL-UT" } as never })).body,
  related: async (as, witness) => (await as.call(MemberApi.read, { query: { id: witness.id } })).body,
  likes: async (as) => (await as.call(LikesApi.list)).body,
  matches: async (as) => (await as.call(LikesApi.auto)).body,
  conversations: async (as) => (await as.call(ChatsApi.list)).body,
  "gifts received": async (as) => (await as.call(GiftsApi.list)).body,
};

/** Endpoints that suggest people without any relation to the caller. */
const PROPOSALS: Record<string, (as: Person) => Promise<unknown>> = {
  "matches of sign-up": async (as) => (await as.call(SignupMatchesApi.list)).body,
  "the swipe game": async (as) => (await as.call(SwipeGameApi.read, { query: { time_zone: "Europe/Amsterdam" } })).body,
  "the match finder": async (as) =>
    (
      await as.call(MatchFinderApi.find, {
        body: {
          answers: {
            who: ["man", "woman"],
            min_age: 18,
            max_age: 99,
            where: null,
            what_for: AIM_NAMES[0]!,
            interests: ["wine", "music", "art"],
          } as never,
        },
      })
    ).body,
};

describe.each(KINDS)("a %s member blocks a %s one", (one, two) => {
  let pair: Pair;
  beforeAll(async () => {
    pair = await parted(`${one.slice(0, 1)}${two.slice(0, 1)}`, [one, two]);
  });

  it.each(Object.keys(PLACES))("neither is in the other's %s", async (place) => {
    const { blocker, blocked, witness } = pair;
    for (const [as, other] of [
      [blocker, blocked],
      [blocked, blocker],
    ] as const) {
      const text = JSON.stringify(await PLACES[place]!(as, witness));
      expect([text.includes(other.id), text.includes(other.name)]).toEqual([false, false]);
    }
  });

  it("hides a gift of either on the other's profile, for every viewer", async () => {
    const { blocker, blocked, witness } = pair;
    for (const of of [blocker, blocked])
      for (const viewer of [of, witness])
        expect((await viewer.call(MemberApi.read, { query: { id: of.id } })).body.profile.gifts).toEqual([]);
  });

  it("no photo of either opens for the other, whatever the size", async () => {
    const { blocker, blocked, photos } = pair;
    for (const size of ["full", "thumb", "match", "blurred"]) {
      const of = (file: string) => `/api/photo/${file.replace("full", size)}`;
      expect((await blocked.fetch(of(photos.blocker))).status).toBe(404);
      expect((await blocker.fetch(of(photos.blocked))).status).toBe(404);
    }
  });

  // spec: 6.blocked
  it("the blocker's profile and sending them a message return the name and nothing else", async () => {
    const { blocker, blocked, conversation } = pair;
    const answers = [
      await blocked.call(MemberApi.read, { query: { id: blocker.id } }),
      await blocked.call(LikesApi.like, { body: { id: blocker.id } }),
      await write(blocked, { profile: blocker.id }),
      await write(blocked, { id: conversation }),
    ];
    for (const { status, body } of answers) {
      expect(status).toBe(403);
      expect(body).toEqual({ error: "blocked", message: `You're blocked by ${blocker.name}`, name: blocker.name });
    }
  });

  it("on a site that is discreet about blocks they are not found instead", async () => {
    const { blocker, blocked, conversation } = pair;
    await changeSite(test.app, 1, { discreet_blocks: true });
    const answers = [
      await blocked.call(MemberApi.read, { query: { id: blocker.id } }),
      await blocked.call(LikesApi.like, { body: { id: blocker.id } }),
      await blocked.call(ChatApi.read, { query: { id: conversation as never } }),
      await write(blocked, { profile: blocker.id }),
      await write(blocked, { id: conversation }),
    ];
    await changeSite(test.app, 1, { discreet_blocks: false });
    for (const { status, body } of answers) {
      expect([status, body.error]).toEqual([404, "not_found"]);
      expect(JSON.stringify(body)).not.toContain(blocker.name);
    }
  });

  it("the blocker sees the blocked member in their own list, and cannot message them", async () => {
    const { blocker, blocked, conversation } = pair;
    expect((await blocker.call(BlockApi.list)).body.profiles.map(({ id }) => id)).toEqual([blocked.id]);
    expect((await blocked.call(BlockApi.list)).body.profiles).toEqual([]);
    expect((await blocker.call(MemberApi.read, { query: { id: blocked.id } })).body.profile.blocked).toBe(true);
    expect((await write(blocker, { id: conversation })).status).toBe(404);
    expect((await write(blocker, { profile: blocked.id })).status).toBe(404);
  });

  it("what either does afterwards reaches the other neither as an event nor as a mail", async () => {
    const { blocker, blocked, conversation } = pair;
    const received = await listening(blocker);
    const mails = async () =>
      (await listSent(test.app.db, 500)).filter(({ recipient }) => recipient === blocker.email).length;
    await test.app.drain();
    const before = await mails();
    await blocked.call(LikesApi.like, { body: { id: blocker.id } });
    await blocked.call(ChatApi.typing, { body: { id: conversation as never } });
    await write(blocked, { id: conversation });
    // an event that does reach her, to prove that the stream works
    await pair.witness.call(LikesApi.like, { body: { id: blocker.id } });
    await received.until("match");
    await test.app.drain();
    expect(received.types.filter((type) => !["resync", "match", "like", "beat"].includes(type))).toEqual([]);
    expect(received.text().includes(blocked.id)).toBe(false);
    expect(await mails()).toBe(before);
    received.close();
  });
});

it.each(Object.keys(PROPOSALS))(
  "strangers are proposed to each other in %s, and no more after a block",
  async (place) => {
    const name = `stranger${place.length}`;
    const [blocker, blocked] = [
      await join(test, `${name}a`, { form: { country: "NL" } }),
      await join(test, `${name}b`, { form: { country: "NL", gender: "man", looking_for: ["woman"] } }),
    ];
    await refreshIndexes(test.app);
    const met = async () =>
      Promise.all(
        [
          [blocker, blocked],
          [blocked, blocker],
        ].map(async ([as, other]) => JSON.stringify(await PROPOSALS[place]!(as!)).includes(other!.id)),
      );
    expect(await met()).toEqual([true, true]);
    await blocker.call(BlockApi.block, { body: { id: blocked.id } });
    expect(await met()).toEqual([false, false]);
  },
);

it("a visitor still sees both", async () => {
  const { blocker, blocked } = await parted("visited", ["free", "free"]);
  for (const person of [blocker, blocked])
    await person.call(NotificationsApi.change, { body: { shown_to_visitors: true } });
  const visitor = test.client();
  for (const { id, name } of [blocker, blocked])
    expect((await visitor.call(MemberApi.read, { query: { id } })).body.profile.name).toBe(name);
});

it("removing the block restores everything", async () => {
  const pair = await parted("healed", ["free", "premium"]);
  const { blocker, blocked, conversation } = pair;
  await blocker.call(BlockApi.unblock, { body: { id: blocked.id } });
  const { witness } = pair;
  for (const [place, open] of Object.entries(PLACES).filter(([name]) => name !== "matches"))
    expect([place, JSON.stringify(await open(blocked, witness)).includes(blocker.id)]).toEqual([place, true]);
  expect((await write(blocked, { id: conversation })).status).toBe(201);
});

/** One tab's event stream. */
async function listening(person: Person) {
  const socket = new WebSocket(`${test.url.replace("http", "ws")}/api/events.php`, {
    headers: { cookie: person.cookies(), origin: test.url },
  });
  const types: string[] = [];
  let text = "";
  let wake = () => {};
  socket.on("message", (data) => {
    text += String(data);
    types.push(JSON.parse(String(data)).type);
    wake();
  });
  await new Promise((resolve) => socket.on("open", resolve));
  socket.send(JSON.stringify({ version: 0 }));
  const until = async (type: string) => {
    while (!types.includes(type)) await new Promise<void>((resolve) => (wake = resolve));
  };
  await until("resync");
  return { types, text: () => text, until, close: () => socket.close() };
}
