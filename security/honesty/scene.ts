import { CreditsApi } from "@serenade/contract/credits";
import type { Client } from "../../server/test/client.ts";
import type { Report, Scale } from "../check.ts";
import type { Ground } from "../ground.ts";
import type { Person } from "../people.ts";

/** What is looked at, and how what is not as it must be is said. */
export interface Scene {
  ground: Ground;
  report: Report;
  scale: Scale;
  fictional: Person;
  /** Sealed ids of members who are hidden from all others. */
  hidden: string[];
  must(what: string, got: unknown, wanted: unknown): void;
  /** Moves the product's clock by so many seconds. */
  advance(seconds: number): Promise<{ now: string }>;
  balanceOf(client: Client): Promise<number>;
}

export function openScene(
  ground: Ground,
  report: Report,
  scale: Scale,
  made: Pick<Scene, "fictional" | "hidden">,
): Scene {
  return {
    ground,
    report,
    scale,
    ...made,
    must: (what, got, wanted) => {
      report.count("statements held against the product");
      const [said, meant] = [JSON.stringify(got), JSON.stringify(wanted)];
      if (said !== meant) report.wrong(`${what}: ${said} instead of ${meant}`);
    },
    advance: async (seconds) => {
      const answer = await ground.client().fetch("/dev/clock", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ advance: `PT${seconds}S` }),
      });
      return (await answer.json()) as { now: string };
    },
    balanceOf: async (client) => (await client.call(CreditsApi.read)).body.balance,
  };
}
