/** A list of 500 conversations, and the poll's row, beside the cheapest statement (data.md §9, 9). */
import { openApp } from "../server/app.ts";
import { readConfig } from "../server/kernel/config.ts";
import { type NoParams, read } from "../server/kernel/db/statement.ts";
import { listChats } from "../server/modules/chat/queries.ts";
import { getState } from "../server/modules/notifications/queries.ts";
import { type Figure, median } from "./report.ts";
import type { Stage } from "./stage.ts";

const CONVERSATIONS = 500;
const PAGE = 50;
const ROUNDS = 400;
const select1 = read<NoParams, { one: number }>("select 1 as one");

export async function measureInbox(stage: Stage): Promise<Figure[]> {
  const app = await openApp(readConfig(stage.env));
  const member = await befriend(app.db);
  const page = await took(() => listChats(app.db, 1, member, PAGE));
  const whole = await took(() => listChats(app.db, 1, member, CONVERSATIONS));
  const cheapest = await took(() => app.db.all(select1));
  const poll = await took(() => getState(app.db, 1, member));
  await app.close();
  const part = `driver, ${stage.engine}`;
  const limit = { what: "select 1", value: cheapest };
  return [
    { part, what: `inbox of ${CONVERSATIONS}, a page of ${PAGE}: p50`, value: page, unit: "ms", limit },
    { part, what: `inbox of ${CONVERSATIONS}, all: p50`, value: whole, unit: "ms", limit },
    { part, what: "poll, the version's row: p50", value: poll, unit: "ms", limit },
  ];
}

/** A member with messages from 500 others. */
async function befriend(db: Awaited<ReturnType<typeof openApp>>["db"]): Promise<number> {
  const { rows } = await db.raw("select id from members where site_id = 1 order by id desc limit $1", [
    CONVERSATIONS + 1,
  ]);
  const [member, ...others] = (rows as { id: number }[]).map(({ id }) => Number(id));
  await db.raw(
    `insert into conversations (site_id, id, a_id, b_id, started_by, created_at, last_id, last_at, last_from, preview)
     select 1, o, least(o, $1::bigint), greatest(o, $1::bigint), o, '2026-01-01', o, timestamptz '2026-01-01' + o % 1000 * interval '1 minute', o, 'Good evening'
       from unnest($2::bigint[]) o on conflict do nothing`,
    [member, others],
  );
  return member!;
}

async function took(work: () => Promise<unknown>): Promise<number> {
  const ms: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const began = performance.now();
    await work();
    ms.push(performance.now() - began);
  }
  return median(ms.slice(ROUNDS / 10));
}
