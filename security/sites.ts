/**
 * Two sites of one installation, distinguished by the Host: nothing of one is in a page, call, mail, cookie or cached page of the
 * other, whichever header names which (product.md 1).
 */
import { SignupApi, UserApi } from "@serenade/contract/account";
import { ProfileApi } from "@serenade/contract/members";
import { SearchApi } from "@serenade/contract/search";
import { pause } from "../faults/servers.ts";
import { changeCompany, changeSite, createSite, moveSite, setPrices } from "../server/modules/site/commands.ts";
import { signupForm } from "../server/test/cast.ts";
import { type RawReply, sendRaw } from "../server/test/raw.ts";
import type { Check, Report, Scale } from "./check.ts";
import { PAGES } from "./pages.ts";
import type { Target } from "./target.ts";

interface Side {
  host: string;
  url: string;
  locale: string;
  /** What only this site's answers may hold, each of which some answer of it has. */
  words: string[];
}

interface SentMail {
  to: string;
  text: string;
  html: string;
  links: string[];
}

const DAY: Side = {
  host: "daylight.example.test",
  url: "https://www.daylight.example.test",
  locale: "en",
  words: ["Daylight", "1-4-Day", "98.76", "dayhelp", "daylight.example.test"],
};
const GARDEN: Side = {
  host: "garten.example.test",
  url: "https://www.garten.example.test",
  locale: "de",
  words: ["Gartenabend", "Rosenweg", "65,43", "gartenhilfe", "garten.example.test"],
};
const SIDES = [DAY, GARDEN];
const other = (side: Side): Side => (side === DAY ? GARDEN : DAY);

const CALLS = ["/api/settings.php", "/api/companyinfo.php", "/api/pages.php", "/api/credits.php", "/api/members.php"];
const FILES = ["/manifest.webmanifest", "/robots.txt", "/sitemap.xml"];
const FACE = ["/terms", "/privacy", "/faq", "/imprint", "/service", "/lang-config", "/landers/video", "/withdrawal"];

/** A request for `side`: how the Host is named, and what the other site's name is smuggled in. */
const DISGUISES: [name: string, headers: (side: Side) => string][] = [
  ["its Host", ({ host }) => `Host: ${host}\r\n`],
  ["its Host, the other as Referer and Origin", (side) => `Host: ${side.host}\r\nReferer: ${other(side).url}/\r\n`],
  ["its Host in capitals with a port", ({ host }) => `Host: ${host.toUpperCase()}:8080\r\n`],
  ["its Host, the other in Forwarded", (side) => `Host: ${side.host}\r\nForwarded: host=${other(side).host}\r\n`],
  [
    "its Host, the other in X-Forwarded-Host",
    (side) => `Host: ${side.host}\r\nX-Forwarded-Host: ${other(side).host}\r\n`,
  ],
  ["its Host, the other in X-Host", (side) => `Host: ${side.host}\r\nX-Host: ${other(side).host}\r\n`],
];

export const sites: Check = {
  name: "sites",
  holds: "no word, mail, price, link, cookie, session or cached page of a site is in another of the same installation",
  target: {
    env: { TRUST_PROXY: "none" },
    prepare: async (app) => {
      await changeSite(app, 1, {
        name: "Daylight",
        mail_name: "Daylight",
        niche: 1,
        support_email: "dayhelp@daylight.example.test",
      });
      await changeCompany(app, 1, { name: "Daylight Ltd", address: "1-4-Day Street", city: "Leeds" });
      await moveSite(app, 1, { domain: DAY.host, url: DAY.url });
      await setPrices(app, 1, [{ tier: "p0", currency: "EUR", credits: 20, amount: 9876, popular: false }]);
      await createSite(app, {
        id: 2,
        domain: GARDEN.host,
        settings: {
          name: "Gartenabend",
          mail_name: "Gartenabend",
          domain_language: "de",
          niche: 4,
          support_email: "gartenhilfe@garten.example.test",
        },
        company: { name: "Gartenabend GmbH", address: "Rosenweg 9", city: "Bonn", country: "DE" },
      });
      await moveSite(app, 2, { domain: GARDEN.host, url: GARDEN.url });
      await setPrices(app, 2, [{ tier: "p0", currency: "EUR", credits: 10, amount: 6543, popular: false }]);
    },
  },
  run: async (target, report, scale) => {
    await readEverything(target, report, scale);
    await useSessionsElsewhere(target, report);
    await readMails(target, report);
  },
};

