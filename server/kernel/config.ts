/** The environment, validated; every variable has a default that works, except in production (docs/operating.md). */
import { createECDH, randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import * as z from "zod";
import { compileTrust } from "./request-origin.ts";

const Environment = z.object({
  MODE: z.enum(["demo", "test", "production"]).default("demo"),
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  HOST: z.string().default("127.0.0.1"),
  DATA_DIR: z.string().default("./data"),
  DATABASE_URL: z.string().startsWith("postgres").optional(),
  REDIS_URL: z.string().startsWith("redis").optional(),
  SMTP_URL: z.string().startsWith("smtp").optional(),
  DKIM_DOMAIN: z.string().min(3).optional(),
  DKIM_SELECTOR: z.string().min(1).optional(),
  DKIM_KEY: z.string().optional(),
  DKIM_KEY_FILE: z.string().optional(),
  BOUNCE_DOMAIN: z.string().min(3).optional(),
  INBOUND_SMTP_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
  PAYMENTS: z
    .string()
    .default("sandbox")
    .transform((list) => list.split(",").map(providerOf))
    .pipe(
      z
        .array(
          z.object({
            name: z.enum(["sandbox", "stripe", "mollie"]),
            countries: z.array(z.string().regex(/^[A-Z]{2}$/, "countries: mollie:NL+BE")).nullable(),
          }),
        )
        .min(1),
    ),
  STRIPE_SECRET_KEY: z.string().startsWith("sk_").or(z.string().startsWith("rk_")).optional(),
  STRIPE_WEBHOOK_SECRET: z.string().startsWith("whsec_").optional(),
  STRIPE_API_URL: z.url({ protocol: /^https?$/ }).optional(),
  MOLLIE_API_KEY: z
    .string()
    .regex(/^(live|test)_\w{20,}$/, "live_… or test_…")
    .optional(),
  MOLLIE_API_URL: z.url({ protocol: /^https?$/ }).optional(),
  TRUST_PROXY: z.string().optional(),
  APP_SECRET: z.string().min(32).optional(),
  BASE_URL: z.url({ protocol: /^https?$/ }).optional(),
  API_DOCS: z.enum(["on", "off"]).optional(),
  VAPID_PUBLIC_KEY: z.string().optional(),
  VAPID_PRIVATE_KEY: z.string().optional(),
  VAPID_SUBJECT: z
    .string()
    .regex(/^(mailto:.+@|https:)/, "mailto:… or https://…")
    .optional(),
  PUSH_TEST_HOST: z
    .string()
    .regex(/^127\.0\.0\.1:\d+$/)
    .optional(),
  METRICS_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "silent"]).optional(),
});

export interface Config {
  mode: "demo" | "test" | "production";
  port: number;
  host: string;
  dataDir: string;
  databaseUrl: string | null;
  redisUrl: string | null;
  smtpUrl: string | null;
  /** Signs what is sent; null: unsigned, or signed by the server behind SMTP_URL. */
  dkim: { domain: string; selector: string; key: string } | null;
  /** Where reports about undelivered mails go; null: the domain of the site's own address. */
  bounceDomain: string | null;
  /** Port for those reports; null: no listener. */
  inboundSmtpPort: number | null;
  /** Payment providers; the first is tried first for a new order. */
  payments: ("sandbox" | "stripe" | "mollie")[];
  /** Countries that a provider takes orders from, where they are not all. */
  paymentCountries: Partial<Record<"sandbox" | "stripe" | "mollie", string[]>>;
  /** Null where PAYMENTS does not name it; `apiUrl` only for tests against a double of its API. */
  stripe: { secretKey: string; webhookSecret: string; apiUrl: string | null } | null;
  mollie: { apiKey: string; apiUrl: string | null } | null;
  /** Addresses and networks of trusted proxies, whose forwarded headers count. */
  trustProxy: string[];
  /** Serves /api/docs and /api/openapi.json. */
  apiDocs: boolean;
  appSecret: string;
  /** The public address, without a slash at its end; null: whatever the server listens on. */
  baseUrl: string | null;
  /** Signs what is pushed (RFC 8292): a P-256 pair in base64url, and where a push service may write to. */
  vapid: { publicKey: string; privateKey: string; subject: string };
  /** "127.0.0.1:4000" replaces the push service, over plain http; test mode only. */
  pushTestHost: string | null;
  metricsPort: number | null;
  logLevel: string;
}

