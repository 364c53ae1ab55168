/** Personal data does not leak: writes a unique word into each field and searches for it everywhere else. */
import { randomUUID } from "node:crypto";
import { ActivateApi, SignupApi, UserApi } from "@serenade/contract/account";
import { ChatApi } from "@serenade/contract/chat";
import { DiscountApi } from "@serenade/contract/discounts";
import type { Endpoint } from "@serenade/contract/endpoint";
import type { Id } from "@serenade/contract/ids";
import { ProfileApi } from "@serenade/contract/members";
import { ReportApi } from "@serenade/contract/moderation";
import { PhotoApi } from "@serenade/contract/photos";
import { SavedSearchApi } from "@serenade/contract/search";
import { ExportApi, MailChangeApi, PasswordApi } from "@serenade/contract/security";
import { PlacesApi } from "@serenade/contract/site";
import type { Page } from "playwright-core";
import { freePort } from "../faults/servers.ts";
import type { App } from "../server/app.ts";
import { nameOf } from "../server/kernel/dispatch.ts";
import { signupForm } from "../server/test/cast.ts";
import type { Client } from "../server/test/client.ts";
import { MATRIX } from "../server/test/matrix.ts";
import { pictureOf } from "../server/test/photo-corpus.ts";
import { openBrowser, openVisitor } from "./browser.ts";
import type { Check, Report, Scale } from "./check.ts";
import { PAGES } from "./pages.ts";
import { as, type Person } from "./people.ts";
import type { Target } from "./target.ts";

type MemberId = Id<"member">;

/** One text per field; none is a real word. */
const WORDS = {
  name: "Zqname Zqsurname",
  email: "zqmail@example.test",
  newEmail: "zqnewmail@example.test",
  password: "zqpassword behind the dunes",
  wrongPassword: "zqwrongword behind the dunes",
  about: "zqabout likes the sea",
  city: "Zqcity",
  message: "zqmessage NL91ABNA0417164300 call 0687654321",
  unsent: "zqunsent words",
  draft: "zqdraft for the first one",
  note: "zqnote they asked me for money",
  agent: "zqagent/5.0",
  network: "zqnetwork",
  sub: "zqsubone",
  query: "zqquery",
  token: "zqtokenzqtokenzqtokenzqtoken",
  file: "zqfile.jpg",
  push: "zqpushendpoint",
  code: "ZQCODE",
  lat: "52.3791",
  lon: "4.8994",
  address: "10.77.66.55",
  birth: "1983-11-29",
} as const;
type Word = keyof typeof WORDS;

/** Visible to logged-in members. */
const SHOWN_TO_MEMBERS = new Set<Word>(["name", "about", "city"]);

/** Visible to visitors in search: cards of members. */
const CARD = new Set<Word>(["name", "city"]);
const NOTHING = new Set<Word>();
const isSearch = (page: Page): boolean => new URL(page.url()).pathname === "/members";

const metricsPort = await freePort();
let endpoints: { endpoint: Endpoint; who: string }[] = [];

export const leak: Check = {
  name: "leak",
  holds:
    "no personal data is in logs, metrics, emails and answers to others, caches, or in the browser after logging out",
  target: {
    env: { METRICS_PORT: String(metricsPort) },
    prepare: async (app: App) => {
      endpoints = app.dispatcher.entries;
    },
  },
  run: async (target, report, scale) => {
    const owner = await live(target, report);
    await fail(target, report, owner, scale);
    if (scale === "whole") await failInside(target, report, owner);
    await others(target, report, owner);
    await browse(target, report, owner);
    await mails(target, report);
    await outside(target, report, owner);
  },
};

interface Owner {
  id: MemberId;
  session: string;
  conversation: string;
  client: Client;
}

