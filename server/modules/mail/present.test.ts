import { LOCALES } from "@serenade/contract/locales";
import { describe, expect, it } from "vitest";
import { DEFAULT_COMPANY, DEFAULT_SETTINGS } from "../site/rules.ts";
import { renderMail } from "./present.ts";
import { isNews, type MailKind, type MailParams } from "./rules.ts";

const SITE = { settings: DEFAULT_SETTINGS, company: { ...DEFAULT_COMPANY, name: "Evening B.V.", city: "Utrecht" } };
const LINK = "https://x.test/a?b=1&token=abc";
const linked = { name: "Anna", url: LINK };

/** One mail of every kind; the compiler reports missing ones. */
const MAILS: { [K in MailKind]: MailParams[K] } = {
  confirm: linked,
  address_check: linked,
  refund: { name: "Anna", total: "24.99", time: "today", credits: "60", number: "2026-000002", order: "1" },
  debit_code: { name: "Anna", code: "012345" },
  debit_notice: { name: "Anna", total: "24.99", date: "tomorrow", account: "•••• 4300", reference: "SRN1" },
  receipt: { name: "Anna", credits: "60", total: "24.99", number: "2026-000001", order: "1" },
  password_reset: linked,
  password_changed: linked,
  mail_change_confirm: linked,
  mail_change_notice: { ...linked, email: "new@example.test" },
  new_device: { ...linked, device: "Firefox, Linux", place: "Utrecht", time: "21:04" },
  deletion_pending: { ...linked, date: "5.12.2026" },
  account_reactivated: linked,
  account_erased: {},
  export_ready: linked,
  second_factor_changed: { ...linked, change: "totp_on" },
  discreet_signup: { url: LINK },
  discreet_no_account: { url: LINK },
  unread_messages: { ...linked, count: "3" },
  saved_search: { ...linked, count: "3" },
  report_received: { name: "Anna", number: "04K2-9QF-7T3B" },
  complaint_received: { number: "04K2-9QF-7T3B" },
  ticket_received: { number: "04K2-9QF-7T3B" },
  exclusion_confirm: { url: LINK },
  excluded: { date: "24 May 2027" },
  new_conversation: { ...linked, from: "Bram" },
};

describe("mails", () => {
  it.each(LOCALES)("are complete in %s, every part of every kind, in text and in HTML", async (locale) => {
    for (const [kind, params] of Object.entries(MAILS)) {
      const { subject, text, html } = await renderMail({ kind, locale, params: { ...params } }, SITE);
      expect([kind, subject]).not.toEqual([kind, expect.stringMatching(/mail\.|\{|^$/)]);
      // a text that is missing or lacks an argument is rendered as its key
      for (const words of [text, html]) expect([kind, words]).not.toEqual([kind, expect.stringMatching(/mail\.\w+\./)]);
      expect([kind, text]).not.toEqual([kind, expect.stringMatching(/\{\w+/)]);
      expect(html).toContain(`lang="${locale}"`);
      expect(text).toContain("Evening B.V. · Utrecht");
      for (const [name, value] of Object.entries(params)) {
        if (["name", "change", "url", "order"].includes(name)) continue;
        expect([kind, name, text + subject]).toEqual([kind, name, expect.stringContaining(value)]);
      }
      if ("url" in params) {
        expect(text).toContain(LINK);
        // the button, and its address beneath it
        expect(html.match(/href="https:\/\/x\.test\/a\?b=1&amp;token=abc"/g)).toHaveLength(2);
      }
    }
  });

  it("state why they were sent: news names the setting and the unsubscribe link, the rest the account", async () => {
    for (const [kind, params] of Object.entries(MAILS)) {
      const out = isNews(kind) ? "https://x.test/api/unsubscribe.php?token=t" : null;
      const { html, text } = await renderMail({ kind, locale: "en", params: { ...params } }, SITE, out);
      expect(text.includes("Unsubscribe")).toBe(isNews(kind));
      expect(html.includes("/api/unsubscribe.php?token=t")).toBe(isNews(kind));
      expect(text.includes("because you have an account")).toBe(!isNews(kind));
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

  it("escape every value", async () => {
    const params = { name: `<img src=x onerror=alert(1)> "Bram"`, url: 'https://x.test/"><script>' };
    const site = { ...SITE, settings: { ...DEFAULT_SETTINGS, name: "<b>Site</b>" } };
    const { html } = await renderMail({ kind: "confirm", locale: "en", params }, site);
    expect(html).not.toMatch(/<img|<script|<b>/);
  });
});
