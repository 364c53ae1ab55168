/** Icebreakers, reports, profiles and matches. */
import { DEMO_LOGINS, DEMO_PASSWORD } from "../server/db/demo/logins.ts";
import { joinByApi, logIn, newcomer } from "./people.ts";
import { expect, test } from "./strict.ts";

// spec: 2.icebreaker-modal
test("the icebreaker modal offers three different lines each time, and puts one into the field", async ({
  visitor,
  expectAccessible,
}) => {
  const page = await visitor();
  await logIn(page, DEMO_LOGINS[0]!.email, DEMO_PASSWORD);
  const id = await strangerTo(page.request);
  await page.goto(`/members/${id}/chat`);
  const opener = page.getByRole("button", { name: "Opening lines" });
  await expect(opener).toBeEnabled(); // once the lines are there; a key press does not wait for that
  await opener.press("Enter");
  const modal = page.getByRole("dialog", { name: "Opening lines" });
  const lines = modal.getByRole("list", { name: "Opening lines" }).getByRole("button");
  await expect(lines).toHaveCount(3);
  await expectAccessible(page);
  for (let round = 0; round < 4; round++) {
    const before = await lines.allTextContents();
    await modal.getByRole("button", { name: "Show others" }).click();
    await expect.poll(async () => (await lines.allTextContents()).sort()).not.toEqual(before.sort());
  }
  const line = (await lines.first().textContent())!;
  await lines.first().click();
  await expect(modal).toBeHidden();
  await expect(page.getByRole("textbox", { name: /message to/i })).toHaveValue(line);
});

test("a member is reported and blocked in one step, in English and in French", async ({
  visitor,
  expectAccessible,
}) => {
  const words = {
    en: {
      more: "More",
      report: /^Report /,
      scam: /^Asks for money/,
      block: /^Block .* as well/,
      send: "Send report",
      done: /Case number: \w{4}-\w{3}-\w{4}/,
    },
    fr: {
      more: "Plus",
      report: /^Signaler /,
      scam: /^Demande de l’argent/,
      block: /^Bloquer aussi/,
      send: "Envoyer le signalement",
      done: /Numéro de dossier \w{4}-\w{3}-\w{4}/,
    },
  };
  const page = await visitor();
  await logIn(page, DEMO_LOGINS[1]!.email, DEMO_PASSWORD);
  for (const locale of ["en", "fr"] as const) {
    const say = words[locale];
    const id = await strangerTo(page.request);
    await page.goto(`/members/${id}?lang=${locale}`);
    await page.getByRole("main").locator("summary").filter({ hasText: say.more }).click();
    await page.getByRole("button", { name: say.report }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("radio", { name: say.scam }).check();
    await dialog.getByRole("textbox").fill("A gift card, at once.");
    await dialog.getByRole("checkbox", { name: say.block }).check();
    await expectAccessible(page);
    await dialog.getByRole("button", { name: say.send }).click();
    await expect(page.getByText(say.done)).toBeVisible();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole("button", { name: locale === "en" ? "Unblock" : "Débloquer" })).toBeVisible();
  }
});

