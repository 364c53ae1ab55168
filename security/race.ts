/** Whatever may happen only so often happens only so often when sixty requests for it come at the same instant. */
import { proveLedger } from "../server/modules/credits/queries.ts";
import type { Check } from "./check.ts";
import { departure, signUps, tokens } from "./races/accounts.ts";
import { blockWhileWriting, firstMessages, sameKey, spend, spendOnGifts } from "./races/chat.ts";
import { giveBack, payOnce, redeem } from "./races/credits.ts";
import { likeBothWays, move, saveSearches, swipe, upload } from "./races/members.ts";
import { AT_ONCE, browserOf, newRunners, type Proof, type Race, type Stage } from "./races/stage.ts";

const RACES: Race[] = [
  spend,
  spendOnGifts,
  firstMessages,
  sameKey,
  blockWhileWriting,
  redeem,
  payOnce,
  giveBack,
  swipe,
  likeBothWays,
  upload,
  move,
  saveSearches,
  signUps,
  tokens,
  departure,
];
const ROUNDS = 5;

let cast: Pick<Stage, "runners" | "unsubscribeToken">;

export const race: Check = {
  name: "race",
  holds: "limits are exact and money is whole when sixty requests come at once",
  ground: {
    prepare: async (app) => {
      cast = await newRunners(app, 1);
    },
  },
  run: async (ground, report, scale) => {
    const rounds = scale === "whole" ? ROUNDS : 1;
    const browser = browserOf(ground);
    for (let round = 1; round <= rounds; round++) {
      const stage = { ground, report, round, ...cast, others: ground.people.others, browser, many: AT_ONCE[scale] };
      const proofs: Proof[] = [];
      for (const race of RACES) proofs.push(await race(stage));
      await ground.offline(async (app) => {
        for (const proof of proofs) await proof(app);
        for (const [proof, bad] of Object.entries(await proveLedger(app.db))) {
          report.count("proofs of the ledger");
          if (bad) report.wrong(`${proof}: not so ${bad} times after round ${round}`);
        }
        if (round < rounds) cast = await newRunners(app, round + 1);
      });
      report.count("rounds");
    }
  },
};
