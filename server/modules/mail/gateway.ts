/** The mail server of SMTP_URL; without one a mail counts as sent once it is in the outbox, shown at /dev/outbox. */
import { createTransport } from "nodemailer";
import type { Config } from "../../kernel/config.ts";

export interface RenderedMail {
  subject: string;
  text: string;
  html: string;
}

export interface Attachment {
  filename: string;
  contentType: string;
  content: Buffer;
}

interface DkimKey {
  domain: string;
  selector: string;
  /** PEM. */
  key: string;
}

export interface OutgoingMail extends RenderedMail {
  attachments: Attachment[];
  to: string;
  from: { name: string; address: string };
  /** Where a mail server sends its report when the mail cannot be delivered after all. */
  returnPath: string;
  /** Signs this mail instead of the installation's key. */
  dkim?: DkimKey;
  headers: Record<string, string>;
}

export interface MailGateway {
  /** Resolves when the server accepts the mail; rejects with `responseCode` and `command` when it does not. */
  send(mail: OutgoingMail): Promise<void>;
  close(): void;
}

// nodemailer's default list lacks List-Unsubscribe-Post, which RFC 8058 requires to be signed
const SIGNED =
  "from:to:subject:date:message-id:mime-version:content-type:content-transfer-encoding:list-unsubscribe:list-unsubscribe-post:x-user:auto-submitted";

export function openMailGateway({ smtpUrl, dkim }: Pick<Config, "smtpUrl" | "dkim">): MailGateway {
  if (!smtpUrl) return { send: async () => {}, close: () => {} };
  const transport = createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections: 2,
    connectionTimeout: 10_000,
    socketTimeout: 30_000,
    ...(dkim && { dkim: signing(dkim) }),
  } as object);
  return {
    send: async ({ returnPath, dkim: own, ...mail }) => {
      const envelope = { from: returnPath, to: mail.to };
      await transport.sendMail({ ...mail, ...(own && { dkim: signing(own) }), envelope });
    },
    close: () => transport.close(),
  };
}

const signing = ({ domain, selector, key }: DkimKey) => ({
  domainName: domain,
  keySelector: selector,
  privateKey: key,
  headerFieldNames: SIGNED,
});
