import type { Locale } from "@serenade/contract/locales";
import { createContext } from "react-router";
import type { Call } from "./platform/call.ts";

/** What the server passes to every page request. The adapter sets it under this key, taken from the loaded build. */
export interface RequestContext {
  /** Nonce of this response's Content-Security-Policy header. */
  nonce: string;
  locale: Locale;
  /** The regional locale ("en-GB"), which formats dates, times and numbers. */
  tag: string;
  /** URLs of the compiled texts that these modules of a page await; none in development. */
  textsOf: (locale: string, modules: readonly string[]) => string[];
  /** The site's public origin without a trailing slash, for absolute links. */
  baseUrl: string;
  /** The API, called in process with the visitor's cookies and host. Throws `CallFailure`. */
  call: Call;
  /** The page may be stored for visitors with the same `visitorKey` for this many seconds. */
  allowStoring: (seconds: number) => void;
  /** Writes an internal error to the server's log. */
  logError: (error: unknown, message: string) => void;
  /** `maxAge` in seconds; 0 removes the cookie. */
  setCookie: (name: string, value: string, maxAge: number) => void;
}

export const requestContext = createContext<RequestContext>();
