/**
 * Tests every regular expression of contract, server and web with recheck: one with superlinear time would
 * let a single request block the event loop. Tests are excluded, because no request reaches them.
 */
import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type ParserPlugin, parse } from "@babel/parser";
import { checkSync, type Diagnostics } from "recheck";

interface Regex {
  source: string;
  flags: string;
}

/** A syntax node, as far as used below. */
interface Node {
  type: string;
  loc?: { start: { line: number } };
  [field: string]: unknown;
}

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const SOURCES = "{contract/src,server,texts,web/app,web/plugins,web/public}/**/*.{ts,tsx,js,mjs}";
const LEFT_OUT = /\.(test|d)\.tsx?$|^server\/test\/|\/(build|node_modules)\//;
/** An expression that takes longer to analyse is refused too: it can be simplified. */
const TIMEOUT_MS = 5_000;

const places = new Map<string, { regex: Regex; at: string[] }>();
const unreadable: string[] = [];
for (const file of globSync(SOURCES, { cwd: ROOT }).sort()) if (!LEFT_OUT.test(file)) collect(file);

const wrong = [...places.values()].flatMap(({ regex, at }) => {
  const verdict = verdictOn(regex);
  return verdict ? [`${verdict}: /${regex.source}/${regex.flags}\n  ${at.join(", ")}`] : [];
});
for (const line of [...unreadable, ...wrong]) console.error(line);
console.info(`${places.size} regular expressions, ${wrong.length + unreadable.length} wrong`);
process.exit(wrong.length + unreadable.length ? 1 : 0);

/** Null for a safe one, otherwise the problem. */
function verdictOn({ source, flags }: Regex): string | null {
  const found: Diagnostics = checkSync(source, flags, { timeout: TIMEOUT_MS });
  if (found.status === "safe") return null;
  return found.status === "vulnerable" ? found.complexity.summary : `not analysed (${found.error.kind})`;
}

function collect(file: string): void {
  const plugins: ParserPlugin[] = file.endsWith(".tsx") ? ["typescript", "jsx"] : ["typescript"];
  const { program } = parse(readFileSync(`${ROOT}${file}`, "utf8"), { sourceType: "module", plugins });
  walk(program as unknown as Node, (node) => {
    const at = `${file}:${node.loc?.start.line}`;
    if (node.type === "RegExpLiteral") note({ source: String(node.pattern), flags: String(node.flags) }, at);
    if (isRegExpCall(node)) {
      const [pattern, flags] = (node.arguments as Node[]).map(textOf);
      if (typeof pattern !== "string" || flags === null) unreadable.push(`a pattern that is not a literal text: ${at}`);
      else note({ source: pattern, flags: flags ?? "" }, at);
    }
  });
}

function note(regex: Regex, at: string): void {
  const key = `/${regex.source}/${regex.flags}`;
  const place = places.get(key);
  if (place) place.at.push(at);
  else places.set(key, { regex, at: [at] });
}

/** `RegExp(…)` and `new RegExp(…)`. */
function isRegExpCall(node: Node): boolean {
  return /^(New|Call)Expression$/.test(node.type) && (node.callee as Node & { name?: string }).name === "RegExp";
}

/** The text of a literal, with a word for each interpolation, which is a name of our own. Null for anything else. */
function textOf(node: Node): string | null {
  if (node.type === "StringLiteral") return node.value as string;
  if (node.type !== "TemplateLiteral") return null;
  const parts = (node.quasis as (Node & { value: { cooked: string } })[]).map(({ value }) => value.cooked);
  return (node.expressions as Node[]).every(({ type }) => type === "Identifier") ? parts.join("name") : null;
}

function walk(node: Node, visit: (node: Node) => void): void {
  visit(node);
  for (const value of Object.values(node))
    for (const child of Array.isArray(value) ? value : [value])
      if (child && typeof child === "object" && typeof (child as Node).type === "string") walk(child as Node, visit);
}
