/** The text fields that the contract has, found in its schemas: a field that comes later is attacked without a line here. */
import type { Endpoint } from "@serenade/contract/endpoint";
import * as z from "zod/mini";

export interface TextField {
  endpoint: Endpoint;
  part: "query" | "body";
  /** Names from the outside to the inside; a number is a place in a list. */
  path: (string | number)[];
  /** Takes words, and not only ids, dates or addresses. */
  free: boolean;
}

export function textFieldsOf(endpoints: readonly Endpoint[]): TextField[] {
  return endpoints.flatMap((endpoint) =>
    (["query", "body"] as const).flatMap((part) => {
      const schema = endpoint[part];
      if (!schema) return [];
      const json = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as Json;
      return fieldsIn(json, []).map((field) => ({ endpoint, part, ...field }));
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
  pattern?: string;
  format?: string;
  properties?: Record<string, Json>;
  items?: Json;
  anyOf?: Json[];
}

type Found = Pick<TextField, "path" | "free">;

function fieldsIn(schema: Json, path: TextField["path"]): Found[] {
  if (schema.anyOf) return unique(schema.anyOf.flatMap((one) => fieldsIn(one, path)));
  if (schema.type === "string")
    return schema.enum || "const" in schema ? [] : [{ path, free: !schema.pattern && !schema.format }];
  if (schema.items) return fieldsIn(schema.items, [...path, 0]);
  return Object.entries(schema.properties ?? {}).flatMap(([name, inside]) => fieldsIn(inside, [...path, name]));
}

const unique = (fields: Found[]): Found[] => [
  ...new Map(fields.map((field) => [field.path.join("."), field])).values(),
];
