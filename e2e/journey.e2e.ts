/**
 * The main journey: sign up, confirm, search, like, match, live chat, run out of credits, buy more,
 * continue. Anna and Bram use different app processes if there are two.
 */
import sharp from "sharp";
import { linkTo, logIn, newcomer, PASSWORD, signUp } from "./people.ts";
import { expect, test } from "./strict.ts";

// spec: 1.adults, 1.signup-steps, 1.first-purchase, 2.chat-view, 2.match-modal-closes, 2.match-modal-button, 8.not-enough-credits
test("from first visit to a paid conversation", async ({ visitor, expectAccessible }, info) => {
  const urls = info.project.metadata.urls as [string, string];
  const [annaPage, bramPage] = [await visitor(0), await visitor(1)];
  const anna = newcomer("Anna", "Woman", "Men");
  const bram = newcomer("Bram", "Man", "Women");

  await test.step("a visitor opens the home page and signs up", async () => {
    await annaPage.goto("/");
    await expect(annaPage.getByRole("heading", { level: 1 })).toBeVisible();
    await expectAccessible(annaPage);
    await signUp(annaPage, anna);
    await expectAccessible(annaPage);
  });

  await test.step("photo, place, personal, about; a reload loses nothing", async () => {
    const photo = await sharp({ create: { width: 800, height: 1000, channels: 3, background: "#b06a3c" } })
      .jpeg()
      .toBuffer();
    await annaPage
      .getByLabel(/choose a photo/i)
      .setInputFiles({ name: "me.jpg", mimeType: "image/jpeg", buffer: photo });
    await annaPage.getByRole("button", { name: "Use this part" }).click();
    await annaPage.getByRole("button", { name: "Continue" }).click();
    await expect(annaPage.getByRole("heading", { name: "Where do you spend your evenings?" })).toBeVisible();
    await annaPage.reload();
    await annaPage.getByLabel("Town or city").fill("Amersf");
    await annaPage.getByRole("option", { name: /^Amersfoort/ }).click();
    const next = () => annaPage.getByRole("button", { name: "Continue" }).click();
    await next();
    await expect(annaPage.getByRole("heading", { name: "A little about you" })).toBeVisible();
    await expectAccessible(annaPage);
    await annaPage.getByRole("radio", { name: "Single" }).check({ force: true });
    await next();
    await expect(annaPage.getByRole("heading", { name: "What do you look like?" })).toBeVisible();
    await next();
    await annaPage.getByRole("checkbox", { name: "Wine" }).check({ force: true });
    await next();
    await annaPage.getByRole("checkbox", { name: "Dutch" }).check({ force: true });
    await next();
    await annaPage.getByRole("textbox", { name: "A few sentences" }).fill("Long walks, short messages.");
    await next();
    await expect(annaPage.getByRole("heading", { name: "One last thing" })).toBeVisible();
    await expectAccessible(annaPage);
  });

  await test.step("both confirm their address with the link in the email", async () => {
    await signUp(bramPage, bram);
    for (const [page, { email }, url] of [
      [annaPage, anna, urls[0]],
      [bramPage, bram, urls[1]],
    ] as const) {
      await page.goto(await linkTo(page.request, url, email));
      await page.getByRole("button", { name: "Confirm my address" }).click();
      await expect(page.getByRole("heading", { name: "Your address is confirmed" })).toBeVisible();
    }
  });

  await test.step("bram finds anna by gender, country, region and age, opens her profile and likes her", async () => {
    await bramPage.goto("/members?gender=woman&country=NL&countryregion=NL-UT&min_age=35&max_age=37");
    await expectAccessible(bramPage);
    await bramPage
      .getByRole("link", { name: new RegExp(anna.name) })
      .first()
      .click();
    await expect(bramPage.getByText("Long walks, short messages.")).toBeVisible();
    await expectAccessible(bramPage);
    await bramPage
      .getByRole("main")
      .getByRole("button", { name: `Like ${anna.name}` })
      .first()
      .click();
    await expect(bramPage.getByRole("button", { name: `Like ${anna.name}` }).first()).toHaveAttribute(
      "aria-pressed",
      "true",
    );
  });

  await test.step("anna sees his like live, likes him back, and both see the match", async () => {
    await annaPage.goto("/likes");
    await expect(annaPage.getByRole("link", { name: new RegExp(bram.name) }).first()).toBeVisible();
    await expectAccessible(annaPage);
    await annaPage
      .getByRole("button", { name: `Like ${bram.name}` })
      .first()
      .click();
    await expect(annaPage.getByRole("dialog", { name: /match/i })).toBeVisible();
    await expectAccessible(annaPage);
    await expect(bramPage.getByRole("dialog", { name: /match/i })).toBeVisible();
    await bramPage.getByRole("dialog").click({ position: { x: 10, y: 10 } });
    await expect(bramPage.getByRole("dialog")).toBeHidden();
    await annaPage.getByRole("button", { name: `Write to ${bram.name}` }).click();
  });

  const composer = (page: typeof annaPage) => page.getByRole("textbox", { name: /message to/i });

  await test.step("they chat: typing, message, unread badge and read receipt arrive live", async () => {
    await composer(annaPage).fill("Good evening, Bram.");
    await annaPage.keyboard.press("Enter");
    await expect(annaPage.getByRole("log").getByText("Good evening, Bram.")).toBeVisible();
    await expect(annaPage).toHaveURL(/\/chats\//);
    await expect(bramPage).toHaveTitle(/^\(\d+\) /);
    await bramPage.goto("/chats");
    await expectAccessible(bramPage);
    await bramPage
      .getByRole("link", { name: new RegExp(anna.name) })
      .first()
      .click();
    await expect(bramPage.getByRole("log").getByText("Good evening, Bram.")).toBeVisible();
    await composer(bramPage).pressSequentially("Good evening");
    await expect(annaPage.getByRole("log").getByText(`${bram.name} is typing`)).toBeVisible();
    await composer(bramPage).fill("Good evening, Anna.");
    await bramPage.keyboard.press("Enter");
    await expect(annaPage.getByRole("log").getByText("Good evening, Anna.")).toBeVisible();
    await expectAccessible(annaPage);
  });

  await test.step("anna runs out of credits, her text stays, she buys a bundle and continues", async () => {
    await composer(annaPage).fill("Second and last one.");
    await annaPage.keyboard.press("Enter");
    await expect(bramPage.getByRole("log").getByText("Second and last one.")).toBeVisible();
    await composer(annaPage).fill("This one costs.");
    await annaPage.keyboard.press("Enter");
    const dialog = annaPage.getByRole("alertdialog").or(annaPage.getByRole("dialog"));
    await expect(dialog.getByText("Not enough credits")).toBeVisible();
    await expectAccessible(annaPage);
    await dialog.getByRole("link", { name: "Buy credits" }).click();
    await expect(annaPage).toHaveURL(/\/premium/);
    await expectAccessible(annaPage);
    await annaPage.getByRole("link", { name: /Choose 60 credits/ }).click();
    await annaPage.getByRole("radio", { name: /Card/ }).check({ force: true });
    await expectAccessible(annaPage);
    await annaPage.getByRole("button", { name: /^Buy now for / }).click();
    await expect(annaPage.getByText("No money moves.")).toBeVisible();
    await expectAccessible(annaPage);
    await annaPage.getByRole("button", { name: /^Pay/ }).click();
    await expect(annaPage.getByText("60 credits have been added.")).toBeVisible();
    await expect(annaPage.getByText("Welcome to premium")).toBeVisible();
    await expectAccessible(annaPage);
    await annaPage.getByRole("link", { name: `Back to your chat with ${bram.name}` }).click();
    await expect(composer(annaPage)).toHaveValue("This one costs.");
    await annaPage.keyboard.press("Enter").catch(() => {});
    await composer(annaPage).press("Enter");
    await expect(bramPage.getByRole("log").getByText("This one costs.")).toHaveCount(1);
  });

  await test.step("a reload and a second tab show every message once", async () => {
    await annaPage.reload();
    const log = annaPage.getByRole("log");
    await expect(log.getByText("This one costs.")).toHaveCount(1);
    const second = await annaPage.context().newPage();
    await second.goto(annaPage.url());
    await second.getByRole("textbox", { name: /message to/i }).fill("From my second tab.");
    await second.keyboard.press("Enter");
    await expect(annaPage.getByRole("log").getByText("From my second tab.")).toHaveCount(1);
    await expect(bramPage.getByRole("log").getByText("From my second tab.")).toHaveCount(1);
  });

  await test.step("she logs out, a wrong password is refused with a message, the right one works", async () => {
    await annaPage.request.get("/api/logout.php", {
      headers: { "x-request-type": "client", "sec-fetch-site": "same-origin" },
    });
    await annaPage.goto("/chats");
    await expect(annaPage).toHaveURL(/\/login/);
    await annaPage.getByLabel("Email address").fill(anna.email);
    await annaPage.getByLabel("Password", { exact: true }).fill("not her password");
    await annaPage.getByRole("main").getByRole("button", { name: "Log in" }).click();
    await expect(annaPage.getByText("Login failed, please try again")).toBeVisible();
    await expectAccessible(annaPage);
    await logIn(annaPage, anna.email, PASSWORD);
  });
});
