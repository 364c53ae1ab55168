/** What the tests use of smtp-server, which brings no types. */
declare module "smtp-server" {
  import type { Readable } from "node:stream";

  interface Options {
    authOptional: boolean;
    disabledCommands: string[];
    onRcptTo(
      address: { address: string },
      session: unknown,
      done: (error?: Error & { responseCode?: number }) => void,
    ): void;
    onData(stream: Readable, session: unknown, done: () => void): void;
  }
  export class SMTPServer {
    constructor(options: Options);
    server: { address(): { port: number } };
    listen(port: number, host: string, ready: () => void): void;
    close(done: () => void): void;
  }
}
