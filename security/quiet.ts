/**
 * Membership shows nowhere (enumerate.ts). Whole: 300 pairs of each call with the statistics of their times, once, on the embedded
 * database, where no other server's work shows in them: minutes, and ten on a busy machine. On the other database, and as a
 * sample, a few pairs: the answers are the same byte by byte; so few times prove nothing.
 */

import { changeSite } from "../server/modules/site/commands.ts";
import type { Check } from "./check.ts";
import { enumerate } from "./enumerate.ts";

const PAIRS = { whole: 300, sample: 4 };
/** The people of the ground that have an account and are asked for once each. */
const FEW = 20;

export const quiet: Check = {
  name: "enumerate",
  holds: "addresses with and without an account are answered alike, in bytes and in time",
  ground: { prepare: (app) => changeSite(app, 1, { discreet_accounts: true }).then(() => {}) },
  run: async (ground, report, scale) => {
    const timed = scale === "whole" && ground.engine === "embedded";
    const pairs = timed ? PAIRS.whole : scale === "whole" ? FEW : PAIRS.sample;
    const findings = await enumerate({
      pairs,
      ...(!timed && {
        ground: {
          url: ground.url,
          known: (pair: number) => ground.people.others[pair]!.email,
          unknown: (pair: number) => `unknown.${pair}@example.test`,
        },
        mostGap: Number.POSITIVE_INFINITY,
        leastP: 0,
      }),
      print: () => {},
    });
    report.figure("calls", findings.length);
    report.figure("pairs of each", pairs);
    for (const { call, same, gap, p } of findings) {
      report.count("calls answered alike", same ? 1 : 0);
      if (timed) report.figure(call, `mean gap ${gap.toFixed(2)} ms, p ${p.toFixed(3)}`);
    }
  },
};
