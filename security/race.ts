/** Limits hold when sixty requests arrive at the same time. */
import { proveLedger } from "../server/modules/credits/queries.ts";
import type { Check } from "./check.ts";
import { deleteAndReactivate, signUps, tokens } from "./races/accounts.ts";
import { blockWhileWriting, firstMessages, sameKey, spend, spendOnGifts } from "./races/chat.ts";
import { payOnce, redeem, refundOnce } from "./races/credits.ts";
import { move, mutualLike, saveSearches, swipe, upload } from "./races/members.ts";
import { AT_ONCE, browserOf, newRunners, type Race, type RowCheck, type Stage } from "./races/stage.ts";

const RACES: Race[] = [
  spend,
  spendOnGifts,
  firstMessages,
  sameKey,
  blockWhileWriting,
  redeem,
  payOnce,
  refundOnce,
  swipe,
  mutualLike,
  upload,
  move,
  saveSearches,
  signUps,
  tokens,
  deleteAndReactivate,
];
const ROUNDS = 5;

let cast: Pick<Stage, "runners" | "unsubscribeToken">;

export const race: Check = {
  name: "race",
  holds: "limits are exact and the ledger balances with sixty concurrent requests",
  target: {
    prepare: async (app) => {
      cast = await newRunners(app, 1);
    },
  },
  run: async (target, report, scale) => {
    const rounds = scale === "whole" ? ROUNDS : 1;
    const browser = browserOf(target);
    for (let round = 1; round <= rounds; round++) {
      const stage = { target, report, round, ...cast, others: target.people.others, browser, many: AT_ONCE[scale] };
      const proofs: RowCheck[] = [];
      for (const race of RACES) proofs.push(await race(stage));
      await target.offline(async (app) => {
        for (const proof of proofs) await proof(app);
        for (const [proof, bad] of Object.entries(await proveLedger(app.db))) {
          report.count("checks of the ledger");
          if (bad) report.wrong(`${proof}: not so ${bad} times after round ${round}`);
        }
        if (round < rounds) cast = await newRunners(app, round + 1);
      });
      report.count("rounds");
    }
  },
};
