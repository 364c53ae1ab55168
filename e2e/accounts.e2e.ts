/** Passwords, addresses, sessions and logins, with every text of §5 and §8, in English and in French. */
import type { Page } from "@playwright/test";
import { DEMO_LOGINS, DEMO_PASSWORD } from "../server/db/demo/logins.ts";
import { confirmedMember, linkTo, logIn, newcomer, PASSWORD, scanLink, signUp } from "./people.ts";
import { expect, expectNoSidewaysScroll, test, waitForReact } from "./strict.ts";

const NEW = "another quiet evening";
const TEXTS = {
  en: {
    not_found: "E-mail address not found",
    dead: "Link expired or invalid, request a new email",
    too_many_mails: "Too many password reset emails sent, please try again tomorrow.",
    differ: "The entered passwords are not the same.",
    old_wrong: "Please check your old password.",
    taken: "This email address already owns an account on this website.",
    invalid: "New email adress is invalid.",
    generic: "An error occured, please try again later.",
    failed: "Login failed, please try again",
    locked: "Too many incorrect attempts, account blocked for 15 min.",
  },
  fr: {
    not_found: "Adresse e-mail introuvable",
    dead: "Lien expiré ou invalide, demandez un nouvel e-mail",
    too_many_mails: "Trop d’e-mails de réinitialisation envoyés, veuillez réessayer demain.",
    differ: "Les mots de passe saisis ne sont pas identiques.",
    old_wrong: "Veuillez vérifier votre ancien mot de passe.",
    taken: "Cette adresse e-mail possède déjà un compte sur ce site.",
    invalid: "La nouvelle adresse e-mail n’est pas valide.",
    generic: "Une erreur s’est produite, veuillez réessayer plus tard.",
    failed: "La connexion a échoué, veuillez réessayer",
    locked: "Trop de tentatives incorrectes, compte bloqué pendant 15 min.",
  },
} as const;
const LOCALES = ["en", "fr"] as const;

const main = (page: Page) => page.getByRole("main");

// spec: 5.passwords-match, 8.reset-not-found, 8.reset-link, 8.reset-too-many
test("a password reset link can be opened repeatedly and works once", async ({ visitor, expectAccessible }, info) => {
  const [url] = info.project.metadata.urls as [string];
  const page = await visitor();
  const email = await confirmedMember(page, url, "Reset");
  await page.context().clearCookies({ name: "auth" });
  for (const locale of LOCALES) {
    await page.goto(`/reset-password?lang=${locale}`);
    await page.locator("input[name=email]").fill("nobody-at-all@example.test");
    await main(page).locator("button[type=submit]").click();
    await expect(main(page)).toContainText(TEXTS[locale].not_found);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  }
  await page.goto("/login?lang=en");
  await page.getByRole("link", { name: "Forgot your password?" }).click();
  await expect(page).toHaveURL(/\/reset-password/);
  await page.getByLabel("Email address").fill(email);
  await page.getByRole("button", { name: "Send the link" }).click();
  await expect(page.getByRole("heading", { name: "Check your inbox" })).toBeVisible();
  await expectAccessible(page);
  const link = await linkTo(page.request, url, email);
  await scanLink(page.request, link);
  for (const locale of LOCALES) {
    await page.goto(link.replace("lang=en", `lang=${locale}`));
    await page.locator("input[name=password]").fill(NEW);
    await page.locator("input[name=password_repeat]").fill("something else");
    await main(page).locator("button[type=submit]").click();
    await expect(main(page)).toContainText(TEXTS[locale].differ);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  }
  await page.goto(link);
  await page.getByLabel("New password", { exact: true }).fill(NEW);
  await page.getByLabel("Repeat new password").fill(NEW);
  await page.getByRole("button", { name: "Save new password" }).click();
  await expect(main(page)).toContainText("Your new password is saved.");
  await expectAccessible(page);
  await page.getByLabel("Email address").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(NEW);
  await main(page).getByRole("button", { name: "Log in" }).click();
  await expect(page).toHaveURL(/\/(members|complete-signup)/);
  for (const locale of LOCALES) {
    await page.goto(link.replace("lang=en", `lang=${locale}`));
    await page.locator("input[name=password]").fill(PASSWORD);
    await page.locator("input[name=password_repeat]").fill(PASSWORD);
    await main(page).locator("button[type=submit]").click();
    await expect(main(page)).toContainText(TEXTS[locale].dead);
    await expectAccessible(page);
  }
  await page.context().clearCookies({ name: "auth" });
  for (const [n, locale] of (["en", "en", "en", "fr"] as const).entries()) {
    await page.goto(`/reset-password?lang=${locale}`);
    await page.locator("input[name=email]").fill(email);
    await main(page).locator("button[type=submit]").click();
    if (n < 2) await expect(page.getByRole("heading", { name: "Check your inbox" })).toBeVisible();
    else await expect(main(page)).toContainText(TEXTS[locale].too_many_mails);
  }
});

