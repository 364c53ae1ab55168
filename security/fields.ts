/** The text fields of the contract, found in its schemas, so new fields are attacked without a change here. */
import type { Endpoint } from "@serenade/contract/endpoint";
import * as z from "zod/mini";

export interface TextField {
  endpoint: Endpoint;
  part: "query" | "body";
  /** The path of the field; a number is an index of a list. */
  path: (string | number)[];
  /** Accepts free text, not only ids, dates or addresses. */
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
