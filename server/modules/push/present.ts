/** A due notice → what the browser's worker shows. A lock screen is public: who it is and what happened, never what was written. */

import { translator } from "@serenade/texts/catalog";
import type { Ids } from "../../kernel/ids.ts";
import type { DueRow } from "./tables.ts";

export interface PushPayload {
  title: string;
  body: string;
  tag: string;
  url: string;
  badge: number;
  lang: string;
}

export function presentNotice(row: DueRow, { site, tag, ids }: { site: string; tag: string; ids: Ids }): PushPayload {
  const t = translator(row.locale, "push");
  const name = row.sender_fictional ? t("fictional", { name: row.sender_name! }) : (row.sender_name ?? "");
  const title =
    row.kind === "saved_search"
      ? t("notice.saved_search.title", { count: row.params.count ?? 1 })
      : t(`notice.${row.kind}.title`, { name });
  const body = t(`notice.${row.kind}.body`, { site });
  return { title, body, tag, url: pathOf(row, ids), badge: row.badge, lang: row.locale };
}

/** Where a tap on the notice leads to. */
function pathOf(row: DueRow, ids: Ids): string {
  if (row.conversation_id !== null) return `/chats/${ids.encode("conversation", row.conversation_id)}`;
  return row.sender_id === null ? (row.params.path ?? "/") : `/members/${ids.encode("member", row.sender_id)}`;
}
