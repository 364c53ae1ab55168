import { Writable } from "node:stream";
import type { Locale } from "@serenade/contract/locales";
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
import type { PageHandle } from "./platform/page-handle.ts";
import { loadTexts } from "./platform/texts.ts";
import { lastResortDocument } from "./shell/last-resort.tsx";
import { themeOf } from "./shell/theme.ts";

// context keys compare by identity, so the server's adapter takes them from the loaded build
export { type RequestContext, requestContext } from "./context.ts";
export { CallFailure } from "./platform/call-failure.ts";
export { visitorKey } from "./visitor.ts";

/** Pages whose forms take a photo without script; every other form is small. */
export const uploadPaths = [paths.profile(), paths.completeSignup()];

export const streamTimeout = 5_000;

/**
 * Renders the page to its end and answers it in one piece: nothing in it is deferred, and a stream costs more than it
 * brings (decision 072).
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: RouterContextProvider,
) {
  if (request.method === "HEAD") return new Response(null, { status, headers });
  const { nonce, locale, tag, textsOf, allowStoring, logError } = loadContext.get(requestContext);
  headers.set("Content-Type", "text/html; charset=utf-8");
  headers.set("Content-Language", locale);
  // a visitor's page loads no script before the first interaction, so announcing its texts would only cost
  if (userIn(routerContext.staticHandlerContext))
    for (const file of textsOf(locale, modulesOf(routerContext)))
      headers.append("Link", `<${file}>; rel=modulepreload; crossorigin`);
  try {
    const messages = await loadTexts(locale);
    const page = (
      <NonceContext value={nonce}>
        <IntlProvider locale={tag as Locale} messages={messages} timeZone="UTC">
          <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
        </IntlProvider>
      </NonceContext>
    );
    const html = await render(page, nonce, (error) => logError(error, "a part of a page was not rendered"));
    const seconds = status === 200 ? storageSecondsOf(routerContext.staticHandlerContext) : null;
    if (seconds !== null) allowStoring(seconds);
    return new Response(html, { status, headers });
  } catch (error) {
    // React Router renders again with the error page; if that fails too, this is the end of it
    if (!routerContext.staticHandlerContext.errors) throw error;
    logError(error, "the error page was not rendered");
    return new Response(lastResortDocument(themeOf(request.headers.get("Cookie") ?? "")), {
      status: 500,
      headers: { "Content-Type": "text/html; charset=utf-8", "Content-Language": "en" },
    });
  }
}

/** Rejects where the page itself cannot be rendered; a boundary that failed is rendered again by the browser. */
function render(
  page: React.ReactNode,
  nonce: string,
  onPartFailed: (error: unknown) => void,
): Promise<Uint8Array<ArrayBuffer>> {
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = [];
    const body = new Writable({
      write(chunk: Uint8Array, _encoding, done) {
        chunks.push(chunk);
        done();
      },
      final(done) {
        resolve(Buffer.concat(chunks));
        done();
      },
    });
    let shellReady = false;
    const { pipe, abort } = renderToPipeableStream(page, {
      nonce,
      onShellReady() {
        shellReady = true;
      },
      onAllReady() {
        clearTimeout(timer);
        pipe(body);
      },
      onShellError(error) {
        clearTimeout(timer);
        reject(error);
      },
      onError(error) {
        if (shellReady) onPartFailed(error);
      },
    });
    const timer = setTimeout(abort, streamTimeout + 1000);
  });
}

const userIn = ({ loaderData }: EntryContext["staticHandlerContext"]): unknown =>
  (loaderData.root as { user?: unknown } | undefined)?.user;

const modulesOf = ({ manifest, staticHandlerContext }: EntryContext): string[] =>
  staticHandlerContext.matches.flatMap(({ route }) => manifest.routes[route.id]?.module ?? []);

/** How long the page may be stored for other visitors, in seconds; null: not at all. */
function storageSecondsOf(context: EntryContext["staticHandlerContext"]): number | null {
  if (userIn(context) !== null) return null;
  const handle = context.matches.at(-1)?.route.handle as PageHandle | undefined;
  return handle?.storedSeconds ?? null;
}

/** Logs internal errors only; a wrong method or address is the client's fault. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return;
  (context as RouterContextProvider).get(requestContext).logError(error, "a page failed");
};
