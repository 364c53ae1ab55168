import { UserApi } from "@serenade/contract/account";
import { MemberApi, ProfileApi } from "@serenade/contract/members";
import { NotificationsApi } from "@serenade/contract/notifications";
import { PhotoApi } from "@serenade/contract/photos";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestApp, testApp } from "../../test/app.ts";
import { join, type Person } from "../../test/cast.ts";

let test: TestApp;
let picture: Buffer;
beforeAll(async () => {
  test = await testApp();
  picture = await sharp({ create: { width: 900, height: 1200, channels: 3, background: "#b06a3c" } })
    .jpeg()
    .withExif({ IFD0: { Copyright: "a secret" }, IFD3: { GPSLatitude: "52/1 22/1 0/1", GPSLatitudeRef: "N" } })
    .toBuffer();
});
afterAll(() => test.close());

async function upload(person: Person) {
  const answer = await person.upload(PhotoApi.upload, picture);
  await test.app.jobs.run("photos");
  return answer;
}
const photosOf = async (person: Person) => (await person.call(ProfileApi.read)).body.profile.photos;

describe("one's own profile", () => {
  // spec: 1.profile
  it("changes the fields that are sent, keeps the rest, and shows others only the visible fields", async () => {
    const [anna, bram] = await Promise.all([join(test, "anna"), join(test, "bram")]);
    await anna.call(ProfileApi.change, {
      body: { about: "Wine, and long walks.", interests: ["wine", "hiking", "wine"] },
    });
    const changed = await anna.call(ProfileApi.change, {
      body: {
        attributes: { hair_color: "red" },
        location: { country: "NL", countryregion: "NL-UT", city: "Utrecht" },
        languages: ["nl", "en"],
      },
    });
    expect(changed.body.profile).toMatchObject({
      about: "Wine, and long walks.",
      interests: ["wine", "hiking"],
      attributes: { hair_color: "red", eye_color: null },
      city: "Utrecht",
    });
    const { profile } = (await bram.call(MemberApi.read, { query: { id: anna.id } })).body;
    expect(profile).toMatchObject({
      age: 35,
      city: "Utrecht",
      about: "Wine, and long walks.",
      languages: ["nl", "en"],
      locale: "en",
    });
    await anna.call(UserApi.language, { body: { language: "nl" } });
    expect((await bram.call(MemberApi.read, { query: { id: anna.id } })).body.profile.locale).toBe("nl");
    expect(Object.keys(profile).sort()).toEqual(
      [
        "about",
        "age",
        "answers",
        "attributes",
        "blocked",
        "city",
        "conversation",
        "country",
        "countryregion",
        "fictional",
        "gender",
        "gifts",
        "id",
        "interests",
        "languages",
        "liked",
        "locale",
        "main_image",
        "match",
        "name",
        "online",
        "photos",
        "recently",
        "shared",
      ].sort(),
    );
    expect(JSON.stringify(profile)).not.toMatch(/1991|example\.test/);
  });

  it("has up to three answers to prompts, in the member's order, which others see", async () => {
    const [dora, emil] = await Promise.all([join(test, "dora"), join(test, "emil")]);
    const answers = [
      { prompt: "sunday", text: "starts with <b>coffee</b>" },
      { prompt: "laugh", text: "bad puns" },
    ] as const;
    await dora.call(ProfileApi.change, { body: { answers: [...answers] } });
    await dora.call(ProfileApi.change, { body: { about: "Hello." } });
    expect((await dora.call(ProfileApi.read)).body.profile.answers).toEqual(answers);
    expect((await emil.call(MemberApi.read, { query: { id: dora.id } })).body.profile.answers).toEqual(answers);
    const wrong = [
      [answers[0], answers[0]],
      [{ prompt: "secret", text: "x" }],
      [{ prompt: "laugh", text: " " }],
      [{ prompt: "laugh", text: "x".repeat(201) }],
      (["evening", "laugh", "learning", "hours"] as const).map((prompt) => ({ prompt, text: "x" })),
    ];
    for (const body of wrong)
      expect((await dora.call(ProfileApi.change, { body: { answers: body } as never })).status).toBe(400);
    await dora.call(ProfileApi.change, { body: { answers: [] } });
    expect((await emil.call(MemberApi.read, { query: { id: dora.id } })).body.profile.answers).toEqual([]);
  });

  it("says what it shares with the viewer's, and who was active in the last day", async () => {
    const [fay, gus] = await Promise.all([join(test, "fay"), join(test, "gus")]);
    await fay.call(ProfileApi.change, { body: { interests: ["wine", "tea", "art"], languages: ["nl", "en"] } });
    await gus.call(ProfileApi.change, { body: { interests: ["art", "beer", "wine"], languages: ["de"] } });
    const seen = async () => (await gus.call(MemberApi.read, { query: { id: fay.id } })).body.profile;
    expect((await seen()).shared).toEqual({ interests: ["wine", "art"], languages: [] });
    expect((await gus.call(MemberApi.read, { query: { id: gus.id } })).body.profile.shared.interests).toEqual([]);
    expect(await seen()).toMatchObject({ online: true, recently: false });
    await test.app.clock.advance(600);
    expect(await seen()).toMatchObject({ online: false, recently: true });
    await test.app.clock.advance(86_400);
    expect(await seen()).toMatchObject({ online: false, recently: false });
  });

  it("refuses a region of another country, crossed ages and unknown values", async () => {
    const carol = await join(test, "carol");
    const wrong = [
      { location: { country: "NL", countryregion: "DE-BE", city: "" } },
      { location: { country: "NL", countryregion: "NL-XX", city: "" } },
      { seek_min_age: 40, seek_max_age: 30 },
      { attributes: { hair_color: "green" } },
      { interests: ["flying"] },
      { about: "x".repeat(2001) },
      { date_of_birth: "2000-01-01" },
      { premium_since: "2000-01-01" },
    ];
    for (const body of wrong) expect((await carol.call(ProfileApi.change, { body: body as never })).status).toBe(400);
  });
});

