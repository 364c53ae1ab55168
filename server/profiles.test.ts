/**
 * Personal data in responses: the keys of every response that shows a member, for each kind of viewer, are a snapshot,
 * so that a review sees each new one. None may contain addresses, dates of birth, positions or last visits.
 */
import { randomUUID } from "node:crypto";
import { ChatApi, ChatsApi } from "@serenade/contract/chat";
import { GiftsApi } from "@serenade/contract/gifts";
import { LikesApi, SwipeGameApi } from "@serenade/contract/likes";
import { AIM_NAMES, MatchFinderApi } from "@serenade/contract/match-finder";
import { BlockApi, MemberApi, ProfileApi } from "@serenade/contract/members";
import { NotificationsApi } from "@serenade/contract/notifications";
import { PhotoApi } from "@serenade/contract/photos";
import { SearchApi, SignupMatchesApi } from "@serenade/contract/search";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestApp, testApp } from "./test/app.ts";
import { join, type Person } from "./test/cast.ts";

const BORN = "1987-11-03";
const EMAIL = "shown@example.test";

let test: TestApp;
let shown: Person;
let rest: Person[];
beforeAll(async () => {
  test = await testApp();
  shown = await join(test, "shown", { credits: 9, form: { date_of_birth: BORN, country: "NL", email: EMAIL } });
  const picture = await sharp({ create: { width: 60, height: 80, channels: 3, background: "#446688" } })
    .jpeg()
    .toBuffer();
  await shown.upload(PhotoApi.upload, picture);
  await shown.call(ProfileApi.change, {
    body: {
      about: "Somebody.",
      attributes: { hair_color: "red", sexuality: "bi" },
      interests: ["wine", "music", "art"],
      languages: ["nl"],
      location: { country: "NL", countryregion: "NL-UT", city: "Utrecht" },
    } as never,
  });
  await shown.call(NotificationsApi.change, { body: { shown_to_visitors: true } });
  await test.app.drain();
  rest = [];
  for (const premium of [false, true]) {
    const viewer = await join(test, premium ? "richviewer" : "freeviewer", {
      premium,
      credits: 9,
      form: { gender: "man", looking_for: ["woman"], date_of_birth: "1988-01-01", country: "NL" },
    });
    rest.push(viewer);
  }
});
afterAll(() => test.close());

type Viewer = Pick<Person, "call">;
const answers = {
  who: ["woman"],
  min_age: 18,
  max_age: 99,
  where: null,
  what_for: AIM_NAMES[0]!,
  interests: ["wine", "music", "art"],
};

/** In this order: the first ones require that the two have no relation yet. */
const ANSWERS: [name: string, ask: (viewer: Viewer) => Promise<{ status: number; body: unknown }>][] = [
  ["GET members.php", (v) => v.call(SearchApi.list, { query: { country: "NL" } as never })],
  ["GET member.php", (v) => v.call(MemberApi.read, { query: { id: shown.id } })],
  ["GET signup-matches.php", (v) => v.call(SignupMatchesApi.list)],
  ["GET swipe-game.php", (v) => v.call(SwipeGameApi.read, { query: { time_zone: "Europe/Amsterdam" } })],
  ["POST match-finder.php", (v) => v.call(MatchFinderApi.find, { body: { answers } as never })],
  [
    "POST chat.php",
    (v) => v.call(ChatApi.send, { body: { client_id: randomUUID(), profile: shown.id, message: "hello" } }),
  ],
  // a gift each way, so that there is something to see of them
  [
    "GET gifts.php",
    async (v) => {
      const give = (from: Viewer, profile: Person["id"]) =>
        from.call(ChatApi.send, { body: { client_id: randomUUID(), profile, gift: "rose" } });
      const me = rest.find((one) => one === v);
      if (me) for (const answer of [await give(v, shown.id), await give(shown, me.id)]) expect(answer.status).toBe(201);
      return v.call(GiftsApi.list);
    },
  ],
  ["GET member.php with gifts", (v) => v.call(MemberApi.read, { query: { id: shown.id } })],
  ["GET chats.php", (v) => v.call(ChatsApi.list)],
  ["GET chat.php", (v) => v.call(ChatApi.read, { query: { profile: shown.id } as never })],
  ["POST like.php", (v) => v.call(LikesApi.like, { body: { id: shown.id } })],
  ["GET auto-like.php", (v) => v.call(LikesApi.auto)],
  ["GET likes.php", (v) => v.call(LikesApi.list)],
  [
    "GET block.php",
    async (v) => {
      await v.call(BlockApi.block, { body: { id: shown.id } });
      return v.call(BlockApi.list);
    },
  ],
];

/** "profiles[].main_image.status", sorted. */
function keysOf(value: unknown, path = ""): string[] {
  if (Array.isArray(value)) return [...new Set(value.flatMap((item) => keysOf(item, `${path}[]`)))];
  if (value === null || typeof value !== "object") return [path];
  return Object.entries(value).flatMap(([name, inner]) => keysOf(inner, path ? `${path}.${name}` : name));
}

describe("what others see of a member", () => {
  it("has the same keys as in the snapshot, and no private data", async () => {
    const lines: string[] = [];
    const viewers: [string, Viewer][] = [
      ["visitor", test.client()],
      ["free", rest[0]!],
      ["premium", rest[1]!],
    ];
    for (const [kind, viewer] of viewers) {
      // mutual likes, so that every list has an entry
      if ("id" in viewer) await shown.call(LikesApi.like, { body: { id: (viewer as Person).id } });
      for (const [name, ask] of ANSWERS) {
        const { status, body } = await ask(viewer);
        lines.push(
          `${kind} ${name} ${status}`,
          ...keysOf(body)
            .sort()
            .map((key) => `  ${key}`),
          "",
        );
        const text = JSON.stringify(body);
        for (const secret of [
          BORN,
          EMAIL,
          "latitude",
          "longitude",
          "last_active",
          "last_login",
          '"cell"',
          '"lat"',
          '"lon"',
        ])
          expect([kind, name, secret, text.includes(secret)]).toEqual([kind, name, secret, false]);
      }
    }
    await expect(lines.join("\n")).toMatchFileSnapshot("./test/profile-keys.snapshot.txt");
  });
});
