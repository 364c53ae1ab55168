import { PassThrough } from "node:stream";
import { createReadableStreamFromReadable } from "@react-router/node";
import type { Locale } from "@serenade/contract/locales";
import { isbot } from "isbot";
import { renderToPipeableStream } from "react-dom/server";
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from "react-router";
import { IntlProvider } from "use-intl/react";
import { requestContext } from "./context.ts";
import { paths } from "./paths.ts";
import { NonceContext } from "./platform/nonce.ts";
import { loadTexts } from "./platform/texts.ts";

// context keys compare by identity, so the server's adapter takes them from the loaded build
export { type RequestContext, requestContext } from "./context.ts";
export { CallFailure } from "./platform/call-failure.ts";

/** Pages whose forms take a photo without script; every other form is small. */
export const uploadPaths = [paths.profile(), paths.completeSignup()];

export const streamTimeout = 5_000;

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: RouterContextProvider,
) {
  if (request.method === "HEAD") return new Response(null, { status, headers });
  const { nonce, locale, tag, logError } = loadContext.get(requestContext);
  const messages = await loadTexts(locale);
  const ready = isbot(request.headers.get("user-agent") ?? "") ? "onAllReady" : "onShellReady";
  headers.set("Content-Type", "text/html; charset=utf-8");
  headers.set("Content-Language", locale);
  return new Promise<Response>((resolve, reject) => {
    let answered = false;
    const timer = setTimeout(() => abort(), streamTimeout + 1000);
    const { pipe, abort } = renderToPipeableStream(
      <NonceContext value={nonce}>
        <IntlProvider locale={tag as Locale} messages={messages} timeZone="UTC">
          <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
        </IntlProvider>
      </NonceContext>,
      {
        nonce,
        [ready]() {
          answered = true;
          const body = new PassThrough({
            final(done) {
              clearTimeout(timer);
              done();
            },
          });
          resolve(new Response(createReadableStreamFromReadable(body), { status, headers }));
          pipe(body);
        },
        onShellError(error) {
          clearTimeout(timer);
          // React Router renders again with the error page; if that fails too, plain text is sent
          if (routerContext.staticHandlerContext.errors) resolve(lastResort(headers));
          else reject(error);
        },
        onError(error) {
          status = 500;
          if (answered) logError(error, "a page was not rendered to its end");
        },
      },
    );
  });
}

function lastResort(headers: Headers): Response {
  const text = "An error occurred while showing the error page";
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><title>${text}</title><h1>${text}</h1><p><a href="/">Go back home</a></p></html>`;
  return new Response(html, { status: 500, headers });
}

/** Logs internal errors only; a wrong method or address is the client's fault. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return;
  (context as RouterContextProvider).get(requestContext).logError(error, "a page failed");
};
