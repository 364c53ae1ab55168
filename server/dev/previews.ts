/** /dev/mails: every mail and every push notification in every language, with example values (demo and test mode only). */
import { isLocale, LOCALES, type Locale } from "@serenade/contract/locales";
import type { FastifyInstance } from "fastify";
import type { Resources } from "../kernel/resources.ts";
import { renderMail } from "../modules/mail/present.ts";
import { isOptional } from "../modules/mail/rules.ts";
import { presentNotice, type Shown } from "../modules/push/present.ts";
import { listSites } from "../modules/site/queries.ts";
import type { SiteRow } from "../modules/site/tables.ts";
import { escapeHtml, sendDevPage } from "./html.ts";
import { EXAMPLE_URL, mailExamples } from "./mail-examples.ts";
import { pushExamples } from "./push-examples.ts";

const WAYS = { mail: "Mails", push: "Push notifications" } as const;
type Way = keyof typeof WAYS;

/** `/dev/mails?show=mail.news&locale=de` */
export function registerPreviews(server: FastifyInstance, app: Resources): void {
  server.get<{ Querystring: { show?: string; locale?: string } }>("/dev/mails", async ({ query }, reply) => {
    const locale: Locale = isLocale(query.locale) ? query.locale : "en";
    const [way, kind = ""] = (query.show ?? "mail.confirm").split(".");
    const [site] = await listSites(app);
    const shown =
      site && (way === "push" ? previewPush(app, site, kind, locale) : await previewMail(site, kind, locale));
    if (!shown) return reply.code(404).send({ error: "not_found", message: "There is no such mail." });
    return sendDevPage(reply, "Mails and push notifications", `${chooser(`${way}.${kind}`, locale)}${shown}`);
  });
}

/** A form, because the page has no script. */
function chooser(shown: string, locale: Locale): string {
  const kinds = { mail: Object.keys(mailExamples(locale)), push: Object.keys(pushExamples(locale)) };
  const option = (value: string, text: string, selected: boolean) =>
    `<option value="${value}"${selected ? " selected" : ""}>${text}</option>`;
  const group = ([way, label]: [string, string]) =>
    `<optgroup label="${label}">${kinds[way as Way].map((kind) => option(`${way}.${kind}`, kind, `${way}.${kind}` === shown)).join("")}</optgroup>`;
  const locales = LOCALES.map((one) => option(one, one, one === locale)).join("");
  return `<form><label>Show <select name="show">${Object.entries(WAYS).map(group).join("")}</select></label>
    <label>in <select name="locale">${locales}</select></label> <button>Show</button></form>`;
}

async function previewMail(site: SiteRow, kind: string, locale: Locale): Promise<string | null> {
  const examples = mailExamples(locale) as Record<string, object>;
  if (!Object.hasOwn(examples, kind)) return null;
  const row = { kind, locale, params: { ...examples[kind] }, member_id: 1 };
  const unsubscribe = isOptional(kind) ? `${EXAMPLE_URL}/api/unsubscribe.php?token=example` : null;
  const { subject, text, html } = await renderMail(row, site, unsubscribe);
  return `<article><h2>${escapeHtml(subject)}</h2><p>${kind}, ${locale}</p>
    <iframe sandbox="allow-popups" title="${escapeHtml(subject)}" srcdoc="${escapeHtml(html)}"></iframe>
    <h3>Text</h3><pre>${escapeHtml(text)}</pre></article>`;
}

/** Kinds about another member. */
const ABOUT_MEMBERS = ["new_conversations", "new_messages", "like", "match"];

function previewPush({ ids }: Resources, { settings }: SiteRow, kind: string, locale: Locale): string | null {
  const examples = pushExamples(locale) as Record<string, object>;
  if (!Object.hasOwn(examples, kind)) return null;
  const about = ABOUT_MEMBERS.includes(kind);
  const row = {
    ...{ kind, params: examples[kind], locale, badge: 3 },
    conversation_id: kind.startsWith("new_") ? 1 : null,
    sender_id: about ? 1 : null,
    sender_name: about ? "Bram" : null,
    sender_fictional: about ? false : null,
  } as Shown;
  const { title, body, url } = presentNotice(row, { site: settings.name, tag: "example", ids });
  return `<article><h2>${escapeHtml(title)}</h2><p>${kind}, ${locale}</p><p>${escapeHtml(body)}</p>
    <pre>${escapeHtml(url)}</pre></article>`;
}
