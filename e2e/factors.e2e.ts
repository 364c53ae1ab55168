/** The second factor with its recovery codes, and passkeys. */
import { Secret, TOTP } from "otpauth";
import type { CDPSession, Page } from "playwright-core";
import { newcomer, PASSWORD, signUp } from "./people.ts";
import { expect, test } from "./strict.ts";

/** The authenticator app, by the product's clock. */
async function codeOf(page: Page, secret: string): Promise<string> {
  const answer = await page.request.post("/dev/clock", { data: { advance: "PT30S" } });
  const { now } = (await answer.json()) as { now: string };
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.parse(now) });
}

/** Leaves the page first: an event stream that is being opened would be refused and log an error. */
const logOut = async (page: Page) => {
  await page.goto("about:blank");
  await page.context().clearCookies();
};

test("a second factor is set up, required at login, and turned off", async ({ visitor, expectAccessible }) => {
  test.setTimeout(180_000);
  const page = await visitor();
  const rosa = newcomer("Rosa", "Woman", "Men");
  await signUp(page, rosa);
  await page.goto("/notifications/security");
  await expectAccessible(page);
  const section = page.locator("section").filter({ has: page.getByRole("heading", { name: "Two-step verification" }) });
  await expect(section.getByText("Off")).toBeVisible();
  await section.getByRole("link", { name: "Manage" }).click();
  await page.getByLabel("Password", { exact: true }).fill("not hers at all");
  await page.getByRole("button", { name: "Set up" }).click();
  await expect(page.getByText("That password isn’t right. Nothing was changed.")).toBeVisible();
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Set up" }).click();
  await expect(page.getByRole("img", { name: "QR code for the app" })).toBeVisible();
  await expectAccessible(page);
  const secret = (await page.locator("p.font-mono").textContent())!.replaceAll(" ", "");
  await page.getByLabel("Code from the app").fill("000000");
  await page.getByRole("button", { name: "Turn on" }).click();
  await expect(page.getByText(/That code isn’t right/)).toBeVisible();
  await page.getByLabel("Code from the app").fill(await codeOf(page, secret));
  await page.getByRole("button", { name: "Turn on" }).click();
  await expect(page.getByText("Two-step verification is on")).toBeVisible();
  await expectAccessible(page);
  const codes = await page
    .locator("li")
    .filter({ hasText: /^[a-z2-7]{5}-[a-z2-7]{5}$/ })
    .allTextContents();
  expect(codes).toHaveLength(10);

  await test.step("login has a second step, with a code or a recovery code", async () => {
    await logOut(page);
    await page.goto("/login");
    await page.getByLabel("Email address").fill(rosa.email);
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByRole("main").getByRole("button", { name: "Log in", exact: true }).click();
    await expect(page.getByRole("heading", { name: "One more step" })).toBeVisible();
    await expectAccessible(page);
    await page.getByLabel("Code").fill("000000");
    await page.getByRole("button", { name: "Log in" }).click();
    await expect(page.getByText(/That code isn’t right/)).toBeVisible();
    await page.getByLabel("Code").fill(await codeOf(page, secret));
    await page.getByRole("button", { name: "Log in" }).click();
    await expect(page).not.toHaveURL(/\/login/);
    await logOut(page);
    await page.goto("/login?to=%2Fnotifications%2Fsecond-factor");
    await page.getByLabel("Email address").fill(rosa.email);
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByRole("main").getByRole("button", { name: "Log in", exact: true }).click();
    await page.getByLabel("Code").fill(codes[0]!.toUpperCase());
    await page.getByRole("button", { name: "Log in" }).click();
    await expect(page).toHaveURL(/\/notifications\/second-factor/);
    await expect(page.getByText("You have 9 recovery codes left.")).toBeVisible();
  });

  await test.step("off with password and code", async () => {
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByLabel(/Code from the app, or/).fill(await codeOf(page, secret));
    await expectAccessible(page);
    await page.getByRole("button", { name: "Turn off" }).click();
    await expect(page.getByText("Two-step verification is off.")).toBeVisible();
  });
});

/** A device with a fingerprint reader that always accepts. */
async function addAuthenticator(page: Page): Promise<{ cdp: CDPSession; authenticatorId: string }> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("WebAuthn.enable");
  const { authenticatorId } = await cdp.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { cdp, authenticatorId };
}

test("a passkey is added, logs in without a password, and is removed", async ({ visitor, expectAccessible }) => {
  const page = await visitor();
  const { cdp, authenticatorId } = await addAuthenticator(page);
  const sofia = newcomer("Sofia", "Woman", "Men");
  await signUp(page, sofia);
  await page.goto("/notifications/security");
  await page.getByRole("button", { name: "Add a passkey" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("My phone");
  await dialog.getByLabel("Password", { exact: true }).fill("not hers at all");
  await dialog.getByRole("button", { name: "Continue" }).click();
  await expect(dialog.getByText("That password isn’t right. Nothing was changed.")).toBeVisible();
  await expectAccessible(page);
  await dialog.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await dialog.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText("Passkey added.")).toBeVisible();
  await expect(page.getByText("My phone")).toBeVisible();
  const { credentials } = await cdp.send("WebAuthn.getCredentials", { authenticatorId });
  expect(credentials.map(({ isResidentCredential, rpId }) => [isResidentCredential, rpId])).toEqual([
    [true, "localhost"],
  ]);

  await test.step("login without address and password", async () => {
    await logOut(page);
    await page.goto("/login?to=%2Fnotifications%2Fsecurity");
    const button = page.getByRole("button", { name: "Use a passkey" });
    // if the browser offers it in the field, the virtual device may have accepted already
    await button.click({ timeout: 5_000 }).catch(() => {});
    await expect(page).toHaveURL(/\/notifications/);
    await expect(page.getByText(/^Last used on/)).toBeVisible();
  });

  await test.step("it is removed and no longer accepted", async () => {
    await page.getByRole("button", { name: "Remove My phone" }).click();
    await dialog.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await dialog.getByRole("button", { name: "Remove" }).click();
    await expect(page.getByText("Passkey removed.")).toBeVisible();
    await logOut(page);
    await page.goto("/login");
    await page.getByRole("button", { name: "Use a passkey" }).click();
    await expect(page.getByText("The passkey wasn’t accepted.")).toBeVisible();
    await expectAccessible(page);
  });
});
