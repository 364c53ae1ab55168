/** Text of any field is shown as written or refused, and never executed: in calls, on pages, in emails. */
import { randomUUID } from "node:crypto";
import { SignupApi } from "@serenade/contract/account";
import { ChatApi } from "@serenade/contract/chat";
import type { Endpoint } from "@serenade/contract/endpoint";
import { PasskeyApi } from "@serenade/contract/factors";
import type { Id } from "@serenade/contract/ids";
import { LikesApi } from "@serenade/contract/likes";
import { ProfileApi } from "@serenade/contract/members";
import { ReportApi } from "@serenade/contract/moderation";
import { NotificationsApi } from "@serenade/contract/notifications";
import { PhotoApi } from "@serenade/contract/photos";
import { SavedSearchApi } from "@serenade/contract/search";
import { PasswordApi } from "@serenade/contract/security";
import type { Browser } from "playwright-core";
import type { App } from "../server/app.ts";
import { nameOf } from "../server/kernel/dispatch.ts";
import { createAuthenticator } from "../server/test/authenticator.ts";
import { signupForm } from "../server/test/cast.ts";
import { MATRIX, type World } from "../server/test/matrix.ts";
import { pictureOf } from "../server/test/photo-corpus.ts";
import { openBrowser, openVisitor } from "./browser.ts";
import type { Check, Report, Scale } from "./check.ts";
import { type TextField, textFieldsOf, withText } from "./fields.ts";
import { bunches, EVIL, POLYGLOTS, polyglotsFor, shown, textsFor } from "./naughty.ts";
import { PAGES } from "./pages.ts";
import { as, PASSWORD, type Person, person } from "./people.ts";
import type { Target } from "./target.ts";

type MemberId = Id<"member">;

/** Texts of one conversation: one page, so that one screen shows them all. */
const OF_A_CONVERSATION = 29;
const WRITERS = Math.ceil((461 + POLYGLOTS.length) / OF_A_CONVERSATION);
/** High enough for the virtual list to draw all messages. */
const TALL = { width: 1_280, height: 12_000 };
const AT_ONCE = 8;
/** Fields behind a password hash, which takes 50 ms of a core. */
const EXPENSIVE =
  /^(POST user|POST signup|PUT password-reset|DELETE user|POST totp|DELETE totp|POST passkey|DELETE passkey|PUT password|POST mail-change)\.php$/;

let endpoints: Endpoint[] = [];
let reader: Person;
let writers: Person[] = [];

export const xss: Check = {
  name: "xss",
  holds: "each text of each field is shown as written or refused, and never executed on a page or in an email",
  target: {
    prepare: async (app: App) => {
      endpoints = app.dispatcher.entries.map(({ endpoint }) => endpoint);
      reader = await person(app, "Reader", { premium: true, credits: 500, looking_for: ["woman", "man"] });
      writers = [];
      for (let n = 0; n < WRITERS; n++)
        writers.push(await person(app, `Writer ${n}`, { premium: true, credits: 100, looking_for: ["woman", "man"] }));
    },
  },
  run: async (target, report, scale) => {
    const texts = textsFor(scale);
    const written = await write(target, report, texts, scale);
    await everyField(target, report, texts);
    await everyPageAsText(target, report, texts, scale);
    const browser = await openBrowser();
    try {
      await members(browser, target, report, written);
      await visitors(browser, target, report, written, scale);
      await newcomers(browser, target, report, written);
      await mails(browser, target, report, scale);
    } finally {
      await browser.close();
    }
    await stored(target, report, written);
  },
};

interface Written {
  conversations: { id: string; texts: string[] }[];
  /** Members and the texts of their profile. */
  profiles: { id: MemberId; about: string; city: string }[];
  /** Notes of reports, and traffic sources of sign-ups. */
  notes: string[];
  sources: string[];
  newcomers: { session: string; text: string }[];
}

