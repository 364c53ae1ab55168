/** The table of endpoints as an OpenAPI 3.1 document, from the schemas that validate them. */
import { ERRORS } from "@serenade/contract/errors";
import * as z from "zod/mini";
import { type Entry, nameOf } from "./dispatch.ts";

type Json = Record<string, unknown>;

const ERROR = {
  type: "object",
  required: ["error", "message"],
  properties: {
    error: { type: "string", enum: Object.keys(ERRORS) },
    message: { type: "string" },
    fields: { type: "object", additionalProperties: { type: "string" } },
    authentication_required: { type: "boolean" },
  },
};

export function openApi(entries: Entry[], about: { title: string; version: string }): Json {
  const paths: Record<string, Json> = {};
  for (const entry of entries) {
    const { endpoint } = entry;
    // OpenAPI allows one operation per method and path; one that differs by a query parameter gets its own path
    const path = endpoint.when ? `${endpoint.path}?${new URLSearchParams(endpoint.when)}` : endpoint.path;
    const shown = endpoint.binary ? `${path}/{rendition}/{file}` : path;
    paths[shown] = { ...paths[shown], [endpoint.method.toLowerCase()]: operationOf(entry) };
  }
  return {
    openapi: "3.1.0",
    info: about,
    paths,
    components: {
      schemas: { Error: ERROR },
      securitySchemes: { auth: { type: "apiKey", in: "cookie", name: "auth" } },
    },
  };
}

function operationOf({ endpoint, who }: Entry): Json {
  const status = String(endpoint.status ?? 200);
  const answer = status === "204" ? { description: "Done" } : { description: "Done", content: contentOf(endpoint) };
  const operation: Json = {
    operationId: nameOf(endpoint),
    summary: endpoint.summary,
    parameters: parametersOf(endpoint),
    responses: {
      [status]: answer,
      default: { description: "Refused", content: json({ $ref: "#/components/schemas/Error" }) },
    },
  };
  if (who === "member") operation.security = [{ auth: [] }];
  if (endpoint.body) operation.requestBody = { required: true, content: json(schemaOf(endpoint.body, "input")) };
  if (endpoint.upload) operation.requestBody = { required: true, content: UPLOAD };
  return operation;
}

const UPLOAD = {
  "multipart/form-data": { schema: { type: "object", properties: { photo: { type: "string", format: "binary" } } } },
};

const contentOf = (endpoint: Entry["endpoint"]): Json =>
  endpoint.binary ? { "image/webp": {} } : json(schemaOf(endpoint.answer, "output"));

const json = (schema: unknown): Json => ({ "application/json": { schema } });

function parametersOf(endpoint: Entry["endpoint"]): Json[] {
  const inPath = endpoint.binary
    ? ["rendition", "file"].map((name) => ({ name, in: "path", required: true, schema: { type: "string" } }))
    : [];
  if (!endpoint.query) return inPath;
  const { properties = {}, required = [] } = schemaOf(endpoint.query, "input") as {
    properties?: Json;
    required?: string[];
  };
  const inQuery = Object.entries(properties).map(([name, schema]) => ({
    name,
    in: "query",
    required: required.includes(name),
    schema,
  }));
  return [...inPath, ...inQuery];
}

function schemaOf(schema: z.ZodMiniType<unknown, unknown>, io: "input" | "output"): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: "any",
    target: "draft-2020-12",
  }) as Json;
  return rest;
}
