// Serves web/build with an invented API, until the server's adapter exists: node web/dev-harness.mjs [port]
// Cookie auth=free | paid | zero logs in; no cookie is a visitor.

import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { createRequestHandler, RouterContextProvider } from "react-router";
import { WebSocketServer } from "ws";

const root = new URL("./build/client/", import.meta.url);
const dev = process.argv.includes("--dev");
const vite =
  dev &&
  (await (
    await import("vite")
  ).createServer({
    configFile: new URL("./vite.config.ts", import.meta.url).pathname,
    server: { middlewareMode: true },
  }));
const load = () =>
  dev
    ? vite.ssrLoadModule("virtual:react-router/server-build")
    : import(new URL("./build/server/index.js", import.meta.url));
const first = await load();
const manifest = dev ? {} : JSON.parse(readFileSync(new URL(".vite/manifest.json", root), "utf8"));
const { CallFailure } = first.entry.module;
const types = {
  js: "text/javascript",
  css: "text/css",
  svg: "image/svg+xml",
  woff2: "font/woff2",
  png: "image/png",
  html: "text/html",
  json: "application/json",
};

const settings = {
  name: "Serenade",
  domain: "localhost",
  domain_language: "en",
  cdn_prefix: "/photos/",
  niche: 1,
  signups: "all",
  logged_out_search: true,
  geoip_country: "BE",
  geoip_selected_country: null,
  min_age: 18,
  demo: true,
  message_credits: 1,
  description: "A calm place to meet.",
  index_title: "",
  minimum_message_costs: { BE: { costs: 24.99, currency: "EUR" } },
  countries: ["BE", "NL", "FR"],
  message_length: 1000,
};
const user = (kind) => ({
  id: "AAAAAAAAAAAAAAAAAAAAAA",
  name: "Anna de Vries",
  email: "a@b.c",
  status: "active",
  credits: { free: 2, paid: 7, zero: 0 }[kind] ?? 2,
  paid_user: kind !== "free",
  signup_date: "2025-01-01T00:00:00Z",
  fictional_icon: false,
  notifications_disabled: [],
  language: "en",
  signup_step: null,
  profile: { name: "Anna de Vries", country: "BE", status: "active", main_image: null },
});
async function answer(method, path, kind) {
  if (kind === "broken") throw new Error("no database");
  if (path === "/api/settings.php") return settings;
  if (path === "/api/logout.php") return {};
  if (path === "/api/user.php") {
    if (method !== "GET" && !kind)
      throw new CallFailure(403, { error: "authentication_required", message: "", authentication_required: true });
    return { user: kind ? user(kind) : null };
  }
  if (path === "/api/chats.php") return { chats: [], unread_total: 120, new_likes_total: 3, version: 7 };
  if (path === "/api/likes.php") return { profiles: [], liked_by: [] };
  throw new CallFailure(404, { error: "not_found", message: "This page could not be found" });
}

const server = createServer(async (req, res) => {
  if (dev) await new Promise((next) => vite.middlewares(req, res, next));
  const build = await load();
  const { requestContext } = build.entry.module;
  const handler = createRequestHandler(build, dev ? "development" : "production");
  const url = new URL(req.url, `http://${req.headers.host}`);
  const cookies = Object.fromEntries(
    (req.headers.cookie ?? "")
      .split(/;\s*/)
      .filter(Boolean)
      .map((c) => c.split("=")),
  );
  const nonce = randomBytes(16).toString("base64url");
  res.setHeader(
    "Content-Security-Policy",
    `default-src 'self'; script-src 'self' 'nonce-${nonce}'; style-src 'self'${dev ? " 'unsafe-inline'" : ""}; img-src 'self' data: blob:; connect-src 'self'${dev ? " ws:" : ""}; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`,
  );
  const file = new URL(`.${url.pathname}`, root);
  if (url.pathname !== "/" && existsSync(file) && statSync(file).isFile()) {
    res.setHeader("Content-Type", types[url.pathname.split(".").pop()] ?? "application/octet-stream");
    return res.end(readFileSync(file));
  }
  const kind = cookies.auth;
  if (url.pathname.startsWith("/api/")) {
    res.setHeader("Content-Type", "application/json");
    try {
      return res.end(JSON.stringify(await answer(req.method, url.pathname, kind)));
    } catch (e) {
      res.statusCode = e.status ?? 500;
      return res.end(JSON.stringify({ error: e.code, message: e.message, ...e.params }));
    }
  }
  const locale = url.searchParams.get("lang") ?? cookies.locale ?? "en";
  const context = new RouterContextProvider();
  const out = [];
  context.set(requestContext, {
    nonce,
    locale,
    catalog: Object.entries(manifest)
      .filter(([key]) => key.endsWith(`virtual:texts/${locale}`))
      .map(([, v]) => `/${v.file}`)[0],
    call: (endpoint) => answer(endpoint.method, endpoint.path, kind),
    setCookie: (n, v, maxAge) => out.push(`${n}=${v}; Path=/; SameSite=Lax; Max-Age=${maxAge}`),
  });
  const chunks = [];
  for await (const c of req) chunks.push(c);
  const response = await handler(
    new Request(url, {
      method: req.method,
      headers: new Headers(Object.entries(req.headers).filter(([k]) => !k.startsWith(":"))),
      ...(chunks.length && { body: Buffer.concat(chunks) }),
    }),
    context,
  );
  res.statusCode = response.status;
  for (const [k, v] of response.headers) res.setHeader(k, v);
  if (out.length) res.setHeader("Set-Cookie", out);
  if (!response.body) return res.end();
  for await (const chunk of response.body) res.write(chunk);
  res.end();
}).listen(Number(process.argv[2] ?? 3210), "127.0.0.1", () => console.log("ready"));

// what the page says first comes back on the log; then one event of each kind that only names something
new WebSocketServer({ server, path: "/api/events.php" }).on("connection", (socket) => {
  socket.on("message", (text) => {
    console.log("hello", String(text));
    for (const type of ["credits", "like"]) socket.send(JSON.stringify({ type, version: 8 }));
    setTimeout(() => socket.close(), 1500);
  });
});
