/** Icebreakers and reports. */
import { DEMO_LOGINS, DEMO_PASSWORD } from "../server/db/demo/logins.ts";
import { logIn } from "./people.ts";
import { expect, test } from "./strict.ts";

test("the icebreaker modal offers three different lines each time, and puts one into the field", async ({
  visitor,
  expectAccessible,
}) => {
  const page = await visitor();
  await logIn(page, DEMO_LOGINS[0]!.email, DEMO_PASSWORD);
  const id = await strangerTo(page.request);
  await page.goto(`/members/${id}/chat`);
  await page.getByRole("button", { name: "Opening lines" }).press("Enter");
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
