/** Own photos from upload to order, and what others see of them. */
import sharp from "sharp";
import { logIn, newcomer, signUp } from "./people.ts";
import { expect, test } from "./strict.ts";

const picture = (colour: string, width = 900, height = 700) =>
  sharp({ create: { width, height, channels: 3, background: colour } })
    .jpeg()
    .toBuffer();

// spec: 1.photos
test("photos are cropped, shown at once, ordered, canceled and refused with a reason", async ({
  visitor,
  expectAccessible,
}) => {
  const page = await visitor();
  await signUp(page, newcomer("Fotini", "Woman", "Men"));
  await page.goto("/profile");
  const choose = (buffer: Buffer, name = "me.jpg", mimeType = "image/jpeg") =>
    page.getByLabel(/choose a photo/i).setInputFiles({ name, mimeType, buffer });
  const photos = page.getByRole("img", { name: /^Photo \d/ });

  await test.step("the selected part is uploaded, moved with keys; the photo becomes the main one", async () => {
    await choose(await picture("#b06a3c"));
    const frame = page.getByRole("img", { name: "The visible part of your photo" });
    await expect(frame).toBeVisible();
    await expectAccessible(page);
    await frame.press("ArrowRight");
    await frame.press("+");
    await page.getByLabel("Zoom").press("ArrowRight");
    await page.getByRole("button", { name: "Use this part" }).click();
    await expect(photos).toHaveCount(1);
    await expect(page.getByText("Main photo", { exact: true })).toBeVisible();
    const { src, width, height } = await photos.evaluate((image: HTMLImageElement) => {
      const { src, naturalWidth, naturalHeight } = image;
      return { src, width: naturalWidth, height: naturalHeight };
    });
    expect([width, height]).toEqual([400, 500]);
    const full = await page.request.get(src.replace("/thumb/", "/full/"));
    const size = await sharp(await full.body()).metadata();
    expect(size.width / size.height).toBeCloseTo(0.8, 1); // of a landscape picture
  });

  await test.step("a second one, uncropped; it moves to the front and back", async () => {
    await choose(await picture("#3c6ab0"));
    await page.getByRole("button", { name: "Use the whole photo" }).click();
    await expect(photos).toHaveCount(2);
    await expect(page.getByText("Being checked")).toHaveCount(0);
    const first = () => photos.first().getAttribute("src");
    const before = await first();
    await page.locator("summary").filter({ hasText: "Options for photo 2" }).click();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Move photo 2 forward" }).click();
    await expect(page.getByText("Photo order saved.").last()).toBeVisible();
    await expect.poll(first).not.toBe(before);
    const second = page.getByRole("listitem").filter({ has: page.getByRole("img", { name: "Photo 2" }) });
    await expect(second.getByText("Main photo")).toBeHidden(); // the first one is the main one
    await page.locator("summary").filter({ hasText: "Options for photo 1" }).click();
    await page.getByRole("button", { name: "Move photo 1 back" }).click();
    await expect.poll(first).toBe(before);
    await expect(second.getByText("Main photo")).toBeHidden();
    await expectAccessible(page);
  });

  await test.step("dragged by mouse, and with the arrow keys; the focus stays", async () => {
    const first = () => photos.first().getAttribute("src");
    const before = await first();
    const [from, to] = [(await photos.nth(1).boundingBox())!, (await photos.first().boundingBox())!];
    const saved = () =>
      page.waitForResponse((answer) => answer.url().includes("/api/photo.php") && answer.request().method() === "PUT");
    const dropped = saved();
    await page.mouse.move(from.x + from.width / 2, from.y + from.height / 4);
    await page.mouse.down();
    await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 5 });
    await page.mouse.up();
    await expect.poll(first).not.toBe(before);
    await dropped;
    await page.reload();
    await expect.poll(first).not.toBe(before);
    const handle = page.getByRole("button", { name: "Reorder photo 1 with the arrow keys" });
    const moved = saved();
    await handle.press("ArrowRight");
    await expect.poll(first).toBe(before);
    await moved;
    await expect(page.getByRole("button", { name: "Reorder photo 2 with the arrow keys" })).toBeFocused();
    await page.reload();
    await expect.poll(first).toBe(before);
  });

  await test.step("an upload in progress is canceled, and nothing is stored", async () => {
    await page.route("**/api/photo.php", () => {}); // it never arrives
    await choose(await picture("#3cb06a"));
    await page.getByRole("button", { name: "Use this part" }).click();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Cancel the upload" }).click();
    await expect(page.getByText("Upload canceled. Nothing was saved.").last()).toBeVisible();
    await page.unrouteAll({ behavior: "ignoreErrors" });
    await page.reload();
    await expect(photos).toHaveCount(2);
  });

  await test.step("another type of file is refused with a message", async () => {
    await choose(Buffer.from("<svg/>"), "me.svg", "image/svg+xml");
    await expect(page.getByText("This type of file isn’t supported.")).toBeVisible();
    await expect(photos).toHaveCount(2);
  });
});

// spec: 6.free-photos
test("a free member sees three photos of a member and the rest blurred, with a link to premium", async ({
  visitor,
  expectAccessible,
}) => {
  const page = await visitor();
  await logIn(page, "free@example.test", "an evening out");
  let found: { id: string; photos: { filename: string; blurred: boolean }[] } | undefined;
  for (let number = 1; !found && number <= 10; number++) {
    const { results } = await (await page.request.get(`/api/members.php?page=${number}`)).json();
    for (const { id } of results as { id: string }[]) {
      const { profile } = await (await page.request.get(`/api/member.php?id=${id}`)).json();
      if (profile.photos.length > 3) found = { id, photos: profile.photos };
      if (found) break;
    }
  }
  expect(found, "a member with more than three photos").toBeTruthy();
  expect(found!.photos.map(({ blurred }) => blurred)).toEqual(found!.photos.map((_, at) => at >= 3));
  await page.goto(`/members/${found!.id}`);
  const blurred = page.getByRole("img", { name: /^Photo 4 of .*blurred/ });
  await blurred.scrollIntoViewIfNeeded();
  // the demo draws its pictures when they are first asked for
  await expect
    .poll(() => blurred.evaluate((image: HTMLImageElement) => image.naturalWidth), { timeout: 45_000 })
    .toBe(80);
  await expect(page.getByRole("link", { name: "Premium members see every photo" }).first()).toHaveAttribute(
    "href",
    "/premium",
  );
  await expectAccessible(page);
  const clear = found!.photos[3]!.filename.replace("blurred/", "full/");
  expect((await page.request.get(`/api/photo/${clear}`)).status()).toBe(404);
});
