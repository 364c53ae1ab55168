/** The account form of sign-up: its ways in, errors, niches, and without script. Each test has its own members. */
import type { Page } from "playwright-core";
import { fillAccount, newcomer, PASSWORD, signUp } from "./people.ts";
import { expect, expectNoSidewaysScroll, test } from "./strict.ts";

/** The first who is shown to visitors: these get no photo of the others, and their pages after login. */
const firstMember = async (page: Page): Promise<string> => {
  await page.goto("/members?gender=man&photo=true");
  const shown = page.locator("main article").filter({ has: page.locator("img") });
  await shown.first().locator("a[href^='/members/']").first().click();
  await expect(page).toHaveURL(/\/members\/[\w-]{22}/);
  return page.url();
};

// spec: 4.signup-modal, 6.visitor-login, 2.layout.default, 3.signup-form
test("a visitor who presses like, message or more photos gets the sign-up dialog", async ({
  visitor,
  expectAccessible,
}) => {
  const page = await visitor();
  const profile = await firstMember(page);
  const dialog = page.getByRole("dialog");
  await page.getByRole("main").getByRole("link", { name: /like/i }).first().click();
  await expect(dialog.getByRole("heading", { name: /Join free to like/ })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  expect(page.url()).toBe(profile);

  await page
    .getByRole("main")
    .getByRole("link", { name: "Send a message" })
    .or(page.getByRole("link", { name: /message/i }))
    .first()
    .click();
  await expect(dialog.getByRole("heading", { name: /Join free to write to/ })).toBeVisible();
  await dialog.getByRole("textbox", { name: /first message/ }).fill("Good evening. Which book is on your table?");
  // with input: neither Escape nor the backdrop closes it, only the cross
  await page.keyboard.press("Escape");
  await page.mouse.click(5, 5);
  await expect(dialog).toBeVisible();
  await dialog.getByRole("button", { name: "Continue" }).click();
  const wanda = newcomer("Wanda", "Woman", "Men");
  await fillAccount(page, wanda);
  await dialog.getByRole("button", { name: "Join free" }).click();
  await expect(page.getByRole("heading", { name: "Show your face" })).toBeVisible();

  await test.step("her text is the draft in the chat with that member", async () => {
    for (let at = 0; at < 7; at++) {
      const title = await page.getByRole("heading", { level: 1 }).textContent();
      await page.getByRole("button", { name: "Skip for now" }).click();
      await expect(page.getByRole("heading", { level: 1 })).not.toHaveText(title!);
    }
    await page.getByRole("link", { name: "Continue to chat" }).click();
    await expect(page.getByRole("textbox", { name: /message to/i })).toHaveValue(
      "Good evening. Which book is on your table?",
    );
  });
});

// spec: 5.birth-date, 5.email, 5.username-at, 5.controls, 8.activation-failed
test("form errors are beside their fields, in English and in French, and each keeps its screen", async ({
  visitor,
}) => {
  for (const [lang, next, date, mail, at, taken] of [
    ["en", "Continue", "Invalid date of birth.", "Invalid email", "A name can’t start with @.", "Back"],
    [
      "fr",
      "Continuer",
      "Date de naissance invalide.",
      "E-mail invalide",
      "Un nom ne peut pas commencer par @.",
      "Retour",
    ],
  ] as const) {
    // a new one each time: the form of the one before would be given back while this one types
    const page = await visitor();
    const form = page.locator("form").filter({ has: page.locator("[name=birth_day]") });
    await page.goto(`/signup?lang=${lang}&gender=woman&looking_for=man`);
    // what the home page asked is not asked again
    await form.locator("[name=birth_day]").fill("31");
    await form.locator("[name=birth_month]").selectOption("2");
    await form.locator("[name=birth_year]").fill("1990");
    await form.locator("[name=name]").fill("@wanda");
    await form.getByRole("button", { name: next }).click();
    await expect(form.getByText(date, { exact: true })).toBeVisible();
    await expect(form.getByText(at, { exact: true })).toBeVisible();
    await expect(form.locator("[name=birth_day]")).toBeFocused();
    await form.locator("[name=birth_day]").fill("28");
    await form.locator("[name=name]").fill("wanda");
    // Enter goes to the next screen, and sends nothing before the last
    await form.locator("[name=name]").press("Enter");
    await form.locator("[name=email]").fill("nobody");
    await form.locator("[name=password]").fill(PASSWORD);
    await form.getByRole("button", { name: next }).click();
    await expect(form.getByText(mail, { exact: true })).toBeVisible();
    await form.getByRole("button", { name: taken }).click();
    await expect(form.locator("[name=name]")).toHaveValue("wanda");
  }
  const page = await visitor();
  await page.goto("/activate/done?token=nothing-that-was-ever-sent-to-anybody&lang=en");
  await page.getByRole("button", { name: "Confirm my address" }).click();
  await expect(page.getByRole("heading", { name: "Activation failed" })).toBeVisible();
  await page.goto("/activate/error?lang=fr");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("L’activation a échoué");
});

// spec: 5.controls
test("a refusal leads back to the screen of its field", async ({ visitor, expectAccessible }) => {
  const page = await visitor();
  const first = newcomer("Vera", "Woman", "Men");
  await signUp(page, first);
  const other = await visitor();
  await other.goto("/signup");
  await fillAccount(other, { ...newcomer("Vroni", "Woman", "Men"), name: first.name });
  await expectAccessible(other);
  await other.getByRole("main").getByRole("button", { name: "Join free" }).click();
  await expect(other.getByLabel("Username")).toBeFocused();
  await expect(other.getByLabel("Username")).toHaveAttribute("aria-invalid", "true");
  await expect(other.getByLabel("Username")).toHaveCSS("border-top-color", "rgb(200, 50, 43)");
  await expect(other.getByLabel("Year")).toHaveCSS("border-top-color", "rgb(133, 124, 114)");
  await expectAccessible(other);
});

test("without script sign-up is one form, and each later question is one", async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL!, locale: "en-GB" });
  const page = await context.newPage();
  const { name, email } = newcomer("Nele", "Woman", "Men");
  await page.goto("/signup");
  await page.getByRole("radio", { name: "Woman", exact: true }).check({ force: true });
  await page.getByRole("checkbox", { name: "Men", exact: true }).check({ force: true });
  await page.getByLabel("Day").fill("12");
  await page.getByLabel("Month").selectOption("4");
  await page.getByLabel("Year").fill("1990");
  await page.getByLabel("Username").fill(name);
  await page.getByLabel("Email address").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  // the consent links to what is agreed to
  await expect(page.getByRole("main").getByRole("link", { name: "terms" })).toHaveAttribute("href", "/terms");
  await expect(page.getByRole("main").getByRole("link", { name: "privacy" })).toHaveAttribute("href", "/privacy");
  await page.getByRole("checkbox", { name: /agree to .* terms/ }).check();
  await page.getByRole("checkbox", { name: /orientation/ }).check();
  await page.getByRole("main").getByRole("button", { name: "Join free" }).click();
  await page.getByRole("button", { name: "Skip for now" }).click();
  await page.getByLabel("Town or city").fill("Utrecht");
  await page.getByRole("button", { name: "Continue" }).click();
  // the town or the province
  await page.getByRole("radio", { name: /Utrecht, Netherlands/ }).check();
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("radio", { name: "Single" }).check({ force: true });
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("button", { name: "Continue" }).click();
  for (const interest of ["Dancing", "Parties", "Beer", "Wine", "Coffee", "Sushi"])
    await page.getByRole("checkbox", { name: interest, exact: true }).check({ force: true });
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText("Please choose up to five.")).toBeVisible();
  await page.getByRole("checkbox", { name: "Sushi", exact: true }).uncheck({ force: true });
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("textbox", { name: "Your answer" }).nth(2).fill("the first warm evening");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("heading", { name: "One last thing" })).toBeVisible();
  const { profile } = await (await context.request.get("/api/profile.php")).json();
  expect(profile).toMatchObject({ city: "Utrecht", answers: [{ text: "the first warm evening" }] });
  expect(profile.attributes.relationship_status).toBe("single");
  expect(profile.interests).toHaveLength(5);
  await context.close();
});

