import { ChatsApi } from "@serenade/contract/chat";
import { LikesApi } from "@serenade/contract/likes";
import { BlockApi, MemberApi } from "@serenade/contract/members";
import { NotificationsApi } from "@serenade/contract/notifications";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestApp, testApp } from "../../test/app.ts";
import { join, type Person } from "../../test/cast.ts";

let test: TestApp;
beforeAll(async () => {
  test = await testApp();
});
afterAll(() => test.close());

const like = (from: Person, to: Person) => from.call(LikesApi.like, { body: { id: to.id } });
const likesOf = async (person: Person) => (await person.call(LikesApi.list)).body;
const newLikes = async (person: Person) => (await person.call(ChatsApi.list)).body.new_likes_total;

describe("likes", () => {
  // spec: 1.like-match, 4.like-opened, 4.likes-order, 3.like-item, 7.likes
  it("anna likes bram: bram sees her first, as new, until he opens her profile", async () => {
    const [anna, bram, carol] = await Promise.all([join(test, "anna"), join(test, "bram"), join(test, "carol")]);
    await like(carol, bram);
    await bram.call(MemberApi.read, { query: { id: carol.id } });
    expect((await like(anna, bram)).body).toMatchObject({ match: false, profile: { name: "Bram", liked: true } });
    const received = (await likesOf(bram)).liked_by;
    expect(received.map(({ name, like_new }) => [name, like_new])).toEqual([
      ["Anna", true],
      ["Carol", false],
    ]);
    expect(await newLikes(bram)).toBe(1);
    await bram.call(MemberApi.read, { query: { id: anna.id } });
    expect(await newLikes(bram)).toBe(0);
    expect((await likesOf(bram)).liked_by.map((item) => item.like_new)).toEqual([false, false]);
  });

  it("liking twice is one like, and unliking leaves none", async () => {
    const [dora, emil] = await Promise.all([join(test, "dora"), join(test, "emil")]);
    await Promise.all([like(dora, emil), like(dora, emil), like(dora, emil)]);
    expect((await likesOf(dora)).profiles).toHaveLength(1);
    await dora.call(LikesApi.unlike, { body: { id: emil.id } });
    await dora.call(LikesApi.unlike, { body: { id: emil.id } });
    expect([(await likesOf(dora)).profiles, await newLikes(emil)]).toEqual([[], 0]);
  });

  // spec: 1.like-match
  it("two concurrent likes make one match, reported by exactly one of the two responses", async () => {
    for (let round = 0; round < 8; round++) {
      const [one, two] = await Promise.all([join(test, `one${round}`), join(test, `two${round}`)]);
      const answers = await Promise.all([like(one, two), like(two, one)]);
      expect(answers.map((answer) => answer.body.match).sort()).toEqual([false, true]);
      expect((await likesOf(one)).liked_by).toMatchObject([{ match: true }]);
    }
  });

  // spec: 7.auto-like
  it("shows a match once: to the second liker with the answer, to the first by the next call", async () => {
    const [fred, gwen] = await Promise.all([join(test, "fred"), join(test, "gwen")]);
    await like(fred, gwen);
    expect((await fred.call(LikesApi.auto)).body).toBeNull();
    expect((await like(gwen, fred)).body.match).toBe(true);
    expect((await gwen.call(LikesApi.auto)).body).toBeNull();
    expect((await fred.call(LikesApi.auto)).body).toMatchObject({ name: "Gwen", match: true });
    expect((await fred.call(LikesApi.auto)).body).toBeNull();
  });

  // spec: 6.blocked
  it("refuses a blocked member by name, and a like of an unknown member or of oneself", async () => {
    const [hans, ilse] = await Promise.all([join(test, "hans"), join(test, "ilse")]);
    await ilse.call(BlockApi.block, { body: { id: hans.id } });
    const answer = await like(hans, ilse);
    expect([answer.status, answer.body.message]).toEqual([403, "You're blocked by Ilse"]);
    expect(Object.keys(answer.body).sort()).toEqual(["error", "message", "name"]);
    const profile = await hans.call(MemberApi.read, { query: { id: ilse.id } });
    expect([profile.status, profile.body.error]).toEqual([403, "blocked"]);
    expect((await like(hans, hans)).status).toBe(404);
    expect((await hans.call(LikesApi.like, { body: { id: "A".repeat(22) as never } })).status).toBe(404);
  });

  it("visitors see members who opted in, and must log in for all others", async () => {
    const [jana, kees] = await Promise.all([join(test, "jana"), join(test, "kees")]);
    const visitor = test.client();
    const look = async (id: Person["id"]) => (await visitor.call(MemberApi.read, { query: { id } })).body;
    expect((await look(jana.id)) as object).toMatchObject({ authentication_required: true });
    await jana.call(NotificationsApi.change, { body: { shown_to_visitors: true } });
    const { profile, related } = await look(jana.id);
    expect(profile.name).toBe("Jana");
    expect(related.map(({ id }) => id)).not.toContain(kees.id);
    await kees.call(NotificationsApi.change, { body: { shown_to_visitors: true } });
    await jana.call(NotificationsApi.change, { body: { read_receipts: false } }); // unrelated to visitors
    expect((await look(jana.id)).profile.name).toBe("Jana");
    await jana.call(NotificationsApi.change, { body: { shown_to_visitors: false } });
    expect((await look(jana.id)) as object).toMatchObject({ authentication_required: true });
    expect((await kees.call(MemberApi.read, { query: { id: jana.id } })).status).toBe(200);
  });
});
