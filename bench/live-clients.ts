/** Ten thousand browsers in a process of their own: they connect, come back when they are cut off, and say what arrived when. */
import { LIVE_PATH, reconnectDelay } from "@serenade/contract/live";
import { listen } from "./listener.ts";

export type Order =
  | { do: "connect"; url: string; cookies: string[] }
  /** How long somebody waits who was cut off: as the browser does, or always the same. */
  | { do: "wait"; spread: boolean }
  | { do: "report" };
export type Report =
  | { said: "open"; count: number; attempts: number }
  /** Milliseconds from when each event was said until it was here. */
  | { said: "took"; ms: number[] };

/** Connecting all at once would measure the listener's queue. */
const AT_ONCE = 200;
const SAME_DELAY_MS = 250;

let spread = true;
let opened = 0;
let attempts = 0;
let took: number[] = [];

process.on("disconnect", () => process.exit()); // the bench is gone
process.on("message", async (order: Order) => {
  if (order.do === "wait") spread = order.spread;
  if (order.do === "connect") await connectAll(order.url, order.cookies);
  if (order.do === "report") {
    tell({ said: "took", ms: took });
    took = [];
    attempts = 0;
  }
});

async function connectAll(url: string, cookies: string[]): Promise<void> {
  const waiting = [...cookies];
  const worker = async () => {
    for (let cookie = waiting.pop(); cookie; cookie = waiting.pop()) await connect(url, cookie);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

/** Resolves at the first answer, and lives on. */
function connect(url: string, cookie: string, failures = 0): Promise<void> {
  return new Promise((resolve) => {
    attempts++;
    let wasOpen = false;
    listen(url, LIVE_PATH, cookie, '{"version":0}', {
      opened: () => {
        wasOpen = true;
        opened++;
        tell({ said: "open", count: opened, attempts });
        resolve();
      },
      heard: hear,
      closed: () => {
        resolve();
        if (wasOpen) opened--;
        const next = wasOpen ? 0 : failures;
        const delay = spread ? reconnectDelay(next, Math.random()) : SAME_DELAY_MS;
        setTimeout(() => void connect(url, cookie, next + 1), delay);
      },
    });
  });
}

function hear(text: string): void {
  const at = /"(?:at|body)":"?at (\d+\.?\d*)/.exec(text)?.[1];
  if (at && !text.includes('"mine":true')) took.push(performance.timeOrigin + performance.now() - Number(at));
}

const tell = (report: Report): void => void process.send!(report);
