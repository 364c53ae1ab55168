import sharp from "sharp";
import { expect, test } from "vitest";
import type { Storage } from "../../../kernel/storage.ts";
import { demoMember } from "../people.ts";
import { withDrawings } from "../pictures.ts";
import { randomOf } from "../random.ts";
import { drawFolder } from "./folders.ts";
import { personOf } from "./person.ts";
import { EXPRESSIONS, planOf, STANCES } from "./sitting.ts";

/** Small, because only the drawing itself is of interest. */
const WIDTH = 160;

test.each([
  ["a portrait", "demo/portrait-4711-1"],
  ["a thing", "demo/thing-guitar-3"],
  ["a place", "demo/scene-lake-3"],
])("%s is drawn from the name of its folder, the same every time", async (_what, folder) => {
  const [first, second] = [await drawFolder(folder, WIDTH, 60), await drawFolder(folder, WIDTH, 60)];
  expect(first).toEqual(second);
  expect(await sharp(first!).metadata()).toMatchObject({ format: "webp", width: WIDTH, height: WIDTH * 1.25 });
  const { entropy } = await sharp(first!).stats();
  expect(entropy).toBeGreaterThan(4);
});

test.each(["demo/thing-unicorn-1", "demo/portrait-x-1", "demo/scene-tostring-1", "demo/else-1-1", "demo/portrait-1"])(
  "%s names no picture",
  async (folder) => {
    expect(await drawFolder(folder, WIDTH, 60)).toBeNull();
  },
);

test("every picture of the first members can be drawn", async () => {
  const named = new Set(
    Array.from({ length: 60 }, (_, i) => demoMember(i).pictures)
      .flat()
      .filter((folder) => !folder.includes("portrait")),
  );
  for (const folder of named) expect(await drawFolder(folder, 40, 60)).not.toBeNull();
});

test("a person stays the same and is seen in many expressions and poses", () => {
  const people = Array.from({ length: 300 }, (_, number) => personOf(number, demoMember(number).look));
  expect(personOf(7, demoMember(7).look)).toEqual(people[7]);
  expect(Object.keys(EXPRESSIONS).length).toBeGreaterThanOrEqual(8);
  expect(Object.keys(STANCES).length).toBeGreaterThanOrEqual(5);
  const plans = people.map((person) => planOf(person, person.number, 1, randomOf(person.number, "test")));
  expect(new Set(plans.map(({ scene }) => scene)).size).toBeGreaterThan(12);
  expect(new Set(plans.map(({ outfit }) => outfit.kind)).size).toBeGreaterThan(8);
  expect(new Set(people.map(({ cut }) => cut)).size).toBeGreaterThan(18);
});

test("the storage draws a picture that it is asked for the first time, once", async () => {
  const files = new Map<string, Buffer>();
  let written = 0;
  const storage: Storage = {
    get: async (key) => files.get(key) ?? null,
    put: async (key, bytes) => {
      written++;
      files.set(key, bytes);
    },
    remove: async (key) => void files.delete(key),
  };
  const pictures = withDrawings(storage);
  const [one, same] = await Promise.all([
    pictures.get("demo/thing-camera-2/thumb.webp"),
    pictures.get("demo/thing-camera-2/thumb.webp"),
  ]);
  expect(await sharp(one!).metadata()).toMatchObject({ width: 400, height: 500 });
  expect(same).toEqual(one);
  expect(await pictures.get("demo/thing-camera-2/thumb.webp")).toEqual(one);
  expect(written).toBe(1);
  expect(await pictures.get("demo/thing-unicorn-2/thumb.webp")).toBeNull();
  expect(await pictures.get("photos/1/thumb.webp")).toBeNull();
  pictures.close();
});
