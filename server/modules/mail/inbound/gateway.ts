/**
 * Listens for reports on INBOUND_SMTP_PORT. Accepts every mail and drops other ones, so that it reveals no addresses.
 */
import PostalMime, { type Attachment } from "postal-mime";
import { SMTPServer } from "smtp-server";
import type { Limit } from "../../../kernel/limiter.ts";
import type { Resources } from "../../../kernel/resources.ts";
import type { Report } from "./rules.ts";

const BYTES = 262_144;
const CLIENTS = 20;
const SOCKET_MS = 30_000;
const REPORTS: Limit = { name: "inbound-mails", points: 120, seconds: 60, whenDown: "open" };

export interface InboundServer {
  port: number;
  close(): Promise<void>;
}

/** `receive` is called with each mail that could be read as one. */
export async function listenForReports(
  { log, limiter, config }: Resources,
  port: number,
  receive: (report: Report) => Promise<void>,
): Promise<InboundServer> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["AUTH", "STARTTLS"],
    disableReverseLookup: true,
    banner: "ready",
    size: BYTES,
    maxClients: CLIENTS,
    socketTimeout: SOCKET_MS,
    onConnect: (session, done) => {
      void limiter.count(REPORTS, session.remoteAddress).then(({ allowed }) => done(allowed ? undefined : tooMany()));
    },
    onData: (stream, session, done) => {
      const to = session.envelope.rcptTo.map(({ address }) => address);
      void bytesOf(stream)
        .then(async (bytes) => bytes && receive(await parseReport(bytes, to)))
        // an unreadable mail is dropped like an irrelevant one; telling the sender helps only attackers
        .catch((error: Error) => log.warn({ error: error.message }, "a report could not be read"))
        .then(() => done());
    },
  });
  await new Promise<void>((ready, refuse) => {
    server.on("error", refuse); // fails the start if the port is in use; no effect once it listens
    server.on("error", (error) => log.warn({ error: error.message }, "inbound mail"));
    server.listen(port, config.host, ready);
  });
  return {
    port: server.server.address().port,
    close: () => new Promise((closed) => server.close(closed)),
  };
}

const tooMany = () => Object.assign(new Error("too many connections, try later"), { responseCode: 421 });

/** The whole mail; null when it is too large for a report. The rest is read and discarded, as SMTP requires. */
async function bytesOf(stream: AsyncIterable<Buffer>): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.length;
    if (size <= BYTES) chunks.push(chunk);
  }
  return size <= BYTES ? Buffer.concat(chunks) : null;
}

async function parseReport(bytes: Buffer, to: string[]): Promise<Report> {
  const mail = await PostalMime.parse(bytes, { attachmentEncoding: "utf8", rfc822Attachments: true });
  return { to, parts: mail.attachments.map((part) => ({ type: part.mimeType.toLowerCase(), text: textOf(part) })) };
}

const textOf = ({ content }: Attachment): string =>
  typeof content === "string" ? content : Buffer.from(content as ArrayBuffer).toString("utf8");
