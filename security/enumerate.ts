/**
 * `node security/enumerate.ts`: whether a site that does not reveal its members (discreet_accounts) does so after all.
 * Addresses with and without an account are sent in pairs, at the same time: the answers have to be the same byte by byte,
 * and their times the same by rank and by mean (security.md 6, check 5).
 */
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { freePort, startProduct } from "../faults/servers.ts";
import { openApp } from "../server/app.ts";
import { createFirstSite } from "../server/db/demo/welcome.ts";
import { readConfig } from "../server/kernel/config.ts";
import { signUp } from "../server/modules/account/commands.ts";
import { changeSite } from "../server/modules/site/commands.ts";

/** A running site that does not reveal its members, and addresses. Those of `unknown` have no account; each is used once. */
export interface Ground {
  url: string;
  known(pair: number): string;
  unknown(pair: number): string;
}

/** The result for one kind of call. Times in milliseconds. */
export interface Finding {
  call: string;
  pairs: number;
  /** Distinct answers for each kind of address: status, headers and body. */
  distinct: { known: number; unknown: number };
  same: boolean;
  /** Trimmed mean (a quarter on either side) of the paired differences, to exclude other load. */
  gap: number;
  /** Mann-Whitney: the probability that times differ so much by chance. */
  p: number;
}

export interface Options {
  pairs?: number;
  /** Default: a new server in a temporary folder. */
  ground?: Ground;
  /** Largest difference of means in milliseconds, and least p. Zero ignores p, for few pairs. */
  mostGap?: number;
  leastP?: number;
  print?: (line: string) => void;
}

const MOST_GAP_MS = 5;
/** A significance of 1 % over all calls. */
const LEAST_P = 0.01 / 5;
/** The password of a sign-up, which no member has. */
const PASSWORD = "moon over the harbour";
const WRONG = "not the password";

/** Every finding; throws if one of them reveals members. */
export async function enumerate(options: Options = {}): Promise<Finding[]> {
  const { pairs = 300, ground, mostGap = MOST_GAP_MS, leastP = LEAST_P, print = console.info } = options;
  const own = ground ? null : await openGround(pairs);
  try {
    const findings = await measure(ground ?? own!.ground, pairs);
    for (const finding of findings) print(lineOf(finding));
    const telling = findings.filter(({ same, gap, p }) => !same || Math.abs(gap) >= mostGap || p < leastP);
    if (telling.length) throw new Error(`membership is revealed by: ${telling.map(({ call }) => call).join(", ")}`);
    return findings;
  } finally {
    await own?.close();
  }
}

interface Sent {
  path: string;
  body: object;
  key?: string;
}

/** In this order: the login with the password of the sign-up follows the sign-up. */
async function measure(ground: Ground, pairs: number): Promise<Finding[]> {
  const keys = new Map<string, string>();
  const keyOf = (email: string): string => {
    if (!keys.has(email)) keys.set(email, randomUUID());
    return keys.get(email)!;
  };
  const names = new Map<string, string>();
  const signup = (email: string): Sent => {
    if (!names.has(email)) names.set(email, nameOf(names.size));
    return { path: "/api/signup.php", body: formOf(email, names.get(email)!), key: keyOf(email) };
  };
  const login = (password: string) => (email: string) => ({ path: "/api/user.php", body: { email, password } });
  const calls: [string, (email: string) => Sent][] = [
    ["login with a wrong password", login(WRONG)],
    ["password reset", (email) => ({ path: "/api/password-reset.php", body: { email } })],
    ["sign-up", signup],
    ["repeated sign-up", signup],
    ["login with the password of the sign-up", login(PASSWORD)],
  ];
  const findings: Finding[] = [];
  for (const [call, sent] of calls) findings.push(await compare(call, ground, pairs, sent));
  return findings;
}

async function compare(call: string, ground: Ground, pairs: number, sent: (email: string) => Sent): Promise<Finding> {
  const times = { known: [] as number[], unknown: [] as number[] };
  const answers = { known: new Set<string>(), unknown: new Set<string>() };
  for (let pair = 0; pair < pairs; pair++) {
    const kinds = pair % 2 ? (["known", "unknown"] as const) : (["unknown", "known"] as const);
    for (const kind of kinds) {
      const { answer, ms } = await request(ground.url, sent(ground[kind](pair)));
      answers[kind].add(answer);
      times[kind].push(ms);
    }
  }
  const same =
    answers.known.size === 1 && answers.unknown.size === 1 && [...answers.known][0] === [...answers.unknown][0];
  const distinct = { known: answers.known.size, unknown: answers.unknown.size };
  const gaps = times.known.map((ms, pair) => ms - times.unknown[pair]!);
  return { call, pairs, distinct, same, gap: trimmedMean(gaps), p: mannWhitney(times.known, times.unknown) };
}

let networks = 0;

