/** The mutants of one source file: each is one small change that a test has to notice. */
import { parse } from "@babel/parser";
import { isStatement, maskSql, mutateSql } from "./mutate-sql.ts";

export interface Edit {
  start: number;
  end: number;
  /** The replacement, as shown in the report. */
  to: string;
  /** The replacement as code, if it differs from `to`. */
  wrap?: (source: string) => string;
}

export interface Mutant {
  file: string;
  line: number;
  /** The trimmed line of source; together with `from` and `to` it names the mutant. */
  context: string;
  from: string;
  to: string;
  /** The whole file with the change. */
  text: string;
}

interface Node {
  type: string;
  start: number;
  end: number;
  // biome-ignore lint/suspicious/noExplicitAny: the shapes of Babel's nodes differ by their type
  [key: string]: any;
}

/** Every mutant of `source`; numbers are changed only in rules.ts. */
export function mutantsOf(file: string, source: string): Mutant[] {
  const root = parse(source, { sourceType: "module", plugins: ["typescript"] }).program as unknown as Node;
  const numbers = /(^|\/)rules(\.ts$|\/)/.test(file);
  const edits: Edit[] = [];
  visit(root, null, (node, parent) => edits.push(...editsOf(node, parent, source, numbers)));
  const unique = new Map(edits.map((edit) => [`${edit.start} ${edit.end} ${edit.to}`, edit]));
  return [...unique.values()].sort((a, b) => a.start - b.start).map((edit) => mutantBy(edit, file, source));
}

function mutantBy({ start, end, to, wrap }: Edit, file: string, source: string): Mutant {
  const from = source.slice(start, end);
  const lineStart = source.lastIndexOf("\n", start - 1) + 1;
  const lineEnd = source.indexOf("\n", start);
  return {
    file,
    line: source.slice(0, start).split("\n").length,
    context: source.slice(lineStart, lineEnd < 0 ? source.length : lineEnd).trim(),
    from: from.replace(/\s+/g, " "),
    to,
    text: source.slice(0, start) + (wrap ? wrap(from) : to) + source.slice(end),
  };
}

/** Types do not run. */
function visit(node: Node, parent: Node | null, see: (node: Node, parent: Node | null) => void): void {
  if (/^TS(?!AsExpression|NonNullExpression|SatisfiesExpression)/.test(node.type)) return;
  if (node.type === "ImportDeclaration") return;
  see(node, parent);
  for (const [key, value] of Object.entries(node)) {
    if (key === "typeAnnotation" || key === "typeParameters" || key === "typeArguments") continue;
    for (const child of Array.isArray(value) ? value : [value])
      if (child && typeof child.type === "string" && typeof child.start === "number") visit(child, node, see);
  }
}

function editsOf(node: Node, parent: Node | null, source: string, numbers: boolean): Edit[] {
  switch (node.type) {
    case "BinaryExpression":
      return ofBinary(node, parent, source);
    case "LogicalExpression":
      return [between(node, source, node.operator, { "&&": "||", "||": "&&", "??": "&&" }[node.operator as "&&"])];
    case "BooleanLiteral":
      return [replaced(node, node.value ? "false" : "true")];
    case "NumericLiteral":
      return numbers ? ofNumber(node, parent) : [];
    case "UnaryExpression":
      // A whole condition already becomes true and false.
      return node.operator === "!" && parent?.test !== node
        ? [replaced(node, source.slice(node.argument.start, node.argument.end))]
        : [];
    case "IfStatement":
    case "ConditionalExpression":
      return [replaced(node.test, "true"), replaced(node.test, "false")];
    case "ExpressionStatement":
      return isCall(node.expression) && !isLog(source.slice(node.start, node.end))
        ? [{ start: node.start, end: node.end, to: "", wrap: () => ";" }]
        : [];
    case "CallExpression":
      return ofCall(node);
    case "TemplateLiteral":
      return ofTemplate(node, source);
    case "StringLiteral":
      return isStatement(node.value) ? sqlEdits(node.start + 1, node.end - 1, [], source) : [];
    default:
      return [];
  }
}

const COMPARISONS: Record<string, string[]> = {
  ">": [">=", "<="],
  ">=": [">", "<"],
  "<": ["<=", ">="],
  "<=": ["<", ">"],
  "===": ["!=="],
  "!==": ["==="],
};
const ARITHMETIC: Record<string, string> = { "+": "-", "-": "+", "*": "/", "/": "*", "%": "*" };

function ofBinary(node: Node, parent: Node | null, source: string): Edit[] {
  const { operator, left, right } = node;
  const comparison = COMPARISONS[operator];
  if (comparison) {
    // A whole condition already becomes true and false; only its boundary is another mutant.
    const alone = parent?.test === node;
    return comparison
      .slice(0, alone ? comparison.length - 1 : undefined)
      .map((to) => between(node, source, operator, to));
  }
  const other = ARITHMETIC[operator];
  if (!other || [left, right].some(isText)) return [];
  return [between(node, source, operator, other)];
}

const isText = ({ type }: Node): boolean => type === "StringLiteral" || type === "TemplateLiteral";

/** The operator between the two sides of a node. */
function between(node: Node, source: string, operator: string, to: string): Edit {
  const start = source.indexOf(operator, node.left.end);
  return { start, end: start + operator.length, to };
}

const replaced = ({ start, end }: Node, to: string): Edit => ({ start, end, to });

function ofNumber(node: Node, parent: Node | null): Edit[] {
  if (parent?.type === "MemberExpression" || !Number.isInteger(node.value)) return [];
  return [replaced(node, String(node.value + 1)), ...(node.value > 0 ? [replaced(node, String(node.value - 1))] : [])];
}

const isCall = (node: Node): boolean =>
  node.type === "CallExpression" || (node.type === "AwaitExpression" && isCall(node.argument));

const isLog = (source: string): boolean => /^(app\.)?log\./.test(source);

const SWAPS: Record<string, string> = { some: "every", every: "some", max: "min", min: "max" };

function ofCall({ callee }: Node): Edit[] {
  if (callee.type !== "MemberExpression" || callee.computed) return [];
  const { name } = callee.property;
  return Object.hasOwn(SWAPS, name) ? [replaced(callee.property, SWAPS[name]!)] : [];
}

function ofTemplate(node: Node, source: string): Edit[] {
  const text = source.slice(node.start + 1, node.end - 1);
  if (!isStatement(text)) return [];
  const holes = node.expressions.map((hole: Node) => ({
    start: source.lastIndexOf("${", hole.start),
    end: source.indexOf("}", hole.end) + 1,
  }));
  return sqlEdits(node.start + 1, node.end - 1, holes, source);
}

function sqlEdits(start: number, end: number, holes: { start: number; end: number }[], source: string): Edit[] {
  const within = holes.map((hole) => ({ start: hole.start - start, end: hole.end - start }));
  return mutateSql(maskSql(source.slice(start, end), within), start);
}
