import { requestContext } from "~/context.ts";
import type { Route } from "./+types/robots";

/**
 * What is not worth a crawler's visit: calls, and pages that lead to the login. Profiles are not listed here, or their `noindex` would
 * not be read.
 */
const CLOSED = [
  "/api/",
  "/chats",
  "/likes",
  "/credits",
  "/notifications",
  "/transactions",
  "/profile",
  "/me$",
  "/dev/",
];

export function loader({ context }: Route.LoaderArgs) {
  const { baseUrl } = context.get(requestContext);
  const lines = ["User-agent: *", ...CLOSED.map((path) => `Disallow: ${path}`), "", `Sitemap: ${baseUrl}/sitemap.xml`];
  return text(`${lines.join("\n")}\n`, "text/plain; charset=utf-8");
}

const text = (body: string, type: string) =>
  new Response(body, { headers: { "Content-Type": type, "Cache-Control": "public, max-age=3600" } });