test("the emailed link works without script", async ({ browser, visitor }, info) => {
  const [url] = info.project.metadata.urls as [string];
  const email = await confirmedMember(await visitor(), url, "Plain");
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: url, locale: "en-GB" });
  const page = await context.newPage();
  await page.goto("/reset-password");
  await page.getByLabel("Email address").fill(email);
  await page.getByRole("button", { name: "Send the link" }).click();
  await expect(main(page)).toContainText("Check your inbox");
  await page.goto(await linkTo(page.request, url, email));
  await page.getByLabel("New password", { exact: true }).fill(NEW);
  await page.getByLabel("Repeat new password").fill("something else");
  await page.getByRole("button", { name: "Save new password" }).click();
  await expect(main(page)).toContainText(TEXTS.en.differ);
  await page.getByLabel("New password", { exact: true }).fill(NEW);
  await page.getByLabel("Repeat new password").fill(NEW);
  await page.getByRole("button", { name: "Save new password" }).click();
  await expect(main(page)).toContainText("Your new password is saved.");
  await context.close();
});

// spec: 8.generic
test("an unexpected error has a generic message", async ({ visitor }) => {
  const page = await visitor();
  // a filtering proxy that answers in its own format
  await page.route("**/api/user.php", (route) =>
    route.request().method() === "POST"
      ? route.fulfill({ status: 403, contentType: "text/html", body: "<h1>Forbidden</h1>" })
      : route.continue(),
  );
  for (const locale of LOCALES) {
    await page.goto(`/login?lang=${locale}`);
    await page.locator("input[name=email]").fill("anybody@example.test");
    await page.locator("input[name=password]").fill(PASSWORD);
    await waitForReact(page);
    await main(page).locator("form button[type=submit]").first().click();
    await expect(main(page)).toContainText(TEXTS[locale].generic);
    await expect(page.locator("input[name=email]")).toHaveValue("anybody@example.test");
  }
});

// spec: 8.login-failed, 8.too-many-attempts
test("a failed and a locked login have their messages", async ({ visitor, expectAccessible }) => {
  for (const locale of LOCALES) {
    const page = await visitor();
    await page.goto(`/login?lang=${locale}`);
    for (let n = 0; n < 6; n++) {
      await page.locator("input[name=email]").fill(`nobody.${locale}@example.test`);
      await page.locator("input[name=password]").fill(`wrong number ${n}`);
      await waitForReact(page); // without it the form is posted to the page instead
      const answered = page.waitForResponse((one) => one.url().includes("/api/user.php"));
      await main(page).locator("button[type=submit]").click();
      await answered;
      await expect(main(page)).toContainText(n < 5 ? TEXTS[locale].failed : TEXTS[locale].locked);
    }
    await expectAccessible(page);
  }
});

