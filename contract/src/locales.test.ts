import { describe, expect, it } from "vitest";
import { localeOfTag, regionalTag } from "./locales.ts";

describe("the regional variant of the visitor's language", () => {
  it.each([
    ["en", ["en-GB", "en"], "en-GB"],
    ["en", ["nl-NL", "nl", "en-US"], "en-US"],
    ["de", ["de-CH", "fr-CH"], "de-CH"],
    ["fr", ["de-CH", "fr-CH"], "fr-CH"],
    ["en", ["en"], "en"],
    ["en", ["en-IN", "en-x-secret"], "en"],
    ["sv", [], "sv"],
  ] as const)("%s with %j is %s", (locale, accepted, tag) => {
    expect(regionalTag(locale, accepted)).toBe(tag);
    expect(localeOfTag(tag)).toBe(locale);
  });
});
