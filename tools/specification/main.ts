/** Compares docs/specification.md with the tags in the tests; --write writes it. A line without a test fails. */
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { readLines } from "./lines.ts";
import { COMMAND, findFaults, makeTable } from "./table.ts";
import { isTest, readTags } from "./tags.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const TABLE = join(ROOT, "docs/specification.md");
/** Tests, and tables that several tests share. */
const FILES = ["{contract,texts,server,web/app,web/plugins,e2e}/**/*.{test,e2e}.{ts,tsx}", "{e2e,server/test}/**/*.ts"];

const sections = readLines(readFileSync(new URL("lines.md", import.meta.url), "utf8"));
const files = globSync(FILES, { cwd: ROOT, exclude: (path) => /node_modules|build$/.test(path) })
  .sort()
  .map((file) => ({ file, text: readFileSync(join(ROOT, file), "utf8") }));
const tests = files.filter(({ file }) => isTest(file));
const tags = files.flatMap(({ file, text }) => {
  const used = isTest(file) || tests.some((test) => test.text.includes(`/${basename(file)}"`));
  return readTags(file, text).map((tag) => (used ? tag : { ...tag, wrong: "no test imports this table" }));
});
const table = makeTable(sections, tags);

if (process.argv.includes("--write")) writeFileSync(TABLE, table);
const faults = findFaults(sections, tags);
if (readFileSync(TABLE, "utf8") !== table) faults.push(`docs/specification.md is out of date: ${COMMAND}`);

for (const fault of faults) console.error(fault);
const lines = sections.flatMap(({ lines }) => lines);
console.info(
  `${lines.length} lines, ${lines.filter(({ untested }) => untested).length} without a test, ${tags.length} tags`,
);
process.exit(faults.length ? 1 : 0);