/** Writes every field whose text is shown somewhere, through the API. */
async function write(target: Target, report: Report, texts: readonly string[], scale: Scale): Promise<Written> {
  const made: Written = { conversations: [], profiles: [], notes: [], sources: [], newcomers: [] };
  const me = as(target.client(), reader);
  const others = target.people.others.map((one) => ({ ...one, client: as(target.client(), one) }));

  for (let from = 0; from < texts.length; from += OF_A_CONVERSATION) {
    const writer = as(target.client(), writers[from / OF_A_CONVERSATION]!);
    const first = { client_id: randomUUID(), profile: reader.id as MemberId, message: "beginning" };
    const begun = await writer.call(ChatApi.send, { body: first });
    const id = begun.body.conversation;
    // after both have answered, addresses are links
    await me.call(ChatApi.send, { body: { client_id: randomUUID(), id, message: "answer" } });
    const stored: string[] = [];
    for (const message of texts.slice(from, from + OF_A_CONVERSATION)) {
      const { status, body } = await writer.call(ChatApi.send, { body: { client_id: randomUUID(), id, message } });
      expectStored(report, "message", message, status, status === 201 ? body.message.body : null);
      if (status === 201) stored.push(shown(message));
    }
    made.conversations.push({ id, texts: stored });
  }

  const abouts = [...bunches(polyglotsFor(scale), 400, "\n"), ...bunches(texts, 2_000, "\n")];
  const cities = bunches(texts, 80, " ");
  const lookedAt = others.slice(0, -REWRITTEN);
  for (const [n, one] of lookedAt.slice(0, Math.max(abouts.length, cities.length)).entries()) {
    const about = abouts[n % abouts.length]!;
    const change = await one.client.call(ProfileApi.change, { body: { about } });
    expectStored(report, "about", about, change.status, change.body.profile?.about);
    const place = { country: "NL", countryregion: "NL-UT", city: cities[n % cities.length]! } as const;
    const { status, body } = await one.client.call(ProfileApi.change, { body: { location: place } });
    expectStored(report, "city", place.city, status, body.profile?.city);
    await one.client.call(NotificationsApi.change, { body: { shown_to_visitors: true } });
    await one.client.call(LikesApi.like, { body: { id: reader.id as MemberId } });
    made.profiles.push({ id: one.id as MemberId, about: change.body.profile?.about, city: body.profile?.city });
  }
  // the remaining texts: stored or refused, and shown to no member
  for (const city of cities.slice(lookedAt.length)) {
    const location = { country: "NL", countryregion: "NL-UT", city } as const;
    const { status, body } = await me.call(ProfileApi.change, { body: { location } });
    expectStored(report, "city", city, status, body.profile?.city);
  }
  const own = await me.call(ProfileApi.change, { body: { about: bunches(polyglotsFor(scale), 2_000, "\n")[0]! } });
  expectStored(report, "about", "the reader's own", own.status, "the reader's own");

  for (const [n, note] of bunches(texts, 1_000, "\n").entries()) {
    const reporter = others[n % others.length]!.client;
    const id = target.people.carol.id as MemberId;
    const { status } = await reporter.call(ReportApi.report, { body: { id, reason: "other", note } });
    expectStored(report, "note of a report", note, status, note);
    if (status === 201) made.notes.push(note);
  }
  for (const query of texts) {
    const { status, body } = await others[0]!.client.call(SavedSearchApi.save, {
      body: { query, alert: true } as never,
    });
    const strange = JSON.stringify(body.searches ?? []).match(/[<>]|javascript/i);
    if (status >= 500 || strange) report.wrong(`a saved search ${query}: ${status} ${strange?.input}`);
    report.count("saved searches");
  }
  await signUps(target, report, texts, made);
  await factors(target, report, scale);
  await agents(target, report, polyglotsFor(scale));
  for (const [n, name] of texts.entries()) {
    if (n % (scale === "whole" ? 5 : 1)) continue;
    const { status } = await others[n % others.length]!.client.upload(PhotoApi.upload, await pictureOf(n), name);
    report.count("file names");
    if (status >= 500) report.wrong(`a photo named ${name}: ${status}`);
  }
  return made;
}

