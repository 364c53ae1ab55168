import { LOCALES } from "@serenade/contract/locales";
import { describe, expect, it } from "vitest";
import { mailExamples } from "../../dev/mail-examples.ts";
import { DEFAULT_COMPANY, DEFAULT_SETTINGS } from "../site/rules.ts";
import { renderMail } from "./present.ts";
import { isOptional } from "./rules.ts";

const SITE = { settings: DEFAULT_SETTINGS, company: { ...DEFAULT_COMPANY, name: "Evening B.V.", city: "Utrecht" } };
const LINK = "https://x.test/a?b=1&token=abc";
const linked = { name: "Anna", url: LINK };

describe("mails", () => {
  it.each(LOCALES)("are complete in %s, every part of every kind, in text and in HTML", async (locale) => {
    for (const [kind, params] of Object.entries(mailExamples(locale))) {
      const { subject, text, html } = await renderMail({ kind, locale, params: { ...params } }, SITE);
      expect([kind, subject]).not.toEqual([kind, expect.stringMatching(/mail\.|\{|^$/)]);
      // a text that is missing or lacks an argument is rendered as its key
      for (const words of [text, html]) expect([kind, words]).not.toEqual([kind, expect.stringMatching(/mail\.\w+\./)]);
      expect([kind, text]).not.toEqual([kind, expect.stringMatching(/\{\w+/)]);
      expect(html).toContain(`lang="${locale}"`);
      expect(text).toContain("Evening B.V. · Utrecht");
      for (const [name, value] of Object.entries(params)) {
        if (["name", "change", "url", "order", "area", "people", "lacks"].includes(name)) continue;
        expect([kind, name, text + subject]).toEqual([kind, name, expect.stringContaining(value)]);
      }
      if ("url" in params) {
        expect(text).toContain(params.url);
        // the button, and its address beneath it
        expect(html.split(`href="${params.url.replaceAll("&", "&amp;")}"`)).toHaveLength(3);
      }
    }
  });

  it("state why they were sent: news names the setting and the unsubscribe link, the rest the account", async () => {
    for (const [kind, params] of Object.entries(mailExamples("en"))) {
      const out = isOptional(kind) ? "https://x.test/api/unsubscribe.php?token=t" : null;
      const { html, text } = await renderMail({ kind, locale: "en", params: { ...params } }, SITE, out);
      expect(text.includes("Unsubscribe")).toBe(isOptional(kind));
      expect(html.includes("/api/unsubscribe.php?token=t")).toBe(isOptional(kind));
      expect(text.includes("because you have an account")).toBe(!isOptional(kind));
    }
  });

  it("say to a receiver without an account why they get it", async () => {
    const row = { kind: "ticket_received", locale: "en", params: { number: "04K2-9QF-7T3B" }, member_id: null };
    const { text } = await renderMail(row, SITE);
    expect(text).toContain("because this address was used on");
    expect(text).not.toContain("because you have an account");
  });

  it("describe each change of the login protection, and omit an unknown place", async () => {
    const changes = ["totp_on", "totp_off", "passkey_added", "passkey_removed", null];
    const worded = changes.map(async (change) => {
      const row = { kind: "second_factor_changed", locale: "de", params: { ...linked, ...(change && { change }) } };
      return (await renderMail(row, SITE)).text;
    });
    expect(new Set(await Promise.all(worded)).size).toBe(changes.length);
    const { text } = await renderMail(
      { kind: "new_device", locale: "en", params: { ...linked, device: "Firefox", place: "", time: "21:04" } },
      SITE,
    );
    expect(text).toContain("Device");
    expect(text).not.toContain("Place");
  });

  it("list new members and what a profile lacks, each with its own link", async () => {
    const { weekly_updates: update, reminders } = mailExamples("de");
    const people = await renderMail({ kind: "weekly_updates", locale: "de", params: { ...update } }, SITE);
    for (const { name, age, region, url } of update.people) {
      expect(people.text).toContain(`${name}, ${age}`);
      expect(people.text).toContain(region);
      expect(people.html).toContain(`href="${url}"`);
    }
    const gaps = await renderMail({ kind: "reminders", locale: "de", params: { ...reminders } }, SITE);
    for (const { url } of reminders.lacks) expect(gaps.text).toContain(url);
    expect(gaps.text).toContain("Interessen");
  });

  it("of a promotion name only the conditions that it has", async () => {
    const { promotions } = mailExamples("en");
    const all = await renderMail({ kind: "promotions", locale: "en", params: { ...promotions } }, SITE);
    expect(all.text).toContain("PayPal, iDEAL");
    const free = { ...promotions, minimum: "none", methods: "none" };
    const { text } = await renderMail({ kind: "promotions", locale: "en", params: free }, SITE);
    expect(text).not.toMatch(/none|PayPal|orders of/);
  });

  it("escape every value", async () => {
    const params = { name: `<img src=x onerror=alert(1)> "Bram"`, url: 'https://x.test/"><script>' };
    const site = { ...SITE, settings: { ...DEFAULT_SETTINGS, name: "<b>Site</b>" } };
    const { html } = await renderMail({ kind: "confirm", locale: "en", params }, site);
    expect(html).not.toMatch(/<img|<script|<b>/);
  });
});
