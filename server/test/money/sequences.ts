/** Random sequences of payments and what comes after them, and the check of all of them (product.md 7). */
import { deepStrictEqual } from "node:assert/strict";
import fc from "fast-check";
import { auditLedger } from "../../modules/payments/audit/commands.ts";
import type { Act } from "../doubles/provider.ts";
import { type Death, type Ground, runSequence, type Step, type Tier } from "./world.ts";

/** The first orders more often, so that much happens to one of them. */
const order = fc.constantFrom(0, 0, 0, 1, 1, 2, 3);
const tier = fc.constantFrom<Tier>("p0", "p1");
const method = fc.constantFrom("card" as const, "paypal" as const, "ideal" as const);
const death = fc.oneof({ weight: 4, arbitrary: fc.constant<Death>(null) }, fc.constantFrom<Death>("before", "after"));
const acts = fc.constantFrom<Act>(
  "pay",
  "pay",
  "challenge",
  "approve",
  "deny",
  "decline",
  "cancel",
  "expire",
  "finish_refund",
  "fail_refund",
  "fail_refund",
  "charge_back",
  "charge_back",
  "win",
  "lose",
);
const what = <T extends Step["what"]>(name: T) => fc.constant(name);

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ what: what("buy"), tier, method }) },
  { weight: 2, arbitrary: fc.record({ what: what("start"), tier, method, death }) },
  { weight: 1, arbitrary: fc.record({ what: what("again"), order, death }) },
  { weight: 7, arbitrary: fc.record({ what: what("act"), order, act: acts, told: fc.boolean() }) },
  {
    weight: 5,
    arbitrary: fc.record({
      what: what("deliver"),
      notice: fc.nat(15),
      times: fc.integer({ min: 1, max: 3 }),
      together: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ what: what("forge"), order }) },
  { weight: 1, arbitrary: fc.record({ what: what("look"), order, death }) },
  { weight: 1, arbitrary: fc.record({ what: what("cancel"), order, death }) },
  { weight: 2, arbitrary: fc.record({ what: what("withdraw"), order, death }) },
  {
    weight: 2,
    arbitrary: fc.record({ what: what("staff"), order, tenths: fc.integer({ min: 1, max: 10 }), death }),
  },
  { weight: 2, arbitrary: fc.record({ what: what("spend"), credits: fc.integer({ min: 1, max: 70 }) }) },
  { weight: 1, arbitrary: fc.record({ what: what("wait"), seconds: fc.constantFrom(61, 200, 4_000, 90_000) }) },
  { weight: 1, arbitrary: fc.record({ what: what("restart") }) },
);

const AUDIT_EVERY = 50;

/** Checks this many sequences; the same seed is the same sequences. Throws with the shortest one that goes wrong. */
export async function checkSequences(ground: Ground, { runs, seed }: { runs: number; seed: number }): Promise<void> {
  let ran = 0;
  const property = fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 20 }), async (steps) => {
    await runSequence(ground, steps);
    if (++ran % AUDIT_EVERY === 0) await audit(ground);
  });
  await fc.assert(property, { numRuns: runs, seed });
  await audit(ground);
}

async function audit({ app }: Ground): Promise<void> {
  const { proofs, differences } = await auditLedger(app);
  deepStrictEqual(
    { differences, wrong: Object.entries(proofs).filter(([, bad]) => bad !== 0) },
    { differences: [], wrong: [] },
  );
}
