/** The effect of logins on other requests, and whether their time reveals who is a member (security.md 2.2, T7 and T8). */
import { freePort, startProduct } from "../faults/servers.ts";
import type { Figure } from "./report.ts";
import type { Stage } from "./stage.ts";

const ROUNDS = 100;
const LIGHT_MS = 6_000;
const WAVE = 20;

let networks = 0;
/** A different network for every attempt, so that no rate limit is measured. */
const newNetwork = (): string => `10.${(++networks >> 16) & 255}.${(networks >> 8) & 255}.${networks & 255}`;

export async function measureAccounts(stage: Stage): Promise<Figure[]> {
  const product = await startProduct({ ...stage.env, SERENADE_PAGES: "none" }, await freePort());
  const known = await signUp(product.url);
  await logIn(product.url, "warm.up@example.test");
  const gap = await meanGap(product.url, known);
  const quiet = await lightP99(product.url);
  let waves = true;
  const storm = logInRepeatedly(product.url, () => waves);
  const busy = await lightP99(product.url);
  waves = false;
  await storm;
  await product.stop();
  const part = `accounts, ${stage.engine}`;
  return [
    { part, what: "login time, known minus unknown address (target < 5)", value: gap, unit: "ms" },
    { part, what: "light request, p99, quiet", value: quiet, unit: "ms" },
    {
      part,
      what: `light request, p99, ${WAVE} logins at once (target < 5x)`,
      value: busy,
      unit: "ms",
      limit: { what: "quiet", value: quiet },
    },
  ];
}

/**
 * The trimmed mean (10 % on either side) of paired differences: both requests of a pair run at the same time, in
 * alternating order.
 */
async function meanGap(url: string, known: string): Promise<number> {
  const gaps: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const times = { known: 0, unknown: 0 };
    const pair = [
      ["known", known],
      ["unknown", `nobody${round}@example.test`],
    ] as const;
    for (const [kind, email] of round % 2 ? pair : [...pair].reverse()) times[kind] = await logIn(url, email);
    gaps.push(times.known - times.unknown);
    // unknown browsers have 25 attempts an hour at one account
    if (round % 20 === 19) known = await signUp(url);
  }
  gaps.sort((a, b) => a - b);
  const middle = gaps.slice(ROUNDS / 10, -ROUNDS / 10);
  return Math.abs(middle.reduce((sum, gap) => sum + gap, 0) / middle.length);
}

async function logInRepeatedly(url: string, goesOn: () => boolean): Promise<void> {
  await Promise.all(
    Array.from({ length: WAVE }, async (_, index) => {
      for (let n = 0; goesOn(); n++) await logIn(url, `wave${index}.${n}@example.test`);
    }),
  );
}

/** The 99th percentile of a request that every page makes, sequentially for some seconds. */
async function lightP99(url: string): Promise<number> {
  const times: number[] = [];
  const end = performance.now() + LIGHT_MS;
  while (performance.now() < end) {
    const started = performance.now();
    const answer = await fetch(`${url}/api/settings.php`);
    await answer.arrayBuffer();
    times.push(performance.now() - started);
  }
  times.sort((a, b) => a - b);
  return times[Math.floor(times.length * 0.99)]!;
}

/** Milliseconds of a failed login. */
async function logIn(url: string, email: string): Promise<number> {
  const started = performance.now();
  const answer = await post(url, "user.php", { email, password: "not the password" });
  if (answer.status !== 401) throw new Error(`login: ${answer.status}`);
  return performance.now() - started;
}

let members = 0;
async function signUp(url: string): Promise<string> {
  const email = `member${++members}@example.test`;
  const form = { email, name: `Bencher ${members}`, password: "a quiet evening in", date_of_birth: "1990-05-05" };
  const answer = await post(url, "signup.php", {
    ...form,
    gender: "woman",
    looking_for: ["man"],
    country: "NL",
    terms: true,
    consent: true,
  });
  if (answer.status !== 201) throw new Error(`sign-up: ${answer.status}`);
  return email;
}

async function post(url: string, path: string, body: object): Promise<Response> {
  const headers = { "content-type": "application/json", origin: url, "x-forwarded-for": newNetwork() };
  const answer = await fetch(`${url}/api/${path}`, { method: "POST", headers, body: JSON.stringify(body) });
  await answer.arrayBuffer();
  return answer;
}
