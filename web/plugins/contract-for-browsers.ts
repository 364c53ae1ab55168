import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import MagicString from "magic-string";
import { type Plugin, parseSync } from "vite";

const CONTRACT = /[\\/]contract[\\/]src[\\/]([\w-]+)\.ts(\?schemas)?$/;
const APP = /[\\/]web[\\/]app[\\/]/;
const FOLDER = fileURLToPath(new URL("../../contract/src/", import.meta.url));
const FROM_APP = /^@serenade\/contract\/([\w-]+)$/;
const FROM_CONTRACT = /^\.\/([\w-]+)\.ts$/;
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
interface Declarator extends Node {
  id: Node & { name?: string };
  init: Node | null;
}
interface Statement extends Node {
  declaration?: Statement;
  declarations?: Declarator[];
  source?: Node & { value: string };
  specifiers?: (Node & { imported?: { name: string } })[];
}

/**
 * The contract as the browser needs it: the method and path of each endpoint, the constants, and the schemas of forms. The
 * browser does not validate answers, so their schemas, and zod with them, would be dead weight on every page. A form that
 * validates imports its schema by name; tools/check-house refuses reading one from an endpoint.
 *
 * A file of the contract has endpoints, which every page needs, beside schemas, which only forms need, and a module is in one
 * chunk. So the schemas that are imported come from a second copy of the file (`?schemas`), and the first has none.
 */
export function contractForBrowsers(): Plugin {
  const schemasOf = new Map<string, Set<string>>();
  return {
    name: "contract-for-browsers",
    apply: "build",
    applyToEnvironment: ({ name }) => name === "client",
    buildStart: () => schemasOf.clear(),
    transform(code, id) {
      const [, ownName, copy] = CONTRACT.exec(id) ?? [];
      if (!ownName && !(APP.test(id) && code.includes("@serenade/contract/"))) return;
      const edited = new MagicString(code);
      for (const statement of this.parse(code).body as unknown as Statement[]) {
        if (ownName)
          for (const { init } of (statement.declaration ?? statement).declarations ?? [])
            if (init) shrink(init, edited);
        if (!ownName || copy) splitImport(statement, copy ? FROM_CONTRACT : FROM_APP, code, edited, schemas);
      }
      return { code: edited.toString(), map: null };
    },
  };

  /** The names of the schemas that a file of the contract exports. */
  function schemas(file: string): Set<string> {
    if (SCHEMAS_ONLY.has(file)) return new Set();
    const known = schemasOf.get(file);
    if (known) return known;
    const path = `${FOLDER}${file}.ts`;
    const { program } = parseSync(path, readFileSync(path, "utf8"));
    const names = (program.body as unknown as Statement[]).flatMap(({ declaration }) =>
      (declaration?.declarations ?? []).filter(({ init }) => init && isSchema(init)).map(({ id }) => id.name!),
    );
    schemasOf.set(file, new Set(names));
    return schemasOf.get(file)!;
  }
}

/** `import { LoginForm, UserApi } from "…/account"` takes LoginForm from the copy with schemas. */
function splitImport(
  { type, source, specifiers = [], start, end }: Statement,
  specifier: RegExp,
  code: string,
  edited: MagicString,
  schemas: (file: string) => Set<string>,
): void {
  const file = type === "ImportDeclaration" && specifier.exec(source!.value)?.[1];
  if (!file) return;
  const names = schemas(file);
  const [from, other] = [true, false].map((schema) =>
    specifiers
      .filter(({ imported }) => names.has(imported?.name ?? "") === schema)
      .map((one) => code.slice(one.start, one.end)),
  ) as [string[], string[]];
  if (from.length === 0) return;
  const rest = other.length ? `import { ${other.join(", ")} } from "${source!.value}"; ` : "";
  edited.update(start, end, `${rest}import { ${from.join(", ")} } from "${source!.value}?schemas";`);
}

/** Built by a call of zod: `z.strictObject({…}).check(…)`. */
function isSchema(node: Node): boolean {
  const { callee, object, name } = node as Node & { callee?: Node; object?: Node; name?: string };
  if (node.type === "CallExpression") return isSchema(callee!);
  if (node.type === "MemberExpression") return isSchema(object!);
  return node.type === "Identifier" && (name === "z" || SCHEMA_HELPERS.has(name!));
}

/** Only schemas use these files. */
const SCHEMAS_ONLY = new Set(["fields", "ids"]);
/** Functions of the contract that return schemas (contract/src/fields.ts, ids.ts). */
const SCHEMA_HELPERS = new Set(["bounded", "text", "address", "idOf"]);

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
