/** The questions after the account form, resumed on another device, up to confirming. Each test has its own members. */
import { joinByApi, linkTo, logIn, newcomer, PASSWORD, signUp } from "./people.ts";
import { expect, test, waitForReact } from "./strict.ts";

test("a place is typed and chosen by keyboard; five interests at most; an answer is shown on the profile", async ({
  visitor,
  expectAccessible,
}) => {
  const page = await visitor();
  await signUp(page, newcomer("Karla", "Woman", "Men"));
  await page.goto("/complete-signup?step=location");
  const place = page.getByRole("combobox", { name: "Town or city" });
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(place).toBeFocused();
  await place.fill("utre");
  await expect(page.getByRole("option", { name: /^Utrecht/ }).first()).toBeVisible();
  await expectAccessible(page);
  await place.press("ArrowDown");
  await place.press("Enter");
  await expect(place).toHaveValue("Utrecht, Netherlands");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("heading", { name: "A little about you" })).toBeVisible();
  const { profile } = await (await page.request.get("/api/profile.php")).json();
  expect(profile).toMatchObject({ country: "NL", countryregion: "NL-UT", city: "Utrecht" });

  await page.goto("/complete-signup?step=interests");
  for (const name of ["Dancing", "Parties", "Beer", "Wine", "Coffee"])
    await page.getByRole("checkbox", { name, exact: true }).check({ force: true });
  await expect(page.getByText("5 of 5 chosen")).toBeVisible();
  await expect(page.getByRole("checkbox", { name: "Sushi" })).toBeDisabled();
  await expectAccessible(page);

  await page.goto("/complete-signup?step=about");
  await page.getByRole("combobox", { name: "Line to finish" }).selectOption("sunday");
  await page.getByRole("textbox", { name: "Your answer" }).fill("starts with coffee in bed");
  await page.getByRole("button", { name: "Add another answer" }).click();
  await expect(page.getByRole("combobox", { name: "Line to finish" }).nth(1)).toBeFocused();
  await page.getByRole("combobox", { name: "Line to finish" }).nth(1).selectOption("sunday");
  await page.getByRole("textbox", { name: "Your answer" }).nth(1).fill("ends with soup");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText("You can finish each line once.")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("combobox", { name: "Line to finish" }).nth(1).selectOption("laugh");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("heading", { name: "One last thing" })).toBeVisible();
  await page.goto(`/members/${profile.id}`);
  await expect(page.getByText("starts with coffee in bed")).toBeVisible();
});

test("sign-up resumes after a reload and on another device", async ({ visitor }) => {
  const phone = await visitor();
  const nora = newcomer("Nora", "Woman", "Men");
  await signUp(phone, nora);
  await phone.getByRole("button", { name: "Skip for now" }).click();
  await expect(phone.getByRole("heading", { name: "Where do you spend your evenings?" })).toBeVisible();
  await phone.goto("/complete-signup");
  await expect(phone.getByRole("heading", { name: "Where do you spend your evenings?" })).toBeVisible();
  const desk = await visitor();
  await logIn(desk, nora.email, PASSWORD);
  await expect(desk.getByRole("heading", { name: "Where do you spend your evenings?" })).toBeVisible();
  await desk.getByRole("button", { name: "Skip for now" }).click();
  await expect(desk.getByRole("heading", { name: "A little about you" })).toBeVisible();
  await phone.goto("/complete-signup");
  await expect(phone.getByRole("heading", { name: "A little about you" })).toBeVisible();
  await phone.getByRole("button", { name: "Continue" }).click();
  await expect(phone.getByRole("heading", { name: "What do you look like?" })).toBeVisible();
  await desk.goto("/complete-signup");
  await expect(desk.getByRole("heading", { name: "What do you look like?" })).toBeVisible();
});

