/** Cross-site requests change nothing: every call that acts, every form of a page. */

import { UserApi } from "@serenade/contract/account";
import type { Endpoint } from "@serenade/contract/endpoint";
import type { App } from "../server/app.ts";
import { nameOf } from "../server/kernel/dispatch.ts";
import type { Check } from "./check.ts";
import { as } from "./people.ts";
import { digestRows } from "./rows.ts";

const FOREIGN: Record<string, string>[] = [
  { origin: "https://evil.test", "sec-fetch-site": "cross-site" },
  { origin: "https://evil.test", "sec-fetch-site": "" },
  { origin: "null", "sec-fetch-site": "cross-site" },
  { origin: "null", "sec-fetch-site": "" },
  { origin: "", "sec-fetch-site": "" },
  { origin: "", "sec-fetch-site": "same-site" },
  { origin: "", "sec-fetch-site": "none" },
];
const TYPES = [
  "application/json",
  "text/plain",
  "application/x-www-form-urlencoded",
  "multipart/form-data; boundary=x",
];
const PAGES = [
  "/login",
  "/signup",
  "/source",
  "/appearance",
  "/logout",
  "/profile",
  "/notifications",
  "/notifications/privacy",
  "/notifications/second-factor",
  "/complete-signup",
  "/reset-password",
  "/reset-password/do",
  "/activate/done",
  "/mail-change/do",
  "/account-deleted",
  "/unsubscribe",
  "/members",
  "/swipe-game",
  "/match-finder",
  "/credits/p0/card",
  "/signup-matches",
  "/chats",
];

let endpoints: Endpoint[] = [];
let before = new Map<string, string>();
const machines = new Set<string>();

export const csrf: Check = {
  name: "csrf",
  holds: "writes from another site's page are refused, for calls and for pages, and GET and HEAD change nothing",
  target: {
    prepare: async (app) => {
      listEndpoints(app);
      before = await digestRows(app);
    },
  },
  run: async (target, report, scale) => {
    const anna = as(target.client(), target.people.anna);
    const types = scale === "whole" ? TYPES : TYPES.slice(0, 2);
    for (const endpoint of endpoints) {
      if (machines.has(nameOf(endpoint)) || (endpoint.method === "GET" && !endpoint.acts)) continue;
      const path = `${endpoint.path}${endpoint.when ? `?${new URLSearchParams(endpoint.when)}` : ""}`;
      for (const headers of FOREIGN) {
        for (const type of endpoint.method === "GET" ? [""] : types) {
          const sent = type ? { body: "{}", headers: { ...headers, "content-type": type } } : { headers };
          const { status } = await anna.fetch(path, { method: endpoint.method, ...sent });
          report.count("calls refused", status === 403 ? 1 : 0);
          if (status !== 403) report.wrong(`${nameOf(endpoint)} ${JSON.stringify(headers)} ${type}: ${status}`);
        }
      }
    }
    for (const path of PAGES) {
      for (const headers of FOREIGN) {
        const form = { "content-type": "application/x-www-form-urlencoded", ...headers };
        const body = "answer=yes&network=evil&language=fr&theme=dark&email=a@b.test&password=x";
        const answer = await anna.fetch(path, { method: "POST", headers: form, body });
        await answer.arrayBuffer();
        const cookies = answer.headers.getSetCookie().length;
        report.count("forms refused", answer.status === 403 && cookies === 0 ? 1 : 0);
        if (answer.status !== 403 || cookies > 0)
          report.wrong(`POST ${path} ${JSON.stringify(headers)}: ${answer.status}, ${cookies} cookies`);
      }
    }
    // an image, a link or a prefetch of another site: without the headers of our own pages
    for (const endpoint of endpoints) {
      for (const method of ["GET", "HEAD"]) {
        const answer = await anna.fetch(endpoint.path, {
          method,
          headers: { "x-request-type": "", "sec-fetch-site": "cross-site" },
        });
        await answer.arrayBuffer();
        report.count("reads");
        if (answer.status >= 500) report.wrong(`${method} ${endpoint.path}: ${answer.status}`);
      }
    }
    if (!(await anna.call(UserApi.current)).body.user) report.wrong("the session has ended");
    const after = await target.offline(digestRows);
    for (const [table, rows] of after) if (before.get(table) !== rows) report.wrong(`rows of ${table} have changed`);
    report.figure("tables compared", after.size);
  },
};

function listEndpoints(app: App): void {
  endpoints = app.dispatcher.entries.map(({ endpoint }) => endpoint);
  for (const { endpoint, who } of app.dispatcher.entries) if (who === "system") machines.add(nameOf(endpoint));
}
