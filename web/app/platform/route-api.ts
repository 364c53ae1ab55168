import { data, type RouterContextProvider, redirect } from "react-router";
import { requestContext } from "~/context.ts";
import { paths } from "~/paths.ts";
import type { Call } from "./call.ts";
import { isAuthenticationRequired, isCallFailure } from "./call-failure.ts";

interface Visit {
  request: Request;
  context: Readonly<RouterContextProvider>;
}

/**
 * `call` for a page's loader: a refusal becomes the error page of its status (404, 403, …); without a session the visitor is
 * redirected to log in and returns. Actions use `actionApi`, so that they can show a refusal beside their form.
 */
export function loaderApi(visit: Visit): Call {
  const call = actionApi(visit);
  return async (endpoint, ...input) => {
    try {
      return await call(endpoint, ...input);
    } catch (error) {
      if (!isCallFailure(error)) throw error;
      throw data({ code: error.code, message: error.message, params: error.params }, { status: error.status || 500 });
    }
  };
}

/** `call` for a page's action: only a missing session is handled, by a redirect to log in. */
export function actionApi({ request, context }: Visit): Call {
  const { call } = context.get(requestContext);
  return async (endpoint, ...input) => {
    try {
      return await call(endpoint, ...input);
    } catch (error) {
      if (isAuthenticationRequired(error)) throw toLogin(request);
      throw error;
    }
  };
}

/** For a loader whose page is for members only: log in and come back, to the same address. */
export const toLogin = (request: Request): Response => redirect(paths.login({ to: pageOf(request) }));

/** Proxies accept response headers of 4 kB by default, so a redirect cannot repeat an address of any length. */
const MOST_CHARACTERS_OF_ADDRESS = 2_000;

function pageOf(request: Request): string {
  const { pathname, search } = new URL(request.url);
  const address = request.method === "GET" ? pathname + search : pathname;
  const fits = (path: string) => encodeURIComponent(path).length <= MOST_CHARACTERS_OF_ADDRESS;
  return [address, pathname].find(fits) ?? paths.index();
}