/** Stored as sent, or refused with 400; null for white space only. */
function expectStored(
  report: Report,
  field: string,
  sent: string,
  status: number,
  stored: string | null | undefined,
): void {
  const was = status < 300 ? "stored" : "refused";
  report.count(`${field}: ${was}`);
  if (status < 300 ? stored !== shown(sent) : status !== 400)
    report.wrong(`${field} ${JSON.stringify(sent)}: ${status} ${JSON.stringify(stored)}`);
}

/** Each text as the name, and as traffic source and first message. */
async function signUps(target: Target, report: Report, texts: readonly string[], made: Written): Promise<void> {
  await inCrowd([...texts.entries()], async ([n, text]) => {
    const named = await target.client().call(SignupApi.signup, {
      body: { ...signupForm(`named${n}`), name: text } as never,
    });
    const name = shown(text).replace(/\s+/g, " ");
    const refused = named.status === 400 || named.status === 409;
    report.count(`name: ${refused ? "refused" : "stored"}`);
    if (!refused && (named.status !== 201 || named.body.user?.name !== name))
      report.wrong(`name ${JSON.stringify(text)}: ${named.status} ${JSON.stringify(named.body)}`);
    if (!shown(text) || [...shown(text)].length > 100) return;
    const client = target.client();
    const source = { network: text, ref: text, sub1: text, sub2: text, sub3: text };
    const form = { ...signupForm(`source${n}`), name: `Source ${letters(n)}`, ...source };
    const { status, body } = await client.call(SignupApi.signup, {
      body: { ...form, to: target.people.carol.id, signup_message: text } as never,
    });
    expectStored(report, "traffic source", text, status, status === 201 ? shown(text) : JSON.stringify(body));
    if (status !== 201) return;
    made.sources.push(shown(text));
    const draft = await client.call(ChatApi.read, { query: { profile: target.people.carol.id as MemberId } });
    expectStored(report, "first words", text, draft.status, draft.body.draft);
    if (POLYGLOTS.includes(text)) made.newcomers.push({ session: client.cookie("auth")!, text: shown(text) });
  });
}

const letters = (n: number): string =>
  [...n.toString(26)].map((digit) => String.fromCharCode(97 + Number.parseInt(digit, 26))).join("");

/** Passkeys of the reader, named by the texts that fit. */
async function factors(target: Target, report: Report, scale: Scale): Promise<void> {
  const me = as(target.client(), reader);
  for (const name of polyglotsFor(scale)
    .filter((text) => [...shown(text)].length <= 40)
    .slice(0, 10)) {
    const { body } = await me.call(PasskeyApi.start, { body: { password: PASSWORD } });
    const response = createAuthenticator(target.url).register(body.options);
    const stored = await me.call(PasskeyApi.register, { body: { name, response } as never });
    const found = stored.body.passkeys?.find((one) => one.name === shown(name));
    expectStored(report, "name of a passkey", name, stored.status, found?.name);
  }
}

/** User agents, as shown in the list of sessions and the email about a new one. */
async function agents(target: Target, report: Report, texts: readonly string[]): Promise<void> {
  for (const text of texts) {
    const agent = Buffer.from(text.replace(/[\r\n\0]/g, " "), "utf8")
      .toString("latin1")
      .trim();
    const { status } = await target.client().fetch("/api/user.php", {
      method: "POST",
      headers: { "content-type": "application/json", "user-agent": agent, "accept-language": agent },
      body: JSON.stringify({ email: reader.email, password: PASSWORD }),
    });
    report.count("user agents");
    if (status !== 200) report.wrong(`a browser named ${text}: ${status}`);
  }
  await as(target.client(), reader).call(PasswordApi.ask, { body: { email: reader.email } });
}

