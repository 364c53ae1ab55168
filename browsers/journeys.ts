/** The main journeys, the same in every browser. */
import assert from "node:assert/strict";
import { DEMO_LOGINS, DEMO_PASSWORD } from "../server/db/demo/logins.ts";
import { type Browser, until } from "./browser.ts";

const SCRIPTS = `return performance.getEntriesByType("resource").filter(({ name }) => /\\.js$/.test(name)).length`;
const WIDER = "return document.documentElement.scrollWidth - innerWidth";

/** No page is wider than the window. */
const fitsWindow = async (browser: Browser): Promise<void> =>
  assert.ok((await browser.read<number>(WIDER)) <= 0, `${await browser.address()} is wider than the window`);

const at = (browser: Browser, path: RegExp): Promise<unknown> =>
  until(String(path), async () => path.test(new URL(await browser.address()).pathname));

/** A visitor reads without script, looks around, and is asked to sign up where an account is needed. */
export async function visitor(browser: Browser, url: string): Promise<void> {
  await browser.goTo(`${url}/?lang=en`);
  await until("the headline", () => browser.read<string>("return document.querySelector('h1')?.textContent"));
  assert.equal(await browser.read<number>(SCRIPTS), 0, "a visitor's page loads no script before the first interaction");
  await fitsWindow(browser);
  await browser.click({ role: "link", name: "See who’s here" });
  await at(browser, /^\/members$/);
  await until("faces", () => browser.read<boolean>("return document.querySelectorAll('main article img').length > 3"));
  await fitsWindow(browser);
  await browser.goTo(`${url}/pricing`);
  await fitsWindow(browser);
}

/** A member logs in, likes someone, writes a message that arrives, and logs out. */
export async function member(browser: Browser, url: string): Promise<void> {
  await browser.goTo(`${url}/login?lang=en`);
  await browser.type({ role: "textbox", name: "Email address" }, DEMO_LOGINS[1]!.email);
  await browser.type({ role: "textbox", name: "Password" }, DEMO_PASSWORD);
  await browser.press("Enter");
  await at(browser, /^\/members$/);
  await until("React", () => browser.read<boolean>("return window.__ready === true"));
  const hearts = "main article button[aria-pressed]";
  await until("a heart", () => browser.read<boolean>(`return document.querySelector('${hearts}') !== null`));
  const name = await browser.read<string>(
    `return document.querySelector('${hearts}[aria-pressed=false]').getAttribute("aria-label")`,
  );
  await browser.click({ role: "button", name });
  await until("a like", () =>
    browser.read<boolean>(
      `return [...document.querySelectorAll('${hearts}')].some((one) => one.getAttribute("aria-label") === ${JSON.stringify(name)} && one.getAttribute("aria-pressed") === "true")`,
    ),
  );
  await fitsWindow(browser);
  await browser.goTo(`${url}/chats`);
  await until("React", () => browser.read<boolean>("return window.__ready === true"));
  const first = await until("a conversation", () =>
    browser.read<string>(`return document.querySelector('main a[href^="/chats/"]:not([href*="requests"])')?.href`),
  );
  await browser.goTo(first);
  await until("React", () => browser.read<boolean>("return window.__ready === true"));
  const text = `Good evening from ${browser.name}`;
  await browser.type({ role: "textbox", name: "Message to…" }, text);
  await browser.press("Enter");
  await until("the message on the server", async () =>
    (await browser.read<string>("return document.querySelector('[role=log]').textContent")).includes(text),
  );
  await fitsWindow(browser);
  for (const path of ["/likes", "/swipe-game", "/match-finder", "/profile", "/notifications", "/credits"]) {
    await browser.goTo(url + path);
    await until("React", () => browser.read<boolean>("return window.__ready === true"));
    await fitsWindow(browser);
  }
  await browser.goTo(`${url}/chats`);
  await until("the message after a reload", () =>
    browser.read<boolean>(`return document.body.textContent.includes(${JSON.stringify(text)})`),
  );
}
