/** What one person entrusts to the product comes out nowhere else: a word of its own in each field, and then it is looked for. */
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
import type { Ground } from "./ground.ts";
import { PAGES } from "./pages.ts";
import { as, type Person } from "./people.ts";

type MemberId = Id<"member">;

/** Each where its field takes it; none of them is a word. */
const SAID = {
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
type Said = keyof typeof SAID;

/** What other members may see of it, once they are logged in. */
const SHOWN_TO_MEMBERS = new Set<Said>(["name", "about", "city"]);

/** What the search shows to visitors: cards of members. */
const CARD = new Set<Said>(["name", "city"]);
const NOTHING = new Set<Said>();
const isSearch = (page: Page): boolean => new URL(page.url()).pathname === "/members";

const metricsPort = await freePort();
let endpoints: { endpoint: Endpoint; who: string }[] = [];

export const leak: Check = {
  name: "leak",
  holds:
    "nothing personal is in logs, metrics, mails and answers to others, caches, or in the browser after logging out",
  ground: {
    env: { METRICS_PORT: String(metricsPort) },
    prepare: async (app: App) => {
      endpoints = app.dispatcher.entries;
    },
  },
  run: async (ground, report, scale) => {
    const owner = await live(ground, report);
    await fail(ground, report, owner, scale);
    if (scale === "whole") await failInside(ground, report, owner);
    await others(ground, report, owner);
    await browse(ground, report, owner);
    await mails(ground, report);
    await outside(ground, report, owner);
  },
};

interface Owner {
  id: MemberId;
  session: string;
  conversation: string;
  client: Client;
}

/** The words that are in a text, in any of the ways in which they may be written there. */
function wordsIn(text: string, allowed: ReadonlySet<Said> = NOTHING): Said[] {
  const lower = text.toLowerCase();
  return (Object.keys(SAID) as Said[]).filter((key) => {
    const word = SAID[key].toLowerCase();
    return (
      !allowed.has(key) &&
      [word, encodeURIComponent(word), word.replaceAll(" ", "+")].some((one) => lower.includes(one))
    );
  });
}

/** A life in calls: each field says its word. */
async function live(ground: Ground, report: Report): Promise<Owner> {
  const client = watched(ground.client(SAID.address), report);
  const to = ground.people.carol.id as MemberId;
  const form = {
    ...signupForm("zq"),
    name: SAID.name,
    email: SAID.email,
    password: SAID.password,
    date_of_birth: SAID.birth,
    looking_for: ["man", "woman"],
    to,
    signup_message: SAID.draft,
    network: SAID.network,
    sub1: SAID.sub,
  };
  const id = (await client.call(SignupApi.signup, { body: form as never })).body.user!.id;
  const token = await tokenFor(ground, SAID.email);
  await client.call(ActivateApi.confirm, { body: { token } as never });
  const works = async (what: string, answer: Promise<{ status: number; body: object }>) => {
    const { status, body } = await answer;
    report.count("calls that say something");
    if (status >= 300) report.wrong(`${what}: ${status} ${JSON.stringify(body)}`);
  };
  const location = { country: "NL", countryregion: "NL-UT", city: SAID.city } as const;
  await works("profile", client.call(ProfileApi.change, { body: { about: SAID.about, location } }));
  const body = { client_id: randomUUID(), profile: ground.people.bram.id as MemberId, message: SAID.message };
  const sent = await client.call(ChatApi.send, { body });
  if (sent.status !== 201) report.wrong(`message: ${sent.status} ${JSON.stringify(sent.body)}`);
  await works("report", client.call(ReportApi.report, { body: { id: to, reason: "other", note: SAID.note } }));
  await works("search", client.call(SavedSearchApi.save, { body: { query: "gender=woman", alert: true } }));
  await works(
    "place",
    client.call(PlacesApi.geocodePosted, { body: { lat: Number(SAID.lat), lon: Number(SAID.lon) } }),
  );
  await works("place", client.call(PlacesApi.geocode, { query: { lat: SAID.lat, lon: SAID.lon } }));
  await works("address", client.call(MailChangeApi.ask, { body: { email: SAID.newEmail, password: SAID.password } }));
  await works("copy", client.call(ExportApi.ask));
  await works("reset", client.call(PasswordApi.ask, { body: { email: SAID.email } }));
  await works("photo", client.upload(PhotoApi.upload, await pictureOf(51), SAID.file) as never);
  const subscription = {
    endpoint: `https://fcm.googleapis.com/fcm/send/${SAID.push}`,
    keys: (MATRIX["POST user.php?push=1"]!.body!({} as never) as { subscription: { keys: never } }).subscription.keys,
  };
  await works("push", client.call(UserApi.push, { query: { push: "1" }, body: { subscription } }));
  const headers = { "user-agent": `Mozilla/5.0 (X11; Linux x86_64) ${SAID.agent}` };
  const login = { email: SAID.email, password: SAID.password };
  await works("login", client.call(UserApi.login, { body: login, headers }));
  return { id, session: client.cookie("auth")!, conversation: sent.body.conversation, client };
}

async function tokenFor(ground: Ground, email: string): Promise<string> {
  const mail = (await outbox(ground)).find(({ to }) => to === email);
  return new URL(mail!.links.find((link) => link.includes("token="))!).searchParams.get("token")!;
}

interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  links: string[];
}

