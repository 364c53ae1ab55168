/** A Chromium that watches: dialogs, violations of the policy, console errors, requests to elsewhere, what a text has left behind. */
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import type { Report } from "./check.ts";
import type { Ground } from "./ground.ts";
import { MARK } from "./naughty.ts";
import type { Person } from "./people.ts";

export interface Visitor {
  context: BrowserContext;
  page: Page;
  /** Opens an address of the product and looks around; `what` names it in the report. */
  visit(path: string, what?: string): Promise<void>;
  /** Looks for what must not be on the page that is open. */
  look(what: string): Promise<void>;
  close(): Promise<void>;
}

export function openBrowser(): Promise<Browser> {
  const executablePath = process.env.CHROMIUM;
  if (!executablePath) throw new Error("CHROMIUM says which browser to use; npm run security sets it.");
  const args = ["--no-sandbox", "--disable-gpu"];
  // the button back shows pages as people see it
  return chromium.launch({ executablePath, args, ignoreDefaultArgs: ["--disable-back-forward-cache"] });
}

let networks = 0;

/** A browser of its own network, logged in as `person` unless that is null. */
export async function openVisitor(
  browser: Browser,
  ground: Ground,
  report: Report,
  person: Pick<Person, "session"> | null,
): Promise<Visitor> {
  networks++;
  const context = await browser.newContext({
    baseURL: ground.url,
    locale: "en-GB",
    reducedMotion: "reduce",
    extraHTTPHeaders: { "x-forwarded-for": `10.201.${(networks >> 8) & 255}.${networks & 255}` },
  });
  if (person) await context.addCookies([{ name: "auth", value: person.session, url: ground.url }]);
  await context.addInitScript(() =>
    document.addEventListener("securitypolicyviolation", (event) =>
      console.error(`policy: ${event.effectiveDirective} ${event.blockedURI} ${event.sample}`),
    ),
  );
  const page = await context.newPage();
  const wrong = (what: string) => report.wrong(`${decodeURI(page.url()).slice(0, 200)}: ${what}`);
  page.on("dialog", (dialog) => {
    wrong(`a dialog says ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("console", (message) => {
    if (message.type() === "error" && !isExpected(message.text())) wrong(message.text());
  });
  page.on("pageerror", (error) => wrong(String(error)));
  page.on("request", (request) => {
    report.count("requests of the browser");
    if (!request.url().startsWith(`${ground.url}/`) && !/^(data|blob|about):/.test(request.url()))
      wrong(`asks for ${request.url()}`);
  });
  const look = async (what: string) => {
    const found = await page.evaluate(strangeThings, MARK);
    report.count("pages looked at");
    for (const one of found) report.wrong(`${what}: ${one}`);
  };
  return {
    context,
    page,
    look,
    visit: async (path, what = path) => {
      const answer = await page.goto(path, { waitUntil: "load" });
      if (!answer || answer.status() >= 500) report.wrong(`${what}: ${answer?.status()}`);
      await page.evaluate(() => new Promise((done) => requestIdleCallback(done, { timeout: 2_000 })));
      await look(what);
    },
    close: () => context.close(),
  };
}

/** The browser logs each answer of 4xx by itself, also of a page that is not there; and streams that it leaves behind. */
const isExpected = (text: string): boolean =>
  /the server responded with a status of 4\d\d|Failed to fetch manifest patches|WebSocket is closed before the connection/.test(
    text,
  );

/** Runs in the page: what no page of ours has. */
function strangeThings(mark: string): string[] {
  const found: string[] = [];
  if (mark in window) found.push("a text has run");
  for (const node of document.querySelectorAll("*")) {
    const own = [...node.attributes].find(({ name }) => /^on[a-z]/.test(name));
    if (own) found.push(`<${node.localName} ${own.name}>`);
    for (const name of ["href", "src", "action", "formaction", "xlink:href"]) {
      const value = node.getAttribute(name);
      if (value && /^[\s\0-\x20]*(javascript|vbscript|data:text)/i.test(value)) found.push(`${name}=${value}`);
    }
  }
  // the outbox shows mails in frames that run nothing
  const inert = "iframe[sandbox]:not([sandbox*=allow-scripts]):not([sandbox*=allow-same-origin])";
  for (const node of document.querySelectorAll("iframe, object, embed, base, meta[http-equiv=refresh], math"))
    if (!node.matches(inert)) found.push(`<${node.localName}>`);
  for (const node of document.querySelectorAll<HTMLScriptElement>("script")) {
    const ours = node.nonce || (node.src && new URL(node.src).origin === location.origin) || /json/.test(node.type);
    if (!ours) found.push(`<script> ${node.textContent?.slice(0, 80)}`);
  }
  return found;
}
