/** A due notice → what the browser's worker shows. A lock screen is public: who it is and what happened, never what was written. */

import { translator } from "@serenade/texts/catalog";
import type { Ids } from "../../kernel/ids.ts";
import type { DueRow, PushContent } from "./tables.ts";

export interface PushPayload {
  title: string;
  body: string;
  tag: string;
  url: string;
  badge: number;
  lang: string;
}

export type Shown = Pick<
  DueRow,
  "conversation_id" | "sender_id" | "sender_name" | "sender_fictional" | "badge" | "locale"
> &
  PushContent;

export function presentNotice(row: Shown, { site, tag, ids }: { site: string; tag: string; ids: Ids }): PushPayload {
  const t = translator(row.locale, "push");
  const name = row.sender_fictional ? t("fictional", { name: row.sender_name! }) : (row.sender_name ?? "");
  const say = t as unknown as (key: string, values: object) => string;
  const values = { ...row.params, name, site };
  const [title, body] = [say(`notice.${row.kind}.title`, values), say(`notice.${row.kind}.body`, values)];
  return { title, body, tag, url: pathOf(row, ids), badge: row.badge, lang: row.locale };
}

/** Where a tap on the notice leads to. */
function pathOf(row: Shown, ids: Ids): string {
  if (row.conversation_id !== null) return `/chats/${ids.encode("conversation", row.conversation_id)}`;
  if (row.sender_id !== null) return `/members/${ids.encode("member", row.sender_id)}`;
  return "path" in row.params ? row.params.path : "/";
}
