/**
 * Draws the portraits of the demo community into server/db/demo/portraits/:
 *   node tools/draw-portraits.ts [--only 12,40] [--placeholders]
 * More than a minute for all is too slow for a first start, so the files are checked in; run
 * this again after a change to faces.ts, scenes.ts or portraits.ts. With --placeholders it only writes the
 * placeholders of the existing pictures.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { FACES, lookOf } from "../server/db/demo/faces.ts";
import { PLACEHOLDERS, PLACES, placeFile, portraitFile } from "../server/db/demo/gallery.ts";
import { faceFolder, placeFolder } from "../server/db/demo/pictures.ts";
import { drawPlace, drawPortrait } from "../server/db/demo/portraits.ts";
import { placeholderOf } from "../server/modules/members/photos/gateway.ts";

const { values } = parseArgs({ options: { only: { type: "string" }, placeholders: { type: "boolean" } } });
const all = { faces: [...Array(FACES).keys()], places: [...Array(PLACES).keys()] };
const faces = values.placeholders ? [] : values.only ? values.only.split(",").map(Number) : all.faces;
const places = values.only || values.placeholders ? [] : all.places;

mkdirSync(new URL(".", portraitFile(0)), { recursive: true });
let bytes = 0;
for (const face of faces) save(portraitFile(face), await drawPortrait(face, lookOf(face)));
for (const place of places) save(placeFile(place), await drawPlace(place));
console.log(`${faces.length + places.length} pictures, ${(bytes / 1e6).toFixed(2)} MB`);

const placeholders: Record<string, string> = {};
const look = async (file: URL) => (await placeholderOf(readFileSync(file))).toString("base64");
for (const face of all.faces) placeholders[faceFolder(face)] = await look(portraitFile(face));
for (const place of all.places) placeholders[placeFolder(place)] = await look(placeFile(place));
writeFileSync(PLACEHOLDERS, `${JSON.stringify(placeholders, null, 2)}\n`);

function save(file: URL, picture: Buffer): void {
  writeFileSync(file, picture);
  bytes += picture.length;
}