// spec: 2.layout.default, 4.activation-reminder, 4.activation-reminder-modal, 4.photo-alert, 4.photo-alert-dismissed
test("the end of sign-up: resending the email after a wait, first suggestions, and the reminder to confirm", async ({
  visitor,
  expectAccessible,
}, info) => {
  const page = await visitor();
  test.setTimeout(180_000);
  const phone = info.project.name.includes("phone");
  const olga = newcomer("Olga", "Woman", "Men");
  await signUp(page, olga);
  await page.goto("/complete-signup?step=confirm&api_signup_complete=1");
  await page.getByRole("button", { name: "Resend email" }).click();
  await expect(page.getByRole("button", { name: /Resend in 0:\d\d/ })).toBeDisabled();
  await expect(
    page
      .getByText(/on its way/)
      .locator("visible=true")
      .first(),
  ).toBeVisible();
  await expectAccessible(page);

  await page.getByRole("link", { name: "Meet people" }).click();
  await expect(page.getByRole("heading", { name: "People you might like" })).toBeVisible();
  await expectAccessible(page);
  const boxes = page.getByRole("checkbox", { name: /^Like / });
  const count = await boxes.count();
  expect(count).toBeGreaterThan(1);
  expect(count).toBeLessThanOrEqual(12);
  const name = (await boxes.first().getAttribute("aria-label"))!.replace(/^Like (.+), \d+$/, "$1");
  await boxes.nth(0).check({ force: true });
  await boxes.nth(1).check({ force: true });
  await page.getByRole("button", { name: "Like selected" }).click();
  await expect(page).toHaveURL(/\/members\?.*api_signup_complete=1/);

  const dialog = page.getByRole("dialog", { name: "Please confirm your email address" });
  const notice = page.getByText("Please confirm your email address");
  if (phone) {
    await expect(dialog).toBeVisible();
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Close" }).click();
    await expect(dialog).toBeHidden();
    await expect(page).not.toHaveURL(/api_signup_complete/);
  }
  await expect(notice).toBeVisible();
  await expect(dialog).toBeHidden();
  await expectAccessible(page);

  await test.step("alerts come one at a time, and not in the settings", async () => {
    await expect(page.getByText("Show your face")).toBeHidden();
    await page.goto("/notifications/security");
    await expect(page.getByRole("heading", { name: "Two-step verification" })).toBeVisible();
    await expect(notice).toBeHidden();
  });

  await test.step("the likes exist, and confirming ends the reminder", async () => {
    await page.goto("/likes/sent");
    await expect(page.getByRole("link", { name: new RegExp(name) }).first()).toBeVisible();
    await page.goto(await linkTo(page.request, new URL(page.url()).origin, olga.email));
    await page.getByRole("button", { name: "Confirm my address" }).click();
    await expect(page.getByRole("heading", { name: "Your address is confirmed" })).toBeVisible();
    await page.goto("/likes");
    await expect(notice).toBeHidden();
  });

  await test.step("where the welcome discount is not shown the photo alert is next; it stays hidden once dismissed", async () => {
    await page.goto("/pricing");
    await expect(page.getByText("Show your face")).toBeVisible();
    await page.getByRole("button", { name: "Hide this notice" }).first().click();
    await expect(page.getByText("Show your face")).toBeHidden();
    await page.reload();
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.getByText("Show your face")).toBeHidden();
    expect(await page.evaluate(() => Number(localStorage.getItem("hide-enrich-alert")))).toBeGreaterThan(1e12);
  });
});

test("on a phone every step fits the screen, in English and in German", async ({ visitor, baseURL }) => {
  const page = await visitor(0, { viewport: { width: 390, height: 844 } });
  await joinByApi(page, baseURL!, newcomer("Fita", "Woman", "Men"));
  const tall: string[] = [];
  const measure = async (path: string) => {
    for (const lang of ["en", "de"]) {
      await page.goto(`${path}${path.includes("?") ? "&" : "?"}lang=${lang}`);
      // a substitute font has other line breaks
      const measured = () => document.fonts.ready.then(() => document.documentElement.scrollHeight);
      const height = await page.evaluate(measured);
      if (height > 844) tall.push(`${path} ${lang}: ${height}`);
      await waitForReact(page);
      expect([path, lang, await page.evaluate(measured)]).toEqual([path, lang, height]);
    }
  };
  for (const step of ["photo", "location", "personal", "looks", "interests", "languages", "about"])
    await measure(`/complete-signup?step=${step}`);
  const open = await visitor(0, { viewport: { width: 390, height: 844 } });
  await signUp(open, newcomer("Filiz", "Woman", "Men"));
  await open.goto("/complete-signup?step=confirm");
  expect(await open.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(844);
  expect(tall).toEqual([]);
});
