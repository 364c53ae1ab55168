/** Files that people and attackers upload as photos: a clean picture or a refusal, within memory limits. */
import { ProfileApi } from "@serenade/contract/members";
import { type Photo, PhotoApi, RENDITIONS } from "@serenade/contract/photos";
import exifr from "exifr";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestApp, testApp } from "../../../../test/app.ts";
import { anotherName, join, type Person } from "../../../../test/cast.ts";
import { CORPUS, SECRET } from "../../../../test/photo-corpus.ts";
import { originalKey } from "../commands.ts";

let test: TestApp;
beforeAll(async () => {
  test = await testApp();
});
afterAll(() => test.close());

const upload = (person: Person, bytes: Buffer) => person.upload(PhotoApi.upload, bytes);
const prepare = () => test.app.jobs.run("photos");
const photosOf = async (person: Person): Promise<Photo[]> => (await person.call(ProfileApi.read)).body.profile.photos;
const bytesOf = async (who: Pick<Person, "fetch">, file: string) =>
  Buffer.from(await (await who.fetch(`/api/photo/${file}`)).arrayBuffer());

describe("uploads of every kind", () => {
  it.each(CORPUS)("$name", async ({ make, status, shape, corner }) => {
    const person = await join(test, anotherName("up"));
    const answer = await upload(person, await make());
    expect(answer.status, JSON.stringify(answer.body)).toBe(status);
    if (status !== 201) {
      expect((answer.body as { message: string }).message.length).toBeGreaterThan(20);
      expect(await photosOf(person)).toEqual([]);
      return;
    }
    await prepare();
    const [photo] = await photosOf(person);
    expect(photo!.status).toBe("active");
    for (const rendition of RENDITIONS) {
      for (const ending of ["webp", "jpg"]) {
        const bytes = await bytesOf(person, photo!.filename.replace("full", rendition).replace("webp", ending));
        const { format, exif, xmp, iptc, width, height, space, pages, orientation } = await sharp(bytes).metadata();
        expect([format, exif, xmp, iptc, space, pages, orientation]).toEqual([
          ending === "jpg" ? "jpeg" : "webp",
          undefined,
          undefined,
          undefined,
          "srgb",
          undefined,
          undefined,
        ]);
        expect(bytes.includes(SECRET)).toBe(false);
        if (ending === "jpg") expect(await exifr.gps(bytes).catch(() => undefined)).toBeUndefined();
        if (rendition === "full") {
          if (shape) expect(width / height).toBeCloseTo(shape, 1);
          if (corner) {
            const [red, , blue] = await sharp(bytes)
              .extract({ left: 1, top: 1, width: 4, height: 4 })
              .resize(1, 1)
              .raw()
              .toBuffer();
            expect(corner === "red" ? red! > blue! + 60 : blue! > red! + 60).toBe(true);
          }
        }
      }
    }
  });

  it("lose the texts of a PNG before anything unpacks them", async () => {
    const person = await join(test, "ulla");
    const bomb = await CORPUS.find(({ name }) => name === "a PNG with 9 GB of packed text")!.make();
    await upload(person, bomb);
    const { rows } = await test.app.db.raw("select files from photos where member_id = $1", [person.number]);
    const kept = await test.app.storage.get(originalKey((rows as { files: string }[])[0]!.files));
    expect(kept!.includes("zTXt")).toBe(false);
    expect(kept!.length).toBeLessThan(10_000);
  });

  it("stay within memory: bombs and the largest allowed files, several at once", async () => {
    const before = process.memoryUsage().rss;
    let most = before;
    const watch = setInterval(() => {
      most = Math.max(most, process.memoryUsage().rss);
    }, 5);
    const bomb = await CORPUS.find(({ name }) => name === "a bomb of 400 megapixels")!.make();
    const largest = await sharp({ create: { width: 5_000, height: 8_000, channels: 3, background: "#406080" } })
      .jpeg()
      .toBuffer();
    const people = await Promise.all(["rolf", "stig", "tove"].map((name) => join(test, name)));
    const answers = await Promise.all(people.flatMap((person) => [upload(person, bomb), upload(person, largest)]));
    await prepare();
    clearInterval(watch);
    expect(answers.map(({ status }) => status)).toEqual([422, 201, 422, 201, 422, 201]);
    const grown = Math.round((most - before) / 1_048_576);
    console.info(`memory grew by ${grown} MB at most`);
    expect(grown).toBeLessThan(500);
  });
});