/** In turns, so that a page stored for one is asked for by the other, also with the other's ETag. */
async function readEverything(target: Target, report: Report, scale: Scale): Promise<void> {
  const addresses = [...PAGES, ...FACE, ...FILES, ...CALLS];
  const disguises = scale === "whole" ? DISGUISES : DISGUISES.slice(0, 2);
  for (const path of addresses) {
    for (const [name, headers] of disguises) {
      let etag = "";
      for (const side of [...SIDES, ...SIDES]) {
        const lines = `${headers(side)}Accept-Language: ${side.locale}\r\n${etag && `If-None-Match: ${etag}\r\n`}`;
        const reply = await sendRaw(target.url, `GET ${path} HTTP/1.1\r\n${lines}Connection: close\r\n\r\n`);
        report.count("answers read");
        judge(reply, side, `${path} of ${side.host} by ${name}`, report);
        etag = /^etag: *(.+)$/im.exec(reply.headers)?.[1]?.trim() ?? "";
      }
    }
  }
  // a word that no page has would prove nothing by its absence
  for (const word of SIDES.flatMap(({ words }) => words))
    if (!report.read(`answers with ${word}`)) report.wrong(`no answer of its own site has ${word}`);
}

function judge(reply: RawReply, side: Side, what: string, report: Report): void {
  if (reply.status === 304) report.wrong(`${what}: 304 for the other site's ETag`);
  if (reply.status === 0 || reply.status >= 500) report.wrong(`${what}: ${reply.status}`);
  const text = `${reply.headers}\n${reply.body}`;
  for (const word of other(side).words) if (text.includes(word)) report.wrong(`${what}: has ${word}`);
  for (const word of side.words) if (text.includes(word)) report.count(`answers with ${word}`);
  const cookies = reply.headers.match(/^set-cookie: .+$/gim) ?? [];
  for (const cookie of cookies) {
    report.count("cookies read");
    if (/; *domain=/i.test(cookie)) report.wrong(`${what}: a cookie for a whole domain`);
  }
}

/** A session, and a member's id, of one site in the other. */
async function useSessionsElsewhere(target: Target, report: Report): Promise<void> {
  const { anna, carol } = target.people;
  const cookie = `auth=${anna.session}`;
  const ask = (side: Side, path: string) =>
    sendRaw(
      target.url,
      `GET ${path} HTTP/1.1\r\nHost: ${side.host}\r\nCookie: ${cookie}\r\nX-Request-Type: client\r\nConnection: close\r\n\r\n`,
    );
  const here = await ask(DAY, UserApi.current.path);
  const there = await ask(GARDEN, UserApi.current.path);
  report.count("sessions tried", 2);
  if (!here.body.includes(anna.name)) report.wrong("a session is not known in its own site, so nothing was checked");
  if (there.body.includes(anna.name)) report.wrong("a session of one site is valid in the other");
  for (const path of [`/members/${carol.id}`, `${ProfileApi.read.path}?id=${carol.id}`, SearchApi.list.path]) {
    const reply = await ask(GARDEN, path);
    report.count("members sought in the other site");
    if (reply.body.includes(carol.name)) report.wrong(`${path}: a member of the other site is shown`);
  }
}

async function readMails(target: Target, report: Report): Promise<void> {
  for (const side of SIDES) {
    const email = `new.${side.locale}@example.test`;
    const body = JSON.stringify({ ...signupForm(`new ${side.locale}`), email });
    const headers = [
      `Host: ${side.host}`,
      `Origin: http://${side.host}`,
      `Accept-Language: ${side.locale}`,
      "Sec-Fetch-Site: same-origin",
      "Content-Type: application/json",
      `Content-Length: ${Buffer.byteLength(body)}`,
      "Connection: close",
    ];
    const reply = await sendRaw(
      target.url,
      `POST ${SignupApi.signup.path} HTTP/1.1\r\n${headers.join("\r\n")}\r\n\r\n${body}`,
    );
    if (reply.status !== 201) report.wrong(`sign-up in ${side.host}: ${reply.status} ${reply.body}`);
    judge(reply, side, `sign-up in ${side.host}`, report);
    const mails = await mailsTo(target, side, email);
    for (const { text, html, links } of mails) {
      report.count("mails read");
      for (const word of other(side).words)
        if (`${text}${html}`.includes(word)) report.wrong(`a mail of ${side.host} has ${word}`);
      for (const link of links)
        if (!link.startsWith(`${side.url}/`) && !link.startsWith("mailto:"))
          report.wrong(`a mail of ${side.host} links to ${link}`);
    }
    if (!mails.length) report.wrong(`no mail of ${side.host} was sent, so nothing was checked`);
  }
}

/** A mail is sent after the answer. */
async function mailsTo(target: Target, side: Side, email: string): Promise<SentMail[]> {
  const text = `GET /dev/outbox.json HTTP/1.1\r\nHost: ${side.host}\r\nConnection: close\r\n\r\n`;
  for (let tries = 0; tries < 50; tries++) {
    const { body } = await sendRaw(target.url, text);
    const json = body.slice(body.indexOf("["), body.lastIndexOf("]") + 1);
    const found = (JSON.parse(json) as SentMail[]).filter(({ to }) => to === email);
    if (found.length) return found;
    await pause(200);
  }
  return [];
}
