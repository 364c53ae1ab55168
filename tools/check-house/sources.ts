/** The input of every check: the sources of the repository and their imports. */
import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export interface Source {
  /** From the root of the repository. */
  file: string;
  text: string;
  /** Files of this repository, from its root; packages and workspace imports ("@serenade/x/y") unchanged. */
  imports: string[];
}

/** One broken rule: where, which rule, and what to do instead. */
export interface Finding {
  file: string;
  why: string;
}

/** A check reads only the sources, so that a test can pass it three lines. */
export type Check = (sources: Source[]) => Finding[];

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const SOURCES = [
  "{contract,texts,server,web,tools,bench,faults,security,e2e}/**/*.{ts,tsx}",
  "server/db/migrations/*.sql",
];
const GENERATED = /node_modules|\/build\/|\.react-router|\.d\.ts$/;

export function readSources(): Source[] {
  return globSync(SOURCES, { cwd: ROOT, exclude: (path) => GENERATED.test(`${path}/`) })
    .filter((file) => !GENERATED.test(file))
    .sort()
    .map((file) => sourceOf(file, readFileSync(join(ROOT, file), "utf8")));
}

export function sourceOf(file: string, text: string): Source {
  const targets = [...text.matchAll(/\b(?:from|import)\s*\(?\s*"([^"]+)"/g)].map(([, target]) => target!);
  return { file, text, imports: targets.map((target) => resolveImport(file, target)) };
}

export const isTest = (file: string): boolean => /\.test\.tsx?$|^server\/test\//.test(file);

function resolveImport(file: string, target: string): string {
  if (target.startsWith("~/")) return withEnding(`web/app/${target.slice(2)}`);
  if (target.startsWith(".")) return withEnding(join(dirname(file), target));
  return target;
}

function withEnding(path: string): string {
  return (
    ["", ".ts", ".tsx"]
      .map((ending) => path + ending)
      .find((one) => /\.\w+$/.test(one) && existsSync(join(ROOT, one))) ?? path
  );
}
