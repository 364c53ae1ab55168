/** The W3C's checker (Nu Html Checker, in Java) on the HTML of every page, as a visitor and as a premium member get it. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import table from "../web/app/routes.ts";
import { makeMainScreens } from "./main-screens.ts";
import { joinByApi, newcomer } from "./people.ts";
import { expect, test } from "./strict.ts";

const VNU = createRequire(import.meta.url).resolve("vnu-jar/build/dist/vnu.jar");

/** Addresses of each route of web/app/routes.ts, by its id. */
interface Addresses {
  visitor?: string[];
  free?: string[];
  /** Of a premium member. */
  member?: string[];
}

/** Routes that answer without a page. */
const WITHOUT_PAGE = new Set(["manifest", "robots", "sitemap", "sitemaps", "source", "entry", "appearance", "logout"]);

/** What the checker says of correct HTML: how React writes, and what the living standard has in the meantime. */
const ALLOWED = [
  /^Trailing slash on void elements/,
  /^Attribute “name” not allowed on element “details”/,
  /^Attribute “media” not allowed on element “source”/,
  /autocomplete.*“webauthn” is not a valid autofill field name/,
];

const STEPS = ["photo", "location", "personal", "looks", "interests", "languages", "about", "confirm"];
const SECTIONS = ["account", "notifications", "privacy", "security", "money"];
const FINDER = "?who=woman&min_age=22&max_age=60&where=&what_for=going_out&interests=music";

interface Ids {
  /** One who is shown to visitors, and the other member of the conversation. */
  shown: string;
  member: string;
  conversation: string;
  transaction: string;
}

const pagesOf = ({ shown, member, conversation, transaction }: Ids): Record<string, Addresses> => ({
  index: { visitor: ["/"] },
  members: {
    visitor: ["/members", "/members?country=NZ&min_age=77"],
    member: ["/members", "/members?country=NZ&min_age=77"],
  },
  "match-finder": { visitor: ["/match-finder"], member: ["/match-finder", `/match-finder${FINDER}`] },
  "members-id": { visitor: [`/members/${shown}`], member: [`/members/${member}`] },
  "likes-m-id": { member: [`/likes/m/${member}`] },
  likes: { member: ["/likes"] },
  "likes-type": { member: ["/likes/received", "/likes/sent", "/likes/matches"] },
  "swipe-game": { member: ["/swipe-game"] },
  credits: { member: ["/credits"] },
  "credits-repeat-order": { member: ["/credits/repeat-order"] },
  "credits-id-paymentmethod": { member: ["/credits/p1", "/credits/p2/paypal"] },
  premium: { free: ["/premium"] },
  pricing: { visitor: ["/pricing"], member: ["/pricing"] },
  profile: { member: ["/profile"] },
  me: { member: ["/me"] },
  notifications: {
    member: [
      "/notifications",
      ...SECTIONS.map((section) => `/notifications/${section}`),
      "/notifications?leave=1",
      "/notifications?leave=pause",
      "/notifications?leave=pause&declined=1",
    ],
  },
  "notifications-second-factor": { member: ["/notifications/second-factor"] },
  "transactions-id": { member: ["/transactions", "/transactions?tab=credits", `/transactions/${transaction}`] },
  directdebit: { free: ["/directdebit"] },
  withdrawal: { visitor: ["/withdrawal"], member: ["/withdrawal"] },
  "dev-ui": { visitor: ["/dev/ui"] },
  terms: { visitor: ["/terms"], member: ["/terms"] },
  privacy: { visitor: ["/privacy"] },
  cookies: { visitor: ["/cookies"] },
  faq: { visitor: ["/faq"] },
  "return-policy": { visitor: ["/return-policy"] },
  safety: { visitor: ["/safety"] },
  imprint: { visitor: ["/imprint"] },
  service: { visitor: ["/service"], member: ["/service"] },
  complaints: { visitor: ["/complaints"], member: ["/complaints"] },
  ban: { visitor: ["/ban", "/ban?token=nothing"], member: ["/ban"] },
  "lang-config": { visitor: ["/lang-config"], member: ["/lang-config"] },
  // the site's staff have written no page: those of the product above have the same component
  token: { visitor: ["/nothing-here"] },
  "not-found": { visitor: ["/nothing/here"], member: ["/nothing/here"] },
  chats: { member: ["/chats", "/chats?show=requests"] },
  "chats-id": { member: [`/chats/${conversation}`] },
  "members-id-chat": { member: [`/members/${shown}/chat`] },
  "members-id-landing": { visitor: [`/members/${shown}/landing`] },
  "members-id-landing2-slug": { visitor: [`/members/${shown}/landing2`] },
  "members-id-landing3-slug": { visitor: [`/members/${shown}/landing3`] },
  "members-id-signup": { visitor: [`/members/${shown}/signup`] },
  "landers-alonetonight-slug": { visitor: ["/landers/alonetonight"] },
  "landers-collagelanding-slug": { visitor: ["/landers/collagelanding"] },
  "landers-gallery-slug": { visitor: ["/landers/gallery"] },
  "landers-iconslanding-slug": { visitor: ["/landers/iconslanding"] },
  "landers-maplanding-slug": { visitor: ["/landers/maplanding"] },
  "landers-socialnetwork-slug": { visitor: ["/landers/socialnetwork"] },
  "landers-transitionsvideolanding-slug": { visitor: ["/landers/transitionsvideolanding"] },
  "landers-video-slug": { visitor: ["/landers/video"] },
  "landers-tinderswipe": { visitor: ["/landers/tinderswipe"] },
  signup: { visitor: ["/signup", "/signup?niche=2"] },
  login: { visitor: ["/login"] },
  "reset-password": { visitor: ["/reset-password"] },
  "reset-password-do": { visitor: ["/reset-password/do?token=nothing"] },
  "signup-matches": { member: ["/signup-matches"] },
  "complete-signup": { member: STEPS.map((step) => `/complete-signup?step=${step}`) },
  "activate-done": { visitor: ["/activate/done?token=nothing"] },
  unsubscribe: { visitor: ["/unsubscribe", "/unsubscribe?token=nothing"] },
  "activate-error": { visitor: ["/activate/error"] },
  "mail-change-do": { visitor: ["/mail-change/do?token=nothing", "/mail-change/do?token=nothing&undo=1"] },
  "account-deleted": { visitor: ["/account-deleted", "/account-deleted?token=nothing"] },
  offline: { visitor: ["/offline"] },
});

