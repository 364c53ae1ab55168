/** Gifts and photos: sent from a profile and in a chat, blurred until revealed; both sides on screen. */
import sharp from "sharp";
import { linkTo, logIn, newcomer, signUp } from "./people.ts";
import { expect, test } from "./strict.ts";

// spec: 1.gifts, 2.chat-view
test("anna gives bram a gift and sends a photo, which arrives blurred and is revealed", async ({
  visitor,
  expectAccessible,
  baseURL,
}) => {
  const [bram, anna] = [await visitor(), await visitor()];
  const newBram = newcomer("Bram", "Man", "Women");
  await signUp(bram, newBram);
  await bram.goto(await linkTo(bram.request, baseURL!, newBram.email));
  await bram.getByRole("button", { name: "Confirm my address" }).click();
  await expect(bram.getByRole("heading", { name: "Your address is confirmed" })).toBeVisible();
  const { user } = (await (await bram.request.get("/api/user.php")).json()) as { user: { id: string } };
  await logIn(anna, "premium@example.test", "an evening out");
  const { user: giver } = (await (await anna.request.get("/api/user.php")).json()) as {
    user: { name: string; credits: number };
  };

  await test.step("the gift, from his profile: one tap selects, another one sends", async () => {
    await anna.goto(`/members/${user.id}`);
    await anna.getByRole("button", { name: `Give ${newBram.name} a gift` }).click();
    await expect(anna.getByRole("radio")).toHaveCount(12);
    await anna.getByText("Rose", { exact: true }).click();
    await expectAccessible(anna);
    await anna.getByRole("button", { name: "Give this gift" }).click();
    await expect(anna.getByText(`Your gift has been sent to ${newBram.name}.`)).toBeVisible();
    await expect(anna.getByRole("heading", { name: "Gifts received" })).toBeVisible();
  });

  await test.step("a photo, in the conversation that the gift started", async () => {
    await anna.getByRole("link", { name: "Message", exact: true }).click();
    await anna.locator("input[type=file]").setInputFiles({
      name: "evening.jpg",
      mimeType: "image/jpeg",
      buffer: await sharp({ create: { width: 500, height: 400, channels: 3, background: "#b06a3c" } })
        .jpeg()
        .toBuffer(),
    });
    await expect(anna.getByText("Ready to send")).toBeVisible();
    await expectAccessible(anna);
    await anna.getByRole("button", { name: "Send photo" }).click();
    await expect(anna.getByRole("button", { name: "Your photo" })).toBeVisible();
    await expect
      .poll(async () => (await (await anna.request.get("/api/user.php")).json()).user.credits)
      .toBe(giver.credits - 5);
  });

  await test.step("he sees the gift and the blurred photo, and reveals it", async () => {
    await bram.goto("/chats");
    await bram.getByRole("link", { name: /1 request/ }).click();
    await bram.getByRole("link", { name: new RegExp(giver.name) }).click();
    await expect(bram.getByText("Rose", { exact: true })).toBeVisible();
    const blurred = bram.getByRole("img", { name: `Blurred photo from ${giver.name}` });
    await expect.poll(() => blurred.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(80);
    await expectAccessible(bram);
    await bram.getByRole("button", { name: "Show photo" }).click();
    const clear = bram.getByRole("button", { name: `Photo from ${giver.name}` });
    await clear.click();
    const large = bram.getByRole("dialog").getByRole("img");
    await expect.poll(() => large.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(500);
    await expectAccessible(bram);
    await bram.keyboard.press("Escape");
    await expect(clear).toBeFocused();
  });

  await test.step("the gift is on his profile until he hides it", async () => {
    await bram.goto(`/members/${user.id}`);
    await bram.getByRole("button", { name: /^Hide.*Rose/ }).click();
    await expect(bram.getByRole("button", { name: /^Show.*Rose/ })).toBeVisible();
    await expectAccessible(bram);
    await anna.goto(`/members/${user.id}`);
    await expect(anna.getByRole("heading", { name: "Gifts received" })).toHaveCount(0);
  });
});

test("the demo community has a gift and a photo, and the conversation opens at its end", async ({ visitor }) => {
  const page = await visitor();
  await logIn(page, "free@example.test", "an evening out");
  const { chats } = (await (await page.request.get("/api/chats.php")).json()) as {
    chats: { conversation: { id: string; last_kind: string } }[];
  };
  const { id } = chats.find(({ conversation }) => conversation.last_kind === "photo")!.conversation;
  await page.goto(`/chats/${id}`);
  const log = page.getByRole("log");
  await expect(log.getByRole("button", { name: /^Photo from/ })).toBeInViewport({ ratio: 0.5 });
  await expect(page.getByText("Know when someone writes")).toBeVisible(); // appears later, and takes space
  const below = () => log.evaluate((node) => node.scrollHeight - node.scrollTop - node.clientHeight);
  await expect.poll(below).toBeLessThanOrEqual(1);
  const picture = log.getByRole("button", { name: /^Photo from/ }).getByRole("img");
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(400);
  await expect(log.getByText("Champagne")).toBeAttached();
});
