/** /dev/mails: every mail and every push notification in every language, with example values (demo and test mode only). */
import { isLocale, LOCALES, type Locale } from "@serenade/contract/locales";
import type { FastifyInstance } from "fastify";
import type { Resources } from "../kernel/resources.ts";
import { renderMail } from "../modules/mail/present.ts";
import { isOptional } from "../modules/mail/rules.ts";
import { presentNotice, type Shown } from "../modules/push/present.ts";
import { listSites } from "../modules/site/queries.ts";
import { escapeHtml, sendDevPage } from "./html.ts";
import { EXAMPLE_URL, mailExamples } from "./mail-examples.ts";
import { pushExamples } from "./push-examples.ts";

type Query = { mail?: string; push?: string; locale?: string };

export function registerPreviews(server: FastifyInstance, app: Resources): void {
  server.get<{ Querystring: Query }>("/dev/mails", async ({ query }, reply) => {
    const locale: Locale = isLocale(query.locale) ? query.locale : "en";
    const { push } = query;
    const body =
      push && push in pushExamples(locale)
        ? await previewPush(app, push, locale)
        : await previewMail(app, query.mail ?? "confirm", locale);
    return body === null
      ? reply.code(404).send({ error: "not_found", message: "There is no such mail." })
      : sendDevPage(reply, "Mails and push notifications", `${chooser(query, locale)}${body}`);
  });
}

/** Links to every kind, and a form for both choices: the page has no script. */
function chooser({ push }: Query, locale: Locale): string {
  const link = (way: "mail" | "push", kind: string) =>
    `<a href="/dev/mails?${way}=${kind}&amp;locale=${locale}">${kind}</a>`;
  const mails = Object.keys(mailExamples(locale)).map((kind) => link("mail", kind));
  const pushes = Object.keys(pushExamples(locale)).map((kind) => link("push", kind));
  const locales = LOCALES.map(
    (one) => `<option value="${one}"${one === locale ? " selected" : ""}>${one}</option>`,
  ).join("");
  const options = (kinds: string[]) => kinds.map((kind) => `<option>${kind}</option>`).join("");
  const kinds = push ? Object.keys(pushExamples(locale)) : Object.keys(mailExamples(locale));
  return `<nav><p><b>Mails</b> ${mails.join(" ")}</p><p><b>Push</b> ${pushes.join(" ")}</p></nav>
    <form><label>${push ? "Push" : "Mail"} <select name="${push ? "push" : "mail"}">${options(kinds)}</select></label>
    <label>Language <select name="locale">${locales}</select></label> <button>Show</button></form>`;
}

async function previewMail(app: Resources, kind: string, locale: Locale): Promise<string | null> {
  const params = (mailExamples(locale) as Record<string, object>)[kind];
  const [site] = await listSites(app);
  if (!params || !site) return null;
  const row = { kind, locale, params: { ...params }, member_id: 1 };
  const unsubscribe = isOptional(kind) ? `${EXAMPLE_URL}/api/unsubscribe.php?token=example` : null;
  const { subject, text, html } = await renderMail(row, site, unsubscribe);
  return `<article><h2>${escapeHtml(subject)}</h2><p>${kind}, ${locale}</p>
    <iframe sandbox="allow-popups" title="${escapeHtml(subject)}" srcdoc="${escapeHtml(html)}"></iframe>
    <h3>Text</h3><pre>${escapeHtml(text)}</pre></article>`;
}

async function previewPush(app: Resources, kind: string, locale: Locale): Promise<string | null> {
  const [site] = await listSites(app);
  if (!site) return null;
  const about = ["new_conversations", "new_messages", "like", "match"].includes(kind);
  const row = {
    ...{ kind, params: (pushExamples(locale) as Record<string, object>)[kind], locale, badge: 3 },
    conversation_id: kind.startsWith("new_") ? 1 : null,
    sender_id: about ? 1 : null,
    sender_name: about ? "Bram" : null,
    sender_fictional: about ? false : null,
  } as Shown;
  const { title, body, url } = presentNotice(row, { site: site.settings.name, tag: "example", ids: app.ids });
  return `<article><h2>${escapeHtml(title)}</h2><p>${kind}, ${locale}</p><p>${escapeHtml(body)}</p>
    <pre>${escapeHtml(url)}</pre></article>`;
}
