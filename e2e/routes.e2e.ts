/**
 * Every route of §2 × every state of a person × English and Polish. The product is one of its own, because members cannot be
 * banned through its pages yet.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { BrowserContext } from "@playwright/test";
import { freePort, type Product, startProduct } from "../faults/servers.ts";
import { buyCredits, joinByApi, newcomer, PASSWORD, signUpByApi, writeTo } from "./people.ts";
import { type Outcome, outcomeOf, pageIds, ROUTES, routeOf, STATES, type State, type World } from "./route-table.ts";
import { expect, test, waitForReact } from "./strict.ts";
import { wordsOf } from "./words.ts";

const SCREENS = ["en", "pl"] as const;
type Locale = (typeof SCREENS)[number];
/** Concurrent requests. */
const AT_ONCE = 4;
const REASON = "Advertising in messages.";

let product: Product;
let directory: string;
/** Of the browsers that made the members. */
const sessions = {} as Record<State, { cookies: Awaited<ReturnType<BrowserContext["cookies"]>>; conversation: string }>;
let worldOf: (state: State) => World;
const banned = newcomer("Barend", "Man", "Women");

test.describe.configure({ mode: "serial" });

test.beforeAll(async ({ browser }) => {
  test.setTimeout(180_000);
  directory = mkdtempSync(join(tmpdir(), "serenade-routes-"));
  const env = { MODE: "test", SERENADE_PAGES: "built", NODE_ENV: "production", DATA_DIR: directory };
  const port = await freePort();
  product = await startProduct(env, port);
  const { url } = product;
  const open = async (network: number) => {
    const extraHTTPHeaders = { "x-forwarded-for": `10.9.0.${network}` };
    return (await browser.newContext({ baseURL: url, locale: "en-GB", extraHTTPHeaders })).newPage();
  };
  const headers = { origin: url, "x-request-type": "client" };
  const hers = await open(1);
  const shown = await joinByApi(hers, url, newcomer("Anneke", "Woman", "Men"));
  await hers.request.put("/api/notifications.php", { headers, data: { shown_to_visitors: true } });
  const member = await joinByApi(await open(2), url, newcomer("Bea", "Woman", "Men"));
  let bannedId = "";
  const world: World = { shown, member, conversation: "", premiumConversation: "", transaction: "" };
  for (const [at, state] of (["banned", "free", "unconfirmed", "premium"] as const).entries()) {
    const page = await open(3 + at);
    if (state === "unconfirmed") await signUpByApi(page, url, newcomer("Ulrich", "Man", "Women"));
    else {
      const id = await joinByApi(page, url, state === "banned" ? banned : newcomer("Frank", "Man", "Women"));
      if (state === "banned") bannedId = id;
    }
    const { body } = await writeTo(page, url, member, "Good evening. Which book is on your table?");
    const conversation = body.conversation!;
    if (state === "premium")
      Object.assign(world, { premiumConversation: conversation, transaction: await buyCredits(page) });
    sessions[state] = { cookies: await page.context().cookies(), conversation };
    await page.context().close();
  }
  sessions.visitor = { cookies: [], conversation: world.premiumConversation };
  worldOf = (state) => ({ ...world, conversation: sessions[state].conversation });
  await product.stop();
  const run = (script: string, ...values: string[]) =>
    execFileSync(process.execPath, [fileURLToPath(new URL(script, import.meta.url)), ...values], {
      env: { ...process.env, ...env, LOG_LEVEL: "error" },
    });
  run("./ban-account.ts", bannedId, REASON);
  for (const [locale, title] of [
    ["en", "House rules"],
    ["pl", "Zasady"],
  ] as const) {
    const file = join(directory, `${locale}.md`);
    writeFileSync(file, `---\ntitle: ${title}\ndescription: ${title}\n---\n\n## ${title}\n`);
    run("../server/site.ts", "page", "1", "house-rules", locale, file);
  }
  product = await startProduct(env, port);
});
test.afterAll(async () => {
  await product?.stop();
  rmSync(directory, { recursive: true, force: true });
});

interface Request {
  route: string;
  state: State;
  locale: Locale;
  path: string;
  outcome: Outcome;
}

const requests = (): Request[] =>
  Object.entries(ROUTES).flatMap(([route, { at }]) =>
    STATES.flatMap((state) =>
      SCREENS.flatMap((locale) =>
        at(worldOf(state)).map((path) => ({ route, state, locale, path, outcome: outcomeOf(route, state) })),
      ),
    ),
  );

test("status or redirect, title, heading, main and language, for every state in two languages", async () => {
  test.setTimeout(180_000);
  expect([...new Set(Object.keys(ROUTES).map(routeOf))].sort(), "web/app/routes.ts").toEqual(pageIds().sort());
  const wrong: string[] = [];
  const titles = new Map<string, Partial<Record<Locale, string>>>();
  const waiting = requests();
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const { route, state, locale, path } = next;
      const found = await ask(next);
      const problems = differences(next, found);
      wrong.push(...problems.map((problem) => `${route} ${path} ${state} ${locale}: ${problem}`));
      const key = `${path} ${state}`;
      if (found.status === 200) titles.set(key, { ...titles.get(key), [locale]: found.title });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  for (const { route, state, path } of requests()) {
    const { en, pl } = titles.get(`${path} ${state}`) ?? {};
    if (en && en === pl && !ROUTES[route]!.sameTitle) wrong.push(`${path} ${state}: "${en}" is not translated`);
  }
  expect([...new Set(wrong)]).toEqual([]);
});

