/** The nightly look at the books: silent while they are right, and precise when they are not (product.md 7). */
import { PaymentApi } from "@serenade/contract/payments";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type TestApp, testApp } from "../../../test/app.ts";
import { join } from "../../../test/cast.ts";
import { alarmAboutLedger, auditLedger } from "./commands.ts";

let test: TestApp;
beforeAll(async () => {
  test = await testApp();
});
afterAll(() => test.close());

const alarms = async () => {
  const errors: unknown[][] = [];
  const log = {
    ...test.app.log,
    error: (...args: unknown[]) => void errors.push(args),
  } as unknown as typeof test.app.log;
  await alarmAboutLedger({ db: test.app.db, log });
  return errors;
};

it("says nothing of right books, and names the wallet and the order of wrong ones", async () => {
  const anna = await join(test, "anna", { credits: 20 });
  const bram = await join(test, "bram");
  const { body } = await bram.call(PaymentApi.start, { body: { bundle: "p1", paymentmethod: "card" } });
  const form = new URLSearchParams({ act: "pay", card: "4242424242424242" });
  await fetch(body.redirect!, { method: "POST", redirect: "manual", body: form });
  await test.app.drain();
  expect(await auditLedger(test.app)).toMatchObject({ differences: [], right: true });
  expect(await alarms()).toEqual([]);

  await test.app.db.raw("update wallets set balance = balance + 5 where member_id = $1", [anna.number]);
  const wrong = await auditLedger(test.app);
  expect(wrong.right).toBe(false);
  expect(wrong.differences).toEqual([expect.stringContaining(`member ${anna.number}: balance 27, movements 22`)]);
  expect(await alarms()).toEqual([[expect.objectContaining({ differences: wrong.differences }), expect.any(String)]]);
  await test.app.db.raw("update wallets set balance = balance - 5 where member_id = $1", [anna.number]);

  await test.app.db.raw("update orders set status = 'pending' where member_id = $1", [bram.number]);
  const { proofs } = await auditLedger(test.app);
  expect(proofs["every purchase in the ledger is a paid order, with its credits"]).toBe(1);
  await test.app.db.raw("update orders set status = 'completed' where member_id = $1", [bram.number]);
  await test.app.db.raw("update orders set member_id = $1 where member_id = $2", [anna.number, bram.number]);
  expect((await auditLedger(test.app)).proofs).toMatchObject({ "every paid order is in the ledger": 1 });
});
