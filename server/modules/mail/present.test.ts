import { LOCALES } from "@serenade/contract/locales";
import { describe, expect, it } from "vitest";
import { renderMail } from "./present.ts";

describe("mails", () => {
  it.each(LOCALES)("are worded in %s, every part of every kind", (locale) => {
    for (const kind of ["confirm", "receipt"]) {
      const params = { name: "Anna", url: "https://x.test/a?b=1&c=2", credits: "60", total: "24.99", number: "sb_1" };
      const { subject, text, html } = renderMail({ kind, locale, params }, { name: "Serenade" });
      expect(subject).not.toMatch(/mail\.|\{/);
      expect(text).not.toMatch(/mail\.\w+\.|\{\w+\}/);
      expect(html).toContain(`lang="${locale}"`);
    }
  });

  it("escape every value", () => {
    const params = { name: `<img src=x onerror=alert(1)> "Bram"`, url: 'https://x.test/"><script>' };
    const { html } = renderMail({ kind: "confirm", locale: "en", params }, { name: "<b>Site</b>" });
    expect(html).not.toMatch(/<img|<script|<b>/);
  });
});
