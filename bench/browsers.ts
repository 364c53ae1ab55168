/** Ten thousand browsers in a separate process, controlled by the bench. */
import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { pause } from "../faults/servers.ts";
import type { Command, Report } from "./live-clients.ts";

export function startBrowsers() {
  const child: ChildProcess = fork(fileURLToPath(new URL("./live-clients.ts", import.meta.url)));
  let state = { count: 0, attempts: 0 };
  let deliver: ((ms: number[]) => void) | undefined;
  child.on("message", (report: Report) => {
    if (report.type === "open") state = report;
    else deliver?.(report.ms);
  });
  const send = (command: Command) => void child.send(command);
  return {
    child,
    command: send,
    /** Waits until so many are open; returns the attempts since the last report. */
    open: async (count: number): Promise<number> => {
      for (let tries = 0; state.count < count; tries++) {
        if (tries > 6_000) throw new Error(`only ${state.count} of ${count} browsers are connected`);
        await pause(20);
      }
      return state.attempts;
    },
    /** The server has exited: the count of open connections restarts. */
    cutOff: () => {
      state = { count: 0, attempts: 0 };
    },
    /** Latencies since the last call. */
    took: (): Promise<number[]> => {
      const answer = new Promise<number[]>((resolve) => {
        deliver = resolve;
      });
      send({ do: "report" });
      state = { ...state, attempts: 0 };
      return answer;
    },
  };
}
