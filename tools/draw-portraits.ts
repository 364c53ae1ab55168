/**
 * Draws the gallery of the demo community into server/db/demo/portraits/: node tools/draw-portraits.ts [--only 12,40]
 * Measured on two cores: 0.13 s a picture, 80 s for all. Too slow for a first start, so the files are checked in; run
 * this again after a change to faces.ts, scenes.ts or portraits.ts.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { FACES, lookOf } from "../server/db/demo/faces.ts";
import { PLACES, placeFile, portraitFile } from "../server/db/demo/gallery.ts";
import { drawPlace, drawPortrait } from "../server/db/demo/portraits.ts";

const { values } = parseArgs({ options: { only: { type: "string" } } });
const faces = values.only ? values.only.split(",").map(Number) : [...Array(FACES).keys()];
const places = values.only ? [] : [...Array(PLACES).keys()];

mkdirSync(new URL(".", portraitFile(0)), { recursive: true });
let bytes = 0;
for (const face of faces) save(portraitFile(face), await drawPortrait(face, lookOf(face)));
for (const place of places) save(placeFile(place), await drawPlace(place));
console.log(`${faces.length + places.length} pictures, ${(bytes / 1e6).toFixed(2)} MB`);

function save(file: URL, picture: Buffer): void {
  writeFileSync(file, picture);
  bytes += picture.length;
}
