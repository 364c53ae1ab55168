/** Types for smtp-server, which has none: the part that the product and its tests use. */
declare module "smtp-server" {
  import type { Readable } from "node:stream";

  interface Session {
    remoteAddress: string;
    envelope: { mailFrom: { address: string } | false; rcptTo: { address: string }[] };
  }
  interface Options {
    authOptional?: boolean;
    disabledCommands?: string[];
    disableReverseLookup?: boolean;
    banner?: string;
    /** Maximum size in bytes, announced to the client; beyond it `stream.sizeExceeded` is set. */
    size?: number;
    maxClients?: number;
    socketTimeout?: number;
    logger?: boolean;
    onConnect?(session: Session, done: (error?: Error & { responseCode?: number }) => void): void;
    onRcptTo?(
      address: { address: string },
      session: Session,
      done: (error?: Error & { responseCode?: number }) => void,
    ): void;
    onData(stream: Readable & { sizeExceeded?: boolean }, session: Session, done: (error?: Error) => void): void;
  }
  export class SMTPServer {
    constructor(options: Options);
    server: { address(): { port: number } };
    listen(port: number, host: string, ready: () => void): void;
    on(event: "error", listener: (error: Error) => void): void;
    close(done: () => void): void;
  }
}
