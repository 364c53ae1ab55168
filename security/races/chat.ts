/** Messages: the last credits, the two conversations of a free member, one key, a concurrent block. */
import { randomUUID } from "node:crypto";
import { ChatApi } from "@serenade/contract/chat";
import { giftPrice } from "@serenade/contract/gifts";
import { CONVERSATIONS_FREE, GIFT_CREDITS } from "@serenade/contract/limits";
import { BlockApi } from "@serenade/contract/members";
import type { Client, Reply } from "../../server/test/client.ts";
import type { Person } from "../people.ts";
import { concurrently, expectAnswers, expectCount, type Race } from "./stage.ts";

const BALANCE = "select balance from wallets where site_id = 1 and member_id = $1";
const SENT = "select count(*) from messages where site_id = 1 and sender_id = $1";
const DEBITS =
  "select count(*) from ledger where site_id = 1 and member_id = $1 and debit = $1 and kind in (1, 5, 6) and amount > 0";

const write = (from: Client, to: Person, message: string, client_id = randomUUID()) =>
  from.call(ChatApi.send, { body: { client_id, profile: to.id as never, message } });

/** Twenty credits left, and each message costs one. */
export const spend: Race = async (stage) => {
  const { runners, others, browser } = stage;
  const spender = browser(runners.spender);
  const first = await write(spender, others[0]!, `Good evening, ${stage.round}`);
  const id = first.body.conversation;
  const answers = await concurrently(stage.many, (n) =>
    spender.call(ChatApi.send, { body: { client_id: randomUUID(), id, message: `number ${n}` } }),
  );
  expectAnswers(stage, "messages with 20 credits left", answers, 20, ["not_enough_credits"]);
  return async (app) => {
    const who = [runners.spender.number];
    await expectCount(stage, app, "messages of the last credits", 21, SENT, who);
    await expectCount(stage, app, "debits of the last credits", 21, DEBITS, who);
    await expectCount(stage, app, "credits left", 0, BALANCE, who);
  };
};

/** The smallest gift costs three: six for 20 credits, with two left. */
export const spendOnGifts: Race = async (stage) => {
  const { runners, others, browser } = stage;
  const giver = browser(runners.giver);
  const price = giftPrice("rose", GIFT_CREDITS);
  const body = { client_id: randomUUID(), profile: others[1]!.id as never, gift: "rose" } as const;
  const { conversation: id } = (await giver.call(ChatApi.send, { body })).body;
  const answers = await concurrently(stage.many, () =>
    giver.call(ChatApi.send, { body: { client_id: randomUUID(), id, gift: "rose" } }),
  );
  expectAnswers(stage, "gifts of 3 with 20 credits left", answers, 6, ["not_enough_credits"]);
  return async (app) => {
    const who = [runners.giver.number];
    await expectCount(stage, app, "gifts", 7, "select count(*) from gifts where site_id = 1 and sender_id = $1", who);
    await expectCount(stage, app, "credits left after gifts", 23 - 7 * price, BALANCE, who);
  };
};

/** A free member with enough credits starts two conversations. */
export const firstMessages: Race = async (stage) => {
  const { runners, others, browser } = stage;
  const starter = browser(runners.starter);
  const answers = await concurrently(stage.many, (n) =>
    write(starter, others[n]!, `Hello, a letter to you of number ${n}`),
  );
  expectAnswers(stage, "first messages of a free member", answers, CONVERSATIONS_FREE, ["premium_only"]);
  return async (app) => {
    const who = [runners.starter.number];
    const started = "select count(*) from conversations where site_id = 1 and started_by = $1";
    await expectCount(stage, app, "conversations begun", CONVERSATIONS_FREE, started, who);
    await expectCount(stage, app, "first messages", CONVERSATIONS_FREE, SENT, who);
    await expectCount(stage, app, "debits of first messages", CONVERSATIONS_FREE, DEBITS, who);
  };
};

/** One client_id: one message and one debit, and every answer names it. */
export const sameKey: Race = async (stage) => {
  const { runners, others, browser } = stage;
  const repeater = browser(runners.repeater);
  const opener = browser(runners.opener);
  const first = await write(repeater, others[2]!, "Good evening");
  const id = first.body.conversation;
  const [client_id, other_id] = [randomUUID(), randomUUID()];
  const again = await concurrently(stage.many, () =>
    repeater.call(ChatApi.send, { body: { client_id, id, message: "only once" } }),
  );
  expectAnswers(stage, "one client_id in a conversation", again, stage.many, []);
  oneMessage("one client_id in a conversation", again);
  const opened = await concurrently(stage.many, () => write(opener, others[3]!, "only once", other_id));
  expectAnswers(stage, "one client_id as a first message", opened, stage.many, []);
  oneMessage("one client_id as a first message", opened);
  return async (app) => {
    await expectCount(stage, app, "messages of one client_id", 2, SENT, [runners.repeater.number]);
    await expectCount(stage, app, "debits of one client_id", 2, DEBITS, [runners.repeater.number]);
    await expectCount(stage, app, "first messages of one client_id", 1, SENT, [runners.opener.number]);
    await expectCount(stage, app, "debits of a first client_id", 1, DEBITS, [runners.opener.number]);
  };

  function oneMessage(what: string, answers: Reply<{ message: { id: string } }>[]): void {
    const ids = new Set(answers.map(({ body }) => body.message?.id));
    if (ids.size !== 1) stage.report.wrong(`${what}, round ${stage.round}: answers name ${ids.size} messages`);
  }
};

/** Messages during a block: each is sent and paid or neither, and none is sent after the answer to the block. */
export const blockWhileWriting: Race = async (stage) => {
  const { runners, browser, report, round } = stage;
  const [writer, blocker] = [browser(runners.blocked), browser(runners.blocker)];
  const { conversation: id } = (await write(writer, runners.blocker, "Good evening")).body;
  const send = (n: number) =>
    writer.call(ChatApi.send, { body: { client_id: randomUUID(), id, message: `in between ${n}` } });
  const later: ReturnType<typeof send>[] = [];
  const block = blocker.call(BlockApi.block, { body: { id: runners.blocked.id as never } }).then((answer) => {
    later.push(...Array.from({ length: 20 }, (_, n) => send(100 + n)));
    return answer;
  });
  const [answers] = await Promise.all([concurrently(40, send), block]);
  const sent = answers.filter(({ status }) => status === 201).length;
  expectAnswers(stage, "messages during a block", answers, sent, ["blocked"]);
  expectAnswers(stage, "messages after a block", await Promise.all(later), 0, ["blocked"]);
  if ((await block).status !== 200) report.wrong(`the block: ${(await block).status}, round ${round}`);
  return async (app) => {
    await expectCount(stage, app, "messages around a block", sent + 1, SENT, [runners.blocked.number]);
    await expectCount(stage, app, "debits around a block", sent + 1, DEBITS, [runners.blocked.number]);
  };
};
