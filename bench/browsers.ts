/** Ten thousand browsers in a process of their own, as the bench commands them. */
import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { pause } from "../faults/servers.ts";
import type { Order, Report } from "./live-clients.ts";

export function startBrowsers() {
  const child: ChildProcess = fork(fileURLToPath(new URL("./live-clients.ts", import.meta.url)));
  let state = { count: 0, attempts: 0 };
  let heard: ((ms: number[]) => void) | undefined;
  child.on("message", (report: Report) => {
    if (report.said === "open") state = report;
    else heard?.(report.ms);
  });
  const order = (what: Order) => void child.send(what);
  return {
    child,
    order,
    /** Waits until so many are open; how many attempts it took since the last report. */
    open: async (count: number): Promise<number> => {
      for (let tries = 0; state.count < count; tries++) {
        if (tries > 6_000) throw new Error(`only ${state.count} of ${count} browsers are connected`);
        await pause(20);
      }
      return state.attempts;
    },
    /** Everybody is: who is open is counted anew. */
    cutOff: () => {
      state = { count: 0, attempts: 0 };
    },
    /** What has arrived since the last time. */
    took: (): Promise<number[]> => {
      const answer = new Promise<number[]>((resolve) => {
        heard = resolve;
      });
      order({ do: "report" });
      state = { ...state, attempts: 0 };
      return answer;
    },
  };
}
