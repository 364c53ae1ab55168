/** Every number is a count of rows: search results, badges, online members, the end of an offer. */
import { randomUUID } from "node:crypto";
import { ChatApi, ChatsApi } from "@serenade/contract/chat";
import { DiscountApi } from "@serenade/contract/discounts";
import { LikesApi } from "@serenade/contract/likes";
import { ONLINE_SECONDS, SEARCH_PAGE, WELCOME_CODE } from "@serenade/contract/limits";
import { BlockApi } from "@serenade/contract/members";
import { PaymentApi } from "@serenade/contract/payments";
import { SearchApi } from "@serenade/contract/search";
import { pause } from "../../faults/servers.ts";
import type { App } from "../../server/app.ts";
import type { Client } from "../../server/test/client.ts";
import { as } from "../people.ts";
import type { Scene } from "./scene.ts";

const SEARCHES: Record<string, string>[] = [
  {},
  { gender: "woman" },
  { gender: "man", country: "NL" },
  { gender: "man", min_age: "30", max_age: "40" },
  { gender: "woman", country: "NL", min_age: "36", max_age: "36" },
  { online: "true" },
  { gender: "man", mutual: "true" },
  { photo: "true" },
  { interests: "music" },
  { country: "SE" },
];

/** numResults equals the listed members, without duplicates and hidden members. */
export async function searches({ target, report, expectEqual, hidden, scale }: Scene): Promise<void> {
  const viewer = as(target.client(), target.people.carol);
  for (const query of scale === "whole" ? SEARCHES : SEARCHES.slice(0, 4)) {
    const { listed, counts } = await settled(() => listAll(viewer, query));
    const name = JSON.stringify(query);
    report.count("members listed", listed.length);
    expectEqual(`members listed twice by ${name}`, listed.length - new Set(listed).size, 0);
    expectEqual(`numResults of ${name}`, counts, [listed.length]);
    expectEqual(`hidden members listed by ${name}`, listed.filter((id) => hidden.includes(id)).length, 0);
  }
}

async function listAll(viewer: Client, query: Record<string, string>) {
  const listed: string[] = [];
  const counts = new Set<number>();
  for (let page = 1; ; page++) {
    const { body } = await viewer.call(SearchApi.list, { query: { ...query, page: String(page) } as never });
    counts.add(body.numResults);
    listed.push(...body.results.map(({ id }) => id as string));
    if (body.results.length < SEARCH_PAGE) return { listed, counts: [...counts] };
  }
}

/** Exact to the minute: recent changes may be counted a little later. */
async function settled<T extends { listed: string[]; counts: number[] }>(list: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries++) {
    const found = await list();
    if (tries > 30 || (found.counts.length === 1 && found.counts[0] === found.listed.length)) return found;
    await pause(500);
  }
}

/** The badges are the sums of the lists, also after a block and a deleted chat. */
export async function badges({ target, report, expectEqual }: Scene): Promise<void> {
  const [reader, ...writers] = target.people.others.slice(10, 15);
  const viewer = as(target.client(), reader!);
  const browsers = writers.map((who) => as(target.client(), who));
  for (const [n, browser] of browsers.entries()) {
    for (let time = 0; time <= n % 2; time++)
      await browser.call(ChatApi.send, {
        body: { client_id: randomUUID(), profile: reader!.id as never, message: `hello ${n} ${time}` },
      });
    await browser.call(LikesApi.like, { body: { id: reader!.id as never } });
  }
  await compare("badges", 6, 4);
  await viewer.call(BlockApi.block, { body: { id: writers[1]!.id as never } });
  await compare("badges after a block", 4, 3);
  const { chats } = (await viewer.call(ChatsApi.list)).body;
  await viewer.call(ChatApi.remove, { body: { id: chats[0]!.conversation.id } });
  await compare("badges after a deleted chat", null, 3);

  async function compare(what: string, unread: number | null, likes: number): Promise<void> {
    const { chats, unread_total, new_likes_total } = (await viewer.call(ChatsApi.list)).body;
    const { liked_by } = (await viewer.call(LikesApi.list)).body;
    report.count("badges compared", 2);
    expectEqual(
      `${what}: unread`,
      unread_total,
      chats.reduce((sum, chat) => sum + chat.num_unread_messages, 0),
    );
    expectEqual(`${what}: new likes`, new_likes_total, liked_by.filter(({ like_new }) => like_new).length);
    if (unread !== null) expectEqual(`${what}: messages`, unread_total, unread);
    expectEqual(`${what}: likes`, new_likes_total, likes);
  }
}

