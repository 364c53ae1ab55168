/**
 * Draws main portraits of the demo community ahead, into server/db/demo/portraits/, so that the first pages of a fresh
 * demo need not be drawn. Those who visited last come first, as in a search:
 *   node tools/draw-portraits.ts [--count 600] [--missing]
 * Run it again after a change of what a portrait shows; with --missing it draws only those without a file.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { openDrawers } from "../server/db/demo/drawing/drawers.ts";
import { portraitFolder } from "../server/db/demo/gallery.ts";
import { demoMember } from "../server/db/demo/people.ts";
import { PLACEHOLDERS, portraitFile } from "../server/db/demo/pictures.ts";
import { DEMO_MEMBERS } from "../server/db/demo/welcome.ts";
import { placeholderOf } from "../server/modules/members/photos/gateway.ts";

const { values } = parseArgs({
  options: {
    count: { type: "string", default: String(DEMO_MEMBERS) },
    missing: { type: "boolean" },
    processes: { type: "string", default: String(availableParallelism()) },
  },
});
const WIDTH = 800;
const QUALITY = 52;

const folder = new URL(".", portraitFile(0));
mkdirSync(folder, { recursive: true });
const members = Array.from({ length: DEMO_MEMBERS }, (_, number) => demoMember(number))
  .filter(({ pictures }) => pictures.length > 0)
  .sort((a, b) => a.idle_seconds - b.idle_seconds)
  .slice(0, Number(values.count))
  .filter(({ number }) => !values.missing || !existsSync(portraitFile(number)));
const drawers = openDrawers(Number(values.processes));
await Promise.all(
  members.map(async ({ number }) => {
    const picture = await drawers.draw(portraitFolder(number, 0), WIDTH, QUALITY);
    if (!picture) throw new Error(`no picture of member ${number}`);
    writeFileSync(portraitFile(number), picture);
  }),
);
drawers.close();

const placeholders: Record<string, string> = {};
let bytes = 0;
for (const name of readdirSync(folder)
  .filter((file) => file.endsWith(".webp"))
  .sort()) {
  const picture = readFileSync(new URL(name, folder));
  bytes += picture.length;
  placeholders[portraitFolder(Number.parseInt(name, 10), 0)] = (await placeholderOf(picture)).toString("base64");
}
writeFileSync(PLACEHOLDERS, `${JSON.stringify(placeholders, null, 2)}\n`);
console.info(`${members.length} drawn, ${Object.keys(placeholders).length} in all, ${(bytes / 1e6).toFixed(2)} MB`);
