/** The mail server behind SMTP_URL; without one a mail counts as sent once it stands in the outbox, where /dev/outbox shows it. */
import { createTransport } from "nodemailer";

export interface RenderedMail {
  subject: string;
  text: string;
  html: string;
}

export interface MailGateway {
  /** Resolves when the server has taken the mail; rejects with `responseCode` when it has not. */
  send(mail: RenderedMail & { to: string; from: { name: string; address: string } }): Promise<void>;
  close(): void;
}

export function openMailGateway(smtpUrl: string | null): MailGateway {
  if (!smtpUrl) return { send: async () => {}, close: () => {} };
  const transport = createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections: 2,
    connectionTimeout: 10_000,
    socketTimeout: 30_000,
  } as object);
  return {
    send: async (mail) => void (await transport.sendMail(mail)),
    close: () => transport.close(),
  };
}
