/**
 * Checks before a handler runs: same origin, query and body of the contract's shape, and the key of a system caller.
 */
import type { Endpoint } from "@serenade/contract/endpoint";
import ipaddr from "ipaddr.js";
import * as z from "zod/mini";
import type { ApiRequest, Entry } from "./dispatch.ts";
import { Refusal } from "./refusal.ts";
import { isSameOrigin } from "./request-origin.ts";

/** Writes, and the two GETs that act, only from our own pages (api.md). Machines prove themselves by signature. */
export function refuseForeign(request: ApiRequest, entry: Entry): void {
  if (entry.who === "system") return;
  const acts = entry.endpoint.acts === true;
  if (entry.endpoint.method === "GET" && !acts) return;
  if (!isSameOrigin(request.headers, request)) throw new Refusal("cross_origin");
  if (acts && request.headers["x-request-type"] !== "client") throw new Refusal("cross_origin");
}

export function queryOf(request: ApiRequest, endpoint: Endpoint): Record<string, unknown> {
  // any address may carry the locale (product.md 9); it is not a parameter of the call
  const { lang: _, ...query } = request.query;
  if (!endpoint.query && Object.keys(query).length && !endpoint.binary) throw new Refusal("invalid");
  return query;
}

/** Validation: every wrong field with the key of its text; a body that is no object is wrong as a whole. */
export function parse<T>(schema: z.ZodMiniType<T, unknown>, value: unknown): T {
  const result = z.safeParse(schema, value);
  if (result.success) return result.data;
  const fields: Record<string, string> = {};
  for (const issue of result.error.issues) {
    if (issue.code === "unrecognized_keys") for (const key of issue.keys) fields[key.slice(0, 40)] ??= "unknown";
    else if (issue.path.length) fields[issue.path.join(".").slice(0, 80)] ??= fieldKey(issue);
  }
  if (Object.values(fields).includes("not_found")) throw new Refusal("not_found");
  throw new Refusal("invalid", {}, fields);
}

const FIELD_KEY = /^[a-z_]+$/;
function fieldKey(issue: z.core.$ZodIssue): string {
  return FIELD_KEY.test(issue.message) ? issue.message : issue.code === "invalid_type" ? "required" : "invalid";
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
export function keyOf(request: ApiRequest): string | null {
  const key = request.headers["idempotency-key"]?.toLowerCase();
  if (key === undefined) return null;
  if (!UUID.test(key)) throw new Refusal("invalid", {}, { "Idempotency-Key": "invalid" });
  return key;
}

/** The part of an address that one household or network shares: an IPv4 address, an IPv6 /64. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address; // the socket is closed already
  const parsed = ipaddr.process(address); // an IPv4 address mapped into IPv6 counts as itself
  if (parsed.kind() === "ipv4") return parsed.toString();
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${address}/64`)}/64`;
}
