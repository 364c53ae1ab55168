/**
 * Pictures of the landers from the drawings of the home page: each scene upright (4:5), as a print or a framed picture.
 * Run by hand after a change of a drawing: npx node tools/build-lander-pictures.ts
 */
import { mkdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import sharp from "sharp";

const DRAWINGS = new URL("../web/app/features/home/drawings/", import.meta.url);
const FOLDER = fileURLToPath(new URL("../web/public/landers/", import.meta.url));

/** The left edge of the part of each drawing that is shown, in its own units. */
const LEFT = { evening: 876, lasting: 820, night: 890, garden: 900, outdoors: 760, table: 900, stage: 850 };
const PART = { top: 180, width: 432, height: 540 };
const SCALE = 1.5;

mkdirSync(FOLDER, { recursive: true });
for (const [name, left] of Object.entries(LEFT)) {
  const drawing = readFileSync(new URL(`${name}.svg`, DRAWINGS), "utf8");
  const [width, height] = [PART.width * SCALE, PART.height * SCALE];
  const size = `viewBox="${left} ${PART.top} ${PART.width} ${PART.height}" width="${width}" height="${height}"`;
  const { size: bytes } = await sharp(Buffer.from(drawing.replace(/viewBox="[^"]+"/, size)))
    .webp({ quality: 82, effort: 6 })
    .toFile(`${FOLDER}scene-${name}.webp`);
  console.info(`scene-${name}.webp: ${(bytes / 1000).toFixed(1)} kB`);
}
