/**
 * One journey with the keyboard alone and once by touch: profile, photo, search, like, match, gift, block, swipe game, match
 * finder, landing page. Nothing is clicked.
 */
import type { Page } from "@playwright/test";
import sharp from "sharp";
import { DEMO_LOGINS, DEMO_PASSWORD } from "../server/db/demo/logins.ts";
import { expectFocus, type InputMethod, keyboard, touch } from "./input-methods.ts";
import { idOf, newcomer, signUpAndConfirm } from "./people.ts";
import { expect, test } from "./strict.ts";

interface Journey {
  visitor: () => Promise<Page>;
  expectAccessible: (page: Page) => Promise<void>;
  url: string;
  inputOn: (page: Page) => InputMethod;
}

test("one journey by keyboard alone", async ({ visitor, expectAccessible, baseURL }) => {
  await runJourney({ visitor, expectAccessible, url: baseURL!, inputOn: keyboard });
});

test("one journey by touch", async ({ visitor, expectAccessible, baseURL, hasTouch }) => {
  test.skip(!hasTouch, "needs a touch screen");
  await runJourney({ visitor, expectAccessible, url: baseURL!, inputOn: touch });
});

async function runJourney({ visitor, expectAccessible, url, inputOn }: Journey): Promise<void> {
  const [page, hers] = [await visitor(), await visitor()];
  const input = inputOn(page);
  const main = page.getByRole("main");
  const her = newcomer("Rosalie", "Woman", "Men");
  const herId = await signUpAndConfirm(hers, url, her);
  const goTo = async (entry: string) => {
    // and not the visitor's menu, which is shown until the page after the login is drawn
    await input.press(
      page
        .getByRole("banner")
        .locator("summary")
        .filter({ hasText: /account/i }),
    );
    await input.press(page.getByRole("banner").getByRole("link", { name: entry }));
    await expect(main.getByRole("heading", { level: 1, name: entry })).toBeVisible();
  };

  await test.step("log in; she has liked him before", async () => {
    await page.goto("/login?lang=en");
    await input.write(page.getByLabel("Email address"), DEMO_LOGINS[1]!.email);
    await input.write(page.getByLabel("Password", { exact: true }), DEMO_PASSWORD);
    await input.press(main.getByRole("button", { name: "Log in" }));
    await expect(page).not.toHaveURL(/\/login/);
    const headers = { "sec-fetch-site": "same-origin", "idempotency-key": crypto.randomUUID() };
    expect((await hers.request.post("/api/like.php", { data: { id: await idOf(page) }, headers })).ok()).toBe(true);
  });

  await test.step("the profile: words are added and saved; a photo is cropped, uploaded and deleted", async () => {
    await goTo("My profile");
    await input.write(main.getByRole("textbox", { name: "A few sentences" }), " Tea first.");
    await input.press(main.getByRole("button", { name: "Save", exact: true }));
    await expect(page.getByText("Profile saved.")).toBeVisible();
    const photos = main.getByRole("img", { name: /^Photo \d/ });
    const before = await photos.count();
    const chooser = await input.open(page.getByLabel(/choose a photo/i));
    await chooser.setFiles({ name: "me.jpg", mimeType: "image/jpeg", buffer: await halves() });
    const frame = page.getByRole("img", { name: "The visible part of your photo" });
    await expect(frame).toBeVisible();
    const drawn = () => frame.evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL());
    const first = await drawn();
    await input.turn(frame);
    await expect.poll(drawn).not.toBe(first);
    await expectAccessible(page);
    await input.press(page.getByRole("button", { name: "Use this part" }));
    await expect(photos).toHaveCount(before + 1);
    await expectFocus(page);
    await input.press(main.locator("summary").filter({ hasText: `Options for photo ${before + 1}` }));
    await input.press(main.getByRole("link", { name: `Delete: Photo ${before + 1}` }));
    await input.press(page.getByRole("dialog").getByRole("button", { name: "Yes, delete" }));
    await expect(photos).toHaveCount(before);
    await expectFocus(page);
  });

  await test.step("the search: filters, no match, one filter less, one match", async () => {
    await input.press(page.getByRole("link", { name: /^Search/ }).filter({ visible: true }));
    await expect(main.getByRole("heading", { level: 1, name: "People to meet" })).toBeVisible();
    const fold = main.locator("summary").filter({ hasText: "Edit search", visible: true });
    if ((await fold.count()) > 0) await input.press(fold);
    const form = page.getByRole("search", { name: "Search" }).filter({ visible: true });
    await input.choose(form.getByLabel("I’d like to meet"), "Women");
    await input.choose(form.getByLabel("Country"), "Anywhere");
    await input.choose(form.getByLabel("Age from"), "36");
    await input.choose(form.getByLabel("to", { exact: true }), "36");
    await input.press(form.locator("summary"));
    await input.tick(form.getByRole("checkbox", { name: "Online now" }));
    await input.tick(form.getByRole("checkbox", { name: "Astrology", exact: true }));
    await expectAccessible(page);
    await input.press(form.getByRole("button", { name: "Show members" }));
    await expect(page).toHaveURL(/gender=woman.*min_age=36&max_age=36.*interests=astrology/);
    const chosen = page.getByRole("navigation", { name: "Your filters" });
    await input.press(chosen.getByRole("link", { name: "Remove: Astrology" }));
    await expect(page).not.toHaveURL(/astrology/);
    await expectFocus(page);
    await input.press(main.getByRole("link", { name: new RegExp(her.name) }));
    await expect(main.getByRole("heading", { level: 1, name: new RegExp(her.name) })).toBeVisible();
  });

  await test.step("a like, which is a match; a gift", async () => {
    const heart = main.getByRole("button", { name: `Like ${her.name}` });
    await input.press(heart);
    const match = page.getByRole("dialog", { name: /match/i });
    await expect(match).toBeVisible();
    await expectAccessible(page);
    await input.dismiss(match);
    await expect(heart).toHaveAttribute("aria-pressed", "true");
    await input.press(main.getByRole("button", { name: `Give ${her.name} a gift` }));
    const gifts = page.getByRole("dialog", { name: /gift/ });
    await input.pick(gifts.getByRole("radio", { name: /^Coffee/ }));
    await expectAccessible(page);
    await input.press(gifts.getByRole("button", { name: "Give this gift" }));
    await expect(page.getByText(`Your gift has been sent to ${her.name}.`)).toBeVisible();
    await expect(gifts).toBeHidden();
    await expectFocus(page);
  });

  await test.step("blocked on her profile, unblocked in the settings", async () => {
    await input.press(main.locator("summary").filter({ hasText: "More" }));
    await input.press(main.getByRole("button", { name: `Block ${her.name}` }));
    const dialog = page.getByRole("dialog");
    // the text for the blocked member, with the blocker's name
    await expect(dialog.getByText(/We don’t notify .+, they’ll see: “You're blocked by \S.*”\./)).toBeVisible();
    await input.press(dialog.getByRole("button", { name: "Block", exact: true }));
    await expect(main.getByText(`You’ve blocked ${her.name}`)).toBeVisible();
    await expectFocus(page);
    await goTo("Settings");
    await input.press(main.getByRole("link", { name: "Privacy" }));
    const unblock = main.getByRole("button", { name: `Unblock ${her.name}` });
    await input.press(unblock);
    await expect(unblock).toBeHidden();
    await expectFocus(page);
    expect((await hers.request.get(`/api/member.php?id=${herId}`)).ok()).toBe(true);
  });

  await test.step("the swipe game: left, undo, and right", async () => {
    await input.press(page.getByRole("banner").getByRole("link", { name: "Swipe game" }));
    const like = main.getByRole("button", { name: /^Like / });
    const name = async () => (await like.getAttribute("aria-label"))!.replace(/^Like /, "");
    const card = main.getByRole("article"); // not its photo: the top member may have none
    const left = main.getByText(/likes? left today/);
    const before = await left.textContent();
    const first = await name();
    await input.swipe(card, "left");
    await expect.poll(name).not.toBe(first);
    await input.press(main.getByRole("button", { name: "Undo last skip" }));
    await expect.poll(name).toBe(first);
    await expectAccessible(page);
    const { liked_by } = (await (await page.request.get("/api/likes.php")).json()) as { liked_by: { name: string }[] };
    for (let now = first; liked_by.some((one) => one.name === now); now = await name()) {
      await input.swipe(card, "left"); // a member with whom it would be a match
      await expect.poll(name).not.toBe(now);
    }
    await input.swipe(card, "right");
    await expect(left).not.toHaveText(before!);
  });

  await test.step("the match finder: five answers, matches, and the photos of one of them", async () => {
    await input.press(page.getByRole("banner").getByRole("link", { name: "Match finder" }));
    // the profile's own answers are there already
    await expect(main.getByRole("checkbox", { name: "Women", exact: true })).toBeChecked();
    await input.choose(main.getByLabel("To", { exact: true }), "60");
    await input.choose(main.getByLabel("Where?"), "Anywhere");
    await input.pick(main.getByRole("radio", { name: /^Going out/ }));
    await input.press(main.getByRole("button", { name: "Show my results" }));
    await expect(main.getByRole("heading", { name: "People you might like" })).toBeVisible();
    await expectAccessible(page);
    await input.press(await withPhotos(page));
    await expect(main.getByRole("img", { name: /^Photo 1 of/ })).toBeVisible();
    await expect(main.getByRole("img", { name: /^Photo 2 of/ })).toBeVisible();
  });

  await test.step("a visitor goes from a landing page to sign-up", async () => {
    const stranger = await visitor();
    await stranger.goto(`/members/${await idOf(page)}/landing?lang=en`);
    await expectAccessible(stranger);
    await inputOn(stranger).press(stranger.getByRole("link", { name: /^Write to/ }));
    await expect(stranger).toHaveURL(/\/signup$/);
  });
}

/** Wider than the frame and with a gradient, so that its position is visible. */
const halves = () =>
  sharp({ create: { width: 900, height: 600, channels: 3, background: "#b06a3c" } })
    .composite([
      { input: { create: { width: 450, height: 600, channels: 3, background: "#3c6ab0" } }, left: 0, top: 0 },
    ])
    .jpeg()
    .toBuffer();

/** The first listed member with more than one photo. */
async function withPhotos(page: Page) {
  const links = page.getByRole("main").getByRole("article").getByRole("link");
  for (const link of await links.all()) {
    const id = (await link.getAttribute("href"))!.split("/").at(-1);
    const { profile } = await (await page.request.get(`/api/member.php?id=${id}`)).json();
    if (profile.photos.length > 1) return link;
  }
  throw new Error("no member has two photos");
}
