/** What members write is in their language, which is not the page's: `lang` says so, or that it is unknown. */
import { joinByApi, newcomer, writeTo } from "./people.ts";
import { expect, test } from "./strict.ts";

test("profiles have the language of their owner, messages none", async ({ visitor, baseURL, expectAccessible }) => {
  const headers = { origin: baseURL!, "x-request-type": "client" };
  const [hers, his] = [await visitor(), await visitor()];
  const her = await joinByApi(hers, baseURL!, newcomer("Bea", "Woman", "Men"));
  const about = "Twee fietsen, een kat en veel te veel kookboeken.";
  const answers = [{ prompt: "sunday", text: "begint met koffie in bed" }];
  const data = { about, answers };
  expect((await hers.request.put("/api/profile.php", { headers, data })).ok()).toBe(true);
  const language = await hers.request.put("/api/user.php", { headers, data: { language: "nl" } });
  expect(language.ok()).toBe(true);
  const him = await joinByApi(his, baseURL!, newcomer("Piotr", "Man", "Women"));
  await writeTo(hers, baseURL!, him, "Goedenavond");

  await his.goto(`/members/${her}?lang=pl`);
  await expect(his.locator("html")).toHaveAttribute("lang", /^pl/);
  await expect(his.getByText(about)).toHaveAttribute("lang", "nl");
  await expect(his.getByText(answers[0]!.text)).toHaveAttribute("lang", "nl");
  await expect(his.getByRole("heading", { level: 1 })).not.toHaveAttribute("lang");
  await expectAccessible(his);
  await his.goto("/chats?show=requests");
  await expect(his.getByText("Goedenavond").first()).toHaveAttribute("lang", "");
  await his.getByRole("main").getByRole("link", { name: /Bea/ }).first().click();
  await expect(his.getByRole("log").getByText("Goedenavond", { exact: true })).toHaveAttribute("lang", "");
  await expectAccessible(his);
});