// spec: 2.layout.default, 2.layout.chat, 2.layout.lander, 2.layout.empty, 9.entry-warning
test("each layout has its parts, and warns in its countries", async () => {
  const parts = async (path: string, state: State, locale: string, country = "") => {
    const cookies = [...cookiesOf(state, locale), `country=${country}`];
    const html = await (await fetch(product.url + path, { headers: { cookie: cookies.join("; ") } })).text();
    const { pattern } = wordsOf(locale);
    const found = {
      navigation: /<nav\b/.test(html),
      header: /<header\b/.test(html),
      login: /<header\b.*?href="\/login.*?<\/header>/s.test(html),
      footer: /<footer\b/.test(html),
      disclaimer: pattern("shell.footer.disclaimer").test(html),
      us: pattern("shell.footer.us").test(html),
      warning: html.includes('id="entry-warning"'),
    };
    return Object.entries(found)
      .filter(([, is]) => is)
      .map(([name]) => name)
      .join(" ");
  };
  expect(await parts("/chats", "free", "en")).toBe("navigation header");
  for (const [path, own, warns] of [
    ["/pricing", "header login footer disclaimer", ["NL", "DE", "FR"]],
    ["/login", "header footer disclaimer", ["NL", "DE"]],
    ["/activate/error", "", ["NL", "DE"]],
  ] as const)
    for (const locale of ["en", "pl"])
      for (const country of ["NL", "DE", "FR", ""]) {
        const us = locale === "en" && own && "us";
        const warning = warns.some((one) => one === country) && "warning";
        const expected = [own, us, warning].filter(Boolean).join(" ");
        expect([path, locale, country, await parts(path, "visitor", locale, country)]).toEqual([
          path,
          locale,
          country,
          expected,
        ]);
      }
});

interface Found {
  status: number;
  location: string | null;
  lang: string;
  title: string;
  headings: number;
  mains: number;
}

async function ask({ state, locale, path }: Request): Promise<Found> {
  const answer = await fetch(product.url + path, {
    redirect: "manual",
    headers: {
      cookie: cookiesOf(state, locale).join("; "),
      "x-forwarded-for": `10.9.1.${STATES.indexOf(state)}`,
    },
  });
  const html = await answer.text();
  const count = (tag: string) => html.split(new RegExp(`<${tag}[\\s>]`)).length - 1;
  return {
    status: answer.status,
    location: answer.headers.get("location"),
    lang: /<html[^>]* lang="([a-z]+)/.exec(html)?.[1] ?? "",
    title: /<title>([^<]*)<\/title>/.exec(html)?.[1]?.trim() ?? "",
    headings: count("h1"),
    mains: count("main"),
  };
}

function cookiesOf(state: State, locale: string): string[] {
  const own = sessions[state].cookies.filter(({ name }) => name !== "locale");
  return [...own.map(({ name, value }) => `${name}=${value}`), `locale=${locale}`];
}

function differences({ state, locale, path, outcome }: Request, found: Found): string[] {
  const { status, location, lang, title, headings, mains } = found;
  if (typeof outcome === "string") {
    const target = outcome.replace(":shown", worldOf(state).shown);
    const expected = outcome === "login" ? `/login?${new URLSearchParams({ to: path })}` : target;
    const reached = expected.endsWith("?") ? location?.startsWith(expected) : location === expected;
    return status === 302 && reached ? [] : [`${status} ${location}, expected 302 ${expected}`];
  }
  return [
    ...(status === outcome ? [] : [`${status} ${location ?? ""}, expected ${outcome}`]),
    ...(lang === locale ? [] : [`the language is "${lang}"`]),
    ...(title ? [] : ["no title"]),
    ...(headings === 1 ? [] : [`${headings} headings of level 1`]),
    ...(mains === 1 ? [] : [`${mains} main elements`]),
  ];
}

/** Each route once, states and languages in turn; with E2E_ALL in every state and both languages. */
function screens(): Request[] {
  const pages = requests().filter(({ outcome }) => typeof outcome === "number");
  if (process.env.E2E_ALL) return pages;
  return Object.keys(ROUTES).map((route, at) => {
    const own = pages.filter((page) => page.route === route);
    return own[(at * 3) % own.length]!;
  });
}

for (const state of STATES)
  test(`no console error and no axe finding on any page, ${state}`, async ({ visitor, expectAccessible }) => {
    test.setTimeout(process.env.E2E_ALL ? 1_200_000 : 120_000);
    const page = await visitor(product.url);
    await page.context().addCookies(sessions[state].cookies.filter(({ name }) => name !== "locale"));
    for (const one of screens().filter((screen) => screen.state === state)) {
      await page.context().addCookies([{ name: "locale", value: one.locale, url: product.url }]);
      await page.goto(one.path, { waitUntil: "load" });
      await expect(page.locator("html")).toHaveAttribute("lang", new RegExp(`^${one.locale}\\b`));
      await expectAccessible(page);
      // a visitor's page starts React with the first key: its console output counts too
      if ((await page.locator("script[type='text/plain'], script[src]").count()) > 0) {
        await page.keyboard.press("Tab");
        await waitForReact(page);
      }
    }
  });

test("a banned member reads the reason at login, and nothing behind the login is reachable", async ({ visitor }) => {
  const page = await visitor(product.url);
  await page.context().addCookies(sessions.banned.cookies);
  await page.goto("/chats");
  await expect(page).toHaveURL(/\/login\?to=/);
  await page.getByLabel("Email address").fill(banned.email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("main").getByRole("button", { name: "Log in" }).click();
  await expect(page.getByRole("alert").filter({ hasText: REASON })).toContainText("support@");
  await expect(page).toHaveURL(/\/login/);
  for (const call of ["chats.php", "likes.php", "profile.php", "notifications.php"])
    expect((await page.request.get(`/api/${call}`)).status()).toBe(403);
});
