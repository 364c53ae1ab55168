/** The cost of a page: CPU of the server for one view, and what Chromium fetches before and after the first interaction. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium, type Page } from "playwright-core";
import { freePort, startProduct } from "../faults/servers.ts";
import { DEMO_LOGINS, DEMO_PASSWORD } from "../server/db/demo/logins.ts";
import type { Figure } from "./report.ts";

const WARM_UP = 60;
/** A member may search so often in a quarter of an hour. */
const REQUESTS = 150;
const VISITED = ["/", "/login", "/signup", "/members", "/pricing"];
const LOGGED_IN = ["/members?min_age=30&max_age=50", "/likes", "/chats", "/premium", "/profile"];

export async function measurePages(): Promise<Figure[]> {
  const directory = mkdtempSync(join(tmpdir(), "serenade-pages-"));
  const metricsPort = await freePort();
  const env = {
    MODE: "demo",
    SERENADE_PAGES: "built",
    NODE_ENV: "production",
    DATA_DIR: directory,
    METRICS_PORT: String(metricsPort),
  };
  const product = await startProduct(env, await freePort());
  const cpu = async () =>
    Number(
      /^process_cpu_seconds_total ([\d.]+)/m.exec(
        await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text(),
      )![1],
    );
  const cookie = await logIn(product.url);
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM!, args: ["--no-sandbox"] });
  const figures: Figure[] = [];
  const pages = [
    ...VISITED.map((path) => ({ path, who: "visitor", headers: {} })),
    ...LOGGED_IN.map((path) => ({ path, who: "member", headers: { cookie } })),
  ];
  for (const { path, who, headers } of pages) {
    let network = 0;
    const visit = async () => {
      // the rate limits are per network
      const from = `10.0.${++network >> 8}.${network & 255}`;
      const answer = await fetch(product.url + path, {
        headers: { ...headers, "accept-encoding": "zstd, br, gzip", "x-forwarded-for": from },
      });
      if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
      await answer.arrayBuffer();
    };
    const add = (what: string, value: number, unit: string) =>
      figures.push({ part: "pages", what: `${path} (${who}), ${what}`, value, unit });
    for (let n = 0; n < WARM_UP; n++) await visit();
    const before = await cpu();
    for (let n = 0; n < REQUESTS; n++) await visit();
    add("CPU per view", ((await cpu()) - before) * (1000 / REQUESTS), "ms");
    const page = await browser.newPage({ extraHTTPHeaders: headers });
    const fetched = countBytes(page);
    await page.goto(product.url + path, { waitUntil: "networkidle" });
    add("page", fetched.document, "kB");
    add("style", fetched.stylesheet, "kB");
    add("script before interaction", fetched.script, "kB");
    await page.keyboard.press("Tab");
    await page.waitForFunction(() => (window as { __ready?: boolean }).__ready);
    await page.waitForLoadState("networkidle");
    add("script after interaction", fetched.script, "kB");
    await page.context().close();
  }
  await browser.close();
  await product.stop();
  rmSync(directory, { recursive: true, force: true });
  return figures;
}

/** Compressed sizes of the bodies by type of resource, in kB. */
function countBytes(page: Page): Record<"document" | "stylesheet" | "script", number> {
  const fetched = { document: 0, stylesheet: 0, script: 0 };
  page.on("requestfinished", async (request) => {
    const type = request.resourceType() as keyof typeof fetched;
    if (type in fetched) fetched[type] += (await request.sizes()).responseBodySize / 1000;
  });
  return fetched;
}

async function logIn(url: string): Promise<string> {
  const answer = await fetch(`${url}/api/user.php`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: url },
    body: JSON.stringify({ email: DEMO_LOGINS[0]!.email, password: DEMO_PASSWORD }),
  });
  return answer.headers.getSetCookie()[0]!.split(";")[0]!;
}
