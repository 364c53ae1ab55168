/** The text fields that the contract has, found in its schemas: a field that comes later is attacked without a line here. */
import type { Endpoint } from "@serenade/contract/endpoint";
import * as z from "zod/mini";

export interface TextField {
  endpoint: Endpoint;
  part: "query" | "body";
  /** Names from the outside to the inside; a number is a place in a list. */
  path: (string | number)[];
}

export function textFieldsOf(endpoints: readonly Endpoint[]): TextField[] {
  return endpoints.flatMap((endpoint) =>
    (["query", "body"] as const).flatMap((part) => {
      const schema = endpoint[part];
      if (!schema) return [];
      const json = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as Json;
      return pathsIn(json, []).map((path) => ({ endpoint, part, path }));
    }),
  );
}

/** The same input with the text in the field. */
export function withText(input: unknown, [first, ...rest]: (string | number)[], text: string): unknown {
  if (first === undefined) return text;
  const at = input as Record<string | number, unknown> | undefined;
  const inside = withText(at?.[first], rest, text);
  return typeof first === "number" ? [inside] : { ...at, [first]: inside };
}

interface Json {
  type?: string;
  enum?: unknown[];
  const?: unknown;
  properties?: Record<string, Json>;
  items?: Json;
  anyOf?: Json[];
}

function pathsIn(schema: Json, path: TextField["path"]): TextField["path"][] {
  if (schema.anyOf) return unique(schema.anyOf.flatMap((one) => pathsIn(one, path)));
  if (schema.type === "string") return schema.enum || "const" in schema ? [] : [path];
  if (schema.items) return pathsIn(schema.items, [...path, 0]);
  return Object.entries(schema.properties ?? {}).flatMap(([name, inside]) => pathsIn(inside, [...path, name]));
}

const unique = (paths: TextField["path"][]): TextField["path"][] => [
  ...new Map(paths.map((path) => [path.join("."), path])).values(),
];