/** From a different network each, so that no rate limit is compared. */
async function request(url: string, { path, body, key = randomUUID() }: Sent): Promise<{ answer: string; ms: number }> {
  const network = ++networks;
  const headers = {
    origin: url,
    "sec-fetch-site": "same-origin",
    "content-type": "application/json",
    "idempotency-key": key,
    "x-forwarded-for": `10.${(network >> 16) & 255}.${(network >> 8) & 255}.${network & 255}`,
  };
  const began = performance.now();
  const response = await fetch(url + path, { method: "POST", headers, body: JSON.stringify(body) });
  const text = await response.text();
  const ms = performance.now() - began;
  const shown = [...response.headers].filter(([name]) => !/^(date|keep-alive)$/.test(name)).sort();
  return { answer: JSON.stringify([response.status, shown, text]), ms };
}

const formOf = (email: string, name: string) => ({
  email,
  name,
  password: PASSWORD,
  date_of_birth: "1990-05-05",
  gender: "woman" as const,
  looking_for: ["man" as const],
  country: "NL" as const,
  terms: true as const,
  consent: true as const,
});

/** Of the same length, with too few digits for a phone number. */
const nameOf = (number: number): string => {
  const letters = [...number.toString(26).padStart(4, "0")].map((digit) =>
    String.fromCharCode(97 + Number.parseInt(digit, 26)),
  );
  return `Walker ${letters.join("")}`;
};

/** A new product with as many members as pairs, on the embedded database. */
async function openGround(pairs: number): Promise<{ ground: Ground; close(): Promise<void> }> {
  const directory = mkdtempSync(join(tmpdir(), "serenade-enumerate-"));
  const env = { MODE: "test", NODE_ENV: "production", DATA_DIR: directory, LOG_LEVEL: "error" };
  const app = await openApp(readConfig(env));
  await createFirstSite(app);
  const form = { ...formOf("first@example.test", "First of all"), password: "another quiet evening" };
  const from = { site: 1, locale: "en" as const, country: null, key: null, baseUrl: "http://localhost" };
  const first = await signUp(app, { ...from, form });
  const copies = `generate_series(0, ${pairs - 1}) n where`;
  await app.db.raw(
    `insert into members (site_id, id, name, name_key, gender, looking_for, date_of_birth, country, created_at, confirmed_at)
     select 1, 1000 + n, 'Member ' || n, 'member ' || n, gender, looking_for, date_of_birth, country, created_at, created_at
       from members, ${copies} id = ${first}`,
  );
  await app.db.raw(
    `insert into accounts (site_id, member_id, email, email_key, password_hash, locale, terms_at, terms_version, consent_at, created_at)
     select 1, 1000 + n, 'known' || n || '@example.test', 'known' || n || '@example.test', password_hash, locale, terms_at, terms_version, consent_at, created_at
       from accounts, ${copies} member_id = ${first}`,
  );
  await changeSite(app, 1, { discreet_accounts: true });
  await app.close();
  const product = await startProduct(env, await freePort());
  const ground = {
    url: product.url,
    known: (pair: number) => `known${pair}@example.test`,
    unknown: (pair: number) => `other${pair}@example.test`,
  };
  const close = async () => {
    await product.stop();
    rmSync(directory, { recursive: true, force: true });
  };
  return { ground, close };
}

function trimmedMean(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const off = Math.floor(sorted.length / 4);
  const middle = sorted.slice(off, sorted.length - off);
  return middle.reduce((sum, value) => sum + value, 0) / middle.length;
}

/** The two-sided p of the Mann-Whitney U test by its normal approximation, which holds from about 20 values each. */
function mannWhitney(one: readonly number[], other: readonly number[]): number {
  const all = [...one.map((value) => ({ value, one: true })), ...other.map((value) => ({ value, one: false }))];
  all.sort((a, b) => a.value - b.value);
  let ranks = 0;
  for (let from = 0; from < all.length; ) {
    let to = from;
    while (to < all.length && all[to]!.value === all[from]!.value) to++;
    const shared = (from + 1 + to) / 2;
    for (let at = from; at < to; at++) if (all[at]!.one) ranks += shared;
    from = to;
  }
  const [n, m] = [one.length, other.length];
  const u = ranks - (n * (n + 1)) / 2;
  const z = (u - (n * m) / 2) / Math.sqrt((n * m * (n + m + 1)) / 12);
  return 2 * (1 - normal(Math.abs(z)));
}

/** The cumulative normal distribution (Abramowitz and Stegun 26.2.17). */
function normal(z: number): number {
  const t = 1 / (1 + 0.2316419 * z);
  const sum = t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  return 1 - (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * sum;
}

const lineOf = ({ call, pairs, distinct, same, gap, p }: Finding): string =>
  `${call}: ${pairs} pairs, ${distinct.known} and ${distinct.unknown} distinct answers${same ? ", the same" : ", NOT THE SAME"}; ` +
  `mean gap ${gap.toFixed(2)} ms, p ${p.toFixed(3)}`;

if (import.meta.main) {
  const { values } = parseArgs({ options: { pairs: { type: "string", default: "300" } } });
  await enumerate({ pairs: Number(values.pairs) });
}
