/** Orders, discounts and what is given back: each once. */
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
import { hold, type Race, type Stage, same, together } from "./stage.ts";

const CREDITED = "select count(*) from ledger where site_id = 1 and member_id = $1 and kind = 2";

/** A discount code that one order may use, in as many orders as come. */
export const redeem: Race = async (stage) => {
  const { runners, browser } = stage;
  const orderer = browser(runners.orderer);
  const body = { bundle: "p0", paymentmethod: "card", discountcode: WELCOME_CODE } as const;
  const answers = await together(stage.many, () => orderer.call(PaymentApi.start, { body }));
  // ten of an account pass in ten minutes; all of those race
  hold(stage, "orders with one discount code", answers, 1, ["code_used", "too_many_requests", "too_many_payments"]);
  return async (app) => {
    const who = [runners.orderer.number];
    const uses = "select count(*) from discount_uses where site_id = 1 and member_id = $1";
    const orders = "select count(*) from orders where site_id = 1 and member_id = $1 and discount_code is not null";
    await same(stage, app, "uses of a discount code", 1, uses, who);
    await same(stage, app, "orders at a discount", 1, orders, who);
  };
};

/** One order made, paid and looked at many times over. */
export const payOnce: Race = async (stage) => {
  const { runners, browser, ground } = stage;
  const payer = browser(runners.payer);
  const key = randomUUID();
  const start = () => payer.call(PaymentApi.start, { key, body: { bundle: "p0", paymentmethod: "card" } });
  const started = await together(8, start);
  hold(stage, "one order by its key", started, 8, []);
  const order = started[0]!.body;
  if (new Set(started.map(({ body }) => body.transaction?.id)).size !== 1)
    stage.report.wrong(`one key is several orders, round ${stage.round}`);
  const page = new URL(order.redirect!).pathname;
  const press = () =>
    ground.client().fetch(page, { method: "POST", body: new URLSearchParams({ card: "4242424242424242" }) });
  const look = () => payer.call(PaymentApi.read, { query: { id: order.transaction.id } });
  const [looks] = await Promise.all([together(stage.many / 2, look), together(stage.many / 2, press)]);
  hold(stage, "looks at an order while it is paid", looks, stage.many / 2, []);
  const { status } = (await look()).body.transaction;
  if (status !== "completed") stage.report.wrong(`the order is ${status}, round ${stage.round}`);
  return async (app) => {
    const who = [runners.payer.number];
    await same(
      stage,
      app,
      "orders by one key",
      1,
      "select count(*) from orders where site_id = 1 and member_id = $1",
      who,
    );
    await same(stage, app, "times an order was credited", 1, CREDITED, who);
  };
};

const PICTURES = 3;

/** Pictures that were paid for and are refused by many runs of the job at once: each price comes back once. */
export const giveBack: Race = async (stage) => async (app) => {
  const { sender } = stage.runners;
  const balance = "select balance from wallets where site_id = 1 and member_id = $1";
  await sendBanned(stage, app);
  await same(stage, app, "credits when the pictures are sent", 12 - 2 * PICTURES, balance, [sender.number]);
  await together(stage.many, () => preparePictures(app));
  const returned =
    "select count(*) from ledger where site_id = 1 and member_id = $1 and credit = $1 and idem like 'back:%'";
  await same(stage, app, "prices of refused pictures given back", PICTURES, returned, [sender.number]);
  await same(stage, app, "credits when they were refused", 12, balance, [sender.number]);
  stage.report.figure("refused pictures given back", `${PICTURES} by ${stage.many} runs of the job`);
};

/** By a server that runs no jobs: they are refused only after they were sent. */
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
    if (status !== 201) throw new Error(`a picture was answered ${status}`);
  }
  await server.close();
}
