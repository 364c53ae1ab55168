/** Playwright's test with checks for every page: no CSP violation, no console error, no hydration mismatch. */
import AxeBuilder from "@axe-core/playwright";
import { type BrowserContext, type BrowserContextOptions, test as base, expect, type Page } from "@playwright/test";

const WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

let networks = 0;

interface Fixtures {
  /** A separate browser with its own network, checked like `page`. `which` selects the app process, or is another's address. */
  visitor: (which?: 0 | 1 | string, screen?: BrowserContextOptions) => Promise<Page>;
  /** axe, WCAG 2.2 AA, on the current screen. */
  expectAccessible: (page: Page) => Promise<void>;
}

export const test = base.extend<Fixtures>({
  visitor: async ({ browser, viewport, hasTouch }, use, info) => {
    const contexts: { context: BrowserContext; wrong: string[] }[] = [];
    await use(async (which = 0, screen = {}) => {
      const urls = info.project.metadata.urls as [string, string];
      const context = await browser.newContext({
        baseURL: typeof which === "string" ? which : urls[which],
        // the proxy of production.ts has a certificate of its own, with which browsers start no service worker
        ...(String(which).startsWith("https:") && { ignoreHTTPSErrors: true, serviceWorkers: "block" as const }),
        viewport,
        hasTouch,
        locale: "en-GB",
        reducedMotion: "reduce", // axe would measure the contrast of half-faded elements
        extraHTTPHeaders: { "x-forwarded-for": `10.${(++networks >> 8) & 255}.${networks & 255}.${process.pid & 255}` },
        ...screen,
      });
      const page = await context.newPage();
      contexts.push({ context, wrong: watch(page) });
      return page;
    });
    for (const { context } of contexts) await context.close();
    expect(contexts.flatMap((one) => one.wrong)).toEqual([]);
  },
  expectAccessible: async ({ browserName: _ }, use) => {
    await use(async (page) => {
      await settle(page);
      await holdBars(page, true);
      // Legacy mode opens no page of its own for the result, which is needed for frames of other origins only. That and
      // leaving out what passes take two thirds of the time (decision 078).
      const found = await new AxeBuilder({ page })
        .setLegacyMode()
        .options({ runOnly: { type: "tag", values: WCAG }, resultTypes: ["violations"] })
        .analyze();
      await holdBars(page, false);
      expect(
        found.violations.map((one) => `${page.url()} ${one.id}: ${one.nodes.map((node) => node.html).join(" | ")}`),
      ).toEqual([]);
    });
  },
  page: async ({ page }, use) => {
    const wrong = watch(page);
    await use(page);
    expect(wrong).toEqual([]);
  },
});

export { expect };

/** On a visitor's page React starts with the first interaction. */
export async function waitForReact(page: Page): Promise<void> {
  await page.waitForFunction(() => (window as { __ready?: boolean }).__ready);
}

export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const wider = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect([page.url(), wider]).toEqual([page.url(), 0]);
}

/** Collects console errors and warnings. */
function watch(page: Page): string[] {
  const wrong: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" && !isExpected(message.text())) wrong.push(`${page.url()}: ${message.text()}`);
  });
  page.on("pageerror", (error) => wrong.push(`${page.url()}: ${error}`));
  void page.addInitScript(() =>
    document.addEventListener("securitypolicyviolation", (event) =>
      console.error(`CSP ${event.effectiveDirective} ${event.blockedURI}`),
    ),
  );
  return wrong;
}

/**
 * The browser logs every 4xx answer, including a missing page and the stream of a session that ended while it was opening,
 * and every request that failed because a test is offline, as do the router for prefetches and the browser for its worker's
 * script.
 */
const isExpected = (text: string): boolean =>
  /the server responded with a status of 4\d\d|WebSocket handshake: Unexpected response code: 403|net::ERR_INTERNET_DISCONNECTED|Failed to fetch manifest patches|unknown error occurred when fetching the script/.test(
    text,
  );

/** Waits for the end of transitions, because the contrast of half-faded elements does not count. */
async function settle(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const endless = (one: Animation) => one.effect?.getComputedTiming().iterations === Number.POSITIVE_INFINITY;
    return document.getAnimations().every((one) => one.playState !== "running" || endless(one));
  });
}

/**
 * Sticky bars cover what is beneath them, and axe takes half a button for a small one. During its run they scroll with the
 * page.
 */
async function holdBars(page: Page, held: boolean): Promise<void> {
  await page.evaluate((hold) => {
    for (const bar of document.querySelectorAll<HTMLElement>("body header, body nav")) {
      if (!hold) bar.style.removeProperty("position");
      else if (/fixed|sticky/.test(getComputedStyle(bar).position)) bar.style.position = "static";
    }
  }, held);
}
