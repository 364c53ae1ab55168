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
 * The call of a page's loader: an expected no becomes the page of its status (404, 403, …), and a visitor without a
 * session is sent to log in and comes back. Actions that show a no beside their form catch `CallFailure` from `acting`.
 */
export function reading(visit: Visit): Call {
  const call = acting(visit);
  return async (endpoint, ...input) => {
    try {
      return await call(endpoint, ...input);
    } catch (error) {
      if (!isCallFailure(error)) throw error;
      throw data({ code: error.code, message: error.message, params: error.params }, { status: error.status || 500 });
    }
  };
}

/** The call of a page's action: only a missing session is dealt with. */
export function acting({ request, context }: Visit): Call {
  const { call } = context.get(requestContext);
  return async (endpoint, ...input) => {
    try {
      return await call(endpoint, ...input);
    } catch (error) {
      if (isAuthenticationRequired(error)) throw redirect(paths.login({ to: pageOf(request) }));
      throw error;
    }
  };
}

function pageOf(request: Request): string {
  const url = new URL(request.url);
  return request.method === "GET" ? url.pathname + url.search : url.pathname;
}
