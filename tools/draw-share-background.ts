/**
 * Draws the ground of the pictures that shared links show, from the home page's scene: run by hand after a change,
 * `node tools/draw-share-background.ts`.
 */
import { readFileSync } from "node:fs";
import sharp from "sharp";

const SCENE = new URL("../web/app/features/home/drawings/evening.svg", import.meta.url);
const OUT = new URL("../server/modules/pages/pictures/background.webp", import.meta.url);
const [width, height] = [1200, 630];

/** Darkens the left side, where the title is. */
const SHADE = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs>
<linearGradient id="s"><stop offset="0" stop-color="#0b1a28" stop-opacity="0.85"/><stop offset="0.75" stop-color="#0b1a28" stop-opacity="0"/></linearGradient>
</defs><rect width="${width}" height="${height}" fill="url(#s)"/></svg>`;

const scene = readFileSync(SCENE, "utf8").replace(
  /viewBox="[^"]*"/,
  'viewBox="180 0 1260 661" preserveAspectRatio="xMaxYMax slice"',
);
await sharp(Buffer.from(scene))
  .resize(width, height, { fit: "cover" })
  .composite([{ input: Buffer.from(SHADE) }])
  .webp({ quality: 80 })
  .toFile(OUT.pathname);