/** The words found in a text, in any encoding. */
function wordsIn(text: string, allowed: ReadonlySet<Word> = NOTHING): Word[] {
  const lower = text.toLowerCase();
  return (Object.keys(WORDS) as Word[]).filter((key) => {
    const word = WORDS[key].toLowerCase();
    return (
      !allowed.has(key) &&
      [word, encodeURIComponent(word), word.replaceAll(" ", "+")].some((one) => lower.includes(one))
    );
  });
}

/** Calls that put each word into its field. */
async function live(target: Target, report: Report): Promise<Owner> {
  const client = watched(target.client(WORDS.address), report);
  const to = target.people.carol.id as MemberId;
  const form = {
    ...signupForm("zq"),
    name: WORDS.name,
    email: WORDS.email,
    password: WORDS.password,
    date_of_birth: WORDS.birth,
    looking_for: ["man", "woman"],
    to,
    signup_message: WORDS.draft,
    network: WORDS.network,
    sub1: WORDS.sub,
  };
  const id = (await client.call(SignupApi.signup, { body: form as never })).body.user!.id;
  const token = await tokenFor(target, WORDS.email);
  await client.call(ActivateApi.confirm, { body: { token } as never });
  const works = async (what: string, answer: Promise<{ status: number; body: object }>) => {
    const { status, body } = await answer;
    report.count("calls with words");
    if (status >= 300) report.wrong(`${what}: ${status} ${JSON.stringify(body)}`);
  };
  const location = { country: "NL", countryregion: "NL-UT", city: WORDS.city } as const;
  await works("profile", client.call(ProfileApi.change, { body: { about: WORDS.about, location } }));
  const body = { client_id: randomUUID(), profile: target.people.bram.id as MemberId, message: WORDS.message };
  const sent = await client.call(ChatApi.send, { body });
  if (sent.status !== 201) report.wrong(`message: ${sent.status} ${JSON.stringify(sent.body)}`);
  await works("report", client.call(ReportApi.report, { body: { id: to, reason: "other", note: WORDS.note } }));
  await works("search", client.call(SavedSearchApi.save, { body: { query: "gender=woman", alert: true } }));
  await works(
    "place",
    client.call(PlacesApi.geocodePosted, { body: { lat: Number(WORDS.lat), lon: Number(WORDS.lon) } }),
  );
  await works("place", client.call(PlacesApi.geocode, { query: { lat: WORDS.lat, lon: WORDS.lon } }));
  await works("address", client.call(MailChangeApi.ask, { body: { email: WORDS.newEmail, password: WORDS.password } }));
  await works("copy", client.call(ExportApi.ask));
  await works("reset", client.call(PasswordApi.ask, { body: { email: WORDS.email } }));
  await works("photo", client.upload(PhotoApi.upload, await pictureOf(51), WORDS.file) as never);
  const subscription = {
    endpoint: `https://fcm.googleapis.com/fcm/send/${WORDS.push}`,
    keys: (MATRIX["POST user.php?push=1"]!.body!({} as never) as { subscription: { keys: never } }).subscription.keys,
  };
  await works("push", client.call(UserApi.push, { query: { push: "1" }, body: { subscription } }));
  const headers = { "user-agent": `Mozilla/5.0 (X11; Linux x86_64) ${WORDS.agent}` };
  const login = { email: WORDS.email, password: WORDS.password };
  await works("login", client.call(UserApi.login, { body: login, headers }));
  return { id, session: client.cookie("auth")!, conversation: sent.body.conversation, client };
}

async function tokenFor(target: Target, email: string): Promise<string> {
  const mail = (await outbox(target)).find(({ to }) => to === email);
  return new URL(mail!.links.find((link) => link.includes("token="))!).searchParams.get("token")!;
}

interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  links: string[];
}

const outbox = async (target: Target): Promise<Mail[]> =>
  (await (await target.client().fetch("/dev/outbox.json")).json()) as Mail[];