// spec: 2.profile-view
test("a profile has photos, facts, related people, and every action: like, gift, message, block and unblock", async ({
  visitor,
  baseURL,
}) => {
  const page = await visitor();
  await joinByApi(page, baseURL!, newcomer("Petra", "Woman", "Men"));
  const search = await page.request.get("/api/members.php?photo=true&gender=man");
  const { results } = (await search.json()) as { results: { id: string; name: string }[] };
  const { id, name } = results[0]!;
  await page.goto(`/members/${id}?lang=en`);
  const main = page.getByRole("main");
  const photos = main.getByRole("region", { name: `Photos of ${name}` });
  await expect(photos.getByRole("img").first()).toBeVisible();
  await expect(main.getByRole("heading", { name: "In short" })).toBeVisible();
  const related = main.getByRole("heading", { name: "You may also like" });
  await expect(related).toBeVisible();
  await expect(related.locator("..").locator("article").first()).toBeVisible();
  const like = main.getByRole("button", { name: `Like ${name}` }).first();
  await like.click();
  await expect(like).toHaveAttribute("aria-pressed", "true");
  await like.click();
  await expect(like).toHaveAttribute("aria-pressed", "false");
  await expect(main.getByRole("link", { name: "Message", exact: true })).toHaveAttribute("href", `/members/${id}/chat`);
  await expect(main.getByRole("button", { name: `Give ${name} a gift` })).toBeVisible();
  await main.locator("summary").filter({ hasText: "More" }).click();
  await main.getByRole("button", { name: `Block ${name}` }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Block", exact: true }).click();
  await expect(page.getByText(`You’ve blocked ${name}`)).toBeVisible();
  await expect(like).toHaveCount(0);
  await main.getByRole("button", { name: "Unblock" }).click();
  await expect(like).toBeVisible();
});

// spec: 1.likes-tabs, 2.match-modal-image, 7.auto-like-reload, 4.match-modal
test("received, sent and matches have their tabs; the picture of a match opens the profile", async ({
  visitor,
  baseURL,
}) => {
  const [page, other] = [await visitor(), await visitor()];
  const her = await joinByApi(page, baseURL!, newcomer("Mila", "Woman", "Men"));
  const friend = newcomer("Mats", "Man", "Women");
  const his = await joinByApi(other, baseURL!, friend);
  const headers = { origin: baseURL!, "x-request-type": "client" };
  await other.request.post("/api/like.php", { headers, data: { id: her } });
  const shown = async (tab: string) => {
    await page.getByRole("navigation", { name: "Likes" }).getByRole("link", { name: tab }).click();
    await expect(page.getByRole("link", { name: tab }).first()).toHaveAttribute("aria-current", "page");
    return page.getByRole("main").getByText(friend.name).count();
  };
  await page.goto("/likes?lang=en");
  await expect(page.getByRole("main").getByText(friend.name).first()).toBeVisible();
  expect([await shown("Sent"), await shown("Matches")]).toEqual([0, 0]);
  expect(await shown("Received")).toBeGreaterThan(0);

  const asked = page.waitForResponse((answer) => answer.url().endsWith("/api/auto-like.php"));
  await page
    .getByRole("main")
    .getByRole("button", { name: `Like ${friend.name}` })
    .first()
    .click();
  const modal = page.getByRole("dialog", { name: /match/i });
  await expect(modal).toBeVisible();
  await asked;
  await page.waitForResponse((answer) => answer.url().endsWith("/api/likes.php"));
  await modal.getByRole("button", { name: `See ${friend.name}’s profile` }).click();
  await expect(modal).toBeHidden();
  await expect(page).toHaveURL(new RegExp(`/members/${his}$`));
  await page.goto("/likes/matches");
  await expect(page.getByRole("main").getByText(friend.name).first()).toBeVisible();
  await page.goto("/likes/sent");
  await expect(page.getByRole("main").getByText(friend.name).first()).toBeVisible();
});

/** A member without a conversation; never the same twice, because the last one was blocked or written to. */
async function strangerTo(request: { get(path: string): Promise<{ json(): Promise<unknown> }> }): Promise<string> {
  const get = async <T>(path: string) => (await (await request.get(path)).json()) as T;
  const { results } = await get<{ results: { id: string }[] }>("/api/members.php?page=2");
  for (const { id } of results) {
    const { profile } = await get<{ profile?: { conversation: string | null } }>(`/api/member.php?id=${id}`);
    if (profile?.conversation === null) return id;
  }
  throw new Error("no member without a conversation on the page");
}

test("a photo is liked with a first line, which is the first message and costs one", async ({
  visitor,
  expectAccessible,
  baseURL,
}) => {
  const page = await visitor();
  await joinByApi(page, baseURL!, newcomer("Lotte", "Woman", "Men"));
  const search = await page.request.get("/api/members.php?photo=true&gender=man");
  const { results } = (await search.json()) as { results: { id: string }[] };
  let name = "";
  for (const { id } of results) {
    const { profile } = (await (await page.request.get(`/api/member.php?id=${id}`)).json()) as {
      profile: { name: string; photos: unknown[]; conversation: string | null };
    };
    if (profile.photos.length < 2 || profile.conversation) continue;
    ({ name } = profile);
    await page.goto(`/members/${id}`);
    break;
  }
  await page
    .getByRole("button", { name: `Write to ${name} about this photo` })
    .first()
    .click();
  await page.getByLabel("Your first line").fill("Where was this taken?");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Like and send" }).click();
  await expect(page).toHaveURL(/\/chats\//);
  await expect(page.getByRole("log").getByText("About your photo:\nWhere was this taken?")).toBeVisible();
  const likes = (await (await page.request.get("/api/likes.php")).json()) as { profiles: { name: string }[] };
  expect(likes.profiles.map((one) => one.name)).toContain(name);
});