describe("photos", () => {
  it("are re-encoded without their metadata, the first becomes the main one, others see them", async () => {
    const [dirk, elin] = await Promise.all([join(test, "dirk"), join(test, "elin")]);
    expect((await upload(dirk)).status).toBe(201);
    const { main_image } = (await dirk.call(UserApi.current)).body.user!.profile;
    const seen = await elin.fetch(`/api/photo/${main_image!.filename}`);
    expect([seen.status, seen.headers.get("content-type"), seen.headers.get("cache-control")]).toEqual([
      200,
      "image/webp",
      "private, max-age=600",
    ]);
    const bytes = Buffer.from(await seen.arrayBuffer());
    expect((await sharp(bytes).metadata()).exif).toBeUndefined();
    expect(bytes.includes("a secret")).toBe(false);
    const thumb = await sharp(
      Buffer.from(await (await elin.fetch(`/api/photo/${main_image!.thumb_filename}`)).arrayBuffer()),
    ).metadata();
    expect([thumb.width, thumb.height]).toEqual([400, 500]);
  });

  it("can be chosen and deleted by their owner alone; deleted ones are not found", async () => {
    const [gina, hugo] = await Promise.all([join(test, "gina"), join(test, "hugo")]);
    await upload(gina);
    await upload(gina);
    const [first, second] = await photosOf(gina);
    expect([first!.main, second!.main]).toEqual([true, false]);
    expect((await hugo.call(PhotoApi.remove, { body: { id: first!.id } })).status).toBe(404);
    expect((await hugo.call(PhotoApi.change, { body: { id: first!.id, main: true } })).status).toBe(404);
    await gina.call(PhotoApi.change, { body: { id: second!.id, main: true } });
    await gina.call(PhotoApi.remove, { body: { id: second!.id } });
    expect((await photosOf(gina)).map(({ id, main }) => [id, main])).toEqual([[first!.id, true]]);
    expect((await gina.fetch(`/api/photo/${second!.filename}`)).status).toBe(404);
  });

  // spec: 6.visitor-login
  it("are shown to visitors only as main photo, and not of unconfirmed owners or across a block", async () => {
    const [ines, jo, visitor] = [
      await join(test, "ines"),
      await join(test, "joris", { unconfirmed: true }),
      test.client(),
    ];
    await upload(ines);
    await upload(ines);
    await upload(jo);
    const [main, other] = await photosOf(ines);
    await ines.call(NotificationsApi.change, { body: { shown_to_visitors: true } });
    const [hidden] = await photosOf(jo);
    const status = async (who: Pick<Person, "fetch">, file: string) => (await who.fetch(`/api/photo/${file}`)).status;
    expect([await status(visitor, main!.filename), await status(visitor, other!.filename)]).toEqual([200, 404]);
    expect([
      await status(jo, other!.filename),
      await status(ines, hidden!.filename),
      await status(jo, hidden!.filename),
    ]).toEqual([200, 404, 200]);
  });
});
