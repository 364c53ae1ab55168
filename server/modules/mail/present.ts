/** An outbox row → subject, text and HTML in the receiver's language. Every value is escaped; the button's address is ours. */
import type { Locale } from "@serenade/contract/locales";
import { translator } from "@serenade/texts/catalog";
import type { SiteSettings } from "../site/tables.ts";
import type { RenderedMail } from "./gateway.ts";
import type { OutboxRow } from "./tables.ts";

type Params = Record<string, string>;

/** What each kind says: namespace mail, keys <kind>.subject, .title, .body, .button, .note. */
export function renderMail(
  row: Pick<OutboxRow, "kind" | "params" | "locale">,
  site: Pick<SiteSettings, "name">,
): RenderedMail {
  const t = translator(row.locale as Locale, "mail") as unknown as (key: string, params: Params) => string;
  const params: Params = { site: site.name, ...row.params };
  const say = (part: string) => t(`${row.kind}.${part}`, params);
  const parts = { title: say("title"), body: say("body"), button: say("button"), note: say("note") };
  const footer = t("footer", params);
  const url = params.url ?? "";
  return {
    subject: say("subject"),
    text: [parts.title, parts.body, url && `${parts.button}:\n${url}`, parts.note, `-- \n${footer}`]
      .filter(Boolean)
      .join("\n\n"),
    html: page(row.locale, site.name, parts, url, footer),
  };
}

// Mail programs know no style sheets worth relying on: the styles stand on the elements, the layout is one table.
function page(locale: string, site: string, parts: Record<string, string>, url: string, footer: string): string {
  const font = "font-family:Inter,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
  const button = url
    ? `<p style="margin:28px 0"><a href="${escapeHtml(url)}" style="${font};display:inline-block;background:#0a6590;color:#ffffff;text-decoration:none;font-weight:600;font-size:16px;padding:14px 28px;border-radius:12px">${escapeHtml(parts.button!)}</a></p><p style="${font};font-size:13px;line-height:1.5;color:#5b6b78;word-break:break-all">${escapeHtml(url)}</p>`
    : "";
  return `<!doctype html><html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(parts.title!)}</title></head>
<body style="margin:0;background:#f5f7f9"><table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" style="max-width:520px" cellpadding="0" cellspacing="0"><tr><td style="${font};font-size:20px;font-weight:700;color:#0a6590;padding:0 8px 16px">${escapeHtml(site)}</td></tr>
<tr><td style="background:#ffffff;border-radius:16px;padding:32px"><h1 style="${font};font-size:24px;line-height:1.3;color:#16212b;margin:0 0 16px">${escapeHtml(parts.title!)}</h1>
<p style="${font};font-size:16px;line-height:1.6;color:#16212b;margin:0">${escapeHtml(parts.body!)}</p>${button}
<p style="${font};font-size:14px;line-height:1.6;color:#5b6b78;margin:24px 0 0">${escapeHtml(parts.note!)}</p></td></tr>
<tr><td style="${font};font-size:12px;line-height:1.6;color:#5b6b78;padding:16px 8px">${escapeHtml(footer)}</td></tr></table></td></tr></table></body></html>`;
}

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character]!);
