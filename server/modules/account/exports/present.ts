/** What is held about a member → a page that a person can read, without script, from the zip or from any folder. */
import type { Locale } from "@serenade/contract/locales";
import { translator } from "@serenade/texts/catalog";

/** Rows by table. */
export type Held = Record<string, Record<string, unknown>[]>;

export interface ExportContent {
  site: string;
  name: string;
  made_at: string;
  tables: Held;
  /** Names of the pictures inside the zip. */
  photos: string[];
}

/** Chapters in the order of what people look for; each shows its tables as they are. */
const CHAPTERS = {
  profile: ["members", "member_details", "member_search"],
  account: ["accounts", "sessions", "known_devices", "account_tokens", "departures", "retention_offers", "exports"],
  likes: ["likes", "blocks"],
  money: ["wallets", "ledger", "orders", "discount_codes", "discount_uses"],
  mails: ["mail_outbox", "member_state", "push_subscriptions", "push_outbox"],
} as const;

export function exportPage({ site, name, made_at, tables, photos }: ExportContent, locale: Locale): string {
  const t = translator(locale, "security");
  const time = new Intl.DateTimeFormat(locale, { dateStyle: "long", timeStyle: "short", timeZone: "UTC" });
  const at = (value: unknown) => time.format(new Date(String(value)));
  const chapters = (Object.keys(CHAPTERS) as (keyof typeof CHAPTERS)[]).map((chapter) =>
    section(t(`export.chapter_${chapter}`), CHAPTERS[chapter].map((table) => rowsOf(tables[table] ?? [], at)).join("")),
  );
  const pictures = photos.map((photo) => `<img src="${escapeHtml(photo)}" alt="" width="240">`).join("\n");
  const title = t("export.page_title", { name, site });
  return `<!doctype html>
<html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title>
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:960px;margin:2rem auto;padding:0 1rem;color:#16212b}table{border-collapse:collapse;margin:0 0 1.5rem;width:100%}
th,td{border:1px solid #cfd8df;padding:.35rem .6rem;text-align:left;vertical-align:top;overflow-wrap:anywhere}th{background:#f5f7f9;width:14rem}blockquote{margin:.25rem 0 .75rem}small{color:#5b6b78}img{border-radius:12px}</style></head>
<body><h1>${escapeHtml(title)}</h1><p>${escapeHtml(t("export.page_lead", { time: at(made_at) }))}</p>
${chapters[0]}
${section(t("export.chapter_photos"), pictures)}
${section(t("export.chapter_messages"), talks(tables, at, { you: t("export.you") }))}
${chapters.slice(1).join("\n")}
</body></html>
`;
}

const section = (title: string, content: string): string =>
  content ? `<h2>${escapeHtml(title)}</h2>\n${content}` : "";

/** One table for each row: name and value. */
const rowsOf = (rows: Record<string, unknown>[], at: (value: unknown) => string): string =>
  rows
    .map((row) => {
      const cells = Object.entries(row).filter(([, value]) => value !== null && value !== "");
      const shown = cells.map(
        ([key, value]) =>
          `<tr><th scope="row">${escapeHtml(key)}</th><td>${escapeHtml(shownValue(value, at))}</td></tr>`,
      );
      return `<table>${shown.join("")}</table>`;
    })
    .join("\n");

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;
function shownValue(value: unknown, at: (value: unknown) => string): string {
  if (typeof value === "string") return TIME.test(value) ? at(value) : value;
  return JSON.stringify(value);
}

/** Conversations with their messages, the oldest first. */
function talks(tables: Held, at: (value: unknown) => string, { you }: { you: string }): string {
  const messages = Map.groupBy(tables.messages ?? [], (message) => message.conversation_id);
  return (tables.conversations ?? [])
    .map((talk) => {
      const lines = (messages.get(talk.id) ?? []).map(({ mine, body, created_at }) => {
        const who = mine ? you : String(talk.with);
        return `<p><strong>${escapeHtml(who)}</strong> <small>${escapeHtml(at(created_at))}</small></p><blockquote>${escapeHtml(String(body))}</blockquote>`;
      });
      return `<h3>${escapeHtml(String(talk.with))}</h3>\n${lines.join("\n")}`;
    })
    .join("\n");
}

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character]!);
