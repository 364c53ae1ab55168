import type { Block } from "@serenade/contract/pages";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bestLocale, blocksOf, firstParagraph } from "./rules.ts";

const VALUES = { site: "Serenade *bold* [x](/y)", support_email: "help@example.test" };
const hrefsIn = (blocks: Block[]): string[] =>
  [...JSON.stringify(blocks).matchAll(/"href":"((?:[^"\\]|\\.)*)"/g)].map(([, href]) => JSON.parse(`"${href}"`));

describe("blocks of a page", () => {
  it("are headings with anchors, paragraphs, quotes, lists and tables", () => {
    const blocks = blocksOf(
      "## Your data\n\nOne **two** *three*.\nFour\\\nfive\n\n## Your data\n\n> said\n\n1. first\n2. second\n\n- a\n- [b](/terms)\n\n| x | y |\n|---|---|\n| 1 | 2 |\n",
      {},
    );
    expect(blocks).toEqual([
      { kind: "heading", level: 2, id: "your-data", spans: [{ text: "Your data" }] },
      {
        kind: "paragraph",
        spans: [
          { text: "One " },
          { text: "two", strong: true },
          { text: " " },
          { text: "three", em: true },
          { text: ". Four" },
          { text: "\n" },
          { text: "five" },
        ],
      },
      { kind: "heading", level: 2, id: "your-data-2", spans: [{ text: "Your data" }] },
      { kind: "quote", spans: [{ text: "said" }] },
      { kind: "list", ordered: true, items: [[{ text: "first" }], [{ text: "second" }]] },
      { kind: "list", ordered: false, items: [[{ text: "a" }], [{ text: "b", href: "/terms" }]] },
      { kind: "table", head: [[{ text: "x" }], [{ text: "y" }]], rows: [[[{ text: "1" }], [{ text: "2" }]]] },
    ]);
  });

  it("fill in values as plain text, never as Markdown", () => {
    const [block] = blocksOf("{site} and {unknown}, write to [{support_email}](mailto:{support_email})", VALUES);
    expect(block).toEqual({
      kind: "paragraph",
      spans: [
        { text: "Serenade *bold* [x](/y) and {unknown}, write to " },
        { text: "help@example.test", href: "mailto:help@example.test" },
      ],
    });
  });

  it("keep phone numbers on one line", () => {
    const digits = "1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6";
    expect(blocksOf(digits, {})).toEqual([{ kind: "paragraph", spans: [{ text: digits }] }]);
    expect(blocksOf("Call {support_phone}, or 112 in 10 minutes", { support_phone: "+31 20 000 0000" })).toEqual([
      { kind: "paragraph", spans: [{ text: "Call +31\u00a020\u00a0000\u00a00000, or 112 in 10 minutes" }] },
    ]);
  });

  it("show HTML as text, and no link but to paths of the site and harmless addresses", () => {
    const blocks = blocksOf(
      '<script>alert(1)</script>\n\nan <b onclick="x">inline</b> tag\n\n[a](javascript:alert(1)) [b](//evil.test) [c](data:text/html,x) [d](/\\evil.test) [e](https://example.test) ![pic](https://example.test/x.png)',
      {},
    );
    expect(blocks[0]).toEqual({ kind: "paragraph", spans: [{ text: "<script>alert(1)</script>" }] });
    expect(hrefsIn(blocks)).toEqual(["https://example.test"]);
    expect(JSON.stringify(blocks)).not.toContain("x.png");
  });

  it("have no other links whatever the Markdown is", () => {
    const link = fc
      .tuple(
        fc.string(),
        fc.constantFrom("javascript:", "JaVaScRiPt:", "//", "/", "\\\\", "vbscript:", "https://", " data:"),
      )
      .map(([text, scheme]) => `[${text}](${scheme}${text})`);
    fc.assert(
      fc.property(fc.array(fc.oneof(link, fc.string({ unit: "grapheme" }))), (parts) => {
        for (const href of hrefsIn(blocksOf(parts.join("\n\n"), VALUES)))
          expect(new URL(href, "https://site.test").protocol).toMatch(/^(?:https|mailto|tel):$/);
      }),
    );
  });
});

it("a page is shown in the first language that it has, else in any", () => {
  const [de, en] = [{ locale: "de" } as const, { locale: "en" } as const];
  expect(bestLocale([de, en], ["fr", "en"])).toBe(en);
  expect(bestLocale([de], ["fr", "en"])).toBe(de);
  expect(bestLocale([], ["en"])).toBeNull();
});

describe("the first paragraph", () => {
  it("is plain text, without headings, marks and placeholders", () => {
    const page = "## A heading\n\n- a list\n\nYou can send **gifts**\non {site}, see [how](/gifts).\n\nMore.";
    expect(firstParagraph(page, { site: "Serenade" })).toBe("You can send gifts on Serenade, see how.");
    expect(firstParagraph("## Nothing but a heading", {})).toBe("");
  });

  it("is cut at a word", () => {
    const text = firstParagraph("word ".repeat(200), {});
    expect(text).toMatch(/^(word )+word…$/);
    expect(text.length).toBeLessThanOrEqual(401);
    expect(firstParagraph("x".repeat(500), {})).toBe(`${"x".repeat(400)}…`);
  });
});
