/** Every incoming text is checked for length first, and validation stops at the first failure. */
import { globSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { LoginForm, SignupForm } from "./account.ts";
import type { Endpoint } from "./endpoint.ts";
import { text } from "./fields.ts";

interface Check {
  _zod: { def: { check: string; abort?: boolean } };
}
type Def = { type: string; check?: string; checks?: Check[] } & Record<string, unknown>;
type Schema = { _zod: { def: Def } };

const HERE = fileURLToPath(new URL(".", import.meta.url));

async function endpoints(): Promise<Endpoint[]> {
  const files = globSync("*.ts", { cwd: HERE }).filter((file) => !file.endsWith(".test.ts"));
  const modules = await Promise.all(
    files.map((file) => import(/* @vite-ignore */ `${HERE}${file}`) as Promise<object>),
  );
  const isEndpoint = (value: unknown): value is Endpoint =>
    typeof value === "object" && value !== null && "method" in value && "path" in value;
  return modules.flatMap((module) =>
    Object.values(module)
      .filter((value) => typeof value === "object" && value !== null)
      .flatMap((api: object) => Object.values(api).filter(isEndpoint)),
  );
}

/** Every string schema inside a schema, with its path. */
function strings(schema: Schema, path: string): [string, Def][] {
  const { def } = schema._zod;
  if (def.type === "string") return [[path, def]];
  const inner = [def.innerType, def.element, def.in, def.out, ...((def.options as unknown[] | undefined) ?? [])];
  const shape = Object.entries((def.shape as Record<string, Schema> | undefined) ?? {});
  return [
    ...inner.flatMap((one) => (one ? strings(one as Schema, path) : [])),
    ...shape.flatMap(([name, one]) => strings(one, `${path}.${name}`)),
  ];
}

describe("texts of the contract", () => {
  it("check the length first and stop at the first failure", async () => {
    const all = (await endpoints()).flatMap(({ method, path, query, body }) =>
      [query, body].flatMap((schema) => (schema ? strings(schema as unknown as Schema, `${method} ${path}`) : [])),
    );
    expect(all.length).toBeGreaterThan(80);
    const wrong = all.filter(([, def]) => {
      const checks = (def.checks ?? []).map(({ _zod }) => _zod.def);
      const goesOn = checks.some(({ check, abort }) => check !== "overwrite" && abort !== true);
      return checks[0]?.check !== "max_length" || goesOn || def.check === "string_format";
    });
    expect(wrong.map(([path]) => path)).toEqual([]);
  });

  it("are refused for length before any other check", () => {
    const long = "a-".repeat(30_000);
    const form = { name: long, email: `${long}@${long}.example.test`, password: long, signup_message: long };
    const refused = z.safeParse(SignupForm, form);
    const keys = refused.error!.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
    expect(keys).toEqual(
      expect.arrayContaining([
        "name: name_long",
        "email: email",
        "password: password_long",
        "signup_message: too_long",
      ]),
    );
    expect(z.safeParse(LoginForm, { email: long, password: long }).error!.issues).toHaveLength(2);
  });

  it("count in code points, after NFC: decomposed letters and surrounding white space do not count", () => {
    const name = text(1, 30);
    const decomposed = "\u03b1\u0313\u0300\u0345".repeat(30);
    expect(z.parse(name, `${" ".repeat(50)}${decomposed}${" ".repeat(50)}`)).toBe("\u1f82".repeat(30));
    expect(z.safeParse(name, "\u1f82".repeat(31)).success).toBe(false);
    expect(z.parse(name, "\u{1F600}".repeat(30))).toHaveLength(60);
  });
});