/** Online members were active in the last five minutes. */
export async function online({ target, report, expectEqual, advance }: Scene): Promise<void> {
  await advance(ONLINE_SECONDS + 60);
  const viewer = as(target.client(), target.people.carol);
  const { results } = (await viewer.call(SearchApi.list, { query: {} as never })).body;
  report.count("members checked for being online", results.length);
  expectEqual("members online without activity", results.filter((one) => one.online).length, 0);
}

/** The welcome bonus is valid until its countdown ends, and refused one second later, when shown and when ordered with. */
export async function welcomeBonus({ target, expectEqual, advance }: Scene): Promise<void> {
  const buyer = as(target.client(), target.people.others[20]!);
  const readBonus = () => buyer.call(DiscountApi.read, { query: { welcome: "true" } });
  const expires = Date.parse((await readBonus()).body.expires);
  const now = Date.parse((await advance(0)).now);
  const MARGIN = 30;
  await advance(Math.floor((expires - now) / 1000) - MARGIN);
  const last = await readBonus();
  expectEqual("the bonus half a minute before its end", [last.status, last.body.expired], [200, false]);
  const left = expires - Date.parse((await advance(0)).now);
  const { now: after } = await advance(Math.floor(left / 1000) + 1);
  expectEqual("seconds after the end of the bonus", Math.floor((Date.parse(after) - expires) / 1000) <= 2, true);
  expectEqual("the clock is past the end", Date.parse(after) > expires, true);
  const late = await readBonus();
  expectEqual("the bonus a second after its end", [late.status, late.body.error], [404, "code_not_found"]);
  const body = { bundle: "p0", paymentmethod: "card", discountcode: WELCOME_CODE } as const;
  const order = await buyer.call(PaymentApi.start, { body });
  expectEqual("an order with it", [order.status, order.body.error], [404, "code_not_found"]);
}

const ROWS: Record<string, string> = {
  "likes without their members": `select 1 from likes x where not exists (select from members m where m.site_id = x.site_id and m.id = x.liker_id)
      or not exists (select from members m where m.site_id = x.site_id and m.id = x.liked_id)`,
  "likes by fictional profiles": `select 1 from likes x join members m on m.site_id = x.site_id and m.id = x.liker_id where m.fictional`,
  "messages without their sender or conversation": `select 1 from messages x where not exists (
      select from conversations c join members m on m.site_id = c.site_id and m.id = x.sender_id
       where c.site_id = x.site_id and c.id = x.conversation_id and x.sender_id in (c.a_id, c.b_id))`,
  "conversations started by fictional profiles": `select 1 from conversations x join members m on m.site_id = x.site_id and m.id = x.started_by where m.fictional`,
  "debits for fictional profiles": `select 1 from ledger where to_fictional`,
  "members without an account": `select 1 from members m where not exists (select from accounts a where a.site_id = m.site_id and a.member_id = m.id)`,
  "emails about missing conversations": `select 1 from mail_outbox o where kind = 'new_conversation' and not exists (
      select from conversations c where c.site_id = o.site_id and o.member_id in (c.a_id, c.b_id))`,
  "unread counts that differ from the messages": `select 1 from member_state t where t.unread <> (
      select coalesce(sum(case when c.a_id = t.member_id then c.unread_a else c.unread_b end), 0) from conversations c
       where c.site_id = t.site_id and t.member_id in (c.a_id, c.b_id)
         and not exists (select from blocks b where b.site_id = c.site_id and (b.blocker_id, b.blocked_id) in ((c.a_id, c.b_id), (c.b_id, c.a_id))))`,
  "new likes that are miscounted": `select 1 from member_state t where t.new_likes <> (
      select count(*) from likes l where l.site_id = t.site_id and l.liked_id = t.member_id and l.seen_at is null
         and not exists (select from blocks b where b.site_id = l.site_id and (b.blocker_id, b.blocked_id) in ((l.liker_id, l.liked_id), (l.liked_id, l.liker_id))))`,
};

/** Everything shown has a row of a member. */
export const rows =
  ({ report, expectEqual }: Scene) =>
  async (app: App): Promise<void> => {
    for (const [what, sql] of Object.entries(ROWS)) {
      report.count("kinds of rows checked");
      expectEqual(what, (await app.db.raw(sql)).rows.length, 0);
    }
  };
