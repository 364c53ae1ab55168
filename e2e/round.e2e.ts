/**
 * The whole round of finding somebody, once with the keyboard alone and once with a finger: profile, photo, search, like, match,
 * gift, block, game, finder, landing. Nothing is clicked.
 */
import type { Page } from "@playwright/test";
import sharp from "sharp";
import { DEMO_LOGINS, DEMO_PASSWORD } from "../server/db/demo/logins.ts";
import { expectFocusKept, finger, type Hands, keyboard } from "./hands.ts";
import { arrive, idOf, newcomer } from "./people.ts";
import { expect, test } from "./strict.ts";

interface Round {
  visitor: () => Promise<Page>;
  expectAccessible: (page: Page) => Promise<void>;
  url: string;
  handsOn: (page: Page) => Hands;
}

test("the round of finding each other, by keyboard alone", async ({ visitor, expectAccessible, baseURL }) => {
  await round({ visitor, expectAccessible, url: baseURL!, handsOn: keyboard });
});

test("the round of finding each other, by touch", async ({ visitor, expectAccessible, baseURL, hasTouch }) => {
  test.skip(!hasTouch, "a screen that is touched");
  await round({ visitor, expectAccessible, url: baseURL!, handsOn: finger });
});

async function round({ visitor, expectAccessible, url, handsOn }: Round): Promise<void> {
  const [page, hers] = [await visitor(), await visitor()];
  const hands = handsOn(page);
  const main = page.getByRole("main");
  const her = newcomer("Rosalie", "Woman", "Men");
  const herId = await arrive(hers, url, her);
  const goTo = async (entry: string) => {
    // and not the visitor's menu, which stands there until the page after the login is drawn
    await hands.press(
      page
        .getByRole("banner")
        .locator("summary")
        .filter({ hasText: /account/i }),
    );
    await hands.press(page.getByRole("banner").getByRole("link", { name: entry }));
    await expect(main.getByRole("heading", { level: 1, name: entry })).toBeVisible();
  };

  await test.step("log in; she has liked him before", async () => {
    await page.goto("/login?lang=en");
    await hands.write(page.getByLabel("Email address"), DEMO_LOGINS[1]!.email);
    await hands.write(page.getByLabel("Password", { exact: true }), DEMO_PASSWORD);
    await hands.press(main.getByRole("button", { name: "Log in" }));
    await expect(page).not.toHaveURL(/\/login/);
    const headers = { "sec-fetch-site": "same-origin", "idempotency-key": crypto.randomUUID() };
    expect((await hers.request.post("/api/like.php", { data: { id: await idOf(page) }, headers })).ok()).toBe(true);
  });

  await test.step("the profile: words are added and saved; a photo is framed, uploaded and deleted again", async () => {
    await goTo("My profile");
    await hands.write(main.getByRole("textbox"), " Tea first.");
    await hands.press(main.getByRole("button", { name: "Save", exact: true }));
    await expect(page.getByText("Profile saved.")).toBeVisible();
    const photos = main.getByRole("img", { name: /^Photo \d/ });
    const before = await photos.count();
    const chooser = await hands.open(page.getByLabel(/choose a photo/i));
    await chooser.setFiles({ name: "me.jpg", mimeType: "image/jpeg", buffer: await halves() });
    const frame = page.getByRole("img", { name: "The visible part of your photo" });
    await expect(frame).toBeVisible();
    const drawn = () => frame.evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL());
    const first = await drawn();
    await hands.turn(frame);
    await expect.poll(drawn).not.toBe(first);
    await expectAccessible(page);
    await hands.press(page.getByRole("button", { name: "Use this part" }));
    await expect(photos).toHaveCount(before + 1);
    await expectFocusKept(page);
    await hands.press(main.getByRole("link", { name: `Delete: Photo ${before + 1}` }));
    await hands.press(main.getByRole("button", { name: "Yes, delete" }));
    await expect(photos).toHaveCount(before);
    await expectFocusKept(page);
  });

  await test.step("the search: filters, none who fits, one filter less, and there she is", async () => {
    await hands.press(page.getByRole("link", { name: /^Search/ }).filter({ visible: true }));
    await expect(main.getByRole("heading", { level: 1, name: "People to meet" })).toBeVisible();
    const fold = main.locator("summary").filter({ hasText: "Edit search", visible: true });
    if ((await fold.count()) > 0) await hands.press(fold);
    const form = page.getByRole("search", { name: "Search" }).filter({ visible: true });
    await hands.choose(form.getByLabel("I’d like to meet"), "Women");
    await hands.choose(form.getByLabel("Country"), "Anywhere");
    await hands.choose(form.getByLabel("Age from"), "36");
    await hands.choose(form.getByLabel("to", { exact: true }), "36");
    await hands.press(form.locator("summary"));
    await hands.tick(form.getByRole("checkbox", { name: "Online now" }));
    await hands.tick(form.getByRole("checkbox", { name: "Astrology", exact: true }));
    await expectAccessible(page);
    await hands.press(form.getByRole("button", { name: "Show members" }));
    await expect(page).toHaveURL(/gender=woman.*min_age=36&max_age=36.*interests=astrology/);
    const chosen = page.getByRole("navigation", { name: "Your filters" });
    await hands.press(chosen.getByRole("link", { name: "Remove: Astrology" }));
    await expect(page).not.toHaveURL(/astrology/);
    await expectFocusKept(page);
    await hands.press(main.getByRole("link", { name: new RegExp(her.name) }));
    await expect(main.getByRole("heading", { level: 1, name: new RegExp(her.name) })).toBeVisible();
  });

  await test.step("a like, which is a match; a gift", async () => {
    const heart = main.getByRole("button", { name: `Like ${her.name}` });
    await hands.press(heart);
    const match = page.getByRole("dialog", { name: /match/i });
    await expect(match).toBeVisible();
    await expectAccessible(page);
    await hands.dismiss(match);
    await expect(heart).toHaveAttribute("aria-pressed", "true");
    await hands.press(main.getByRole("button", { name: `Give ${her.name} a gift` }));
    const gifts = page.getByRole("dialog", { name: /gift/ });
    await hands.pick(gifts.getByRole("radio", { name: /^Coffee/ }));
    await expectAccessible(page);
    await hands.press(gifts.getByRole("button", { name: "Give this gift" }));
    await expect(page.getByText(`Your gift has been sent to ${her.name}.`)).toBeVisible();
    await expect(gifts).toBeHidden();
    await expectFocusKept(page);
  });

  await test.step("blocked on her profile, unblocked in the settings", async () => {
    await hands.press(main.locator("summary").filter({ hasText: "More" }));
    await hands.press(main.getByRole("button", { name: `Block ${her.name}` }));
    const dialog = page.getByRole("dialog");
    // the words that the blocked member reads, with the blocker's name
    await expect(dialog.getByText(/We don’t notify .+, they’ll see: “You're blocked by \S.*”\./)).toBeVisible();
    await hands.press(dialog.getByRole("button", { name: "Block", exact: true }));
    await expect(main.getByText(`You’ve blocked ${her.name}`)).toBeVisible();
    await expectFocusKept(page);
    await goTo("Settings");
    const unblock = main.getByRole("button", { name: `Unblock ${her.name}` });
    await hands.press(unblock);
    await expect(unblock).toBeHidden();
    await expectFocusKept(page);
    expect((await hers.request.get(`/api/member.php?id=${herId}`)).ok()).toBe(true);
  });

  await test.step("the game: to the left, back, and to the right", async () => {
    await goTo("Swipe game");
    const like = main.getByRole("button", { name: /^Like / });
    const name = async () => (await like.getAttribute("aria-label"))!.replace(/^Like /, "");
    const card = main.getByRole("article"); // not its picture: who is on top may have none
    const left = main.getByText(/likes? left today/);
    const before = await left.textContent();
    const first = await name();
    await hands.swipe(card, "left");
    await expect.poll(name).not.toBe(first);
    await hands.press(main.getByRole("button", { name: "Undo last skip" }));
    await expect.poll(name).toBe(first);
    await expectAccessible(page);
    const { liked_by } = (await (await page.request.get("/api/likes.php")).json()) as { liked_by: { name: string }[] };
    for (let now = first; liked_by.some((one) => one.name === now); now = await name()) {
      await hands.swipe(card, "left"); // somebody with whom it would be a match
      await expect.poll(name).not.toBe(now);
    }
    await hands.swipe(card, "right");
    await expect(left).not.toHaveText(before!);
  });

  await test.step("the finder: five answers, who fits, and the photos of one of them", async () => {
    await goTo("Match finder");
    await hands.tick(main.getByRole("checkbox", { name: "Women", exact: true }));
    await hands.choose(main.getByLabel("To", { exact: true }), "60");
    await hands.choose(main.getByLabel("Where?"), "Anywhere");
    await hands.pick(main.getByRole("radio", { name: /^Going out/ }));
    for (const name of ["Hiking", "Music", "Wine"]) await hands.tick(main.getByRole("checkbox", { name, exact: true }));
    await hands.press(main.getByRole("button", { name: "Show my results" }));
    await expect(main.getByRole("heading", { name: "People you might like" })).toBeVisible();
    await expectAccessible(page);
    await hands.press(await withPhotos(page));
    await expect(main.getByText(/^Photo 1 of/)).toBeAttached();
    await hands.turn(main.getByRole("region", { name: /^Photos of/ }).getByRole("list"));
    await expect(main.getByText(/^Photo 2 of/)).toBeAttached();
  });

  await test.step("a visitor goes from a landing to sign-up", async () => {
    const stranger = await visitor();
    await stranger.goto(`/members/${await idOf(page)}/landing?lang=en`);
    await expectAccessible(stranger);
    await handsOn(stranger).press(stranger.getByRole("link", { name: /^Write to/ }));
    await expect(stranger).toHaveURL(/\/signup$/);
  });
}

/** Wider than the frame and not the same everywhere, so that one sees where it was moved to. */
const halves = () =>
  sharp({ create: { width: 900, height: 600, channels: 3, background: "#b06a3c" } })
    .composite([
      { input: { create: { width: 450, height: 600, channels: 3, background: "#3c6ab0" } }, left: 0, top: 0 },
    ])
    .jpeg()
    .toBuffer();

/** The first of those who are listed that has more than one photo. */
async function withPhotos(page: Page) {
  const links = page.getByRole("main").getByRole("article").getByRole("link");
  for (const link of await links.all()) {
    const id = (await link.getAttribute("href"))!.split("/").at(-1);
    const { profile } = await (await page.request.get(`/api/member.php?id=${id}`)).json();
    if (profile.photos.length > 1) return link;
  }
  throw new Error("nobody has two photos");
}
