/**
 * What a page loads, from the built files: scripts of its route and of those around it, with all that they import, and its
 * texts in English; compressed as they are served. A route over its budget fails, and so does a style sheet over its own. What
 * a visitor's page loads before the first interaction is tested in a browser (e2e/late-start.e2e.ts).
 */
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";

const BUILD = fileURLToPath(new URL("../web/build/client/", import.meta.url));

/** In kB. React and its router alone are 94. */
const SCRIPTS = 167.6;
const MEMBERS = 152;
const STYLES = 14.5;
/** Large forms, which check input with the API's schemas, and a conversation with its own list of messages. */
const LARGE = 176;
const IS_LARGE =
  /^(chats-id|members-id-chat|profile|notifications|complete-signup|signup|members-id-signup|members-id|likes-m-id|transactions-id)$/;

interface Module {
  module: string;
  imports: string[];
}
interface Manifest {
  entry: Module;
  routes: Record<string, Module & { parentId?: string }>;
}

const manifest = readManifest();
const texts = JSON.parse(readFileSync(`${BUILD}.vite/texts.json`, "utf8")) as Record<string, string[]>;
const files = JSON.parse(readFileSync(`${BUILD}.vite/manifest.json`, "utf8")) as Record<
  string,
  { file: string; imports?: string[] }
>;
const byFile = new Map(Object.values(files).map((chunk) => [`/${chunk.file}`, chunk]));

const sizes = Object.keys(manifest.routes)
  .filter((id) => id !== "root")
  .map((id) => ({ id, size: sizeOf(id), budget: budgetOf(id) }));
const styles = sizeOfFile(`/assets/${readdirSync(`${BUILD}assets`).find((name) => /^theme-.*\.css$/.test(name))}`);
const over = sizes.filter(({ size, budget }) => size > budget);
for (const { id, size, budget } of over)
  console.error(`${id}: ${size.toFixed(1)} kB of scripts, its budget is ${budget}`);
if (styles > STYLES) console.error(`the style sheet has ${styles.toFixed(1)} kB, its budget is ${STYLES}`);
const largest = sizes.reduce((one, other) => (other.size > one.size ? other : one));
console.info(
  `${sizes.length} routes, the largest ${largest.id} with ${largest.size.toFixed(1)} kB of scripts; ${styles.toFixed(1)} kB of styles`,
);
process.exit(over.length > 0 || styles > STYLES ? 1 : 0);

function budgetOf(id: string): number {
  if (id === "members") return MEMBERS;
  return IS_LARGE.test(id) ? LARGE : SCRIPTS;
}

function sizeOf(id: string): number {
  const modules: Module[] = [manifest.entry];
  for (let at: string | undefined = id; at; at = manifest.routes[at]!.parentId) modules.push(manifest.routes[at]!);
  const groups = new Set(modules.flatMap(({ module }) => texts[module] ?? []));
  const catalogs = ["en", ...[...groups].map((group) => `en/${group}`)];
  const loaded = new Set<string>();
  for (const { module, imports } of modules) for (const file of [module, ...imports]) load(file, loaded);
  for (const name of catalogs) {
    const source = Object.keys(files).find((one) => one.endsWith(`virtual:texts/${name}`));
    if (source) loaded.add(`/${files[source]!.file}`);
  }
  return [...loaded].reduce((sum, file) => sum + sizeOfFile(file), 0);
}

function load(file: string, loaded: Set<string>): void {
  if (loaded.has(file)) return;
  loaded.add(file);
  for (const one of byFile.get(file)?.imports ?? []) load(`/${files[one]!.file}`, loaded);
}

/** In kB, compressed where it is served so. */
function sizeOfFile(file: string): number {
  const path = BUILD + file.slice(1);
  return statSync(existsSync(`${path}.br`) ? `${path}.br` : path).size / 1000;
}

function readManifest(): Manifest {
  const [newest] = readdirSync(`${BUILD}assets`)
    .filter((name) => /^manifest-\w+\.js$/.test(name))
    .sort((one, other) => statSync(`${BUILD}assets/${other}`).mtimeMs - statSync(`${BUILD}assets/${one}`).mtimeMs);
  const text = readFileSync(`${BUILD}assets/${newest}`, "utf8");
  return JSON.parse(text.slice(text.indexOf("{"), text.lastIndexOf("}") + 1)) as Manifest;
}
