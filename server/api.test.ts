import { readFileSync } from "node:fs";
import type { Endpoint } from "@serenade/contract/endpoint";
import { ERRORS } from "@serenade/contract/errors";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { nameOf } from "./kernel/dispatch.ts";
import { type TestApp, testApp } from "./test/app.ts";
import { join, type Person } from "./test/cast.ts";

let test: TestApp;
let anna: Person;
beforeAll(async () => {
  test = await testApp();
  anna = await join(test, "anna");
});
afterAll(() => test.close());

const entries = () => test.app.dispatcher.entries;
/** Rows of every table but those that move by themselves. */
async function everyRow(): Promise<string> {
  const { rows } = await test.app.db.raw(
    `select string_agg(relname || ' ' || (xpath('/row/c/text()', query_to_xml('select md5(coalesce(string_agg(t::text, '','' order by t::text), '''')) as c from ' || relname || ' t', false, true, '')))[1]::text, E'\\n' order by relname) as digest
       from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and relname not in ('id_nodes', 'member_search', 'sessions')`,
  );
  return (rows[0] as { digest: string }).digest;
}

describe("the table of endpoints", () => {
  it("is the one written down: method, path, who may pass", async () => {
    const lines = entries().map(({ endpoint, who, options }) =>
      `${nameOf(endpoint).padEnd(28)} ${who.padEnd(7)} ${options.limit?.name ?? ""}`.trim(),
    );
    await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot("./test/endpoints.snapshot.txt");
  });

  // spec: 7.login, 7.user, 7.language, 7.push, 7.logout, 7.geocode, 7.page-hidden, 7.auto-like, 7.discountcode, 7.settings
  // spec: 7.chats, 7.likes, 7.chat-removal, 7.interests, 7.regions, 7.companyinfo
  it("includes the sixteen calls of the specification's §7", () => {
    const names = new Set(entries().map(({ endpoint }) => nameOf(endpoint)));
    const source = [
      "POST user.php",
      "GET user.php",
      "PUT user.php",
      "POST user.php?push=1",
      "GET logout.php",
      "GET geocode.php",
      "POST page-hidden.php",
      "GET auto-like.php",
      "GET discountcode.php",
      "GET settings.php",
      "GET chats.php",
      "GET likes.php",
      "DELETE chat.php",
      "GET interests.php",
      "GET regions.php",
      "GET companyinfo.php",
    ];
    expect(source.filter((name) => !names.has(name))).toEqual([]);
  });

  it("is described as OpenAPI 3.1, every endpoint of it", async () => {
    const document = (await (await anna.fetch("/api/openapi.json")).json()) as {
      openapi: string;
      paths: Record<string, object>;
    };
    expect(document.openapi).toBe("3.1.0");
    const described = Object.values(document.paths).flatMap((path) => Object.keys(path)).length;
    expect(described).toBe(entries().length);
    expect((await anna.fetch("/api/docs/")).status).toBe(200);
  });

  it("localizes every refusal in every language", () => {
    for (const locale of ["da", "de", "en", "es", "fi", "fr", "it", "nb", "nl", "pl", "sv"]) {
      const texts = JSON.parse(readFileSync(new URL(`../texts/${locale}/errors.json`, import.meta.url), "utf8"));
      expect(Object.keys(ERRORS).filter((code) => !texts[code])).toEqual([]);
    }
  });
});

