import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { readConfig } from "./config.ts";

const directory = mkdtempSync(join(tmpdir(), "serenade-config-"));
afterAll(() => rmSync(directory, { recursive: true }));

describe("the environment", () => {
  it("needs nothing for a demo, keeps the secret it makes, and believes a proxy on the loopback interface only", () => {
    const config = readConfig({ DATA_DIR: directory });
    expect(config).toMatchObject({
      mode: "demo",
      port: 3000,
      databaseUrl: null,
      redisUrl: null,
      trustProxy: ["127.0.0.1", "::1"],
    });
    expect(readConfig({ DATA_DIR: directory }).appSecret).toBe(config.appSecret);
  });

  it("signs mails only with all that a signature needs; a key may come in one line or in a file", () => {
    const half = { DATA_DIR: directory, DKIM_DOMAIN: "example.test", DKIM_SELECTOR: "evening" };
    expect(() => readConfig(half)).toThrow(/DKIM_KEY/);
    const file = join(directory, "dkim.pem");
    writeFileSync(file, "BEGIN\nEND");
    const keys = [{ DKIM_KEY: "BEGIN\\nEND" }, { DKIM_KEY_FILE: file }].map(
      (key) => readConfig({ ...half, ...key }).dkim,
    );
    expect(keys).toEqual(Array(2).fill({ domain: "example.test", selector: "evening", key: "BEGIN\nEND" }));
    expect(readConfig({ DATA_DIR: directory }).dkim).toBeNull();
  });

  it("refuses production with anything pretended, and says all that is to be set", () => {
    expect(() => readConfig({ MODE: "production", DATA_DIR: directory })).toThrow(
      /APP_SECRET[\s\S]*BASE_URL[\s\S]*SMTP_URL[\s\S]*PAYMENTS/,
    );
  });

  it.each([{ PORT: "http" }, { DATABASE_URL: "mysql://x" }, { MODE: "prod" }, { APP_SECRET: "short" }])(
    "refuses %o in words",
    (env) => {
      expect(() => readConfig({ DATA_DIR: directory, ...env })).toThrow(new RegExp(Object.keys(env)[0]!));
    },
  );
});
