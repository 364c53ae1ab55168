import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type ContactData, contactDataIn, partsOf } from "./contact-data.ts";

const holds: [text: string, kinds: ContactData[]][] = [
  ["look at https://example.test/a?b=1.", ["link"]],
  ["www.example.test is mine", ["link"]],
  ["find me on t.me/somebody", ["link"]],
  ["it is on Example.com", ["link"]],
  ["write to anna@example.test", ["mail"]],
  ["anna.b+c@post.example.nl please", ["mail"]],
  ["call +31 6 1234 5678", ["phone"]],
  ["0612345678", ["phone"]],
  ["(030) 123 45-678", ["phone"]],
  ["my account is NL91 ABNA 0417 1643 00", ["payment"]],
  ["send it to DE89370400440532013000 today", ["payment"]],
  ["my tag is $anna_b", ["payment"]],
  ["do you have PayPal?", ["payment"]],
  ["bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq", ["payment"]],
];
const holdsNot = [
  "Good evening, how was your day?",
  "I was born on 12.04.1991 and moved here 2019-05-01.",
  "We meet at 20:30, table 12.",
  "It costs 1000 or 25,50 and I am 1.84 m.",
  "Fine.It is late.Me too.",
  "12345",
  "\u{1F600}\u{1F600}",
];

describe("contact data", () => {
  test.each(holds)("%s", (text, kinds) => {
    for (const kind of kinds) expect(contactDataIn(text)).toContain(kind);
  });
  test.each(holdsNot)("nothing in: %s", (text) => {
    expect(contactDataIn(text)).toEqual([]);
  });

  test("a phone number is found at any position and with any separators", () => {
    const digits = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 9, maxLength: 14 });
    const signs = fc.constantFrom("", " ", "-", ".", " - ");
    fc.assert(
      fc.property(fc.lorem(), digits, signs, fc.lorem(), (before, number, sign, after) =>
        contactDataIn(`${before} +${number.join(sign)} ${after}`).includes("phone"),
      ),
    );
  });

  test("plain words contain none", () => {
    const word = fc.stringMatching(/^[a-zà-ÿ]{1,12}$/);
    fc.assert(
      fc.property(fc.array(word, { maxLength: 30 }), (words) => {
        const text = words.join(" ");
        return /paypal|venmo|zelle|revolut|bitcoin|usdt|cashapp/.test(text) || contactDataIn(text).length === 0;
      }),
    );
  });

  test("the longest message is looked through at once", () => {
    for (const unit of ["a.", "1 ", "a@", "AB12 ", "http://", "+1-"]) {
      const started = performance.now();
      const text = unit.repeat(1_000 / unit.length);
      contactDataIn(text);
      partsOf(text);
      expect(performance.now() - started).toBeLessThan(200);
    }
  });
});

describe("links", () => {
  test("pages of the web alone, without the sentence's own signs", () => {
    const links = (text: string) => partsOf(text).flatMap(({ text: shown, href }) => (href ? [[shown, href]] : []));
    expect(links("see https://example.test/a, or www.example.test/b/.")).toEqual([
      ["https://example.test/a", "https://example.test/a"],
      ["www.example.test/b/", "https://www.example.test/b/"],
    ]);
    expect(links("(https://example.test)")).toEqual([["https://example.test", "https://example.test/"]]);
    for (const text of [
      "javascript:alert(1)",
      "data:text/html,x",
      "https://a:b@example.test/",
      "https://localhost/",
      "ftp://example.test",
      "https://",
    ])
      expect([text, links(text)]).toEqual([text, []]);
  });

  test("the parts are the text, and lead to http and https only", () => {
    const piece = fc.oneof(
      fc.string({ unit: "grapheme" }),
      fc.webUrl({ withQueryParameters: true, withFragments: true }),
      fc.constantFrom("https://", "www.", "javascript:", "http://[", "\u202e", "@"),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const text = pieces.join(" ");
        const parts = partsOf(text);
        expect(parts.map((part) => part.text).join("")).toBe(text);
        for (const { href } of parts) if (href !== null) expect(href).toMatch(/^https?:\/\//);
      }),
    );
  });
});
