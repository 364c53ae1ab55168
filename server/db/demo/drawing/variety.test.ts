import { readdir, readFile } from "node:fs/promises";
import sharp from "sharp";
import { beforeAll, expect, test } from "vitest";
import { perceptualHash } from "../../../modules/members/photos/gateway.ts";
import { portraitFile } from "../pictures.ts";

/** Two pictures look alike when forms and colours are close: bits of 64, and mean steps of 255 over a coarse grid. */
const ALIKE = { bits: 7, colours: 14 };
/** A form of its own, however different the colours are. */
const SAME_FORM = 2;

const FOLDER = new URL(".", portraitFile(0));
const files = (await readdir(FOLDER)).filter((name) => name.endsWith(".webp"));
const pictures: { hash: bigint; grid: Buffer }[] = [];
beforeAll(async () => {
  for (const name of files) {
    const bytes = await readFile(new URL(name, FOLDER));
    const small = await sharp(bytes).resize(80).png().toBuffer();
    const grid = await sharp(small).resize(8, 10, { fit: "fill" }).raw().toBuffer();
    pictures.push({ hash: BigInt(`0b${await perceptualHash(small)}`), grid });
  }
}, 300_000);

test("no two main pictures look alike", () => {
  expect(files.length).toBeGreaterThan(120);
  const alike: string[] = [];
  pictures.forEach((a, i) => {
    for (let j = i + 1; j < pictures.length; j++) {
      const b = pictures[j]!;
      const bits = differing(a.hash, b.hash);
      if (bits <= SAME_FORM || (bits <= ALIKE.bits && colours(a.grid, b.grid) <= ALIKE.colours))
        alike.push(`${files[i]} and ${files[j]}: ${bits} bits`);
    }
  });
  expect(alike).toEqual([]);
});

function differing(a: bigint, b: bigint): number {
  let bits = 0;
  for (let rest = a ^ b; rest; rest >>= 1n) if (rest & 1n) bits++;
  return bits;
}

function colours(a: Buffer, b: Buffer): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += Math.abs(a[i]! - b[i]!);
  return sum / a.length;
}