/** The last of the others, whose profiles take the texts of every field and are not looked at. */
const REWRITTEN = 10;

/** Each text in each field of the contract, with valid values in the others. */
async function everyField(target: Target, report: Report, texts: readonly string[]): Promise<void> {
  const fields = textFieldsOf(endpoints);
  const clients = target.people.others;
  const world = worldOf(target);
  let turn = 0;
  report.figure("text fields of the contract", fields.length);
  const jobs = fields.flatMap((field) =>
    texts.filter((_, n) => n % stepOf(field) === 0).map((text) => [field, text] as const),
  );
  await inCrowd(jobs, async ([field, text]) => {
    const { endpoint } = field;
    const row = MATRIX[nameOf(endpoint)];
    const input = { query: row?.query?.(world) ?? {}, body: row?.body?.(world) ?? {} };
    const sent = { ...input, [field.part]: withText(input[field.part], field.path, text) };
    const callers = nameOf(endpoint) === "PUT profile.php" ? clients.slice(-REWRITTEN) : clients;
    const client = as(target.client(), callers[turn++ % callers.length]!);
    const query = new URLSearchParams({ ...endpoint.when, ...(sent.query as Record<string, string>) });
    const answer = await client.fetch(`${endpoint.path}?${query}`, {
      method: endpoint.method,
      ...(endpoint.method === "GET"
        ? {}
        : { body: JSON.stringify(sent.body), headers: { "content-type": "application/json" } }),
    });
    const body = await answer.text();
    report.count("texts in fields");
    if (answer.status === 429) report.count("of those rate-limited");
    const where = `${nameOf(endpoint)} ${field.path.join(".")} ${JSON.stringify(text)}`;
    if (answer.status >= 500) report.wrong(`${where}: ${answer.status}`);
    if (body && !/json/.test(answer.headers.get("content-type") ?? "")) report.wrong(`${where}: is no JSON`);
    if (answer.headers.get("x-content-type-options") !== "nosniff") report.wrong(`${where}: no nosniff`);
  });
}

/** Fields for ids and dates, and those behind a hash, get some of the texts. */
const stepOf = ({ endpoint, free }: TextField): number => (EXPENSIVE.test(nameOf(endpoint)) ? 15 : free ? 1 : 5);

function worldOf({ people }: Target): World {
  const nothing = "A".repeat(22);
  let n = 0;
  return {
    other: people.bram.id,
    friend: people.carol.id,
    conversation: nothing,
    message: nothing,
    unconfirmed: people.dirk.id,
    photo: nothing,
    picture: nothing,
    gift: nothing,
    order: nothing,
    email: people.anna.email,
    password: "not the password",
    uuid: () => randomUUID(),
    newcomer: () => signupForm(`field${++n}`, { name: `Field ${letters(n)}` }),
  };
}

/** Pages with a text in their address: their HTML contains no unescaped markup of it. */
async function everyPageAsText(target: Target, report: Report, texts: readonly string[], scale: Scale): Promise<void> {
  const names = ["to", "token", "network", "ref", "gender", "code", "answers", "lang", "near", "niche", "invitation"];
  const pages = scale === "whole" ? PAGES : PAGES.slice(0, 6);
  const jobs = texts.flatMap((text, n) => [
    [pages[n % pages.length]!, text] as const,
    [pages[(n + 7) % pages.length]!, text] as const,
    [`/${encodeURIComponent(text)}`, text] as const,
  ]);
  await inCrowd(jobs, async ([page, text]) => {
    const query = new URLSearchParams(names.map((name) => [name, text.toWellFormed()]));
    const answer = await target.client().fetch(`${page.split("?")[0]}?${query}`);
    const html = await answer.text();
    report.count("pages with a text in the address");
    if (answer.status >= 500) report.wrong(`${page} with ${JSON.stringify(text)}: ${answer.status}`);
    if (/<[a-z/!]/i.test(text) && html.includes(text)) report.wrong(`${page} repeats ${text}`);
    const location = answer.headers.get("location");
    if (location && new URL(location, target.url).origin !== target.url) report.wrong(`${page} leads to ${location}`);
  });
}

