/** WebKitGTK's MiniBrowser, driven over WebDriver (https://www.w3.org/TR/webdriver2/). */
import { type ChildProcess, spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { freePort } from "../faults/servers.ts";
import { type Browser, finder, type Target, until } from "./browser.ts";

const ELEMENT = "element-6066-11e4-a52e-4f735466cecf";
const KEYS = { Enter: "\uE007", Tab: "\uE004", Escape: "\uE00C" };

/** `driver` is the path of WebKitWebDriver, `binary` of MiniBrowser; a display is provided by Xvfb. */
export async function openWebKit(
  { driver, binary }: { driver: string; binary: string },
  width: number,
  height: number,
): Promise<Browser> {
  const port = await freePort();
  // its own process group, so that the browser ends with the driver
  const child = spawn("xvfb-run", ["-a", driver, `--port=${port}`], { stdio: "ignore", detached: true });
  const send = async (method: "GET" | "POST" | "DELETE", path: string, body?: unknown) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(method === "POST" && { body: JSON.stringify(body ?? {}), headers: { "content-type": "application/json" } }),
    });
    const { value } = (await response.json()) as {
      value: { error?: string; message?: string } & Record<string, unknown>;
    };
    if (!response.ok) throw new Error(`WebDriver: ${value.error} ${value.message}`);
    return value as never;
  };
  await until("WebKitWebDriver", async () => (await send("GET", "/status")) !== null);
  const options = { "webkitgtk:browserOptions": { binary, args: ["--automation"] } };
  const { sessionId } = await send("POST", "/session", { capabilities: { alwaysMatch: options } });
  const session = (method: "GET" | "POST" | "DELETE", path: string, body?: unknown) =>
    send(method, `/session/${sessionId}${path}`, body);
  await session("POST", "/window/rect", { width, height });
  const read = (script: string) => session("POST", "/execute/sync", { script, args: [] });
  const find = (target: Target): Promise<string> =>
    until(
      `${target.role} "${target.name}"`,
      async () => ((await read(finder(target))) as Record<string, string> | null)?.[ELEMENT],
    );
  return {
    name: "WebKit",
    goTo: (url) => session("POST", "/url", { url }),
    address: () => session("GET", "/url"),
    async click(target) {
      const element = await find(target);
      // the driver scrolls, too, but presses before the page has moved
      const args = [{ [ELEMENT]: element }];
      await session("POST", "/execute/sync", { script: "arguments[0].scrollIntoView({ block: 'center' })", args });
      await session("POST", `/element/${element}/click`);
    },
    async type(target, text) {
      const element = await find(target);
      await session("POST", `/element/${element}/clear`);
      await session("POST", `/element/${element}/value`, { text });
    },
    press: (key) =>
      session("POST", "/actions", {
        actions: [
          {
            type: "key",
            id: "keyboard",
            actions: [
              { type: "keyDown", value: KEYS[key] },
              { type: "keyUp", value: KEYS[key] },
            ],
          },
        ],
      }),
    read: (script) => read(script),
    picture: async (file) => writeFileSync(file, Buffer.from(await session("GET", "/screenshot"), "base64")),
    async close() {
      await session("DELETE", "").catch(() => {});
      endGroup(child);
    },
  };
}

function endGroup({ pid }: ChildProcess): void {
  try {
    process.kill(-pid!, "SIGTERM");
  } catch {
    // ended already
  }
}
