/** The SQL in a source: its literals. A fragment of a statement counts where it is defined, not where it is used. */
import { type ParserPlugin, parse } from "@babel/parser";
import type { Source } from "./sources.ts";

export interface Literal {
  line: number;
  /** With interpolated texts, and `HOLE` for other interpolations. One text for each branch of a condition. */
  texts: string[];
}

/** Placeholder for a `${}` with an unknown text. */
export const HOLE = "…";

/** A syntax node, as far as used below. */
interface Node {
  type: string;
  loc?: { start: { line: number } };
  [field: string]: unknown;
}

/** Several checks need the same sources, and parsing is most of their time. */
const parsed = new WeakMap<Source, Literal[]>();

/** A source without any of these words has no SQL. */
const SQL = /\b(select|from|join|using|into|update|truncate|now|\w+_timestamp|current_\w+|localtime\w*)\b/;

export function literalsOf(source: Source): Literal[] {
  const known = parsed.get(source);
  if (known) return known;
  const literals: Literal[] = [];
  if (SQL.test(source.text.replace(/^(import|export|\}) .*from "/gm, ""))) {
    const plugins: ParserPlugin[] = source.file.endsWith(".tsx") ? ["typescript", "jsx"] : ["typescript"];
    const { program } = parse(source.text, { sourceType: "module", plugins, attachComment: false });
    collect(program as unknown as Node, literals);
  }
  parsed.set(source, literals);
  return literals;
}

function collect(node: Node, into: Literal[]): void {
  if (node.type === "ImportDeclaration" || node.type === "TSLiteralType") return;
  if (!isText(node)) {
    for (const child of childrenOf(node)) collect(child, into);
    return;
  }
  const texts = new Set([textOf(node, "consequent"), textOf(node, "alternate")]);
  into.push({ line: node.loc!.start.line, texts: [...texts] });
  for (const hole of holesOf(node)) collect(hole, into);
}

/** A literal, or a sum with one. */
const isText = ({ type, operator, left, right }: Node): boolean =>
  type === "StringLiteral" ||
  type === "TemplateLiteral" ||
  (type === "BinaryExpression" && operator === "+" && (isText(left as Node) || isText(right as Node)));

/** The whole text; of `a ? "b" : "c"` inside it one branch at a time. */
function textOf(node: Node, branch: "consequent" | "alternate"): string {
  if (node.type === "StringLiteral") return node.value as string;
  if (node.type === "ConditionalExpression") return textOf(node[branch] as Node, branch);
  if (node.type === "LogicalExpression") return textOf(node.right as Node, branch);
  if (!isText(node)) return ` ${HOLE} `;
  if (node.type === "BinaryExpression") return textOf(node.left as Node, branch) + textOf(node.right as Node, branch);
  const filled = (node.expressions as Node[]).map((expression) => textOf(expression, branch));
  return (node.quasis as (Node & { value: { cooked: string } })[])
    .map(({ value }, at) => value.cooked + (filled[at] ?? ""))
    .join("");
}

/** The expressions that `textOf` does not read. */
function holesOf(node: Node): Node[] {
  const below = (...fields: string[]) => fields.flatMap((field) => holesOf(node[field] as Node));
  if (node.type === "StringLiteral") return [];
  if (node.type === "ConditionalExpression") return [node.test as Node, ...below("consequent", "alternate")];
  if (node.type === "LogicalExpression") return [node.left as Node, ...below("right")];
  if (!isText(node)) return [node];
  if (node.type === "BinaryExpression") return below("left", "right");
  return (node.expressions as Node[]).flatMap(holesOf);
}

function childrenOf(node: Node): Node[] {
  const children: Node[] = [];
  for (const value of Object.values(node)) {
    if (Array.isArray(value)) children.push(...value.filter(isNode));
    else if (isNode(value)) children.push(value);
  }
  return children;
}

const isNode = (value: unknown): value is Node => typeof (value as Node | null)?.type === "string";
