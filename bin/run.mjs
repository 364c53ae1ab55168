// Shared by the commands. Runs on Node 20 and newer, before anything is installed.
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
/** Node 24 comes as a dependency, so the installed one may be older. */
export const NODE = join(ROOT, "node_modules/node/bin/node");
export const BIN = join(ROOT, "node_modules/.bin");

/** Runs a command with its output on the terminal; ends this process when it fails. */
export function run(command, args, options = {}) {
  const { status, error } = spawnSync(command, args, { cwd: ROOT, stdio: "inherit", ...options });
  if (error) fail(`${command}: ${error.message}`);
  if (status !== 0) process.exit(status ?? 1);
}

/** Node 24 on one of our files. */
export const node = (file, args = [], options = {}) => run(NODE, [file, ...args], options);

/** `npm ci` when the lockfile changed since the last time, or nothing is installed yet. */
export function install() {
  const lock = createHash("sha256")
    .update(readFileSync(join(ROOT, "package-lock.json")))
    .digest("hex");
  const stamp = join(ROOT, "node_modules/.installed");
  if (existsSync(NODE) && existsSync(stamp) && readFileSync(stamp, "utf8") === lock) return;
  console.info("Installing dependencies …");
  // The engines field names the Node that runs the product, which this installs.
  run("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"]);
  writeFileSync(stamp, lock);
}

/** Builds types of the texts, mails and pages where a source is newer than the last build. */
export function build({ force = false } = {}) {
  generateTextTypes();
  buildMails();
  buildPages(force);
}

/** texts/messages.d.ts, which editors and the type check need. */
export const generateTextTypes = () => node(join(ROOT, "texts/generate.ts"));

/** The email templates; does nothing when they are unchanged. */
export const buildMails = () => node(join(ROOT, "tools/build-mails.ts"));

function buildPages(force) {
  const built = join(ROOT, "web/build/server/index.js");
  const files = ["web", "contract", "texts"].flatMap((folder) => sources(folder));
  if (!force && existsSync(built) && files.every((file) => statSync(file).mtimeMs < statSync(built).mtimeMs)) return;
  console.info("Building the pages …");
  run(NODE, [join(BIN, "react-router"), "build"], {
    cwd: join(ROOT, "web"),
    env: { ...process.env, NODE_ENV: "production" },
  });
}

function sources(folder) {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .filter((file) => !/node_modules|[\\/](build|\.react-router)[\\/]/.test(file.slice(ROOT.length)));
}

/** Starts a long-running process and forwards signals to it. */
export function serve(args, env = {}) {
  const child = spawn(NODE, args, { cwd: ROOT, stdio: "inherit", env: { ...process.env, ...env } });
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => child.kill(signal));
  child.on("exit", (code) => process.exit(code ?? 1));
}

export function fail(message) {
  console.error(message);
  process.exit(1);
}