/** A client that checks the headers of answers: no word in them, and no caching by proxies. */
function watched(client: Client, report: Report): Client {
  const checkHeaders = (what: string, headers: Headers) => {
    report.count("answers with checked headers");
    const values = [...headers].filter(([name]) => name !== "location").map(([name, value]) => `${name}: ${value}`);
    for (const word of wordsIn(values.join("\n"))) report.wrong(`${what}: a header says ${word}`);
    const cached = headers.get("cache-control") ?? "";
    const open = /^(GET )?\/(api\/(docs|openapi\.json)|health|assets|favicon|manifest|offline)/.test(what);
    if (!open && !/no-store|private/.test(cached)) report.wrong(`${what}: cache-control is ${cached || "not there"}`);
  };
  return {
    ...client,
    call: async (endpoint, input) => {
      const reply = await client.call(endpoint, input);
      checkHeaders(nameOf(endpoint), reply.headers);
      return reply;
    },
    fetch: async (path, init) => {
      const answer = await client.fetch(path, init);
      checkHeaders(path, answer.headers);
      return answer;
    },
  };
}

/** Failing calls with words in the invalid input: only the caller may get them back. */
async function fail(target: Target, report: Report, { client }: Owner, scale: Scale): Promise<void> {
  const stranger = watched(target.client(WORDS.address), report);
  const json = { "content-type": "application/json" };
  const all = encodeURIComponent(Object.values(WORDS).join(" "));
  for (const who of scale === "whole" ? [client, stranger] : [client]) {
    for (const { endpoint } of endpoints) {
      const { method, path } = endpoint;
      if (path === "/api/logout.php" || path === "/api/user.php") continue;
      const bodies = [JSON.stringify(WORDS), `{"message":"${WORDS.message}`, WORDS.message, JSON.stringify([WORDS])];
      for (const body of method === "GET" ? [undefined] : bodies.slice(0, scale === "whole" ? 4 : 2)) {
        const answer = await who.fetch(`${path}?zq=${all}`, { method, ...(body && { body, headers: json }) });
        await answer.arrayBuffer();
        report.count("failing calls");
        if (answer.status >= 500) report.wrong(`${method} ${path}: ${answer.status}`);
      }
    }
    for (const page of [...PAGES, `/${WORDS.query}`, `/members/${WORDS.token}`, `/chats/${WORDS.token}`]) {
      const [path] = page.split("?");
      const query = `?token=${WORDS.token}&network=${WORDS.network}&code=${WORDS.code}&q=${WORDS.query}&email=${WORDS.email}`;
      await (
        await who.fetch(path + query, { headers: { referer: `${target.url}/x?token=${WORDS.token}` } })
      ).arrayBuffer();
      report.count("pages with words in the address");
    }
    await who.call(UserApi.login, { body: { email: WORDS.email, password: WORDS.wrongPassword } });
    await who.call(DiscountApi.read, { query: { code: WORDS.code } });
  }
}

/** Database errors quote the refused rows; the answer must not repeat them. */
async function failInside(target: Target, report: Report, owner: Owner): Promise<void> {
  const tables = ["reports", "messages", "saved_searches", "accounts", "push_subscriptions", "photos"];
  const each = (what: (table: string) => string) =>
    target.offline(async (app) => {
      for (const table of tables) await app.db.raw(what(table));
    });
  await each((table) => `alter table ${table} add constraint refuses_all check (false) not valid`);
  const { client } = owner;
  const answers = [
    client.call(ReportApi.report, {
      body: { id: target.people.anna.id as MemberId, reason: "other", note: WORDS.note },
    }),
    client.call(ChatApi.send, {
      body: { client_id: randomUUID(), id: owner.conversation as never, message: WORDS.message },
    }),
    client.call(SavedSearchApi.save, { body: { query: "gender=man", alert: true } }),
    target.client(WORDS.address).call(SignupApi.signup, {
      body: {
        ...signupForm("zqother"),
        name: "Zqname Zqother",
        email: WORDS.newEmail,
        password: WORDS.password,
      } as never,
    }),
    client.upload(PhotoApi.upload, await pictureOf(52), WORDS.file),
  ];
  for (const { status, body } of await Promise.all(answers)) {
    report.count("internal errors", status >= 500 ? 1 : 0);
    for (const word of wordsIn(JSON.stringify(body))) report.wrong(`an internal error contains ${word}`);
  }
  if (!report.read("internal errors")) report.wrong("no internal error happened, so nothing was checked");
  await each((table) => `alter table ${table} drop constraint refuses_all`);
}

