import { readdir, readFile } from "node:fs/promises";
import { beforeAll, expect, test } from "vitest";
import { looksOf } from "../../../modules/members/photos/gateway.ts";
import { portraitFile } from "../pictures.ts";

/** Bits of 64 by which two pictures must differ at least; the product takes up to MAX for the same picture (photos/rules.ts). */
const DIFFERENT = 6;

const FOLDER = new URL(".", portraitFile(0));
const files = (await readdir(FOLDER)).filter((name) => name.endsWith(".webp"));
const hashes: bigint[] = [];
beforeAll(async () => {
  for (const name of files) hashes.push(BigInt(`0b${await looksOf(await readFile(new URL(name, FOLDER)))}`));
}, 120_000);

test("no two of the first members have main pictures that look alike", () => {
  const alike: string[] = [];
  hashes.forEach((a, i) => {
    for (let j = i + 1; j < hashes.length; j++)
      if (differing(a, hashes[j]!) < DIFFERENT) alike.push(`${files[i]} and ${files[j]}`);
  });
  expect(files.length).toBeGreaterThan(120);
  expect(alike).toEqual([]);
});

function differing(a: bigint, b: bigint): number {
  let bits = 0;
  for (let rest = a ^ b; rest; rest >>= 1n) if (rest & 1n) bits++;
  return bits;
}
