/** The W3C's checker (Nu Html Checker, in Java) on the HTML of every page, as a visitor and as a premium member get it. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { makeMainScreens } from "./main-screens.ts";
import { buyCredits, joinByApi, newcomer } from "./people.ts";
import { outcomeOf, ROUTES, type World } from "./route-table.ts";
import { expect, test } from "./strict.ts";

const VNU = createRequire(import.meta.url).resolve("vnu-jar/build/dist/vnu.jar");

/** What the checker says of correct HTML: how React writes, and what the living standard has in the meantime. */
const ALLOWED = [
  /^Trailing slash on void elements/,
  /^Attribute “name” not allowed on element “details”/,
  /^Attribute “media” not allowed on element “source”/,
  /autocomplete.*“webauthn” is not a valid autofill field name/,
];

const FINDER = "?who=woman&min_age=22&max_age=60&where=&what_for=going_out&interests=music";

/** More of a page than routes.e2e.ts asks for, by state. */
const MORE = {
  visitor: [
    "/ban?token=nothing",
    "/signup?niche=2",
    "/unsubscribe?token=nothing",
    "/mail-change/do?token=nothing&undo=1",
    // the site's staff have written no page: those of the product above have the same component
    "/nothing-here",
  ],
  free: [],
  premium: [
    `/match-finder${FINDER}`,
    "/credits/p2/paypal",
    "/notifications?leave=1",
    "/notifications?leave=pause",
    "/notifications?leave=pause&declined=1",
  ],
};

test("the HTML of every page is valid", async ({ visitor, baseURL }) => {
  test.setTimeout(240_000);
  const [hers, free, stranger] = [await visitor(), await visitor(), await visitor()];
  await joinByApi(free, baseURL!, newcomer("Frieda", "Woman", "Men"));
  const screens = await makeMainScreens(hers, visitor, baseURL!);
  const transaction = await buyCredits(hers);
  const { results } = (await (await stranger.request.get("/api/members.php?photo=true")).json()) as {
    results: { id: string; main_image: unknown }[];
  };
  const world: World = {
    shown: results.find(({ main_image }) => main_image)!.id, // visitors get no photo of the others
    member: screens.profile.split("/").at(-1)!,
    conversation: screens.chat.split("/").at(-1)!,
    premiumConversation: screens.chat.split("/").at(-1)!,
    transaction,
  };
  const pages = { visitor: stranger, free, premium: hers };
  /** The pages of a free member are those of a premium one, but for a few; direct debit is not for her country. */
  const isOfFree = (route: string) => route === "directdebit" || outcomeOf(route, "premium") !== 200;
  const isOwn = (route: string, state: keyof typeof pages) =>
    outcomeOf(route, state) === 200 && (state === "visitor" || isOfFree(route) === (state === "free"));
  const addressesOf = (state: keyof typeof pages) =>
    Object.entries(ROUTES).flatMap(([route, { at }]) => (isOwn(route, state) ? at(world) : []));

  const folder = mkdtempSync(join(tmpdir(), "serenade-html-"));
  const saved: string[] = [];
  const save = async (page: Page, path: string, locale: string) => {
    const address = `${path}${path.includes("?") ? "&" : "?"}lang=${locale}`;
    const response = await page.request.get(address);
    const html = await response.text();
    expect([path, new URL(response.url()).pathname]).toEqual([path, path.split("?")[0]]);
    expect(html, address).toMatch(new RegExp(`<html[^>]* lang="${locale}\\b`));
    writeFileSync(join(folder, `${saved.push(address) - 1}.html`), html);
  };
  for (const locale of ["en", "pl"])
    for (const [state, page] of Object.entries(pages) as [keyof typeof pages, Page][])
      for (const path of [...addressesOf(state), ...MORE[state]]) await save(page, path, locale);
  const found = check(folder).map(({ url, message, extract }) => {
    const address = saved[Number(/(\d+)\.html$/.exec(url)?.[1])];
    return `${address}: ${message} ${extract ?? ""}`;
  });
  rmSync(folder, { recursive: true });
  expect(found).toEqual([]);
});

interface Finding {
  type: "error" | "info" | "non-document-error";
  subType?: string;
  url: string;
  message: string;
  extract?: string;
}

/** All files of a folder in one process. */
function check(folder: string): Finding[] {
  const options = ["--format", "json", "--stdout", "--exit-zero-always"];
  const answer = execFileSync("java", ["-Xss4m", "-jar", VNU, ...options, folder], {
    encoding: "utf8",
    maxBuffer: 1e8,
  });
  const { messages } = JSON.parse(answer) as { messages: Finding[] };
  return messages.filter(({ message }) => !ALLOWED.some((one) => one.test(message)));
}
