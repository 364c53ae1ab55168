/** An invented host appears in no page, email, cookie or redirect, whichever header or address carries it. */
import { PasswordApi } from "@serenade/contract/security";
import { signupForm } from "../server/test/cast.ts";
import { sendRaw } from "../server/test/raw.ts";
import type { Check } from "./check.ts";
import { PAGES } from "./pages.ts";

const BASE_URL = "https://serenade.example";
const EVIL = "evil-host.test";

const IN_PATH = "two slashes in the path";
const LEADS_AWAY = new RegExp(
  `(?:href|src|action|content)=["'](?:https?:)?//${EVIL}|^location: *(?:https?:)?//${EVIL}`,
  "m",
);

/** Request lines and headers with a foreign host; `{path}` is the page. */
const FORGED: [name: string, text: string, refused: boolean][] = [
  ["Host", `GET {path} HTTP/1.1\r\nHost: ${EVIL}\r\n`, false],
  ["Host with a port", `GET {path} HTTP/1.1\r\nHost: ${EVIL}:8443\r\n`, false],
  ["Host in capitals", `GET {path} HTTP/1.1\r\nHOST: ${EVIL.toUpperCase()}\r\n`, false],
  ["X-Forwarded-Host", `GET {path} HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-Host: ${EVIL}\r\n`, false],
  [
    "X-Forwarded-Host twice",
    `GET {path} HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-Host: a\r\nX-Forwarded-Host: ${EVIL}\r\n`,
    false,
  ],
  ["Forwarded", `GET {path} HTTP/1.1\r\nHost: localhost\r\nForwarded: host=${EVIL};proto=https\r\n`, false],
  [
    "X-Host and friends",
    `GET {path} HTTP/1.1\r\nHost: localhost\r\nX-Host: ${EVIL}\r\nX-Original-Host: ${EVIL}\r\nX-Rewrite-Url: //${EVIL}/\r\nX-Original-Url: //${EVIL}/\r\n`,
    false,
  ],
  [
    "Referer and Origin",
    `GET {path} HTTP/1.1\r\nHost: localhost\r\nReferer: https://${EVIL}/\r\nOrigin: https://${EVIL}\r\n`,
    false,
  ],
  ["absolute form", `GET http://${EVIL}{path} HTTP/1.1\r\nHost: localhost\r\n`, true],
  ["two Hosts", `GET {path} HTTP/1.1\r\nHost: localhost\r\nHost: ${EVIL}\r\n`, true],
  ["two Hosts, the other first", `GET {path} HTTP/1.1\r\nHost: ${EVIL}\r\nHost: localhost\r\n`, true],
  ["user and password", `GET {path} HTTP/1.1\r\nHost: localhost@${EVIL}\r\n`, true],
  ["a slash", `GET {path} HTTP/1.1\r\nHost: localhost/${EVIL}\r\n`, true],
  ["a list", `GET {path} HTTP/1.1\r\nHost: localhost,${EVIL}\r\n`, true],
  ["a space", `GET {path} HTTP/1.1\r\nHost: localhost ${EVIL}\r\n`, true],
  ["a folded line", `GET {path} HTTP/1.1\r\nHost: localhost\r\n ${EVIL}\r\n`, true],
  ["a quote", `GET {path} HTTP/1.1\r\nHost: "><script src=//${EVIL}>\r\n`, true],
  [IN_PATH, `GET //${EVIL}{path} HTTP/1.1\r\nHost: localhost\r\n`, false],
];

export const host: Check = {
  name: "host",
  holds: "no page, email, cookie or redirect repeats a host that the client invented",
  target: { env: { BASE_URL, TRUST_PROXY: "none" } },
  run: async (target, report, scale) => {
    const pages = scale === "whole" ? PAGES : PAGES.slice(0, 4);
    for (const path of [...pages, "/manifest.webmanifest", "/api/settings.php", "/api/companyinfo.php"]) {
      for (const [name, text, refused] of FORGED) {
        const reply = await sendRaw(target.url, `${text.replace("{path}", path)}Connection: close\r\n\r\n`);
        report.count("requests");
        if (reply.status >= 500 || reply.status === 0) report.wrong(`${path} by ${name}: ${reply.status}`);
        if (refused && reply.status !== 400) report.wrong(`${path} by ${name}: ${reply.status} instead of 400`);
        if (refused) report.count("refused as malformed");
        const answer = `${reply.headers}\n${reply.body}`.toLowerCase();
        // a missing page may print the requested path, but never link to it
        const wrong = name === IN_PATH ? LEADS_AWAY.test(answer) : answer.includes(EVIL);
        if (wrong) report.wrong(`${path} by ${name}: the host is in the answer`);
      }
    }
    await mails();

    async function mails(): Promise<void> {
      const headers = { host: EVIL, "x-forwarded-host": EVIL, origin: `https://${EVIL}` };
      const visitor = target.client();
      const form = { ...signupForm("forged"), email: "forged@example.test" };
      const calls = [
        ["/api/signup.php", form],
        [PasswordApi.ask.path, { email: target.people.carol.email }],
      ] as const;
      for (const [path, body] of calls) {
        const text = JSON.stringify(body);
        const lines = Object.entries({ ...headers, "sec-fetch-site": "same-origin" }).map(
          ([key, value]) => `${key}: ${value}`,
        );
        await sendRaw(
          target.url,
          `POST ${path} HTTP/1.1\r\n${lines.join("\r\n")}\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(text)}\r\nconnection: close\r\n\r\n${text}`,
        );
      }
      const sent = (await (await visitor.fetch("/dev/outbox.json")).json()) as {
        to: string;
        text: string;
        html: string;
        links: string[];
      }[];
      for (const mail of sent) {
        report.count("emails read");
        if (`${mail.text}${mail.html}`.includes(EVIL)) report.wrong(`an email to ${mail.to} names the invented host`);
      }
      const forged = sent.filter(({ to }) => to === form.email || to === target.people.carol.email);
      for (const { to, links } of forged) {
        for (const link of links) {
          report.count("links in emails");
          if (!link.startsWith(`${BASE_URL}/`) && !link.startsWith("mailto:"))
            report.wrong(`an email to ${to} links to ${link}`);
        }
      }
      if (!report.read("links in emails")) report.wrong("no email was sent, so nothing was checked");
    }
  },
};