/** Everything that others can read, through calls and pages. */
async function others(target: Target, report: Report, owner: Owner): Promise<void> {
  const { anna, bram, carol } = target.people;
  const viewers: [name: string, person: Person | null, may: Set<Word>][] = [
    ["a visitor", null, CARD],
    ["anna", anna, SHOWN_TO_MEMBERS],
    ["carol", carol, SHOWN_TO_MEMBERS],
    ["bram", bram, new Set<Word>([...SHOWN_TO_MEMBERS, "message"])],
  ];
  for (const [name, person, may] of viewers) {
    const client = watched(person ? as(target.client(), person) : target.client(), report);
    const world = { other: owner.id, friend: owner.id, conversation: owner.conversation } as never;
    for (const { endpoint } of endpoints) {
      if (endpoint.method !== "GET" || endpoint.path === "/api/logout.php") continue;
      const query = { ...endpoint.when, ...MATRIX[nameOf(endpoint)]?.query?.(world) };
      await checkAnswer(`${endpoint.path}?${new URLSearchParams(query)}`);
    }
    const pages = ["", "/chat", "/landing", "/landing2", "/landing3", "/signup"].map(
      (end) => `/members/${owner.id}${end}`,
    );
    const own = [
      "/members",
      "/likes",
      "/chats",
      "/swipe-game",
      "/signup-matches",
      "/profile",
      "/notifications/privacy",
    ];
    const calls = [`chat.php?profile=${owner.id}`, `member.php?id=${owner.id}`].map((end) => `/api/${end}`);
    for (const path of [...pages, ...own, ...calls, `/chats/${owner.conversation}`]) await checkAnswer(path);

    async function checkAnswer(path: string): Promise<void> {
      const answer = await client.fetch(path, { headers: { "if-none-match": "" } });
      const text = await answer.text();
      report.count("answers to others");
      for (const word of wordsIn(text, may)) report.wrong(`${name} reads ${word} in ${path}`);
      if (text.includes(owner.session)) report.wrong(`${name} reads the session in ${path}`);
    }
  }
}

/** Emails contain the owner's data only when sent to the owner, and secrets never. */
async function mails(target: Target, report: Report): Promise<void> {
  const own = new Set<string>([WORDS.email, WORDS.newEmail]);
  for (const { to, subject, text, html } of await outbox(target)) {
    report.count(own.has(to) ? "emails to the owner" : "emails to others");
    const may = new Set<Word>(own.has(to) ? ["name", "email", "newEmail"] : ["name"]);
    for (const word of wordsIn(`${subject}\n${text}\n${html}`, may)) report.wrong(`${subject} to ${to} says ${word}`);
  }
  if (!report.read("emails to others")) report.wrong("no email went to others, so nothing was checked");
}

/** The log and the metrics. */
async function outside(target: Target, report: Report, owner: Owner): Promise<void> {
  const log = target.log();
  report.figure("lines of the log", log.split("\n").length);
  const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  report.figure("lines of the metrics", metrics.split("\n").length);
  if (!metrics.includes("api_answer_seconds")) report.wrong("there are no metrics, so nothing was checked");
  for (const [where, text] of [
    ["the log", log],
    ["the metrics", metrics],
  ] as const) {
    for (const word of wordsIn(text)) report.wrong(`${where} says ${word}: ${lineOf(text, WORDS[word])}`);
    if (text.includes(owner.session)) report.wrong(`${where} has the session`);
    if (/@example\.test/.test(text)) report.wrong(`${where} has an address: ${lineOf(text, "@example.test")}`);
    if (/\b10\.\d+\.\d+\.\d+\b/.test(text)) report.wrong(`${where} has a network`);
  }
}

