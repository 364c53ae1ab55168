/** /dev/mails: every mail and every push notification in every language; not in production. */
import { LOCALES, type Locale } from "@serenade/contract/locales";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type TestApp, testApp } from "../test/app.ts";
import { mailExamples } from "./mail-examples.ts";
import { pushExamples } from "./push-examples.ts";

let test: TestApp;
beforeAll(async () => {
  test = await testApp();
});
afterAll(() => test.close());

const open = async (query: string) => {
  const response = await test.client().fetch(`/dev/mails${query}`);
  return { status: response.status, csp: response.headers.get("content-security-policy"), html: await response.text() };
};

const mails = (locale: Locale) => Object.keys(mailExamples(locale)).map((kind) => `mail.${kind}`);
const pushes = (locale: Locale) => Object.keys(pushExamples(locale)).map((kind) => `push.${kind}`);
/** Mails in every language have their own test (modules/mail/present.test.ts). */
const all = LOCALES.map((locale) => [locale, [...(locale === "fi" ? mails(locale) : []), ...pushes(locale)]] as const);

it.each(all)("every kind is shown in %s, without a text or a value that is missing", async (locale, kinds) => {
  for (const show of kinds) {
    const { status, csp, html } = await open(`?show=${show}&locale=${locale}`);
    expect([show, status]).toEqual([show, 200]);
    expect([show, html]).not.toEqual([show, expect.stringMatching(/undefined|notice\.\w+\.|mail\.\w+\.\w/)]);
    expect(csp).toContain("default-src 'none'");
    expect(html).toContain(`value="${show}" selected`);
  }
});

it("shows the subject, the HTML in a frame without script, and the text", async () => {
  const { html } = await open("?show=mail.weekly_updates&locale=de");
  expect(html).toContain("<h2>9 neue Mitglieder für dich</h2>");
  expect(html).toMatch(/<iframe sandbox="allow-popups" [^>]*srcdoc="[^"]*Bram, 38/);
  expect(html).toContain("<pre>");
  expect(html).not.toContain("<script");
});

it("knows no other kinds", async () => {
  for (const show of ["mail.nothing", "push.nothing", "mail.constructor", "nothing"])
    expect([show, (await open(`?show=${show}`)).status]).toEqual([show, 404]);
});

it("is not served in production", async () => {
  const live = await testApp({}, { config: { mode: "production" } });
  const statuses = await Promise.all(
    ["mails", "outbox", "outbox.json"].map(async (page) => (await live.client().fetch(`/dev/${page}`)).status),
  );
  await live.close();
  expect(statuses).toEqual([404, 404, 404]);
});
