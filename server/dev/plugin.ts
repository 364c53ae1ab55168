/** Pages for developers, in demo and test mode only: the outbox, previews of all mails, and the product's clock. */
import type { FastifyInstance, FastifyReply } from "fastify";
import type { Resources } from "../kernel/resources.ts";
import { listSent } from "../modules/mail/queries.ts";
import type { SentRow } from "../modules/mail/tables.ts";
import { escapeHtml, sendDevPage } from "./html.ts";
import { registerPreviews } from "./previews.ts";

const MAILS = 100;

export async function devPlugin(
  server: FastifyInstance,
  { app, drain }: { app: Resources; drain: () => Promise<void> },
): Promise<void> {
  server.get("/dev/outbox.json", async () => {
    await drain();
    return (await listSent(app.db, MAILS)).map(({ recipient, subject, body_text, body_html }) => ({
      to: recipient,
      subject,
      text: body_text,
      html: body_html,
      links: linksIn(body_html),
    }));
  });
  server.get("/dev/outbox", async (_request, reply) => {
    await drain();
    return sendOutbox(reply, await listSent(app.db, MAILS));
  });
  registerPreviews(server, app);
  server.post<{ Body: { advance?: unknown } }>("/dev/clock", async (request, reply) => {
    const seconds = secondsOf(request.body?.advance);
    if (seconds === null) return reply.code(400).send({ error: "invalid", message: 'Send {"advance": "PT4H"}.' });
    await app.clock.advance(seconds);
    app.bus.publish("clock", {});
    return { now: app.clock.iso() };
  });
}

/** "PT4H", "P14D", "PT30S" → seconds; null for anything else. */
function secondsOf(duration: unknown): number | null {
  const match = typeof duration === "string" && /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/.exec(duration);
  if (!match) return null;
  const [days, hours, minutes, seconds] = match.slice(1).map((part) => Number(part ?? 0));
  return days! * 86_400 + hours! * 3_600 + minutes! * 60 + seconds!;
}

const linksIn = (html: string): string[] => [
  ...new Set([...html.matchAll(/href="([^"]+)"/g)].map(([, link]) => link!.replaceAll("&amp;", "&"))),
];

/** Mails are shown in frames without script or same origin: what is in a mail cannot act. */
function sendOutbox(reply: FastifyReply, mails: SentRow[]): FastifyReply {
  const items = mails.map(
    (mail) =>
      `<article><h2>${escapeHtml(mail.subject)}</h2><p>to ${escapeHtml(mail.recipient)}</p>
       <iframe sandbox="allow-popups allow-top-navigation-by-user-activation" title="${escapeHtml(mail.subject)}" srcdoc="${escapeHtml(mail.body_html)}"></iframe></article>`,
  );
  const empty = "<p>No mail has been sent yet. Sign up, and the mail that confirms the address arrives here.</p>";
  const lead = `<p>Mails of this installation, the newest first. Without SMTP_URL they go nowhere else.
    <a href="/dev/mails">Every kind of mail</a> is shown with example values.</p>`;
  return sendDevPage(reply, "Outbox", `${lead}${items.join("") || empty}`);
}
