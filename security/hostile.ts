/** A hostile client in a separate thread, so that it delays no measurement: sends known attacks until stopped. */
import { parentPort, workerData } from "node:worker_threads";
import { openRaw } from "../server/test/raw.ts";

const { url } = workerData as { url: string };
const host = new URL(url).host;
/** All from one network, like one attacker. */
const NETWORK = "10.66.6.6";
const own = `Host: ${host}\r\nOrigin: ${url}\r\nX-Forwarded-For: ${NETWORK}\r\n`;
const json = (path: string, body: object) => {
  const text = JSON.stringify(body);
  return `POST ${path} HTTP/1.1\r\n${own}Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}\r\nConnection: close\r\n\r\n${text}`;
};
const form = (path: string, body: string, length = body.length) =>
  `POST ${path} HTTP/1.1\r\n${own}Content-Type: application/x-www-form-urlencoded\r\nContent-Length: ${length}\r\nConnection: close\r\n\r\n${body}`;
const PHOTO = `--x\r\nContent-Disposition: form-data; name="photo"; filename="a.jpg"\r\n\r\n${"a".repeat(9_000_000)}\r\n--x--\r\n`;

const signup = (name: string) => ({
  email: `hostile${Math.random()}@example.test`,
  name,
  password: "a quiet evening in",
  date_of_birth: "1990-05-05",
  gender: "woman",
  looking_for: ["man"],
  country: "NL",
  terms: true,
  consent: true,
});

/** Constants are built once, because a real attacker would not use this machine's time. */
const always = (text: string) => {
  const bytes = Buffer.from(text);
  return () => bytes;
};
const UPLOAD = `POST /api/photo.php HTTP/1.1\r\n${own}Content-Type: multipart/form-data; boundary=x\r\nContent-Length: ${PHOTO.length}\r\nConnection: close\r\n\r\n${PHOTO}`;

/** The request of each attack and its concurrency. */
const ATTACKS: [name: string, atOnce: number, bytes: () => Buffer | string][] = [
  ["a name of 60,000 characters by call", 2, always(json("/api/signup.php", signup("a-".repeat(30_000))))],
  ["a name of 60,000 characters by form", 2, always(form("/signup", `name=${"a-".repeat(30_000)}`))],
  ["10 MB of fields", 2, always(form("/login", "a=&".repeat(3_500_000)))],
  ["an upload of 9 MB without a session", 6, always(UPLOAD)],
  ["wrong logins", 20, () => json("/api/user.php", { email: "anna@example.test", password: `wrong ${Math.random()}` })],
  ["a body that never ends", 10, always(form("/login", "a=", 60_000))],
  ["a deep JSON", 2, always(json("/api/signup.php", JSON.parse("[".repeat(5_000) + "]".repeat(5_000))))],
];

let stopped = false;
const sent = new Map<string, number>();
const answered = new Map<number, number>();
parentPort!.once("message", () => {
  stopped = true;
  setTimeout(() => {
    parentPort!.postMessage({ sent, answered });
    parentPort!.close();
    process.exit();
  }, 500);
});

for (const [name, atOnce, bytes] of ATTACKS) for (let n = 0; n < atOnce; n++) void attack(name, bytes);

async function attack(name: string, bytes: () => Buffer | string): Promise<void> {
  while (!stopped) {
    sent.set(name, (sent.get(name) ?? 0) + 1);
    const status = await send(bytes());
    answered.set(status, (answered.get(status) ?? 0) + 1);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

function send(bytes: Buffer | string): Promise<number> {
  const socket = openRaw(url);
  return new Promise((resolve) => {
    const done = (status: number) => {
      socket.destroy();
      resolve(status);
    };
    socket.on("data", (data) => done(Number(/^HTTP\/1\.1 (\d+)/.exec(String(data))?.[1] ?? 0)));
    socket.on("error", () => done(0));
    socket.on("close", () => done(0));
    socket.write(bytes);
  });
}
