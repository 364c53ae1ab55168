/** The cost of a page: CPU of a server render, and the bytes of script, style and texts that a browser fetches (brotli). */
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { freePort, startProduct } from "../faults/servers.ts";
import { DEMO_LOGINS, DEMO_PASSWORD } from "../server/db/demo/logins.ts";
import type { Figure } from "./report.ts";

const CLIENT = fileURLToPath(new URL("../web/build/client", import.meta.url));
const WARM_UP = 150;
const REQUESTS = 300;
const VISITED = ["/", "/login", "/signup", "/members", "/pricing"];
const LOGGED_IN = ["/members", "/likes", "/chats", "/premium", "/profile"];

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
  const figures: Figure[] = [];
  const pages = [
    ...VISITED.map((path) => ({ path, who: "visitor", headers: {} })),
    ...LOGGED_IN.map((path) => ({ path, who: "member", headers: { cookie } })),
  ];
  for (const { path, who, headers } of pages) {
    const visit = async () => {
      const answer = await fetch(product.url + path, { headers });
      const html = await answer.text();
      if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
      return html;
    };
    let html = "";
    for (let n = 0; n < WARM_UP; n++) html = await visit();
    const before = await cpu();
    for (let n = 0; n < REQUESTS; n++) await visit();
    figures.push({
      part: "pages",
      what: `${path} (${who}), CPU per render`,
      value: ((await cpu()) - before) * (1000 / REQUESTS),
      unit: "ms",
    });
    const { script, style } = bytesOf(html);
    figures.push({ part: "pages", what: `${path} (${who}), script`, value: script / 1000, unit: "kB br" });
    figures.push({ part: "pages", what: `${path} (${who}), style`, value: style / 1000, unit: "kB br" });
  }
  await product.stop();
  rmSync(directory, { recursive: true, force: true });
  return figures;
}

async function logIn(url: string): Promise<string> {
  const answer = await fetch(`${url}/api/user.php`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: url },
    body: JSON.stringify({ email: DEMO_LOGINS[0]!.email, password: DEMO_PASSWORD }),
  });
  return answer.headers.getSetCookie()[0]!.split(";")[0]!;
}

/** The files in the page's head: the entry, its imports, the route's files, the texts. */
function bytesOf(html: string): { script: number; style: number } {
  const named = new Set([...html.matchAll(/"(\/assets\/[^"]+\.(?:js|css))"/g)].map((match) => match[1]!));
  const size = (path: string) => {
    try {
      return statSync(`${CLIENT}${path}.br`).size;
    } catch {
      return readFileSync(CLIENT + path).length; // too small to be worth compressing
    }
  };
  let script = 0;
  let style = 0;
  for (const path of named) {
    if (path.endsWith(".css")) style += size(path);
    else script += size(path);
  }
  return { script, style };
}