async function members(browser: Browser, target: Target, report: Report, made: Written): Promise<void> {
  const visitor = await openVisitor(browser, target, report, reader);
  await visitor.page.setViewportSize(TALL);
  for (const { id, texts } of made.conversations) {
    await visitor.page.goto(`/chats/${id}`, { waitUntil: "load" });
    await shows(texts, `/chats/${id}`);
    await visitor.checkPage("a conversation");
    report.count("texts shown in conversations", texts.length);
  }
  for (const { id, about, city } of made.profiles) {
    await visitor.visit(`/members/${id}`, "a profile");
    await shows([about, city], "a profile");
  }
  const pages = made.conversations.length > 1 ? Math.ceil((target.people.others.length + WRITERS) / 24) + 1 : 2;
  for (let n = 1; n <= pages; n++) await visitor.visit(`/members?page=${n}`);
  for (const path of SCREENS) await visitor.visit(path);
  await visitor.close();
  const searcher = await openVisitor(browser, target, report, target.people.others[0]!);
  for (const path of ["/members", "/notifications/privacy", "/profile"]) await searcher.visit(path);
  await searcher.close();

  /** All of the text is on the page, letter by letter. */
  async function shows(texts: string[], what: string): Promise<void> {
    const missing = (wanted: string[]) => {
      const there = document.body.textContent ?? "";
      return wanted.filter((text) => !there.includes(text));
    };
    await visitor.page
      .waitForFunction((wanted) => wanted.every((text) => document.body.textContent!.includes(text)), texts, {
        timeout: 10_000,
      })
      .catch(() => {});
    for (const text of await visitor.page.evaluate(missing, texts))
      report.wrong(`${what} does not show ${JSON.stringify(text)}`);
  }
}

const SCREENS = [
  "/",
  "/chats",
  "/likes",
  "/likes/received",
  "/likes/matches",
  "/profile",
  "/me",
  "/notifications",
  "/notifications/account",
  "/notifications/notifications",
  "/notifications/privacy",
  "/notifications/security",
  "/notifications/money",
  "/notifications/second-factor",
  "/transactions",
  "/swipe-game",
  "/match-finder",
  "/credits",
  "/premium",
];

async function visitors(browser: Browser, target: Target, report: Report, made: Written, scale: Scale): Promise<void> {
  const visitor = await openVisitor(browser, target, report, null);
  for (const { id } of made.profiles.slice(0, scale === "whole" ? 40 : 1)) {
    for (const path of ["", "/landing", "/landing2", "/landing3", "/signup"])
      await visitor.visit(`/members/${id}${path}`, `a visitor's ${path || "profile"}`);
  }
  const tried = scale === "whole" ? POLYGLOTS : POLYGLOTS.slice(2, 3);
  for (const text of tried) {
    const encoded = encodeURIComponent(text);
    for (const page of REFLECTING) await visitor.visit(page.replaceAll("{}", encoded), page);
  }
  await visitor.close();
  const member = await openVisitor(browser, target, report, target.people.bram);
  for (const text of tried.slice(0, 12)) {
    const encoded = encodeURIComponent(text);
    for (const page of REFLECTING_TO_MEMBERS) await member.visit(page.replaceAll("{}", encoded), page);
  }
  await member.close();
}

