import { CreditsApi } from "@serenade/contract/credits";
import type { Client } from "../../server/test/client.ts";
import type { Report, Scale } from "../check.ts";
import type { Person } from "../people.ts";
import type { Target } from "../target.ts";

/** The subject of the check, and how violations are reported. */
export interface Scene {
  target: Target;
  report: Report;
  scale: Scale;
  fictional: Person;
  /** Encrypted ids of members who are hidden from all others. */
  hidden: string[];
  expectEqual(what: string, got: unknown, wanted: unknown): void;
  /** Moves the product's clock by so many seconds. */
  advance(seconds: number): Promise<{ now: string }>;
  balanceOf(client: Client): Promise<number>;
}

export function openScene(
  target: Target,
  report: Report,
  scale: Scale,
  made: Pick<Scene, "fictional" | "hidden">,
): Scene {
  return {
    target,
    report,
    scale,
    ...made,
    expectEqual: (what, got, wanted) => {
      report.count("assertions");
      const [actual, expected] = [JSON.stringify(got), JSON.stringify(wanted)];
      if (actual !== expected) report.wrong(`${what}: ${actual} instead of ${expected}`);
    },
    advance: async (seconds) => {
      const answer = await target.client().fetch("/dev/clock", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ advance: `PT${seconds}S` }),
      });
      return (await answer.json()) as { now: string };
    },
    balanceOf: async (client) => (await client.call(CreditsApi.read)).body.balance,
  };
}
