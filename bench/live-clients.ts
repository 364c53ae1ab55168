/** Ten thousand browsers in a separate process: they connect, reconnect, and report when events arrived. */
import { LIVE_PATH, reconnectDelay } from "@serenade/contract/live";
import { listen } from "./listener.ts";

export type Command =
  | { do: "connect"; url: string; cookies: string[] }
  /** Delay before reconnecting: as the browser does, or constant. */
  | { do: "wait"; spread: boolean }
  | { do: "report" };
export type Report =
  | { type: "open"; count: number; attempts: number }
  /** Milliseconds between publishing and arrival of each event. */
  | { type: "took"; ms: number[] };

/** Connecting all at once would measure the listen backlog. */
const AT_ONCE = 200;
const SAME_DELAY_MS = 250;

let spread = true;
let opened = 0;
let attempts = 0;
let took: number[] = [];

process.on("disconnect", () => process.exit()); // the bench has exited
process.on("message", async (command: Command) => {
  if (command.do === "wait") spread = command.spread;
  if (command.do === "connect") await connectAll(command.url, command.cookies);
  if (command.do === "report") {
    sendReport({ type: "took", ms: took });
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

/** Resolves at the first answer and stays connected. */
function connect(url: string, cookie: string, failures = 0): Promise<void> {
  return new Promise((resolve) => {
    attempts++;
    let wasOpen = false;
    listen(url, LIVE_PATH, cookie, '{"version":0}', {
      opened: () => {
        wasOpen = true;
        opened++;
        sendReport({ type: "open", count: opened, attempts });
        resolve();
      },
      received: record,
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

function record(text: string): void {
  const at = /"(?:at|body)":"?at (\d+\.?\d*)/.exec(text)?.[1];
  if (at && !text.includes('"mine":true')) took.push(performance.timeOrigin + performance.now() - Number(at));
}

const sendReport = (report: Report): void => void process.send!(report);
