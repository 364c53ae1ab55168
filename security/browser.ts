/** A Chromium that reports dialogs, policy violations, console errors, requests to other hosts, and traces of executed texts. */
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import type { Report } from "./check.ts";
import { MARK } from "./naughty.ts";
import type { Person } from "./people.ts";
import type { Target } from "./target.ts";

export interface Visitor {
  context: BrowserContext;
  page: Page;
  /** Opens an address of the product and checks the page; `what` names it in the report. */
  visit(path: string, what?: string): Promise<void>;
  /** Checks the open page. */
  checkPage(what: string): Promise<void>;
  close(): Promise<void>;
}

export function openBrowser(): Promise<Browser> {
  const executablePath = process.env.CHROMIUM;
  if (!executablePath) throw new Error("CHROMIUM must be the path of a browser; npm run security sets it.");
  const args = ["--no-sandbox", "--disable-gpu"];
  // the back button shows pages as users see them
  return chromium.launch({ executablePath, args, ignoreDefaultArgs: ["--disable-back-forward-cache"] });
}

let networks = 0;

/** A browser with its own network, logged in as `person` unless that is null. */
export async function openVisitor(
  browser: Browser,
  target: Target,
  report: Report,
  person: Pick<Person, "session"> | null,
): Promise<Visitor> {
  networks++;
  const context = await browser.newContext({
    baseURL: target.url,
    locale: "en-GB",
    reducedMotion: "reduce",
    extraHTTPHeaders: { "x-forwarded-for": `10.201.${(networks >> 8) & 255}.${networks & 255}` },
  });
  if (person) await context.addCookies([{ name: "auth", value: person.session, url: target.url }]);
  await context.addInitScript(() =>
    document.addEventListener("securitypolicyviolation", (event) =>
      console.error(`policy: ${event.effectiveDirective} ${event.blockedURI} ${event.sample}`),
    ),
  );
  const page = await context.newPage();
  const wrong = (what: string) => report.wrong(`${decodeURI(page.url()).slice(0, 200)}: ${what}`);
  page.on("dialog", (dialog) => {
    wrong(`a dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("console", (message) => {
    if (message.type() === "error" && !isExpected(message.text())) wrong(message.text());
  });
  page.on("pageerror", (error) => wrong(String(error)));
  page.on("request", (request) => {
    report.count("requests of the browser");
    if (!request.url().startsWith(`${target.url}/`) && !/^(data|blob|about):/.test(request.url()))
      wrong(`requests ${request.url()}`);
  });
  // stored pages allow their scripts by hash; a step back shows a page without asking for it again
  const allowed = new Set<string>();
  page.on("response", (response) => {
    const policy = response.headers()["content-security-policy"] ?? "";
    for (const [hash] of policy.matchAll(/sha256-[\w+/=]+/g)) allowed.add(hash);
  });
  const checkPage = async (what: string) => {
    const found = await page.evaluate(strangeThings, { mark: MARK, allowed: [...allowed] });
    report.count("pages checked");
    for (const one of found) report.wrong(`${what}: ${one}`);
  };
  return {
    context,
    page,
    checkPage,
    visit: async (path, what = path) => {
      const answer = await page.goto(path, { waitUntil: "load" });
      if (!answer || answer.status() >= 500) report.wrong(`${what}: ${answer?.status()}`);
      await page.evaluate(() => new Promise((done) => requestIdleCallback(done, { timeout: 2_000 })));
      await checkPage(what);
    },
    close: () => context.close(),
  };
}

/** The browser logs each 4xx answer, also for missing pages, and streams that it closes. */
const isExpected = (text: string): boolean =>
  /the server responded with a status of 4\d\d|Failed to fetch manifest patches|WebSocket is closed before the connection/.test(
    text,
  );

/** Runs in the page: finds elements that no page of ours has. */
async function strangeThings({ mark, allowed }: { mark: string; allowed: string[] }): Promise<string[]> {
  const found: string[] = [];
  if (mark in window) found.push("a text was executed");
  for (const node of document.querySelectorAll("*")) {
    const own = [...node.attributes].find(({ name }) => /^on[a-z]/.test(name));
    if (own) found.push(`<${node.localName} ${own.name}>`);
    for (const name of ["href", "src", "action", "formaction", "xlink:href"]) {
      const value = node.getAttribute(name);
      if (value && /^[\s\0-\x20]*(javascript|vbscript|data:text)/i.test(value)) found.push(`${name}=${value}`);
    }
  }
  // the outbox shows emails in sandboxed frames
  const inert = "iframe[sandbox]:not([sandbox*=allow-scripts]):not([sandbox*=allow-same-origin])";
  for (const node of document.querySelectorAll("iframe, object, embed, base, meta[http-equiv=refresh], math"))
    if (!node.matches(inert)) found.push(`<${node.localName}>`);
  for (const node of document.querySelectorAll<HTMLScriptElement>("script")) {
    const ours = node.nonce || (node.src && new URL(node.src).origin === location.origin) || /json/.test(node.type);
    const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(node.textContent ?? ""));
    const hash = `sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}`;
    if (!ours && !allowed.includes(hash)) found.push(`<script> ${node.textContent?.slice(0, 80)}`);
  }
  return found;
}
