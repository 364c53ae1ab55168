/** Orders, discounts and refunds: each once. */
import { randomUUID } from "node:crypto";
import { ChatApi, ChatPhotoApi } from "@serenade/contract/chat";
import { WELCOME_CODE } from "@serenade/contract/limits";
import { PaymentApi } from "@serenade/contract/payments";
import { type App, createServer } from "../../server/app.ts";
import { preparePictures } from "../../server/modules/chat/photos/commands.ts";
import { banPicture } from "../../server/modules/members/photos/commands.ts";
import { createClient } from "../../server/test/client.ts";
import { pictureOf } from "../../server/test/photo-corpus.ts";
import { as } from "../people.ts";
import { concurrently, expectAnswers, expectCount, type Race, type Stage } from "./stage.ts";

const CREDITED = "select count(*) from ledger where site_id = 1 and member_id = $1 and kind = 2";

/** A discount code for one order, in many concurrent orders. */
export const redeem: Race = async (stage) => {
  const { runners, browser } = stage;
  const buyer = browser(runners.buyer);
  const body = { bundle: "p0", paymentmethod: "card", discountcode: WELCOME_CODE } as const;
  const answers = await concurrently(stage.many, () => buyer.call(PaymentApi.start, { body }));
  // the limit is ten per account in ten minutes; all of those race
  expectAnswers(stage, "orders with one discount code", answers, 1, [
    "code_used",
    "too_many_requests",
    "too_many_payments",
  ]);
  return async (app) => {
    const who = [runners.buyer.number];
    const uses = "select count(*) from discount_uses where site_id = 1 and member_id = $1";
    const orders = "select count(*) from orders where site_id = 1 and member_id = $1 and discount_code is not null";
    await expectCount(stage, app, "uses of a discount code", 1, uses, who);
    await expectCount(stage, app, "orders at a discount", 1, orders, who);
  };
};

/** One order, created, paid and requested many times. */
export const payOnce: Race = async (stage) => {
  const { runners, browser, target } = stage;
  const payer = browser(runners.payer);
  const key = randomUUID();
  const start = () => payer.call(PaymentApi.start, { key, body: { bundle: "p0", paymentmethod: "card" } });
  const started = await concurrently(8, start);
  expectAnswers(stage, "one order by its key", started, 8, []);
  const order = started[0]!.body;
  if (new Set(started.map(({ body }) => body.transaction?.id)).size !== 1)
    stage.report.wrong(`one key is several orders, round ${stage.round}`);
  const page = new URL(order.redirect!).pathname;
  const press = () =>
    target.client().fetch(page, { method: "POST", body: new URLSearchParams({ card: "4242424242424242" }) });
  const readOrder = () => payer.call(PaymentApi.read, { query: { id: order.transaction.id } });
  const [reads] = await Promise.all([concurrently(stage.many / 2, readOrder), concurrently(stage.many / 2, press)]);
  expectAnswers(stage, "requests of an order during payment", reads, stage.many / 2, []);
  const { status } = (await readOrder()).body.transaction;
  if (status !== "completed") stage.report.wrong(`the order is ${status}, round ${stage.round}`);
  return async (app) => {
    const who = [runners.payer.number];
    await expectCount(
      stage,
      app,
      "orders by one key",
      1,
      "select count(*) from orders where site_id = 1 and member_id = $1",
      who,
    );
    await expectCount(stage, app, "times an order was credited", 1, CREDITED, who);
  };
};

const PICTURES = 3;

/** Paid photos that many concurrent runs of the job refuse: each is refunded once. */
export const refundOnce: Race = async (stage) => async (app) => {
  const { sender } = stage.runners;
  const balance = "select balance from wallets where site_id = 1 and member_id = $1";
  await sendBanned(stage, app);
  await expectCount(stage, app, "credits after sending photos", 12 - 2 * PICTURES, balance, [sender.number]);
  await concurrently(stage.many, () => preparePictures(app));
  const returned =
    "select count(*) from ledger where site_id = 1 and member_id = $1 and credit = $1 and idem like 'back:%'";
  await expectCount(stage, app, "refunds of refused photos", PICTURES, returned, [sender.number]);
  await expectCount(stage, app, "credits after the refusal", 12, balance, [sender.number]);
  stage.report.figure("refused photos refunded", `${PICTURES} by ${stage.many} runs of the job`);
};

/** By a server without jobs, so they are refused only after sending. */
async function sendBanned({ runners, others, round }: Stage, app: App): Promise<void> {
  const server = await createServer(app, { pages: false });
  await server.listen({ port: 0, host: "127.0.0.1" });
  const { port } = server.server.address() as { port: number };
  const browser = as(createClient(`http://127.0.0.1:${port}`, "10.99.0.1"), runners.sender);
  for (let n = 0; n < PICTURES; n++) {
    const picture = await pictureOf(100 * round + n + 50);
    await banPicture(app, 1, picture, "a check");
    const { photo } = (await browser.upload(ChatPhotoApi.upload, picture)).body as { photo: { id: string } };
    const body = { client_id: randomUUID(), profile: others[4]!.id, photo: photo.id };
    const { status } = await browser.call(ChatApi.send, { body: body as never });
    if (status !== 201) throw new Error(`a photo: ${status}`);
  }
  await server.close();
}
