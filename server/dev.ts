/** Pages for developers, in demo and test mode only: the outbox, and the product's clock. */
import type { FastifyInstance, FastifyReply } from "fastify";
import type { Resources } from "./kernel/resources.ts";
import { listSent } from "./modules/mail/queries.ts";
import type { SentRow } from "./modules/mail/tables.ts";

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
    return sendPage(reply, await listSent(app.db, MAILS));
  });
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
function sendPage(reply: FastifyReply, mails: SentRow[]): FastifyReply {
  const items = mails.map(
    (mail) =>
      `<article><h2>${text(mail.subject)}</h2><p>to ${text(mail.recipient)}</p>
       <iframe sandbox="allow-popups allow-top-navigation-by-user-activation" title="${text(mail.subject)}" srcdoc="${text(mail.body_html)}"></iframe></article>`,
  );
  const empty = "<p>No mail has been sent yet. Sign up, and the mail that confirms the address arrives here.</p>";
  reply.header(
    "content-security-policy",
    "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; frame-ancestors 'none'",
  );
  return reply.type("text/html; charset=utf-8").send(
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Outbox</title>
     <style>body{font:16px/1.5 system-ui,sans-serif;max-width:640px;margin:0 auto;padding:24px;background:#f5f7f9;color:#16212b}
     h2{font-size:18px;margin:0}p{margin:4px 0 12px;color:#4b5b68}article{background:#fff;border-radius:16px;padding:20px;margin:16px 0}
     iframe{width:100%;height:520px;border:1px solid #d5dde3;border-radius:12px}</style></head>
     <body><main><h1>Outbox</h1><p>Mails of this installation, the newest first. Without SMTP_URL they go nowhere else.</p>${items.join("") || empty}</main></body></html>`,
  );
}

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const text = (value: string): string => value.replace(/[&<>"]/g, (character) => ENTITIES[character]!);
