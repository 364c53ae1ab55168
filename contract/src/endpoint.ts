/** One entry of the product's API. Server and browser import the same object, so no path or field is written twice. */
import type * as z from "zod/mini";

export type Method = "GET" | "POST" | "PUT" | "DELETE";
type Schema = z.ZodMiniType<unknown, unknown>;

export interface Endpoint {
  method: Method;
  /** The whole path, `/api/<noun>.php`. */
  path: `/api/${string}`;
  /** One line for the API documentation. */
  summary: string;
  /** Query parameters; all values are text. Unknown ones are refused. */
  query?: Schema;
  /** JSON body. Unknown fields are refused. */
  body?: Schema;
  /** JSON answer; fields that the schema does not name never leave the server. */
  answer: Schema;
  status?: 200 | 201 | 202 | 204;
  /** Two endpoints may share method and path when this query parameter distinguishes them (POST user.php?push=1). */
  when?: Record<string, string>;
  /** A GET that changes something (logout.php, auto-like.php): same origin and X-Request-Type: client, never on HEAD. */
  acts?: true;
  /** Carries an ETag of the member's version; unchanged is 304. */
  polled?: true;
  /** The body is a file upload (multipart/form-data, one part named `photo`). */
  upload?: true;
  /** The body may be a form, whose content is ignored: email clients send "List-Unsubscribe=One-Click" (RFC 8058). */
  form?: true;
  /** The path may be followed by more segments, which the handler reads from `query` (photo/{rendition}/{file}). */
  binary?: true;
}

export const endpoint = <const E extends Endpoint>(shape: E): E => shape;

type Of<S> = S extends Schema ? z.output<S> : undefined;
type InputOf<S> = S extends Schema ? z.input<S> : undefined;

export type Query<E extends Endpoint> = Of<E["query"]>;
export type Body<E extends Endpoint> = Of<E["body"]>;
export type Answer<E extends Endpoint> = z.output<E["answer"]>;

/** The arguments of a call: `query` and `body` exactly where the endpoint has them. */
export type Input<E extends Endpoint> = (E["query"] extends Schema
  ? { query: InputOf<E["query"]> }
  : { query?: never }) &
  (E["body"] extends Schema ? { body: InputOf<E["body"]> } : { body?: never });
