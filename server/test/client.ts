/** A browser as the API sees it: cookies, the headers of our own pages, unparsed responses. */
import { randomUUID } from "node:crypto";
import type { Answer, Endpoint, Input } from "@serenade/contract/endpoint";
import type { ErrorAnswer } from "@serenade/contract/errors";

export interface Reply<T> {
  status: number;
  body: T & Partial<ErrorAnswer>;
  headers: Headers;
}

export interface Client {
  /** Calls an endpoint of the contract; a refusal is an answer like any other. */
  call<E extends Endpoint>(
    endpoint: E,
    input?: Input<E> & { key?: string; headers?: Record<string, string> },
  ): Promise<Reply<Answer<E>>>;
  /** Any request, with this browser's cookies and headers. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
  /** Uploads one file; while the server has no room for it (503) again, as the product's pages do. */
  upload(endpoint: Endpoint, photo: Buffer, name?: string): Promise<Reply<unknown>>;
  cookie(name: string): string | undefined;
  setCookie(name: string, value: string): void;
  /** The Cookie header, for a WebSocket. */
  cookies(): string;
}

export function createClient(url: string, network: string): Client {
  const jar = new Map<string, string>();
  const own = {
    origin: url,
    "sec-fetch-site": "same-origin",
    "x-request-type": "client",
    "x-forwarded-for": network,
    "user-agent": "a test",
  };
  const cookies = () => [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
  const request = async (path: string, init: RequestInit = {}) => {
    const headers = { ...own, ...(jar.size ? { cookie: cookies() } : {}), ...(init.headers as object) };
    const response = await fetch(url + path, { redirect: "manual", ...init, headers });
    for (const line of response.headers.getSetCookie()) keep(jar, line);
    return response;
  };
  const reply = async (response: Response) => {
    const text = await response.text();
    return { status: response.status, body: text ? JSON.parse(text) : {}, headers: response.headers };
  };
  return {
    call: async (endpoint, input = {} as never) => {
      const { query, body, key, headers } = input as { query?: object; body?: unknown; key?: string; headers?: object };
      const search = new URLSearchParams({ ...endpoint.when, ...(query as Record<string, string>) }).toString();
      const sends = endpoint.method !== "GET";
      const response = await request(`${endpoint.path}${search && `?${search}`}`, {
        method: endpoint.method,
        headers: {
          ...(sends ? { "content-type": "application/json", "idempotency-key": key ?? randomUUID() } : {}),
          ...headers,
        },
        ...(sends ? { body: JSON.stringify(body ?? {}) } : {}),
      });
      return reply(response) as never;
    },
    fetch: request,
    upload: async (endpoint, photo, name = "photo.jpg") => {
      const form = new FormData();
      form.append("photo", new Blob([new Uint8Array(photo)]), name);
      const send = () => request(endpoint.path, { method: endpoint.method, body: form });
      let response = await send();
      for (let tries = 0; response.status === 503 && tries < 500; tries++) {
        await new Promise((resolve) => setTimeout(resolve, 20));
        response = await send();
      }
      return reply(response) as never;
    },
    cookie: (name) => jar.get(name),
    setCookie: (name, value) => void jar.set(name, value),
    cookies,
  };
}

function keep(jar: Map<string, string>, line: string): void {
  const [pair = "", ...attributes] = line.split("; ");
  const at = pair.indexOf("=");
  const name = pair.slice(0, at);
  const gone = attributes.some(
    (attribute) => /^max-age=0$/i.test(attribute) || /^expires=Thu, 01 Jan 1970/i.test(attribute),
  );
  if (gone) jar.delete(name);
  else jar.set(name, pair.slice(at + 1));
}
