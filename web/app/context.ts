import type { Locale } from "@serenade/contract/locales";
import { createContext } from "react-router";
import type { Call } from "./kernel/call.ts";

/** What the server gives to every page request. Filled by the adapter, which takes this key from the loaded build. */
export interface RequestContext {
  /** Of the Content-Security-Policy header of this answer. */
  nonce: string;
  locale: Locale;
  /** The locale as written where the visitor lives ("en-GB"): how dates, times and numbers look. */
  tag: string;
  /** Address of the locale's compiled texts, to be preloaded; undefined while developing. */
  catalog: string | undefined;
  /** The public address of the site, without a slash at its end: where links for other people and machines lead to. */
  baseUrl: string;
  /** The product's API, called in process with the visitor's own cookies and host. Throws `CallFailure`. */
  call: Call;
  /** A fault of ours, into the server's log. */
  logError: (error: unknown, message: string) => void;
  /** `maxAge` in seconds; 0 removes the cookie. */
  setCookie: (name: string, value: string, maxAge: number) => void;
}

export const requestContext = createContext<RequestContext>();