const SOURCE = "network={}&ref={}&sub1={}&sub2={}&sub3={}&niche={}&invitation={}";
const REFLECTING = [
  `/?${SOURCE}`,
  `/signup?to={}&${SOURCE}`,
  `/login?to={}&renewed={}&${SOURCE}`,
  `/members?gender={}&country={}&countryregion={}&near={}&interests={}&page={}&${SOURCE}`,
  "/match-finder?answers={}",
  "/reset-password/do?token={}",
  "/activate/done?token={}",
  "/activate/error?token={}&error={}",
  "/mail-change/do?token={}&undo={}",
  "/unsubscribe?token={}",
  "/account-deleted?token={}&until={}",
  "/x{}",
  "/members/{}",
];
const REFLECTING_TO_MEMBERS = [
  "/chats/{}",
  "/credits?code={}&discountcode={}",
  "/credits/{}/{}",
  "/transactions/{}?tab={}",
  "/members?gender={}&near={}&interests={}&languages={}",
  "/likes/{}",
  "/notifications?token={}&export={}",
];

/** Sign-ups with a first message: the draft is in the composer. */
async function newcomers(browser: Browser, target: Target, report: Report, made: Written): Promise<void> {
  for (const { session, text } of made.newcomers.slice(0, made.conversations.length > 1 ? 40 : 2)) {
    const visitor = await openVisitor(browser, target, report, { session });
    await visitor.visit(`/members/${target.people.carol.id}/chat`, "a draft");
    const field = visitor.page.getByRole("textbox").last();
    const value = await field.inputValue().catch(() => null);
    // the field preserves line breaks
    if (value !== null && value !== "" && value.trim() !== text.replace(/\r\n?/g, "\n"))
      report.wrong(`a draft shows ${JSON.stringify(value)} of ${JSON.stringify(text)}`);
    report.count("drafts shown");
    await visitor.close();
  }
}

/** The outbox, and each email by itself, without a sandbox that would block its script. */
async function mails(browser: Browser, target: Target, report: Report, scale: Scale): Promise<void> {
  const answer = await target.client().fetch("/dev/outbox.json");
  const sent = (await answer.json()) as { html: string; subject: string }[];
  const visitor = await openVisitor(browser, target, report, null);
  await visitor.visit("/dev/outbox").catch((error) => report.wrong(`the outbox: ${error}`));
  const kinds = new Map(sent.map((mail) => [mail.html, mail]));
  for (const { html, subject } of [...kinds.values()].slice(0, scale === "whole" ? 100 : 10)) {
    await visitor.page.route("**/a-mail", (route) =>
      route.fulfill({ contentType: "text/html; charset=utf-8", body: html }),
    );
    await visitor.page.goto("/a-mail", { waitUntil: "load" });
    await visitor.checkPage(`the email ${subject}`);
    await visitor.page.unroute("**/a-mail");
    report.count("emails shown");
    if (html.includes(EVIL)) report.wrong(`the email ${subject} names ${EVIL}`);
  }
  if (!kinds.size) report.wrong("no email was sent");
  await visitor.close();
}

/** Texts that no page shows are stored as sent. */
async function stored(target: Target, report: Report, made: Written): Promise<void> {
  const { notes, sources } = await target.offline(async (app) => ({
    notes: (await app.db.raw("select note from reports")).rows as { note: string }[],
    sources: (await app.db.raw("select network, ref, sub1, sub2, sub3 from accounts where network is not null"))
      .rows as Record<string, string>[],
  }));
  const stored = new Set(notes.map(({ note }) => note));
  for (const note of made.notes) if (!stored.has(note)) report.wrong(`the note ${JSON.stringify(note)} is not stored`);
  const known = new Set(sources.map((row) => JSON.stringify(Object.values(row))));
  for (const source of made.sources)
    if (!known.has(JSON.stringify(Array(5).fill(source)))) report.wrong(`the source ${source} is not stored`);
  report.figure("notes and sources stored as sent", made.notes.length + made.sources.length);
}

/** A few at a time. */
async function inCrowd<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  let next = 0;
  const worker = async () => {
    while (next < items.length) await work(items[next++]!);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}
