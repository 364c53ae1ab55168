import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { readConfig } from "./config.ts";

const directory = mkdtempSync(join(tmpdir(), "serenade-config-"));
afterAll(() => rmSync(directory, { recursive: true }));

describe("the environment", () => {
  it("needs no settings for a demo, persists its secret, and trusts proxies on loopback only", () => {
    const config = readConfig({ DATA_DIR: directory });
    expect(config).toMatchObject({
      mode: "demo",
      port: 3000,
      databaseUrl: null,
      redisUrl: null,
      trustProxy: ["127.0.0.1", "::1"],
    });
    expect(readConfig({ DATA_DIR: directory }).appSecret).toBe(config.appSecret);
    expect(readConfig({ DATA_DIR: directory }).vapid).toEqual(config.vapid);
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

  it("signs push messages with the pair it is given, and with no half of one", () => {
    const { publicKey, privateKey } = readConfig({ DATA_DIR: directory }).vapid;
    const elsewhere = { DATA_DIR: join(directory, "elsewhere") };
    const given = {
      VAPID_PUBLIC_KEY: publicKey,
      VAPID_PRIVATE_KEY: privateKey,
      VAPID_SUBJECT: "mailto:ops@example.test",
    };
    expect(readConfig({ ...elsewhere, ...given }).vapid).toEqual({
      publicKey,
      privateKey,
      subject: "mailto:ops@example.test",
    });
    for (const change of [
      { VAPID_PRIVATE_KEY: "" },
      { VAPID_PUBLIC_KEY: "" },
      { VAPID_PRIVATE_KEY: "short" },
      { VAPID_PUBLIC_KEY: readConfig(elsewhere).vapid.publicKey },
    ])
      expect(() => readConfig({ ...elsewhere, ...given, ...change })).toThrow(/VAPID/);
  });

  it("accepts a custom push service in test mode only", () => {
    const own = { DATA_DIR: directory, PUSH_TEST_HOST: "127.0.0.1:4000" };
    expect(readConfig({ ...own, MODE: "test" }).pushTestHost).toBe("127.0.0.1:4000");
    expect(() => readConfig(own)).toThrow(/PUSH_TEST_HOST/);
    expect(() => readConfig({ ...own, MODE: "test", PUSH_TEST_HOST: "push.example:80" })).toThrow(/PUSH_TEST_HOST/);
  });

  it("listens beyond this machine in demo mode only when a public address is given", () => {
    const open = { DATA_DIR: directory, HOST: "0.0.0.0" };
    expect(() => readConfig(open)).toThrow(/BASE_URL/);
    expect(readConfig({ ...open, BASE_URL: "https://demo.example.test" }).host).toBe("0.0.0.0");
    for (const HOST of ["127.0.0.1", "localhost", "::1"]) expect(readConfig({ ...open, HOST }).host).toBe(HOST);
  });

  it("compiles the trusted proxies, or names the value that it cannot parse", () => {
    const proxies = (TRUST_PROXY: string) => readConfig({ DATA_DIR: directory, TRUST_PROXY }).trustProxy;
    expect(proxies("none")).toEqual([]);
    expect(proxies("10.0.0.0/8, fd00::/8")).toEqual(["10.0.0.0/8", "fd00::/8"]);
    for (const wrong of ["10.0.0.0/99", "everyone", "true", "10.0.0.0/8,", "none,10.0.0.1"])
      expect(() => proxies(wrong)).toThrow(/TRUST_PROXY/);
  });

  it("shows the description of the API outside production, or by setting", () => {
    expect(readConfig({ DATA_DIR: directory }).apiDocs).toBe(true);
    expect(readConfig({ DATA_DIR: directory, API_DOCS: "off" }).apiDocs).toBe(false);
  });

  it("requires an https address and an explicit TRUST_PROXY in production", () => {
    const production = (env: object) => () => readConfig({ MODE: "production", DATA_DIR: directory, ...env });
    expect(production({ BASE_URL: "http://serenade.example" })).toThrow(/BASE_URL: .*https/);
    expect(production({ BASE_URL: "https://serenade.example" })).not.toThrow(/BASE_URL/);
    expect(production({ BASE_URL: "http://127.0.0.1:3000" })).not.toThrow(/BASE_URL/);
    expect(production({})).toThrow(/TRUST_PROXY/);
    for (const TRUST_PROXY of ["none", "10.0.0.0/8"]) expect(production({ TRUST_PROXY })).not.toThrow(/TRUST_PROXY/);
  });

  it("refuses production with sandboxed services, and lists every missing setting", () => {
    expect(() => readConfig({ MODE: "production", DATA_DIR: directory })).toThrow(
      /APP_SECRET[\s\S]*BASE_URL[\s\S]*VAPID_PUBLIC_KEY[\s\S]*SMTP_URL[\s\S]*PAYMENTS/,
    );
  });

  it("reads which provider serves which countries", () => {
    const keys = {
      STRIPE_SECRET_KEY: "sk_1",
      STRIPE_WEBHOOK_SECRET: "whsec_1",
      MOLLIE_API_KEY: "test_of_some_length_or_other",
    };
    const read = (PAYMENTS: string) => readConfig({ DATA_DIR: directory, ...keys, PAYMENTS });
    expect(read("mollie:NL+BE, stripe")).toMatchObject({
      payments: ["mollie", "stripe"],
      paymentCountries: { mollie: ["NL", "BE"] },
    });
    expect(read("stripe").paymentCountries).toEqual({});
    for (const wrong of ["mollie:", "mollie:nl", "mollie:NL,BE"]) expect(() => read(wrong)).toThrow(/PAYMENTS/);
  });

  it.each([{ PORT: "http" }, { DATABASE_URL: "mysql://x" }, { MODE: "prod" }, { APP_SECRET: "short" }])(
    "refuses %o in words",
    (env) => {
      expect(() => readConfig({ DATA_DIR: directory, ...env })).toThrow(new RegExp(Object.keys(env)[0]!));
    },
  );
});