for (const niche of [1, 2, 3, 4, 5, 6, 7]) {
  // spec: 1.niches
  test(`niche ${niche} has its words, picture and questions`, async ({ visitor, expectAccessible }, info) => {
    const page = await visitor();
    // each niche light or dark; both with E2E_ALL
    const half = niche % 2 ? (["light"] as const) : (["dark"] as const);
    for (const scheme of process.env.E2E_ALL ? (["light", "dark"] as const) : half) {
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
      for (const path of ["/", "/signup"]) {
        await page.goto(`${path}?niche=${niche}`);
        const button = path === "/" ? "Join free" : "Continue";
        await expect(page.getByRole("main").getByRole("button", { name: button })).toBeVisible();
        await expectAccessible(page);
        await expectNoSidewaysScroll(page);
        await page.screenshot({ path: info.outputPath(`niche-${niche}-${path.slice(1) || "home"}-${scheme}.png`) });
      }
    }
    await page.goto(`/?niche=${niche}`);
    await page.getByRole("main").getByRole("button", { name: "Join free" }).click();
    await expect(page).toHaveURL(new RegExp(`/signup\\?.*niche=${niche}`));
  });
}

// spec: 3.tracking
test("the traffic source stays in the address until consent", async ({ visitor, expectAccessible }) => {
  const page = await visitor();
  const cookies = async () => (await page.context().cookies()).map(({ name }) => name);
  await page.goto("/?network=friends&sub1=poster");
  await expect(page.getByRole("region", { name: "How you found us" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("main").getByRole("link", { name: "Join free" }).click();
  await expect(page).toHaveURL(/\/signup\?.*network=friends/);
  await expect(page.locator("form input[name=network]").first()).toHaveValue("friends");
  expect(await cookies()).not.toContain("source");
  await page.getByRole("button", { name: "Yes, that’s fine" }).click();
  await expect(page.getByRole("region", { name: "How you found us" })).toBeHidden();
  expect(await cookies()).toContain("source");
  await page.goto("/signup");
  await expect(page.locator("form:has([name=birth_day]) input[name=network]")).toHaveValue("friends");
  await expect(page.locator("form:has([name=birth_day]) input[name=sub1]")).toHaveValue("poster");

  const other = await visitor();
  await other.goto("/signup?ref=letter");
  await other.getByRole("button", { name: "No", exact: true }).click();
  await expect(other.getByRole("region", { name: "How you found us" })).toBeHidden();
  expect((await other.context().cookies()).map(({ name }) => name)).not.toContain("source");
});

test("the strength of a password is shown while typing", async ({ visitor }) => {
  const page = await visitor();
  await page.goto("/signup");
  await fillAccount(page, newcomer("Pia", "Woman", "Men"));
  await page.getByRole("button", { name: "Back" }).click();
  const password = page.getByLabel("Password", { exact: true });
  await password.fill("password1");
  await expect(page.getByText("Too easy to guess.")).toBeVisible();
  await password.fill(PASSWORD);
  await expect(page.getByText("Strong.", { exact: true })).toBeVisible();
});

test("after five addresses from a network the browser solves a proof of work in the background", async ({
  visitor,
}) => {
  const page = await visitor();
  await page.goto("/signup");
  for (let n = 0; n < 5; n++) {
    const answer = await page.evaluate(
      async ([email, at]) => {
        const body = {
          email,
          name: `nobody ${at}`,
          password: "password1",
          date_of_birth: "1990-04-12",
          gender: "woman",
          looking_for: ["man"],
          terms: true,
          consent: true,
        };
        const headers = { "Content-Type": "application/json" };
        const response = await fetch("/api/signup.php", { method: "POST", headers, body: JSON.stringify(body) });
        return ((await response.json()) as { error: string }).error;
      },
      [newcomer("nobody", "Woman", "Men").email, n] as const,
    );
    expect(answer).toBe("invalid"); // a common password: an error, and no account
  }
  const refused = page.waitForResponse((response) => response.status() === 428);
  await signUp(page, newcomer("Petra", "Woman", "Men"));
  await refused;
});
