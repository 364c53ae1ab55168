/** Checks before React Router handles a page: method, host, and for forms origin, limit and size. */
import type { ErrorCode } from "@serenade/contract/errors";
import { BODY_BYTES, PAGE_POSTS_PER_NETWORK } from "@serenade/contract/limits";
import type { FastifyReply, FastifyRequest } from "fastify";
import { networkOf } from "./access.ts";
import type { ApiRequest, Site } from "./dispatch.ts";
import type { Limit } from "./limiter.ts";
import type { PagesOptions } from "./pages.ts";
import { Refusal } from "./refusal.ts";
import { readBody } from "./request-body.ts";
import { isSameOrigin } from "./request-origin.ts";
import type { Upload } from "./uploads.ts";

/** The form of a page, its fields URL-encoded and its file, if any, on disk. */
export interface PageForm {
  fields: Buffer;
  file?: Upload | undefined;
  remove?(): Promise<void>;
}

const PAGE_POSTS: Limit = {
  name: "page-posts",
  points: PAGE_POSTS_PER_NETWORK,
  seconds: 300,
  whenDown: "open",
};
const METHODS = new Set(["GET", "HEAD", "POST"]);

type Checks = (
  request: FastifyRequest,
  reply: FastifyReply,
  asked: ApiRequest,
  uploadPaths: readonly string[],
) => Promise<PageForm | null | "refused">;

/** The form of a POST, null for a page that is only read, or "refused" once the reply is sent. */
export function openPageChecks(options: Pick<PagesOptions, "auth" | "limiter" | "uploads" | "log">): Checks {
  const { auth, limiter, uploads, log } = options;

  async function receiveForm(
    request: FastifyRequest,
    asked: ApiRequest,
    site: Site,
    uploadPaths: readonly string[],
  ): Promise<PageForm> {
    if (!isSameOrigin(asked.headers, asked)) throw new Refusal("cross_origin");
    await limiter.take(PAGE_POSTS, `${site.id}:${networkOf(asked.address)}`);
    if (!request.isMultipart()) return { fields: await readForm(request) };
    if (!uploadPaths.includes(asked.path)) throw new Refusal("unsupported_media");
    const member = await auth.findMember(asked, site);
    if (!member) throw new Refusal("authentication_required");
    const release = uploads.reserve(member.id);
    try {
      const { fields, file, remove } = await uploads.receive(request);
      const done = () => remove().finally(release);
      return { fields: Buffer.from(new URLSearchParams(fields).toString()), file, remove: done };
    } catch (error) {
      release();
      throw error;
    }
  }

  return async (request, reply, asked, uploadPaths) => {
    if (!METHODS.has(request.method)) {
      reply.header("allow", [...METHODS].join(", "));
      return sendRefusal(reply, asked, "method_not_allowed", auth);
    }
    const site = await auth.findSite(asked.host);
    if (!site) {
      log.info({ host: asked.host }, "unknown host");
      const { status, value, headers } = auth.refuse(asked, "unknown_host");
      reply.code(status).headers(headers).send(value);
      return "refused";
    }
    if (request.method !== "POST") return null;
    try {
      return await receiveForm(request, asked, site, uploadPaths);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (error.code === "authentication_required") {
        reply.redirect(`/login?to=${encodeURIComponent(asked.path)}`, 303);
        return "refused";
      }
      if (error.params.seconds) reply.header("retry-after", String(error.params.seconds));
      return sendRefusal(reply, asked, error.code, auth);
    }
  };
}

async function readForm(request: FastifyRequest): Promise<Buffer> {
  const fields = await readBody(request.raw, BODY_BYTES);
  const type = request.headers["content-type"] ?? "";
  if (fields.length > 0 && !type.startsWith("application/x-www-form-urlencoded"))
    throw new Refusal("unsupported_media");
  return fields;
}

/** A short text without style or script: the readers of such a refusal are people without script, and programs. */
export function sendRefusal(
  reply: FastifyReply,
  asked: ApiRequest,
  code: ErrorCode,
  auth: PagesOptions["auth"],
): "refused" {
  const { status, value, headers } = auth.refuse(asked, code);
  const { message } = value as { message: string };
  const html = `<!doctype html><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${status}</title><h1>${message}</h1>`;
  reply.code(status).headers(headers).type("text/html; charset=utf-8").send(html);
  return "refused";
}