// spec: 1.change-password, 5.password-old, 5.email-new, 5.email-taken
test("password, address and sessions in the settings", async ({ visitor, expectAccessible }, info) => {
  test.setTimeout(180_000);
  const [url] = info.project.metadata.urls as [string];
  const [page, other] = [await visitor(), await visitor()];
  const email = await confirmedMember(page, url, "Secure");
  const taken = await confirmedMember(await visitor(), url, "Taken");
  const section = (title: string) =>
    main(page)
      .locator("section")
      .filter({ has: page.getByRole("heading", { name: title }) });

  await test.step("the texts of the specification", async () => {
    for (const locale of LOCALES) {
      await page.goto(`/notifications/security?lang=${locale}`);
      const password = page.locator("form:has(input[name=password_old])");
      await password.locator("input[name=password_old]").fill("not my password");
      await password.locator("input[name=password]").fill(NEW);
      await password.locator("input[name=password_repeat]").fill("something else");
      await password.locator("button[type=submit]").click();
      await expect(password).toContainText(TEXTS[locale].differ);
      await password.locator("input[name=password_repeat]").fill(NEW);
      await password.locator("button[type=submit]").click();
      await expect(password).toContainText(TEXTS[locale].old_wrong);
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);
      await page.goto(`/notifications/account?lang=${locale}`);
      const address = page.locator("form:has(input[name=email])");
      await address.locator("input[name=email]").fill("nobody");
      await address.locator("input[name=password]").fill(PASSWORD);
      await address.locator("button[type=submit]").click();
      await expect(address).toContainText(TEXTS[locale].invalid);
      await address.locator("input[name=email]").fill(taken);
      await address.locator("button[type=submit]").click();
      await expect(address).toContainText(TEXTS[locale].taken);
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);
    }
  });

  await test.step("another device is listed, and a new password ends its session", async () => {
    await logIn(other, email, PASSWORD);
    await page.goto("/notifications/security?lang=en");
    const sessions = section("Where you’re logged in");
    await expect(sessions.getByText("This device")).toHaveCount(1);
    await expect(sessions.getByRole("button", { name: /^Log out Chrome on/ })).toHaveCount(1);
    await page.getByLabel("Old password").fill(PASSWORD);
    await page.getByLabel("New password", { exact: true }).fill(NEW);
    await page.getByLabel("Repeat new password").fill(NEW);
    await page.getByRole("button", { name: "Change password" }).click();
    await expect(page.getByText("Your password has been changed.")).toBeVisible();
    await expectAccessible(page);
    await other.goto("/chats");
    await expect(other).toHaveURL(/\/login/);
    await logIn(other, email, NEW);
    await page.reload();
    await sessions.getByRole("button", { name: /^Log out Chrome on/ }).click();
    await expect(sessions.getByText(/is logged out/)).toBeVisible();
    await other.goto("/chats");
    await expect(other).toHaveURL(/\/login/);
  });

  await test.step("the link to the new address changes it, and the link to the old one restores it", async () => {
    const moved = email.replace("@", ".moved@");
    await page.goto("/notifications/account?lang=en");
    await page.getByLabel("New email address").fill(moved);
    await page.getByLabel("Your password", { exact: true }).fill(NEW);
    await section("Change email address").getByRole("button", { name: "Send the link" }).click();
    await expect(page.getByText(`a link is on its way to ${moved}`)).toBeVisible();
    const link = await linkTo(page.request, url, moved);
    await scanLink(page.request, link);
    await page.goto(link);
    await expectAccessible(page);
    await page.getByRole("button", { name: "Use this address" }).click();
    await expect(page.getByRole("heading", { name: "Your email address has been changed" })).toBeVisible();
    await expectAccessible(page);
    await page.goto("/notifications/account");
    await expect(page.getByText(moved)).toBeVisible();
    const undo = await linkTo(page.request, url, email);
    await scanLink(page.request, undo);
    await other.goto(undo);
    await expectAccessible(other);
    await expectNoSidewaysScroll(other);
    await other.getByRole("button", { name: "Restore my address" }).click();
    await expect(other.getByRole("heading", { name: "Your old address is back" })).toBeVisible();
    await page.goto("/chats");
    await expect(page).toHaveURL(/\/login/);
    await logIn(page, email, NEW);
    for (const locale of LOCALES) {
      await other.goto(undo.replace("lang=en", `lang=${locale}`));
      await main(other).locator("button[type=submit]").click();
      await expect(other.getByRole("heading", { name: TEXTS[locale].dead })).toBeVisible();
      await expectAccessible(other);
    }
  });
});

test("a confirmation whose answer is slow is not abandoned when calls with the old session are refused", async ({
  visitor,
}, info) => {
  const [url] = info.project.metadata.urls as [string, string];
  const page = await visitor();
  const slow = newcomer("Slow", "Woman", "Men");
  await signUp(page, slow);
  await page.route("**/api/activate.php", async (route) => {
    const response = await route.fetch();
    // the server has replaced the session; its event makes the page call with the old one
    await page.waitForTimeout(2_000);
    await route.fulfill({ response });
  });
  await page.goto(await linkTo(page.request, url, slow.email));
  await page.getByRole("button", { name: "Confirm my address" }).click();
  await expect(page.getByRole("heading", { name: "Your address is confirmed" })).toBeVisible();
});

test("the demo logins work in one step", async ({ visitor }) => {
  const page = await visitor();
  await logIn(page, DEMO_LOGINS.find(({ kind }) => kind === "free")!.email, DEMO_PASSWORD);
  await expect(page).toHaveURL(/\/members/);
});