const LOOPBACK = ["127.0.0.1", "::1"];
const LOOPBACK_NAMES = new Set([...LOOPBACK, "[::1]", "localhost"]);

/** Reads and validates the environment; throws one Error that lists every missing or invalid setting. */
export function readConfig(env: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ""));
  const parsed = Environment.safeParse(given);
  if (!parsed.success) throw new Error(`The environment is not right:\n${z.prettifyError(parsed.error)}`);
  const values = parsed.data;
  if (values.MODE === "production") refuseUnready(values);
  else refusePublicDemo(values);
  if (values.PUSH_TEST_HOST && values.MODE !== "test") throw new Error("PUSH_TEST_HOST is for MODE=test only.");
  const dataDir = resolve(values.DATA_DIR);
  return {
    mode: values.MODE,
    port: values.PORT,
    host: values.HOST,
    dataDir,
    databaseUrl: values.DATABASE_URL ?? null,
    redisUrl: values.REDIS_URL ?? null,
    smtpUrl: values.SMTP_URL ?? null,
    dkim: dkimOf(values),
    bounceDomain: values.BOUNCE_DOMAIN ?? null,
    inboundSmtpPort: values.INBOUND_SMTP_PORT ?? null,
    payments: values.PAYMENTS.map(({ name }) => name),
    paymentCountries: Object.fromEntries(
      values.PAYMENTS.flatMap(({ name, countries }) => (countries ? [[name, countries]] : [])),
    ),
    stripe: stripeOf(values),
    mollie: mollieOf(values),
    trustProxy: proxiesOf(values.TRUST_PROXY),
    apiDocs: values.API_DOCS ? values.API_DOCS === "on" : values.MODE !== "production",
    appSecret: values.APP_SECRET ?? storedSecret(dataDir, "secret", () => randomBytes(32).toString("base64url")),
    baseUrl: values.BASE_URL?.replace(/\/$/, "") ?? null,
    vapid: vapidOf(values, dataDir),
    pushTestHost: values.PUSH_TEST_HOST ?? null,
    metricsPort: values.METRICS_PORT ?? null,
    logLevel: values.LOG_LEVEL ?? (values.MODE === "test" ? "warn" : "info"),
  };
}

/** Production starts without sandboxes: no sandbox payments, no outbox page, no generated secret. */
function refuseUnready(values: z.output<typeof Environment>): void {
  const missing = [
    !values.APP_SECRET && "APP_SECRET: at least 32 random characters, the same for all processes",
    !isPublicAddress(values.BASE_URL) && "BASE_URL: the public address, https://… (http only for loopback)",
    !values.TRUST_PROXY &&
      "TRUST_PROXY: addresses or networks of the proxies in front, separated by commas, or none where there is no proxy",
    !(values.VAPID_PUBLIC_KEY && values.VAPID_PRIVATE_KEY) &&
      "VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY: a P-256 pair that signs push messages (npx web-push generate-vapid-keys)",
    !values.SMTP_URL && "SMTP_URL: smtp(s)://user:password@host:port, where mails are handed over",
    isPaidBy(values, "sandbox") &&
      "PAYMENTS: stripe, mollie or both; the sandbox moves no money and is refused in production",
  ].filter(Boolean);
  if (missing.length) throw new Error(`MODE=production needs:\n- ${missing.join("\n- ")}`);
}

/** "mollie:NL+BE" → a provider for these countries; without them it is for all. */
function providerOf(text: string): { name: string; countries: string[] | null } {
  const [name = "", countries] = text.trim().split(":");
  return { name, countries: countries?.split("+") ?? null };
}

const isPaidBy = ({ PAYMENTS }: Pick<z.output<typeof Environment>, "PAYMENTS">, provider: string): boolean =>
  PAYMENTS.some(({ name }) => name === provider);

/** The keys of Stripe, where PAYMENTS names it. */
function stripeOf(values: z.output<typeof Environment>): Config["stripe"] {
  const { PAYMENTS, STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_API_URL } = values;
  if (!isPaidBy({ PAYMENTS }, "stripe")) return null;
  if (!secretKey || !webhookSecret)
    throw new Error("PAYMENTS=stripe needs STRIPE_SECRET_KEY (sk_…) and STRIPE_WEBHOOK_SECRET (whsec_…).");
  return { secretKey, webhookSecret, apiUrl: STRIPE_API_URL ?? null };
}

