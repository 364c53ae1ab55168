import { ProfileApi } from "@serenade/contract/members";
import { type Photo, PhotoApi } from "@serenade/contract/photos";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { type TestApp, testApp } from "../../test/app.ts";
import { join, type Person } from "../../test/cast.ts";
import { pictureOf } from "../../test/photo-corpus.ts";

let test: TestApp;
beforeAll(async () => {
  test = await testApp();
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => test.close());

async function withPhoto(name: string): Promise<{ person: Person; id: Photo["id"]; keys: string[] }> {
  const person = await join(test, name);
  expect((await person.upload(PhotoApi.upload, await pictureOf(name.length))).status).toBe(201);
  const { rows } = await test.app.db.raw("select files from photos where member_id = $1", [person.number]);
  const { files } = rows[0] as { files: string };
  const [photo] = (await person.call(ProfileApi.read)).body.profile.photos;
  return { person, id: photo!.id, keys: [`${files}/original`, `${files}/full.webp`, `${files}/thumb.webp`] };
}
const there = async (keys: string[]) =>
  (await Promise.all(keys.map(async (key) => ((await test.app.storage.get(key)) ? key : null)))).filter(Boolean);
const broken = () => vi.spyOn(test.app.storage, "remove").mockRejectedValue(new Error("the disk does not want to"));
const sweep = async (seconds: number) => {
  await test.app.clock.advance(seconds);
  await test.app.jobs.run("sweep");
};

describe("an unreferenced file", () => {
  it("is deleted with the photo of its owner", async () => {
    const { person, id, keys } = await withPhoto("ada");
    await test.app.jobs.run("photos");
    await person.call(PhotoApi.remove, { body: { id } });
    await expect.poll(() => there(keys)).toEqual([]);
  });

  it("is deleted later if it could not be deleted immediately, and then not again", async () => {
    const { person, id, keys } = await withPhoto("bert");
    await test.app.jobs.run("photos");
    const disk = broken();
    expect((await person.call(PhotoApi.remove, { body: { id } })).status).toBe(200);
    await expect.poll(() => disk.mock.calls.length).toBeGreaterThan(3);
    await sweep(700);
    expect(await there(keys)).toEqual(keys.slice(1));
    disk.mockRestore();
    await sweep(1);
    expect(await there(keys)).toEqual([]);
    expect((await test.app.db.raw("select key from file_removals where key = any ($1)", [keys])).rows).toEqual([]);
  });

  it("is the upload of a ready photo, also when the process crashed before deleting it", async () => {
    const { keys } = await withPhoto("carla");
    const disk = broken();
    await test.app.jobs.run("photos");
    disk.mockRestore();
    expect(await there(keys)).toEqual(keys);
    await sweep(700);
    expect(await there(keys)).toEqual(keys.slice(1));
  });

  it("is deleted also when the database failed, and the upload is refused as before", async () => {
    const person = await join(test, "emma");
    const kept = new Set<string>();
    const { put } = test.app.storage;
    vi.spyOn(test.app.storage, "put").mockImplementation((key, bytes) => {
      kept.add(key);
      return put(key, bytes);
    });
    const { transaction, one } = test.app.db;
    let uploads = 0;
    vi.spyOn(test.app.db, "transaction").mockImplementation((work) =>
      ++uploads === 1 ? transaction(work) : Promise.reject(new Error("the database is unavailable")),
    );
    vi.spyOn(test.app.db, "one").mockImplementation((statement, ...params) =>
      statement.text.includes("file_removals")
        ? Promise.reject(new Error("the database is unavailable"))
        : one(statement, ...params),
    );
    expect((await person.upload(PhotoApi.upload, await pictureOf(9))).status).toBe(500);
    expect(kept.size).toBe(2);
    expect(await there([...kept])).toEqual([]);
  });

  it("is deleted again when a job has written it meanwhile", async () => {
    const { person, id, keys } = await withPhoto("dora");
    await test.app.jobs.run("photos");
    await person.call(PhotoApi.remove, { body: { id } });
    await expect.poll(() => there(keys)).toEqual([]);
    await test.app.storage.put(keys[1]!, Buffer.from("late"));
    await sweep(700);
    expect(await there(keys)).toEqual([]);
  });
});
