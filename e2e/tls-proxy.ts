/** A proxy that terminates TLS in front of the product, as one does in production; its certificate is its own. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { request } from "node:http";
import { createServer } from "node:https";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Listens on `port` of localhost and passes everything on to `target`. */
export async function openTlsProxy(port: number, target: number): Promise<{ close(): Promise<void> }> {
  const server = createServer(certificate(), (asked, answer) => {
    const { method, url, headers, socket } = asked;
    const from = [headers["x-forwarded-for"], socket.remoteAddress].filter(Boolean).join(", ");
    const passed = request(
      {
        host: "127.0.0.1",
        port: target,
        method,
        path: url,
        headers: { ...headers, "x-forwarded-for": from, "x-forwarded-proto": "https" },
      },
      (given) => {
        answer.writeHead(given.statusCode!, given.headers);
        given.pipe(answer);
      },
    );
    passed.on("error", () => answer.destroy());
    asked.pipe(passed);
  });
  server.on("upgrade", ({ method, url, rawHeaders }, client, head) => {
    const upstream = connect(target, "127.0.0.1", () => {
      const lines = rawHeaders.flatMap((name, at) => (at % 2 ? [] : [`${name}: ${rawHeaders[at + 1]}`]));
      upstream.write(`${method} ${url} HTTP/1.1\r\n${lines.join("\r\n")}\r\nX-Forwarded-Proto: https\r\n\r\n`);
      upstream.write(head);
      upstream.pipe(client).pipe(upstream);
    });
    upstream.on("error", () => client.destroy());
    client.on("error", () => upstream.destroy());
  });
  await new Promise<void>((resolve) => server.listen(port, "localhost", resolve));
  return {
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

function certificate(): { key: Buffer; cert: Buffer } {
  const directory = mkdtempSync(join(tmpdir(), "serenade-tls-"));
  const [key, cert] = [join(directory, "key.pem"), join(directory, "cert.pem")];
  const curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-noenc"];
  const names = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"];
  execFileSync("openssl", ["req", "-x509", ...curve, "-keyout", key, "-out", cert, "-days", "2", ...names], {
    stdio: "ignore",
  });
  const made = { key: readFileSync(key), cert: readFileSync(cert) };
  rmSync(directory, { recursive: true, force: true });
  return made;
}
