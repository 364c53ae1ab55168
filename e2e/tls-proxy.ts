/** nginx in front of the product, with the configuration of docs/operating.md and a certificate of its own. */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Listens on `port` of localhost with TLS and passes everything on to `target`. */
export async function openTlsProxy(port: number, target: number): Promise<{ close(): Promise<void> }> {
  const directory = mkdtempSync(join(tmpdir(), "serenade-tls-"));
  makeCertificate(directory);
  writeFileSync(join(directory, "nginx.conf"), configuration(directory, port, target));
  const nginx = spawn("/usr/sbin/nginx", ["-p", directory, "-c", "nginx.conf", "-e", join(directory, "error.log")], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  const ended = new Promise<void>((resolve) => nginx.once("exit", () => resolve()));
  await listening(port, nginx);
  return {
    close: async () => {
      nginx.kill("SIGTERM");
      await ended;
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** The documented server block, with this run's port, target and certificate. */
function configuration(directory: string, port: number, target: number): string {
  const [, block] = /```nginx\n(.*?)```/s.exec(readFileSync("docs/operating.md", "utf8"))!;
  const server = replaceAll(block!, {
    "listen 443 ssl": `listen 127.0.0.1:${port} ssl`,
    "http://127.0.0.1:3000": `http://127.0.0.1:${target}`,
    "/etc/ssl/serenade": join(directory, "serenade"),
  });
  const kept = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((kind) => `${kind}_temp_path ${kind};`);
  return `
    daemon off;
    ${process.getuid?.() === 0 ? "user root;" : ""}
    pid nginx.pid;
    events {}
    http {
      access_log off;
      ${kept.join("\n      ")}
      ${server}
    }`;
}

function replaceAll(text: string, replacements: Record<string, string>): string {
  return Object.entries(replacements).reduce((done, [from, to]) => {
    if (!done.includes(from)) throw new Error(`docs/operating.md no longer has "${from}" in its nginx example.`);
    return done.replaceAll(from, to);
  }, text);
}

function makeCertificate(directory: string): void {
  const [key, cert] = [join(directory, "serenade.key"), join(directory, "serenade.pem")];
  const curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-noenc"];
  const names = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"];
  execFileSync("openssl", ["req", "-x509", ...curve, "-keyout", key, "-out", cert, "-days", "2", ...names], {
    stdio: "ignore",
  });
}

async function listening(port: number, nginx: ChildProcess): Promise<void> {
  while (nginx.exitCode === null) {
    const socket = connect(port, "127.0.0.1");
    const opened = await Promise.race([
      once(socket, "connect").then(() => true),
      once(socket, "error").then(() => false),
    ]).catch(() => false);
    socket.destroy();
    if (opened) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error("nginx ended before it listened.");
}
