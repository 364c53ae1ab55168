/** Photos from the upload to their viewers: states, limits, permissions, renditions. */
import { setImmediate } from "node:timers/promises";
import { UserApi } from "@serenade/contract/account";
import { MemberApi, ProfileApi } from "@serenade/contract/members";
import { NotificationsApi } from "@serenade/contract/notifications";
import { type Photo, PhotoApi, RENDITIONS } from "@serenade/contract/photos";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type TestApp, testApp } from "../../../test/app.ts";
import { join, type Person } from "../../../test/cast.ts";
import { pictureOf } from "../../../test/photo-corpus.ts";
import { banPicture, originalKey, photoKey } from "./commands.ts";

let test: TestApp;
beforeAll(async () => {
  test = await testApp();
});
afterAll(() => test.close());

const upload = (person: Person, bytes: Buffer) => person.upload(PhotoApi.upload, bytes);
const prepare = () => test.app.jobs.run("photos");
const photosOf = async (person: Person): Promise<Photo[]> => (await person.call(ProfileApi.read)).body.profile.photos;
const shownTo = async (viewer: Pick<Person, "call">, id: Person["id"]) =>
  (await viewer.call(MemberApi.read, { query: { id } })).body.profile.photos;
const statusOf = async (who: Pick<Person, "fetch">, file: string) => (await who.fetch(`/api/photo/${file}`)).status;
const bytesOf = async (who: Pick<Person, "fetch">, file: string) =>
  Buffer.from(await (await who.fetch(`/api/photo/${file}`)).arrayBuffer());
const filesOf = async (person: Person): Promise<string[]> =>
  (await test.app.db.raw("select files from photos where member_id = $1 order by position", [person.number])).rows.map(
    (row) => (row as { files: string }).files,
  );

async function album(name: string, count: number, premium = count > 3): Promise<Person> {
  const person = await join(test, name, { premium });
  for (let n = 1; n <= count; n++) await upload(person, await pictureOf(n));
  await prepare();
  return person;
}

describe("a photo", () => {
  // spec: 1.photos
  it("is visible to its owner immediately and to others after the job, in every rendition and format", async () => {
    const [anna, bram] = [await join(test, "anna"), await join(test, "bram", { premium: true })];
    const answer = await upload(anna, await pictureOf(1));
    expect(answer.status).toBe(201);
    const [pending] = await photosOf(anna);
    expect(pending).toMatchObject({
      status: "pending",
      main: false,
      thumbhash: null,
      filename: pending!.thumb_filename,
    });
    expect((await anna.call(UserApi.current)).body.user!.profile.main_image).toMatchObject({ status: "pending" });
    expect([await statusOf(anna, pending!.thumb_filename), await statusOf(bram, pending!.thumb_filename)]).toEqual([
      200, 404,
    ]);
    expect(await shownTo(bram, anna.id)).toEqual([]);
    const [files] = await filesOf(anna);
    expect(await test.app.storage.get(originalKey(files!))).not.toBeNull();

    await prepare();
    const [active] = await photosOf(anna);
    expect(active).toMatchObject({ status: "active", main: true });
    expect(active!.thumbhash).toMatch(/^[A-Za-z0-9+/]{20,40}=*$/);
    expect((await shownTo(bram, anna.id))[0]).toMatchObject({ blurred: false, thumbhash: active!.thumbhash });
    const { main_image } = (await bram.call(MemberApi.read, { query: { id: anna.id } })).body.profile;
    expect(main_image!.thumbhash).toBe(active!.thumbhash);
    expect(await test.app.storage.get(originalKey(files!))).toBeNull();
    for (const rendition of RENDITIONS) {
      const webp = active!.filename.replace("full", rendition);
      for (const [file, format] of [
        [webp, "webp"],
        [webp.replace(".webp", ".jpg"), "jpeg"],
      ] as const) {
        const seen = await bram.fetch(`/api/photo/${file}`);
        expect([seen.headers.get("content-type"), seen.headers.get("cache-control")]).toEqual([
          `image/${format}`,
          "private, max-age=600",
        ]);
        expect(seen.headers.get("vary")).toMatch(/cookie/i);
        expect((await sharp(Buffer.from(await seen.arrayBuffer())).metadata()).format).toBe(format);
      }
    }
  });

  it("deleted during processing leaves no file behind", async () => {
    const carl = await join(test, "carl");
    await upload(carl, await pictureOf(2));
    const [files] = await filesOf(carl);
    const [photo] = await photosOf(carl);
    const preparing = prepare();
    await setImmediate();
    await carl.call(PhotoApi.remove, { body: { id: photo!.id } });
    await preparing;
    const keys = [originalKey(files!), ...RENDITIONS.map((rendition) => photoKey(files!, rendition))];
    await vi.waitFor(async () => {
      expect(await Promise.all(keys.map(async (key) => (await test.app.storage.get(key)) === null))).toEqual(
        keys.map(() => true),
      );
    });
  });

  it("that crashed its process three times is refused, and blocks no others", async () => {
    const [dora, emil] = [await join(test, "dora"), await join(test, "emil")];
    await upload(dora, await pictureOf(3));
    await test.app.db.raw("update photos set tries = 3 where member_id = $1", [dora.number]);
    await upload(emil, await pictureOf(4));
    await prepare();
    expect((await photosOf(emil))[0]!.status).toBe("active");
    expect((await photosOf(dora))[0]).toMatchObject({ status: "refused", refused_for: "unreadable" });
  });

  it("that looks like a banned one is refused, also smaller or mirrored, and another one is not", async () => {
    const banned = await pictureOf(77);
    await banPicture(test.app, 1, banned, "a test");
    const [fay, gus] = [await join(test, "fay"), await join(test, "gus")];
    await upload(fay, await sharp(banned).resize(200, 250).jpeg({ quality: 50 }).toBuffer());
    await upload(fay, await sharp(banned).flop().webp().toBuffer());
    await upload(fay, await pictureOf(78));
    await prepare();
    const photos = await photosOf(fay);
    expect(photos.map(({ status, refused_for }) => [status, refused_for])).toEqual([
      ["refused", "banned"],
      ["refused", "banned"],
      ["active", null],
    ]);
    expect(photos.map(({ main }) => main)).toEqual([false, false, true]);
    expect(await shownTo(gus, fay.id)).toHaveLength(1);
    expect([await statusOf(fay, photos[0]!.thumb_filename), await statusOf(gus, photos[0]!.thumb_filename)]).toEqual([
      200, 404,
    ]);
  });
});

