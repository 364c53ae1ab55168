/**
 * Membership is not revealed (enumerate.ts). Whole: 300 pairs of each call with statistics of their times, on the embedded
 * database only, where no other server affects them. Takes minutes. On the other database, and as a sample, a few pairs
 * compare the answers byte by byte, without times.
 */

import { changeSite } from "../server/modules/site/commands.ts";
import type { Check } from "./check.ts";
import { enumerate } from "./enumerate.ts";

const PAIRS = { whole: 300, sample: 4 };
/** The members of the test server, each used once. */
const FEW = 20;

export const quiet: Check = {
  name: "enumerate",
  holds: "answers for addresses with and without an account are the same, in bytes and in time",
  target: { prepare: (app) => changeSite(app, 1, { discreet_accounts: true }).then(() => {}) },
  run: async (target, report, scale) => {
    const timed = scale === "whole" && target.engine === "embedded";
    const pairs = timed ? PAIRS.whole : scale === "whole" ? FEW : PAIRS.sample;
    const findings = await enumerate({
      pairs,
      ...(!timed && {
        ground: {
          url: target.url,
          known: (pair: number) => target.people.others[pair]!.email,
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
      report.count("calls with the same answers", same ? 1 : 0);
      if (timed) report.figure(call, `mean gap ${gap.toFixed(2)} ms, p ${p.toFixed(3)}`);
    }
  },
};
