import { LOCALES } from "@serenade/contract/locales";
import { BUILT_IN_PAGES, PagesApi } from "@serenade/contract/pages";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestApp, testApp } from "../../test/app.ts";
import { changeCompany, createSite } from "../site/commands.ts";
import { publishPage, removePage } from "./commands.ts";

let test: TestApp;
beforeAll(async () => {
  test = await testApp();
});
afterAll(() => test.close());

const read = async (token: string, lang = "en") =>
  test.client().call(PagesApi.read, { query: { token }, headers: { "accept-language": lang } });
const page = {
  token: "about-us",
  locale: "en",
  title: "About us",
  description: "",
  markdown: "Hello.",
  footer: true,
} as const;

describe("built-in pages", () => {
  it.each(LOCALES)("are complete in %s, without a placeholder that has no value", async (locale) => {
    for (const token of BUILT_IN_PAGES) {
      const { status, body } = await read(token, locale);
      expect([token, status]).toEqual([token, 200]);
      expect(body.title).not.toBe("");
      expect(body.blocks.length).toBeGreaterThan(0);
      expect([token, JSON.stringify(body)]).not.toEqual([token, expect.stringMatching(/\{[a-z_]+\}/)]);
    }
  });

  // spec: 7.terms-date
  it("carry the date of the terms: 2023-12-01 12:00 UTC unless the company is younger (§7)", async () => {
    await changeCompany(test.app, 1, { added: "2020-01-01T00:00:00Z" });
    expect((await read("terms")).body.version).toBe("2023-12-01T12:00:00.000Z");
    await changeCompany(test.app, 1, { added: "2026-03-04T05:06:07Z" });
    const { body } = await read("terms");
    expect(body.version).toBe("2026-03-04T05:06:07.000Z");
    expect(JSON.stringify(body.blocks)).toContain("March 4, 2026");
    expect((await read("privacy")).body.version).toBeNull();
  });
});

describe("a page of the site's staff", () => {
  // spec: 2.route.token
  it("is shown in the reader's language, else the site's, and linked in the footer", async () => {
    await publishPage(test.app, 1, page);
    await publishPage(test.app, 1, { ...page, locale: "de", title: "Über uns", markdown: "Hallo." });
    expect((await read("about-us", "de")).body).toMatchObject({ title: "Über uns", version: null });
    expect((await read("about-us", "fi")).body.title).toBe("About us");
    const { body } = await test.client().call(PagesApi.list);
    expect(body.pages).toEqual([{ token: "about-us", title: "About us" }]);
  });

  it("is replaced by another one with its token, and gone after its removal", async () => {
    await publishPage(test.app, 1, { ...page, title: "Our story", footer: false });
    expect((await read("about-us")).body.title).toBe("Our story");
    await removePage(test.app, 1, "about-us");
    expect((await read("about-us")).status).toBe(404);
    expect((await test.client().call(PagesApi.list)).body.pages).toEqual([]);
    await expect(removePage(test.app, 1, "about-us")).rejects.toMatchObject({ code: "not_found" });
  });

  it("belongs to its site alone", async () => {
    await createSite(test.app, { id: 2, domain: "other.example.test" });
    await publishPage(test.app, 2, { ...page, token: "only-here" });
    expect((await read("only-here")).status).toBe(404);
  });

  it.each(["terms", "login", "Upper", "a/b", "-x", ""])("cannot have the token %j", async (token) => {
    await expect(publishPage(test.app, 1, { ...page, token })).rejects.toMatchObject({ code: "invalid" });
  });
});

describe("the picture of a page for links to it", () => {
  const picture = async (page: string, lang = "en") => {
    const answer = await test.client().fetch(`/api/share-picture.php?page=${page}&lang=${lang}`);
    return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) };
  };

  it("is a JPEG of 1200 × 630 with the page's title in the language asked for", async () => {
    for (const page of [
      "index",
      "pricing",
      "match-finder",
      "signup",
      "login",
      "lang-config",
      "terms",
      "landers-video",
    ]) {
      const { status, bytes } = await picture(page);
      expect([page, status]).toEqual([page, 200]);
      expect(await sharp(bytes).metadata()).toMatchObject({ format: "jpeg", width: 1200, height: 630 });
    }
    expect((await picture("terms", "pl")).bytes.equals((await picture("terms")).bytes)).toBe(false);
  });

  it("of a lander says what its copy says; an unknown word in its address changes nothing", async () => {
    const [plain, unknown, tonight] = await Promise.all(
      ["landers-gallery", "landers-gallery-nothing", "landers-gallery-tonight"].map((page) => picture(page)),
    );
    expect(unknown!.bytes.equals(plain!.bytes)).toBe(true);
    expect(tonight!.bytes.equals(plain!.bytes)).toBe(false);
  });

  it("is not found for anything that is no public page", async () => {
    for (const page of ["chats", "members", "toString", "landers-nothing"])
      expect((await picture(page)).status).toBe(404);
  });
});

it("a token without a page is not found", async () => {
  expect((await read("nothing-here")).status).toBe(404);
});