const outbox = async (ground: Ground): Promise<Mail[]> =>
  (await (await ground.client().fetch("/dev/outbox.json")).json()) as Mail[];

/** A client of whose answers the headers are looked at: no word in them, and nothing for a cache on the way. */
function watched(client: Client, report: Report): Client {
  const look = (what: string, headers: Headers) => {
    report.count("answers of which the headers were looked at");
    const said = [...headers].filter(([name]) => name !== "location").map(([name, value]) => `${name}: ${value}`);
    for (const word of wordsIn(said.join("\n"))) report.wrong(`${what}: a header says ${word}`);
    const cached = headers.get("cache-control") ?? "";
    const open = /^(GET )?\/(api\/(docs|openapi\.json)|health|assets|favicon|manifest|offline)/.test(what);
    if (!open && !/no-store|private/.test(cached)) report.wrong(`${what}: cache-control is ${cached || "not there"}`);
  };
  return {
    ...client,
    call: async (endpoint, input) => {
      const reply = await client.call(endpoint, input);
      look(nameOf(endpoint), reply.headers);
      return reply;
    },
    fetch: async (path, init) => {
      const answer = await client.fetch(path, init);
      look(path, answer.headers);
      return answer;
    },
  };
}

/** Calls that go wrong, with the words where they go wrong: what is refused is not repeated to anyone but the caller. */
async function fail(ground: Ground, report: Report, { client }: Owner, scale: Scale): Promise<void> {
  const stranger = watched(ground.client(SAID.address), report);
  const json = { "content-type": "application/json" };
  const all = encodeURIComponent(Object.values(SAID).join(" "));
  for (const who of scale === "whole" ? [client, stranger] : [client]) {
    for (const { endpoint } of endpoints) {
      const { method, path } = endpoint;
      if (path === "/api/logout.php" || path === "/api/user.php") continue;
      const bodies = [JSON.stringify(SAID), `{"message":"${SAID.message}`, SAID.message, JSON.stringify([SAID])];
      for (const body of method === "GET" ? [undefined] : bodies.slice(0, scale === "whole" ? 4 : 2)) {
        const answer = await who.fetch(`${path}?zq=${all}`, { method, ...(body && { body, headers: json }) });
        await answer.arrayBuffer();
        report.count("calls that fail");
        if (answer.status >= 500) report.wrong(`${method} ${path}: ${answer.status}`);
      }
    }
    for (const page of [...PAGES, `/${SAID.query}`, `/members/${SAID.token}`, `/chats/${SAID.token}`]) {
      const [path] = page.split("?");
      const query = `?token=${SAID.token}&network=${SAID.network}&code=${SAID.code}&q=${SAID.query}&email=${SAID.email}`;
      await (
        await who.fetch(path + query, { headers: { referer: `${ground.url}/x?token=${SAID.token}` } })
      ).arrayBuffer();
      report.count("pages with words in their address");
    }
    await who.call(UserApi.login, { body: { email: SAID.email, password: SAID.wrongPassword } });
    await who.call(DiscountApi.read, { query: { code: SAID.code } });
  }
}

