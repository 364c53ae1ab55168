import { LikesApi, SwipeGameApi } from "@serenade/contract/likes";
import { BlockApi, ProfileApi } from "@serenade/contract/members";
import { PROMPTS } from "@serenade/contract/prompts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestApp, testApp } from "../../../test/app.ts";
import { join, type Person } from "../../../test/cast.ts";
import { refreshIndexes } from "../../search/index/queries.ts";

let test: TestApp;
beforeAll(async () => {
  test = await testApp();
});
afterAll(() => test.close());

const game = async (person: Person) => (await person.call(SwipeGameApi.read, { query: {} })).body;
const swipe = (person: Person, other: Person, liked: boolean, time_zone = "Europe/Amsterdam") =>
  person.call(SwipeGameApi.swipe, { body: { id: other.id, liked, time_zone } });
const names = (cards: { name: string }[]) => cards.map(({ name }) => name);
const men = (prefix: string, count: number) =>
  Promise.all(
    Array.from({ length: count }, (_, at) =>
      join(test, `${prefix}${"abcdefgh"[at]}`, { form: { gender: "man", looking_for: ["woman"] } }),
    ),
  );
const day = 86_400;

describe("the swipe game", () => {
  it("shows mutual matches of the filters, without liked, skipped, blocked and unconfirmed members", async () => {
    const [anna, bram] = await Promise.all([join(test, "anna"), join(test, "bram")]);
    const [liked, skipped, blocked] = (await men("stack", 3)) as [Person, Person, Person];
    await join(test, "stackother", { form: { gender: "man", looking_for: ["man"] } });
    await join(test, "stackopen", { form: { gender: "man", looking_for: ["woman"] }, unconfirmed: true });
    await refreshIndexes(test.app);
    const before = names((await game(anna)).candidates);
    expect(before).toEqual(expect.arrayContaining([bram.name, liked.name, skipped.name, blocked.name]));
    expect(before).not.toContain("Stackother");
    expect(before).not.toContain("Stackopen");
    await anna.call(LikesApi.like, { body: { id: liked.id } });
    await swipe(anna, skipped, false);
    await anna.call(BlockApi.block, { body: { id: blocked.id } });
    const after = names((await game(anna)).candidates);
    expect(after).toContain(bram.name);
    for (const gone of [liked, skipped, blocked]) expect(after).not.toContain(gone.name);
  });

  it("a card has an answer and three interests, the shared ones first; a member who wrote nothing has none", async () => {
    const [vera, full, empty] = await Promise.all([
      join(test, "vera"),
      ...(["cardfull", "cardempty"] as const).map((name) =>
        join(test, name, { form: { gender: "man", looking_for: ["woman"] } }),
      ),
    ]);
    const answers = [{ prompt: PROMPTS[0], text: "until it rains" }];
    await vera!.call(ProfileApi.change, { body: { interests: ["wine", "tea"] } });
    await full!.call(ProfileApi.change, { body: { interests: ["art", "beach", "music", "tea"], answers } });
    await refreshIndexes(test.app);
    const { candidates } = await game(vera!);
    const card = (person: Person) => candidates.find(({ id }) => id === person.id);
    expect(card(full!)).toMatchObject({ interests: ["tea", "art", "beach"], answer: answers[0] });
    expect(card(empty!)).toMatchObject({ interests: [], answer: null });
    await swipe(vera!, full!, false);
    expect((await vera!.call(SwipeGameApi.undo)).body.profile).toEqual(card(full!));
  });

  // spec: 9.swipe-game
  it("counts four of thirty likes at the same instant, and refuses the others with the time of the next", async () => {
    const dora = await join(test, "dora");
    const others = (await Promise.all([men("crowdx", 8), men("crowdy", 8), men("crowdz", 8), men("crowdw", 6)])).flat();
    const answers = await Promise.all(others.map((other) => swipe(dora, other, true)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(4);
    const refused = answers.filter(({ status }) => status === 403);
    expect(refused).toHaveLength(26);
    const { error, next_at } = refused[0]!.body as unknown as { error: string; next_at: string };
    expect(error).toBe("swipe_limit_reached");
    expect((await dora.call(LikesApi.list)).body.profiles).toHaveLength(4);
    const { likes_left, next_at: shown } = await game(dora);
    expect([likes_left, shown]).toEqual([0, next_at]);
    const wait = (Date.parse(next_at) - test.app.clock.now().getTime()) / 1000;
    expect(wait > 0 && wait <= day + 3_600).toBe(true);
  });

  it("a repeated like is one like; both are notified of a match", async () => {
    const [eva, finn] = await Promise.all([
      join(test, "eva"),
      join(test, "finn", { form: { gender: "man", looking_for: ["woman"] } }),
    ]);
    await finn.call(LikesApi.like, { body: { id: eva.id } });
    const answers = await Promise.all([1, 2, 3].map(() => swipe(eva, finn, true)));
    expect(answers.map(({ body }) => body.match)).toEqual([true, true, true]);
    expect((await game(eva)).likes_left).toBe(3);
    expect((await finn.call(LikesApi.auto)).body).toMatchObject({ name: "Eva", match: true });
  });

  it("another zone gives no new likes: the next are possible at the same time or later", async () => {
    const gina = await join(test, "gina");
    const others = await men("zone", 6);
    for (const other of others.slice(0, 4))
      expect((await swipe(gina, other, true, "Europe/Amsterdam")).status).toBe(200);
    const { next_at } = await game(gina);
    for (const zone of ["Pacific/Kiritimati", "Pacific/Pago_Pago", "Asia/Kathmandu", "no zone at all"]) {
      const { status, body } = await swipe(gina, others[4]!, true, zone);
      expect(status).toBe(403);
      expect(Date.parse((body as unknown as { next_at: string }).next_at)).toBeGreaterThanOrEqual(Date.parse(next_at!));
    }
    await test.app.clock.advance(2 * day);
    expect((await swipe(gina, others[4]!, true)).status).toBe(200);
    expect((await game(gina)).likes_left).toBe(3);
  });

  it("the last skip can be undone, once; skipped members reappear after thirty days", async () => {
    const country = "PL" as const; // the member's own country comes first
    const hanna = await join(test, "hanna", { form: { country } });
    const ivo = await join(test, "ivo", { form: { country, gender: "man", looking_for: ["woman"] } });
    const undo = async () => (await hanna.call(SwipeGameApi.undo)).body.profile;
    const first = async () => (await game(hanna)).candidates[0]?.name;
    expect(await undo()).toBeNull();
    await refreshIndexes(test.app);
    expect(await first()).toBe("Ivo");
    await swipe(hanna, ivo, false);
    expect(await first()).not.toBe("Ivo");
    expect(await undo()).toMatchObject({ name: "Ivo" });
    expect([await first(), await undo()]).toEqual(["Ivo", null]);
    await swipe(hanna, ivo, false);
    await test.app.clock.advance(29 * day);
    expect(await first()).not.toBe("Ivo");
    await test.app.clock.advance(day + 60);
    expect(await first()).toBe("Ivo");
  });
});
