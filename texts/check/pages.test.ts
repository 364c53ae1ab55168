import { LOCALES } from "@serenade/contract/locales";
import { describe, expect, it } from "vitest";
import { pageProblems, readPage, TOKENS } from "./pages.ts";

const DESCRIPTION = "A sentence for search engines that says what this page of {site} is about, and who it is for.";
const GOOD = `---
title: Safety
description: ${DESCRIPTION}
---

Write to {support_email}, or look at your [settings](/notifications/privacy).

## Help

- **Ireland:** 1800 341 900
- \`auth\` lasts 365 days
`;
const problems = (source: string, locale = "en", token = "safety") => pageProblems({ locale, token, source }, GOOD);

it("a page that is like its master has no problems", () => expect(problems(GOOD)).toEqual([]));

describe("is refused:", () => {
  it.each([
    ["no front matter", GOOD.replace("---\n", ""), "front matter"],
    ["a third line of front matter", GOOD.replace("title: Safety", "title: Safety\nmore: x"), "front matter"],
    ["an empty title", GOOD.replace("title: Safety", "title: "), "front matter"],
    ["a value that YAML splits", GOOD.replace("title: Safety", "title: Safety: first"), "YAML"],
    ["a value that begins with a brace", GOOD.replace("title: Safety", "title: {site}"), "YAML"],
    ["a short description", GOOD.replace(DESCRIPTION, "Too short."), "description: 10 characters"],
    ["a long description", GOOD.replace(DESCRIPTION, DESCRIPTION + DESCRIPTION), "description: 186 characters"],
    ["HTML", GOOD.replace("Write", "<b>Write</b>"), "HTML"],
    ["an entity", GOOD.replace("Write", "&nbsp;Write"), "HTML"],
    ["an h1", GOOD.replace("## Help", "# Help"), "the title is the h1"],
    ["an h4", GOOD.replace("## Help", "#### Help"), "the title is the h1"],
    ["another level", GOOD.replace("## Help", "### Help"), "blocks: number 2 is ### instead of ##"],
    ["a missing item", GOOD.replace(/- `auth`.*\n/, ""), "blocks: number 4 is missing instead of -"],
    ["one more paragraph", `${GOOD}\nMore.\n`, "blocks: number 5 is paragraph instead of none"],
    ["an unknown placeholder", GOOD.replace("{support_email}", "{email}"), "unknown placeholder {email}"],
    ["an open brace", GOOD.replace("{support_email}", "{support_email"), "unknown placeholder"],
    ["a missing placeholder", GOOD.replace("{support_email}", "us"), "placeholders: "],
    ["another link", GOOD.replace("notifications/privacy", "notifications"), "links: "],
    ["a link to no page", GOOD.replace("/notifications/privacy", "/nowhere"), "link to /nowhere"],
    [
      "a link to a part of no page",
      GOOD.replace("/notifications/privacy", "/notifications/a/b"),
      "link to /notifications/a/b",
    ],
    ["a link to another site", GOOD.replace("/notifications/privacy", "https://a.example"), "no such page"],
    ["another name in code", GOOD.replace("`auth`", "`session`"), "code: "],
    ["a wrong telephone number", GOOD.replace("341 900", "341 901"), "numbers: "],
    ["a straight quote", GOOD.replace("Write", '"Write"'), '": not a quote of en'],
    ["two spaces", GOOD.replace("Write to", "Write  to"), "spaces"],
    ["a space before a comma", GOOD.replace("},", "} ,"), "spaces"],
    ["a word that the glossary refuses", GOOD.replace("Write to", "Send a mail to"), "email"],
  ])("%s", (_, source, message) =>
    expect(problems(source)).toEqual(expect.arrayContaining([expect.stringContaining(message)])),
  );
});

it("each locale has its own quotes", () => {
  const quoted = (text: string) => GOOD.replace("Write", text);
  expect(problems(quoted("„Schreib“"), "de")).toEqual([]);
  expect(problems(quoted("“Schreib”"), "de")).toEqual(["”: not a quote of de"]);
  expect(problems(quoted("«\u00a0Écrivez\u00a0»"), "fr")).toEqual([]);
  expect(problems(quoted("« Écrivez »"), "fr")).toEqual([expect.stringContaining("no-break space")]);
});

it("code and link targets are no prose", () => {
  const page = GOOD.replace("Write", "`mail` [Write](/service)");
  expect(pageProblems({ locale: "en", token: "safety", source: page }, page)).toEqual([]);
});

it.each(LOCALES)("%s has every page", (locale) => {
  expect(TOKENS.filter((token) => readPage(locale, token) === null)).toEqual([]);
});