/** The database refuses rows and says why, with all that is in them: an error of ours, of which nothing is repeated. */
async function failInside(ground: Ground, report: Report, owner: Owner): Promise<void> {
  const tables = ["reports", "messages", "saved_searches", "accounts", "push_subscriptions", "photos"];
  const each = (what: (table: string) => string) =>
    ground.offline(async (app) => {
      for (const table of tables) await app.db.raw(what(table));
    });
  await each((table) => `alter table ${table} add constraint refuses_all check (false) not valid`);
  const { client } = owner;
  const answers = [
    client.call(ReportApi.report, {
      body: { id: ground.people.anna.id as MemberId, reason: "other", note: SAID.note },
    }),
    client.call(ChatApi.send, {
      body: { client_id: randomUUID(), id: owner.conversation as never, message: SAID.message },
    }),
    client.call(SavedSearchApi.save, { body: { query: "gender=man", alert: true } }),
    ground.client(SAID.address).call(SignupApi.signup, {
      body: {
        ...signupForm("zqother"),
        name: "Zqname Zqother",
        email: SAID.newEmail,
        password: SAID.password,
      } as never,
    }),
    client.upload(PhotoApi.upload, await pictureOf(52), SAID.file),
  ];
  for (const { status, body } of await Promise.all(answers)) {
    report.count("errors of ours", status >= 500 ? 1 : 0);
    for (const word of wordsIn(JSON.stringify(body))) report.wrong(`an error of ours says ${word}`);
  }
  if (!report.read("errors of ours")) report.wrong("no call failed inside, so nothing was looked at");
  await each((table) => `alter table ${table} drop constraint refuses_all`);
}

/** Everything that others can read, in calls and pages. */
async function others(ground: Ground, report: Report, owner: Owner): Promise<void> {
  const { anna, bram, carol } = ground.people;
  const viewers: [name: string, person: Person | null, may: Set<Said>][] = [
    ["a visitor", null, CARD],
    ["anna", anna, SHOWN_TO_MEMBERS],
    ["carol", carol, SHOWN_TO_MEMBERS],
    ["bram", bram, new Set<Said>([...SHOWN_TO_MEMBERS, "message"])],
  ];
  for (const [name, person, may] of viewers) {
    const client = watched(person ? as(ground.client(), person) : ground.client(), report);
    const world = { other: owner.id, friend: owner.id, conversation: owner.conversation } as never;
    for (const { endpoint } of endpoints) {
      if (endpoint.method !== "GET" || endpoint.path === "/api/logout.php") continue;
      const query = { ...endpoint.when, ...MATRIX[nameOf(endpoint)]?.query?.(world) };
      await look(`${endpoint.path}?${new URLSearchParams(query)}`);
    }
    const pages = ["", "/chat", "/landing", "/landing2", "/landing3", "/signup"].map(
      (end) => `/members/${owner.id}${end}`,
    );
    const own = ["/members", "/likes", "/chats", "/swipe-game", "/signup-matches", "/profile", "/notifications"];
    const asked = [`chat.php?profile=${owner.id}`, `member.php?id=${owner.id}`].map((end) => `/api/${end}`);
    for (const path of [...pages, ...own, ...asked, `/chats/${owner.conversation}`]) await look(path);

    async function look(path: string): Promise<void> {
      const answer = await client.fetch(path, { headers: { "if-none-match": "" } });
      const text = await answer.text();
      report.count("answers to others");
      for (const word of wordsIn(text, may)) report.wrong(`${name} reads ${word} in ${path}`);
      if (text.includes(owner.session)) report.wrong(`${name} reads the session in ${path}`);
    }
  }
}