describe("bad input", () => {
  const send = (endpoint: Endpoint, body: BodyInit, type = "application/json", path = endpoint.path as string) =>
    anna.fetch(
      `${path}${endpoint.when ? `?${new URLSearchParams(endpoint.when)}` : path.includes("webhook") ? "?provider=sandbox" : ""}`,
      {
        method: endpoint.method,
        headers: {
          "content-type": type,
          "x-forwarded-for": `10.9.${Math.floor(Math.random() * 255)}.${Math.floor(Math.random() * 255)}`,
        },
        body,
      },
    );
  async function expectRefused(response: Response, what: string): Promise<void> {
    const text = await response.text();
    expect(response.status, `${what}: ${text.slice(0, 200)}`).toBeGreaterThanOrEqual(400);
    expect(response.status, `${what}: ${text.slice(0, 200)}`).toBeLessThan(500);
    expect(JSON.parse(text), what).toMatchObject({ error: expect.any(String), message: expect.any(String) });
  }
  const writes = () =>
    entries()
      .map(({ endpoint }) => endpoint as Endpoint)
      .filter((endpoint) => endpoint.body);

  it("that is no JSON, no object, or too large returns an error, everywhere, and changes nothing", async () => {
    const before = await everyRow();
    const bodies = [
      "{",
      "nul",
      '"text"',
      "[]",
      "42",
      "null",
      '{"a":',
      "\u0000",
      JSON.stringify({ text: "x".repeat(1_000_000) }),
      Buffer.from([0xff, 0xfe, 0x7b]),
    ];
    for (const endpoint of writes()) {
      for (const body of bodies) {
        if (nameOf(endpoint) === "POST page-hidden.php" && body === "[]") continue;
        await expectRefused(await send(endpoint, body as BodyInit), `${nameOf(endpoint)} ${String(body).slice(0, 20)}`);
      }
      await expectRefused(await send(endpoint, "a=b", "application/x-www-form-urlencoded"), nameOf(endpoint));
      await expectRefused(await send(endpoint, "<a/>", "application/xml"), nameOf(endpoint));
    }
    expect(await everyRow()).toBe(before);
  }, 120_000);

  it("of the wrong type, unknown fields, NUL and lone surrogates are refused, generated from the schemas", async () => {
    const before = await everyRow();
    const poison = fc.oneof(
      fc.constant("\u0000"),
      fc.constant("\ud800"),
      fc.constant("x".repeat(20_000)),
      fc.constant(null),
      fc.constant(-1),
      fc.constant(1e21),
      fc.constant([]),
      fc.constant({}),
      fc.constant({ $gt: "" }),
      fc.constant(true),
      fc.constant("' or 1=1 --"),
      fc.constant(["a", "b"]),
      fc.constant({ __proto__: { admin: true } }),
    );
    for (const endpoint of writes()) {
      const { properties = {} } = z.toJSONSchema(endpoint.body!, { io: "input", unrepresentable: "any" }) as {
        properties?: object;
      };
      const fields = Object.keys(properties);
      const body = fc.tuple(
        fc.dictionary(fc.constantFrom(...fields, "credits", "status", "paid_user", "site_id", "constructor"), poison, {
          minKeys: 1,
        }),
        fc.boolean(),
      );
      await fc.assert(
        fc.asyncProperty(body, async ([values, unknown]) => {
          const sent = JSON.stringify({ ...values, ...(unknown ? { not_a_field: 1 } : {}) });
          const response = await send(endpoint, sent);
          if (response.status < 400) return; // may be accepted (an empty optional list); rows are checked below
          await expectRefused(response, `${nameOf(endpoint)} ${sent.slice(0, 200)}`);
        }),
        { numRuns: 15 },
      );
    }
    // valid values may have emptied the profile or changed locale and preferences; all else must be unchanged
    const after = await everyRow();
    const changed = before
      .split("\n")
      .filter((line, index) => line !== after.split("\n")[index])
      .map((line) => line.split(" ")[0]);
    const own = ["member_details", "members", "accounts", "member_preferences", "member_state"];
    expect(changed.filter((table) => !own.includes(table!))).toEqual([]);
  }, 120_000);

  it("in the query is refused too", async () => {
    for (const { endpoint } of entries()) {
      if (endpoint.method !== "GET" || endpoint.acts || !endpoint.query || endpoint.path === "/api/settings.php")
        continue;
      for (const query of [
        "page=0",
        "page=-1",
        "page=1e9",
        "id=%00",
        "id=..%2f..",
        "id[]=1",
        "unknown=1",
        "min_age=abc",
        "gender=woman&gender=man",
        "country=XX",
        "lat=a&lon=b",
        "lat=999&lon=0",
        "before=a",
      ]) {
        const response = await anna.fetch(`${endpoint.path}?${query}`);
        await expectRefused(response, `${nameOf(endpoint)} ?${query}`);
      }
    }
  }, 60_000);
});

describe("the dispatcher", () => {
  it("refuses cross-site writes, and changes nothing", async () => {
    const before = await everyRow();
    for (const { endpoint, who } of entries()) {
      if ((endpoint.method === "GET" && !endpoint.acts) || who === "system") continue;
      for (const headers of [
        { origin: "https://evil.test", "sec-fetch-site": "cross-site" },
        { origin: "null", "sec-fetch-site": "cross-site" },
        { origin: "", "sec-fetch-site": "" },
      ]) {
        const path = `${endpoint.path}${endpoint.when ? `?${new URLSearchParams(endpoint.when)}` : ""}`;
        const response = await anna.fetch(path, {
          method: endpoint.method,
          headers: { ...headers, ...(endpoint.method === "GET" ? {} : { "content-type": "application/json" }) },
          ...(endpoint.method === "GET" ? {} : { body: "{}" }),
        });
        expect([nameOf(endpoint), response.status]).toEqual([nameOf(endpoint), 403]);
      }
    }
    expect(await everyRow()).toBe(before);
  });

  // spec: 6.visitor-login
  it("returns login_required without a session, at every endpoint for members", async () => {
    const visitor = test.client();
    for (const { endpoint, who } of entries()) {
      if (who !== "member") continue;
      const response = await visitor.fetch(
        `${endpoint.path}${endpoint.when ? `?${new URLSearchParams(endpoint.when)}` : ""}`,
        {
          method: endpoint.method,
          ...(endpoint.method === "GET" ? {} : { body: "{}", headers: { "content-type": "application/json" } }),
        },
      );
      expect([nameOf(endpoint), response.status, await response.json()]).toEqual([
        nameOf(endpoint),
        403,
        expect.objectContaining({ error: "authentication_required", authentication_required: true }),
      ]);
    }
  });

  it("changes nothing on GET and HEAD", async () => {
    const before = await everyRow();
    for (const { endpoint } of entries()) {
      for (const method of ["GET", "HEAD"])
        await anna.fetch(endpoint.path, { method, headers: { "x-request-type": "" } });
    }
    expect(await everyRow()).toBe(before);
  });

  it("refuses two Host headers, and returns readable errors for unknown paths and methods", async () => {
    const { createConnection } = await import("node:net");
    const answer = await new Promise<string>((resolve) => {
      const socket = createConnection(Number(new URL(test.url).port), "127.0.0.1");
      socket.on("data", (data) => resolve(String(data)));
      socket.write("GET /api/settings.php HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n");
    });
    expect(answer).toMatch(/^HTTP\/1.1 400/);
    const unknown = await anna.fetch("/api/nothing.php");
    expect([unknown.status, ((await unknown.json()) as { error: string }).error]).toEqual([404, "not_found"]);
    const method = await anna.fetch("/api/chats.php", {
      method: "DELETE",
      body: "{}",
      headers: { "content-type": "application/json" },
    });
    expect([method.status, ((await method.json()) as { error: string }).error]).toEqual([405, "method_not_allowed"]);
  });
});