const lineOf = (text: string, word: string): string =>
  text
    .split("\n")
    .find((line) => line.toLowerCase().includes(word.toLowerCase()))
    ?.slice(0, 300) ?? "";

/** A visitor before and after consent, then the owner: login, pages, logout, and the back button. */
async function browse(target: Target, report: Report, owner: Owner): Promise<void> {
  const browser = await openBrowser();
  try {
    const visitor = await openVisitor(browser, target, report, null);
    const from = `?network=${WORDS.network}&sub1=${WORDS.sub}`;
    for (const path of ["/", "/members", "/signup"]) await visitor.visit(path + from);
    await nothingStored("before consent", visitor.page);
    const yes = { form: { answer: "yes", network: WORDS.network }, headers: { origin: target.url } };
    await visitor.context.request.post(`${target.url}/source`, yes);
    for (const path of ["/", "/members"]) await visitor.visit(path); // no requests to other hosts after it either
    await visitor.close();

    const { page, context, visit, close } = await openVisitor(browser, target, report, owner);
    for (const path of ["/profile", "/chats", "/members", `/members/${target.people.bram.id}`]) await visit(path);
    await visit(`/chats/${owner.conversation}`);
    await page.getByText(WORDS.message).first().waitFor();
    await page.getByRole("textbox").last().fill(WORDS.unsent);
    await page.waitForFunction((text) => JSON.stringify({ ...localStorage }).includes(text), WORDS.unsent);
    await visit("/notifications");
    const [left] = await Promise.all([
      page.waitForResponse((answer) => /\/logout(\.data)?($|\?)/.test(answer.url())),
      page.getByRole("main").getByRole("button", { name: "Log out", exact: true }).click(),
    ]);
    const clears = (await left.allHeaders())["clear-site-data"];
    if (clears !== '"cache", "storage"') report.wrong(`logging out clears ${clears}`);
    await page.waitForURL((url) => url.pathname === "/");
    await nothingStored("after logging out", page);
    if ((await context.cookies()).some(({ name }) => name === "auth"))
      report.wrong("the session's cookie still exists");
    for (let steps = 0; steps < 8; steps++) {
      await page.goBack({ waitUntil: "load" }).catch(() => null);
      if (page.url() === "about:blank") break;
      await page.evaluate(() => new Promise((done) => requestIdleCallback(done, { timeout: 2_000 })));
      const there = await page.evaluate(() => document.documentElement.outerHTML);
      report.count("steps back");
      for (const word of wordsIn(there, isSearch(page) ? CARD : NOTHING))
        report.wrong(`back at ${page.url()} the page shows ${word}`);
      await nothingStored(`back at ${page.url()}`, page);
    }
    await close();
  } finally {
    await browser.close();
  }

  async function nothingStored(when: string, page: Page): Promise<void> {
    const stored = await page.evaluate(storedInBrowser);
    const cookies = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`);
    report.count("checks of the browser's storage");
    for (const word of wordsIn(JSON.stringify([stored, cookies]))) report.wrong(`${when} the browser stores ${word}`);
    if (JSON.stringify([stored, cookies]).includes(owner.session))
      report.wrong(`${when} the browser stores the session`);
  }
}

/** Runs in the page: all persistent storage. */
async function storedInBrowser(): Promise<unknown> {
  const cached: string[] = [];
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      const answer = await cache.match(request);
      cached.push(request.url, /text|json/.test(answer?.headers.get("content-type") ?? "") ? await answer!.text() : "");
    }
  }
  const databases = (await indexedDB.databases()).map(({ name }) => name);
  return [{ ...localStorage }, { ...sessionStorage }, cached, databases, history.state];
}
