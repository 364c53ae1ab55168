/** The frame of the developer's pages: no script, and mails in frames without an origin of their own. */
import type { FastifyReply } from "fastify";

export function sendDevPage(reply: FastifyReply, title: string, body: string): FastifyReply {
  reply.header(
    "content-security-policy",
    "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; frame-ancestors 'none'; form-action 'self'",
  );
  return reply.type("text/html; charset=utf-8").send(
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title>
     <style>body{font:16px/1.5 system-ui,sans-serif;max-width:640px;margin:0 auto;padding:24px;background:#f5f7f9;color:#16212b}
     h2{font-size:18px;margin:0}h3{font-size:16px;margin:16px 0 0}p{margin:4px 0 12px;color:#4b5b68}article{background:#fff;border-radius:16px;padding:20px;margin:16px 0}
     nav a{display:inline-block;padding:4px 6px}form{display:flex;flex-wrap:wrap;gap:12px;align-items:end}select,button{font:inherit;padding:8px}
     pre{white-space:pre-wrap;overflow-wrap:anywhere;font:14px/1.5 ui-monospace,monospace}
     iframe{width:100%;height:640px;border:1px solid #d5dde3;border-radius:12px}</style></head>
     <body><main><h1>${title}</h1>${body}</main></body></html>`,
  );
}

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
export const escapeHtml = (value: string): string => value.replace(/[&<>"]/g, (character) => ENTITIES[character]!);