describe("the limit", () => {
  // spec: 9.photos
  it.each([
    ["free", false, 3],
    ["premium", true, 25],
  ])("of a %s member holds against 40 uploads at once", async (name, premium, rows) => {
    const person = await join(test, `forty${name}`, { premium });
    const small = await sharp(await pictureOf(5))
      .resize(40, 50)
      .jpeg()
      .toBuffer();
    const answers = await Promise.all(Array.from({ length: 40 }, () => upload(person, small)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(rows);
    const codes = new Set(
      answers.filter(({ status }) => status !== 201).map(({ body }) => (body as { error: string }).error),
    );
    expect([...codes].sort()).toEqual(["photo_limit", "too_many_requests"]); // 30 uploads in half an hour, of either kind
    expect(await filesOf(person)).toHaveLength(rows);
    expect(
      new Set(
        (await test.app.db.raw("select position from photos where member_id = $1", [person.number])).rows.map(
          (row) => (row as { position: number }).position,
        ),
      ).size,
    ).toBe(rows);
    await test.app.db.raw("delete from photos where member_id = $1", [person.number]); // the job need not prepare them
  });
});

describe("the order", () => {
  it("is the owner's to change; others see the main photo first and then that order", async () => {
    const ines = await album("ines", 4);
    const other = await join(test, "olaf", { premium: true });
    const [a, b, c, d] = (await photosOf(ines)).map(({ id }) => id);
    const order = async () => (await photosOf(ines)).map(({ id }) => id);
    await ines.call(PhotoApi.change, { body: { id: d!, order: 1 } });
    expect(await order()).toEqual([d, a, b, c]);
    await ines.call(PhotoApi.change, { body: { id: d!, order: 25 } });
    expect(await order()).toEqual([a, b, c, d]);
    const moved = await ines.call(PhotoApi.change, { body: { id: c!, order: 2, main: true } });
    expect(moved.body.photos.map(({ id, main }) => [id, main])).toEqual([
      [a, false],
      [c, true],
      [b, false],
      [d, false],
    ]);
    const names = (await shownTo(other, ines.id)).map(({ filename }) => filename);
    expect(names).toEqual([c, a, b, d].map((id) => moved.body.photos.find((photo) => photo.id === id)!.filename));
    expect((await other.call(PhotoApi.change, { body: { id: a!, order: 1 } })).status).toBe(404);
    expect((await ines.call(PhotoApi.change, { body: { id: a! } as never })).status).toBe(400);
    expect((await ines.call(PhotoApi.change, { body: { id: a!, order: 0 } })).status).toBe(400);
  });
});

describe("permission to see photos", () => {
  // spec: 6.visitor-login, 6.free-photos, 6.premium-photos
  it("visitors see at most the main photo, free members two more and the rest blurred, premium and owner all", async () => {
    const kate = await album("kate", 5);
    const [free, rich, visitor] = [await join(test, "leo"), await join(test, "mia", { premium: true }), test.client()];
    const own = await photosOf(kate);
    await kate.call(PhotoApi.change, { body: { id: own[4]!.id, main: true } });
    const ordered = [own[4]!, ...own.slice(0, 4)].map(({ filename }) => filename);
    const blurredName = (file: string) => file.replace("full/", "blurred/");

    for (const rendition of ["full", "thumb", "match", "blurred"])
      expect(await statusOf(visitor, ordered[0]!.replace("full", rendition))).toBe(404);
    await kate.call(NotificationsApi.change, { body: { shown_to_visitors: true } });
    expect((await shownTo(visitor as never, kate.id)).map(({ filename }) => filename)).toEqual(ordered.slice(0, 1));
    expect((await shownTo(free, kate.id)).map(({ filename, blurred }) => [filename, blurred])).toEqual([
      ...ordered.slice(0, 3).map((file) => [file, false]),
      ...ordered.slice(3).map((file) => [blurredName(file), true]),
    ]);
    for (const viewer of [rich, kate])
      expect((await shownTo(viewer, kate.id)).map(({ filename, blurred }) => [filename, blurred])).toEqual(
        ordered.map((file) => [file, false]),
      );

    const matrix = async (who: Pick<Person, "fetch">, rendition: string) =>
      Promise.all(ordered.map((file) => statusOf(who, file.replace("full", rendition))));
    for (const clear of ["full", "thumb", "match"]) {
      expect(await matrix(visitor, clear)).toEqual([200, 404, 404, 404, 404]);
      expect(await matrix(free, clear)).toEqual([200, 200, 200, 404, 404]);
      expect(await matrix(rich, clear)).toEqual([200, 200, 200, 200, 200]);
    }
    expect(await matrix(free, "blurred")).toEqual([200, 200, 200, 200, 200]);
    expect(await matrix(visitor, "blurred")).toEqual([200, 404, 404, 404, 404]);
    expect(await statusOf(free, ordered[3]!.replace(".webp", ".jpg"))).toBe(404);
    const everything = JSON.stringify(await shownTo(free, kate.id));
    expect(everything).not.toContain(ordered[3]); // the clear one's name is not given out
  });

  it("a photo from before there was a blurred rendition, or a JPEG, has them all the same", async () => {
    const otto = await album("otto", 1);
    const [photo] = await photosOf(otto);
    const [files] = await filesOf(otto);
    const missing = (["full", "thumb", "match", "blurred"] as const).map((name) => photoKey(files!, name, "jpg"));
    for (const key of [...missing, photoKey(files!, "blurred")]) await test.app.storage.remove(key);
    const blurred = photo!.filename.replace("full/", "blurred/");
    expect(await sharp(await bytesOf(otto, blurred)).metadata()).toMatchObject({
      format: "webp",
      width: 80,
      height: 100,
    });
    for (const file of [blurred, photo!.filename])
      expect((await sharp(await bytesOf(otto, file.replace(".webp", ".jpg"))).metadata()).format).toBe("jpeg");
    expect(await test.app.storage.get(missing[0]!)).toBeNull();
  });

  it("the blurred rendition has no more detail than a few hundred pixels", async () => {
    const nils = await album("nils", 1);
    const [photo] = await photosOf(nils);
    const [full, blurred] = await Promise.all(
      ["full", "blurred"].map((name) => bytesOf(nils, photo!.filename.replace("full", name))),
    );
    // no detail finer than a twentieth of the picture: shrinking and enlarging it again changes almost nothing
    const finer = async (bytes: Buffer) => {
      const size = { width: 160, height: 200, fit: "fill" } as const;
      const sharpened = await sharp(bytes).resize(size).greyscale().raw().toBuffer();
      const coarse = await sharp(await sharp(bytes).resize(20, 25).png().toBuffer())
        .resize({ ...size, kernel: "cubic" })
        .greyscale()
        .raw()
        .toBuffer();
      return sharpened.reduce((sum, value, at) => sum + Math.abs(value - coarse[at]!), 0) / sharpened.length;
    };
    const lines = await sharp(
      Buffer.from(
        `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="500">${Array.from({ length: 100 }, (_, at) => `<rect x="${at * 8}" width="4" height="500" fill="#fff"/>`).join("")}</svg>`,
      ),
    )
      .png()
      .toBuffer();
    expect(await finer(blurred!)).toBeLessThan(3);
    expect(await finer(lines)).toBeGreaterThan(20); // the measure can see what is fine
    expect(blurred!.length).toBeLessThan(full!.length / 2);
  });
});