test("the HTML of every page is valid", async ({ visitor, baseURL }) => {
  test.setTimeout(240_000);
  const [hers, free, stranger] = [await visitor(), await visitor(), await visitor()];
  await joinByApi(free, baseURL!, newcomer("Frieda", "Woman", "Men"));
  const screens = await makeMainScreens(hers, visitor, baseURL!);
  const transaction = await buy(hers);
  const { results } = (await (await stranger.request.get("/api/members.php?photo=true")).json()) as {
    results: { id: string; main_image: unknown }[];
  };
  const pages = pagesOf({
    shown: results.find(({ main_image }) => main_image)!.id, // visitors get no photo of the others
    member: screens.profile.split("/").at(-1)!,
    conversation: screens.chat.split("/").at(-1)!,
    transaction,
  });
  expect(Object.keys(pages).sort()).toEqual(idsOf(table).sort());

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
    for (const addresses of Object.values(pages)) {
      for (const path of addresses.visitor ?? []) await save(stranger, path, locale);
      for (const path of addresses.free ?? []) await save(free, path, locale);
      for (const path of addresses.member ?? []) await save(hers, path, locale);
    }
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

/** Credits, and with them premium; the card is stored. Returns the id of the transaction. */
async function buy(page: Page): Promise<string> {
  await page.goto("/credits/p1");
  await page.getByRole("radio", { name: /^Card/ }).check({ force: true });
  await page.getByRole("checkbox", { name: /^Save / }).check({ force: true });
  await page.getByRole("button", { name: /^Buy now for / }).click();
  await page.getByLabel("Card number").fill("4242424242424242");
  await page.getByRole("button", { name: /^Pay / }).click();
  await page.waitForURL(/\/transactions\/[\w-]{22}/);
  return new URL(page.url()).pathname.split("/").at(-1)!;
}

const idsOf = (routes: RouteConfigEntry[]): string[] =>
  routes
    .flatMap(({ id, children, path, index }) => [
      ...(path !== undefined || index ? [id!] : []),
      ...idsOf(children ?? []),
    ])
    .filter((id) => !WITHOUT_PAGE.has(id));
