/** Any sequence of orders, notices, refunds and chargebacks ends as plain arithmetic says (product.md 7); `npm run faults` runs more. */
import { afterAll, beforeAll, describe, it } from "vitest";
import { type TestApp, testApp } from "../app.ts";
import { PROVIDERS, type Provider } from "./providers.ts";
import { checkSequences } from "./sequences.ts";
import { openGround } from "./world.ts";

const RUNS = 100;
/** Always the same sequences: a test that fails now and then says nothing of the change before it. */
const SEED = 1;

describe.each(["sandbox", "stripe", "mollie"] as const)("any sequence at %s", (name) => {
  let test: TestApp;
  let provider: Provider;
  beforeAll(async () => {
    test = await testApp();
    provider = await PROVIDERS[name]();
  });
  afterAll(async () => {
    await provider.close();
    await test.close();
  });

  it("leaves the member with what the model says, and the books right", async () => {
    await checkSequences(openGround(test.app, provider), { runs: RUNS, seed: SEED });
  }, 240_000);
});
