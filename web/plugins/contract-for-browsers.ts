import MagicString from "magic-string";
import type { Plugin } from "vite";

const CONTRACT = /[\\/]contract[\\/]src[\\/][\w-]+\.ts$/;
/** What only the server, the types and the documentation read of an endpoint. */
const SERVER_ONLY = new Set(["summary", "query", "body", "answer"]);
/** Values whose creation has no effects; everything else is wrapped so that the bundler may drop it. */
const PLAIN = /^(Literal|ArrowFunctionExpression|FunctionExpression|Identifier|TemplateLiteral|UnaryExpression)$/;

interface Node {
  type: string;
  start: number;
  end: number;
}
interface Property extends Node {
  key: Node & { name?: string };
  value: Node;
}
interface Statement extends Node {
  declaration?: Statement;
  declarations?: (Node & { init: Node | null })[];
}

/**
 * The contract as the browser needs it: the method and path of each endpoint, the constants, and the schemas of forms. The
 * browser does not validate answers, so their schemas, and zod with them, would be dead weight on every page. A form that
 * validates imports its schema by name; tools/check-house refuses reading one from an endpoint.
 */
export function contractForBrowsers(): Plugin {
  return {
    name: "contract-for-browsers",
    apply: "build",
    applyToEnvironment: ({ name }) => name === "client",
    transform(code, id) {
      if (!CONTRACT.test(id)) return;
      const edited = new MagicString(code);
      for (const statement of this.parse(code).body as unknown as Statement[])
        for (const { init } of (statement.declaration ?? statement).declarations ?? []) if (init) shrink(init, edited);
      return { code: edited.toString(), map: null };
    },
  };
}

function shrink(value: Node, edited: MagicString): void {
  if (PLAIN.test(value.type)) return;
  for (const call of endpointsIn(value)) cutProperties(call, edited);
  edited.appendLeft(value.start, "/*#__PURE__*/ (() => (").appendRight(value.end, "))()");
}

/** The arguments of `endpoint({…})` in `{ name: endpoint({…}) }`. */
function endpointsIn(value: Node): Node[] {
  const { properties = [] } = value as Node & { properties?: Property[] };
  return properties.flatMap(({ value: one }) => {
    const { type, callee, arguments: given } = one as Node & { callee?: { name?: string }; arguments?: Node[] };
    return type === "CallExpression" && callee?.name === "endpoint" ? (given ?? []) : [];
  });
}

function cutProperties(shape: Node, edited: MagicString): void {
  const { properties } = shape as Node & { properties: Property[] };
  for (const [at, property] of properties.entries()) {
    if (!SERVER_ONLY.has(property.key.name ?? "")) continue;
    edited.remove(property.start, properties[at + 1]?.start ?? property.end);
  }
}