function mollieOf(values: z.output<typeof Environment>): Config["mollie"] {
  const { PAYMENTS, MOLLIE_API_KEY: apiKey, MOLLIE_API_URL } = values;
  if (!isPaidBy({ PAYMENTS }, "mollie")) return null;
  if (!apiKey) throw new Error("PAYMENTS=mollie needs MOLLIE_API_KEY (live_… or test_…).");
  return { apiKey, apiUrl: MOLLIE_API_URL ?? null };
}

/** Demo and test mode have publicly known logins and sandbox payments: they listen publicly only on purpose. */
function refusePublicDemo({ HOST, BASE_URL, MODE }: z.output<typeof Environment>): void {
  if (LOOPBACK_NAMES.has(HOST) || BASE_URL) return;
  throw new Error(
    `MODE=${MODE} listens on this machine only (HOST=127.0.0.1). To open it to others on purpose, set BASE_URL to its public address.`,
  );
}

const isPublicAddress = (url: string | undefined): boolean =>
  url !== undefined && (url.startsWith("https:") || LOOPBACK_NAMES.has(new URL(url).hostname));

/** "none", or a list that compiles; unset outside production means the machine itself. */
function proxiesOf(given: string | undefined): string[] {
  if (given === "none") return [];
  const proxies = given?.split(",").map((part) => part.trim()) ?? LOOPBACK;
  try {
    compileTrust(proxies);
  } catch (error) {
    throw new Error(`TRUST_PROXY: ${(error as Error).message}. Give addresses or networks (10.0.0.0/8), or none.`);
  }
  return proxies;
}

/** All three or none: a signature with a part missing is worse than no signature. */
function dkimOf(values: z.output<typeof Environment>): Config["dkim"] {
  const { DKIM_DOMAIN: domain, DKIM_SELECTOR: selector, DKIM_KEY_FILE: file } = values;
  // A key in one line of an environment file has its line ends written as \n.
  const key = file ? readFileSync(file, "utf8") : values.DKIM_KEY?.replaceAll("\\n", "\n");
  if (!domain && !selector && !key) return null;
  if (domain && selector && key) return { domain, selector, key };
  throw new Error("DKIM needs all of DKIM_DOMAIN, DKIM_SELECTOR, and DKIM_KEY or DKIM_KEY_FILE, or none of them.");
}

/** As configured, or a pair generated at the first start. A new pair invalidates every existing subscription. */
function vapidOf(values: z.output<typeof Environment>, dataDir: string): Config["vapid"] {
  const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: given, BASE_URL } = values;
  const subject =
    values.VAPID_SUBJECT ?? (BASE_URL?.startsWith("https:") ? BASE_URL : "mailto:webmaster@serenade.example");
  const privateKey = given ?? storedSecret(dataDir, "vapid", () => newKey());
  const ecdh = createECDH("prime256v1");
  const bytes = Buffer.from(privateKey, "base64url");
  if (bytes.length !== 32) throw new Error("VAPID_PRIVATE_KEY is no P-256 key in base64url.");
  ecdh.setPrivateKey(bytes);
  const own = ecdh.getPublicKey().toString("base64url");
  if ((given || publicKey) && own !== publicKey?.replace(/={0,2}$/, ""))
    throw new Error("VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY are no pair.");
  return { publicKey: own, privateKey, subject };
}

function newKey(): string {
  const ecdh = createECDH("prime256v1");
  ecdh.generateKeys();
  // leading zero bytes are omitted, so pad
  return Buffer.concat([Buffer.alloc(32), ecdh.getPrivateKey()])
    .subarray(-32)
    .toString("base64url");
}

/** A secret generated at the first start and stored in the data directory. */
function storedSecret(dataDir: string, name: string, make: () => string): string {
  const file = join(dataDir, name);
  if (!existsSync(file)) {
    mkdirSync(dataDir, { recursive: true });
    createSecretFile(file, make());
  }
  return readFileSync(file, "utf8").trim();
}

/** Writes the file unless another process, starting in the same moment, was first. */
function createSecretFile(file: string, text: string): void {
  try {
    writeFileSync(file, text, { mode: 0o600, flag: "wx" });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}
