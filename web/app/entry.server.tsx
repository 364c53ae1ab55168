import { PassThrough } from "node:stream";
import { createReadableStreamFromReadable } from "@react-router/node";
import { isbot } from "isbot";
import { renderToPipeableStream } from "react-dom/server";
import { type EntryContext, type RouterContextProvider, ServerRouter } from "react-router";
import { IntlProvider } from "use-intl/react";
import { requestContext } from "./context.ts";
import { NonceContext } from "./kernel/nonce.ts";
import { loadTexts } from "./kernel/texts.ts";

// context keys are compared by identity: the server's adapter takes them from the loaded build
export { type RequestContext, requestContext } from "./context.ts";
export { CallFailure } from "./kernel/call-failure.ts";

export const streamTimeout = 5_000;

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: RouterContextProvider,
) {
  if (request.method === "HEAD") return new Response(null, { status, headers });
  const { nonce, locale } = loadContext.get(requestContext);
  const messages = await loadTexts(locale);
  const ready = isbot(request.headers.get("user-agent") ?? "") ? "onAllReady" : "onShellReady";
  headers.set("Content-Type", "text/html; charset=utf-8");
  headers.set("Content-Language", locale);
  return new Promise<Response>((resolve, reject) => {
    let answered = false;
    const timer = setTimeout(() => abort(), streamTimeout + 1000);
    const { pipe, abort } = renderToPipeableStream(
      <NonceContext value={nonce}>
        <IntlProvider locale={locale} messages={messages} timeZone="UTC">
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
          reject(error);
        },
        onError(error) {
          status = 500;
          if (answered) console.error("rendering", error);
        },
      },
    );
  });
}

export function handleError(error: unknown, { request }: { request: Request }) {
  if (!request.signal.aborted) console.error(`page ${new URL(request.url).pathname}`, error);
}