/** Mails say to nobody but the owner what the owner said, and to nobody at all what is not for mails. */
async function mails(ground: Ground, report: Report): Promise<void> {
  const own = new Set<string>([SAID.email, SAID.newEmail]);
  for (const { to, subject, text, html } of await outbox(ground)) {
    report.count(own.has(to) ? "mails to the owner" : "mails to others");
    const may = new Set<Said>(own.has(to) ? ["name", "email", "newEmail"] : ["name"]);
    for (const word of wordsIn(`${subject}\n${text}\n${html}`, may)) report.wrong(`${subject} to ${to} says ${word}`);
  }
  if (!report.read("mails to others")) report.wrong("no mail went to others, so nothing was looked at");
}

/** What operators see. */
async function outside(ground: Ground, report: Report, owner: Owner): Promise<void> {
  const log = ground.log();
  report.figure("lines of the log", log.split("\n").length);
  const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  report.figure("lines of the metrics", metrics.split("\n").length);
  if (!metrics.includes("api_answer_seconds")) report.wrong("there are no metrics, so nothing was looked at");
  for (const [where, text] of [
    ["the log", log],
    ["the metrics", metrics],
  ] as const) {
    for (const word of wordsIn(text)) report.wrong(`${where} says ${word}: ${lineOf(text, SAID[word])}`);
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

/** A visitor before and after a yes, then the owner: logged in, around, logged out, and back again by the button. */
async function browse(ground: Ground, report: Report, owner: Owner): Promise<void> {
  const browser = await openBrowser();
  try {
    const visitor = await openVisitor(browser, ground, report, null);
    const from = `?network=${SAID.network}&sub1=${SAID.sub}`;
    for (const path of ["/", "/members", "/signup"]) await visitor.visit(path + from);
    await nothingKept("before a yes", visitor.page);
    const yes = { form: { answer: "yes", network: SAID.network }, headers: { origin: ground.url } };
    await visitor.context.request.post(`${ground.url}/source`, yes);
    for (const path of ["/", "/members"]) await visitor.visit(path); // asks for nothing elsewhere after it either
    await visitor.close();

    const { page, context, visit, close } = await openVisitor(browser, ground, report, owner);
    for (const path of ["/profile", "/chats", "/members", `/members/${ground.people.bram.id}`]) await visit(path);
    await visit(`/chats/${owner.conversation}`);
    await page.getByText(SAID.message).first().waitFor();
    await page.getByRole("textbox").last().fill(SAID.unsent);
    await page.waitForFunction((text) => JSON.stringify({ ...localStorage }).includes(text), SAID.unsent);
    await visit("/notifications");
    const [left] = await Promise.all([
      page.waitForResponse((answer) => /\/logout(\.data)?($|\?)/.test(answer.url())),
      page.getByRole("main").getByRole("button", { name: "Log out", exact: true }).click(),
    ]);
    const clears = (await left.allHeaders())["clear-site-data"];
    if (clears !== '"cache", "storage"') report.wrong(`logging out clears ${clears}`);
    await page.waitForURL((url) => url.pathname === "/");
    await nothingKept("after logging out", page);
    if ((await context.cookies()).some(({ name }) => name === "auth"))
      report.wrong("the session's cookie is still there");
    for (let steps = 0; steps < 8; steps++) {
      await page.goBack({ waitUntil: "load" }).catch(() => null);
      if (page.url() === "about:blank") break;
      await page.evaluate(() => new Promise((done) => requestIdleCallback(done, { timeout: 2_000 })));
      const there = await page.evaluate(() => document.documentElement.outerHTML);
      report.count("steps back");
      for (const word of wordsIn(there, isSearch(page) ? CARD : NOTHING))
        report.wrong(`back at ${page.url()} one reads ${word}`);
      await nothingKept(`back at ${page.url()}`, page);
    }
    await close();
  } finally {
    await browser.close();
  }

  async function nothingKept(when: string, page: Page): Promise<void> {
    const kept = await page.evaluate(keptInBrowser);
    const cookies = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`);
    report.count("looks into the browser's storage");
    for (const word of wordsIn(JSON.stringify([kept, cookies]))) report.wrong(`${when} the browser keeps ${word}`);
    if (JSON.stringify([kept, cookies]).includes(owner.session)) report.wrong(`${when} the browser keeps the session`);
  }
}

/** Runs in the page: all that lasts. */
async function keptInBrowser(): Promise<unknown> {
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
