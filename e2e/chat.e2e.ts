/** Conversations beyond the main journey: the tray of requests, offline, the same text to many, hostile texts. */
import NAUGHTY from "big-list-of-naughty-strings/blns.json" with { type: "json" };
import { DEMO_LOGINS, DEMO_PASSWORD } from "../server/db/demo/logins.ts";
import { joinByApi, logIn, newcomer, writeTo } from "./people.ts";
import { expect, test } from "./strict.ts";

test("first messages are in a tray until they are accepted or declined", async ({
  visitor,
  expectAccessible,
}, info) => {
  const [url] = info.project.metadata.urls as [string];
  const [page, one, other] = [await visitor(), await visitor(), await visitor()];
  const [vera, wim, xander] = [
    newcomer("Vera", "Woman", "Men"),
    newcomer("Wim", "Man", "Women"),
    newcomer("Xander", "Man", "Women"),
  ];
  const her = await joinByApi(page, url, vera);
  await joinByApi(one, url, wim);
  await joinByApi(other, url, xander);
  await writeTo(one, url, her, "Have a look at https://example.com/evening");
  await writeTo(other, url, her, "Hello");

  await page.goto("/chats");
  await page.getByRole("link", { name: /2 requests/ }).click();
  await expect(page.getByRole("heading", { name: "Requests" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: `Decline ${xander.name}` }).click();
  await expect(page.getByText(`${xander.name} isn’t notified and can’t write to you again`)).toBeVisible();
  await expect(page.getByRole("listitem")).toHaveCount(1);
  expect(await writeTo(other, url, her, "Hello?")).toMatchObject({ status: 403, body: { error: "not_taken" } });

  await page.getByRole("link", { name: new RegExp(wim.name) }).click();
  const log = page.getByRole("log");
  await expect(log.getByText(/^Be careful with links/)).toBeVisible();
  await expect(log.getByRole("link")).toHaveCount(0);
  await expectAccessible(page);
  // on a desktop the tray is beside the conversation
  await page
    .getByRole("button", { name: `Accept ${wim.name}` })
    .last()
    .click();
  await expect(page.getByRole("button", { name: /^Accept/ })).toHaveCount(0);
  await page.getByRole("textbox", { name: /message to/i }).fill("How nice");
  await page.keyboard.press("Enter");
  const link = log.getByRole("link", { name: "https://example.com/evening" });
  await expect(link).toHaveAttribute("rel", "noopener noreferrer nofollow ugc");
  await expect(log.getByText(/^Be careful with links/)).toHaveCount(0);

  // one message is reported with the keyboard alone
  await log.getByRole("button", { name: "Report this message" }).press("Enter");
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText("Have a look at")).toBeVisible();
  await dialog.getByRole("radio", { name: /^Asks for money/ }).check();
  await dialog.getByRole("button", { name: "Send report" }).click();
  await expect(page.getByText(/Case number/)).toBeVisible();
});

test("messages written offline are sent once when the network is back, also after the tab was closed", async ({
  visitor,
}, info) => {
  const [url] = info.project.metadata.urls as [string];
  const [page, friend] = [await visitor(), await visitor()];
  const [vera, wim] = [newcomer("Vera", "Woman", "Men"), newcomer("Wim", "Man", "Women")];
  const [her, his] = [await joinByApi(page, url, vera), await joinByApi(friend, url, wim)];
  const { conversation } = (await writeTo(friend, url, her, "Good evening")).body;
  const arrived = async () => {
    const answer = await friend.request.get(`/api/chat.php?profile=${her}`);
    const { messages } = (await answer.json()) as { messages: { mine: boolean; body: string }[] };
    return messages.filter(({ mine }) => !mine).map(({ body }) => body);
  };
  const field = page.getByRole("textbox", { name: /message to/i });
  const write = async (text: string) => {
    await field.fill(text);
    await field.press("Enter");
    await expect(page.getByRole("log").getByText(text)).toBeVisible();
  };
  await page.goto(`/chats/${conversation}`);
  await page.context().setOffline(true);
  await write("In the train,");
  await write("never mind,");
  await expect(page.getByText("Waiting for connection")).toHaveCount(2);
  await page.getByRole("button", { name: "Cancel" }).last().click();
  await expect(field).toHaveValue("never mind,");
  await page.context().setOffline(false);
  await expect.poll(arrived).toEqual(["In the train,"]);
  await expect(page.getByText("Waiting for connection")).toHaveCount(0);
  await expect(page.getByRole("log").getByText("In the train,")).toHaveCount(1);

  await page.context().setOffline(true);
  await write("through a tunnel.");
  await page.close();
  const again = await page.context().newPage();
  await page.context().setOffline(false);
  await again.goto(`/members/${his}`);
  await expect.poll(arrived).toEqual(["In the train,", "through a tunnel."]);
  await again.goto(`/chats/${conversation}`);
  await expect(again.getByRole("log").getByText("through a tunnel.")).toHaveCount(1);

  // logging out removes all of it from the browser
  expect(await again.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("own:")))).not.toEqual([]);
  await again.request.get("/api/logout.php", { headers: { "x-request-type": "client", origin: url } });
  await again.goto("/");
  await expect
    .poll(() => again.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("own:"))))
    .toEqual([]);
});

test("the same first message to a fourth member stays in the field, with the reason", async ({ visitor }, info) => {
  const [url] = info.project.metadata.urls as [string];
  const page = await visitor();
  await logIn(page, DEMO_LOGINS[1]!.email, DEMO_PASSWORD);
  const text = `Your garden looks wonderful, is it far from here? ${crypto.randomUUID().replace(/\d/g, "x")}`;
  const receivers: string[] = [];
  for (let n = 0; n < 4; n++)
    receivers.push(await joinByApi(await visitor(), url, newcomer("Gardener", "Woman", "Men")));
  for (const to of receivers.slice(0, 3)) expect((await writeTo(page, url, to, text)).status).toBe(201);
  await page.goto(`/members/${receivers[3]}/chat`);
  const field = page.getByRole("textbox", { name: /message to/i });
  await field.fill(text);
  await field.press("Enter");
  await expect(page.getByRole("alert").getByText(/these exact words 3 times today/)).toBeVisible();
  await expect(field).toHaveValue(text);
});

// spec: 8.premium-only, 6.free-conversations, 9.free-conversations
test("the third conversation of a free member is refused with an alert that leads to premium", async ({
  visitor,
}, info) => {
  const [url] = info.project.metadata.urls as [string];
  const page = await visitor();
  await joinByApi(page, url, newcomer("Thea", "Woman", "Men"));
  const receivers: string[] = [];
  for (let n = 0; n < 3; n++) receivers.push(await joinByApi(await visitor(), url, newcomer("Theo", "Man", "Women")));
  for (const to of receivers.slice(0, 2)) expect((await writeTo(page, url, to, "Good evening")).status).toBe(201);
  await page.goto(`/members/${receivers[2]}/chat?lang=en`);
  await page.getByRole("textbox", { name: /message to/i }).fill("And you?");
  await page.keyboard.press("Enter");
  const alert = page.getByRole("alert").filter({ hasText: "become a premium member" });
  await expect(alert).toBeVisible();
  await expect(alert.getByRole("link", { name: "Buy credits" })).toHaveAttribute("href", "/premium");
});

// spec: 4.chat-removed, 4.chat-not-removed, 8.chat-deletion, 7.chat-removal
test("a conversation is removed at once; where the server refuses, an alert says why and it is back", async ({
  visitor,
}, info) => {
  const [url] = info.project.metadata.urls as [string];
  const page = await visitor(0, { viewport: { width: 1280, height: 900 }, hasTouch: false });
  const other = await visitor();
  const her = await joinByApi(page, url, newcomer("Ria", "Woman", "Men"));
  const friend = newcomer("Rolf", "Man", "Women");
  const his = await joinByApi(other, url, friend);
  await writeTo(page, url, his, "Good evening");
  await writeTo(other, url, her, "Good evening to you");
  await page.goto("/chats?lang=en");
  const entry = page.getByRole("main").getByRole("link", { name: new RegExp(friend.name) });
  const remove = async () => {
    await page.getByRole("button", { name: `Delete the conversation with ${friend.name}` }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  };
  let answer = () => {};
  await page.route("**/api/chat.php", async (route) => {
    if (route.request().method() !== "DELETE") return route.continue();
    await new Promise<void>((resolve) => {
      answer = resolve;
    });
    await route.fulfill({ status: 403, json: { error: "forbidden", message: "Not today." } });
  });
  await remove();
  await expect(entry).toHaveCount(0); // before the server has answered
  const reloaded = page.waitForResponse((response) => response.url().endsWith("/api/chats.php"));
  answer();
  await expect(page.getByRole("alert").filter({ hasText: "Not today." })).toBeVisible();
  await reloaded;
  await expect(entry).toHaveCount(1);

  await page.unrouteAll({ behavior: "ignoreErrors" });
  const deleted = page.waitForResponse((response) => response.request().method() === "DELETE");
  await remove();
  await expect(entry).toHaveCount(0);
  const request = (await deleted).request();
  expect(Object.keys(request.postDataJSON())).toEqual(["id"]);
  expect((await deleted).ok()).toBe(true);
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(entry).toHaveCount(0);
});

test("461 hostile texts are shown as text", async ({ visitor }, info) => {
  const [url] = info.project.metadata.urls as [string];
  const [page, author] = [await visitor(), await visitor()];
  const dialogs: string[] = [];
  page.on("dialog", (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  const her = await joinByApi(page, url, newcomer("Vera", "Woman", "Men"));
  await logIn(author, DEMO_LOGINS[1]!.email, DEMO_PASSWORD);
  const messages: string[] = [""];
  for (const text of NAUGHTY.map((one) => one.normalize("NFC").trim()).filter(Boolean)) {
    if ([...messages.at(-1)!, ...text].length < 990) messages.push(`${messages.pop()}${text}\n`);
    else messages.push(`${text}\n`);
  }
  for (const message of messages) expect((await writeTo(author, url, her, message)).status).toBe(201);
  const headers = { origin: url, "x-request-type": "client" };
  const about = messages
    .filter((one) => one.includes("<script"))
    .join("")
    .slice(0, 1_900);
  expect((await page.request.put("/api/profile.php", { headers, data: { about } })).ok()).toBe(true);

  const { chats } = (await (await page.request.get("/api/chats.php")).json()) as {
    chats: { conversation: { id: string } }[];
  };
  await page.goto(`/chats/${chats[0]!.conversation.id}`);
  const log = page.getByRole("log");
  // it opens at its end; only messages near the screen are in the document
  const last = messages.at(-1)!.trim().split("\n").at(-1)!;
  await expect
    .poll(() =>
      log.evaluate((node, text) => {
        const left = node.scrollHeight - node.scrollTop - node.clientHeight;
        return node.scrollTop > 10_000 && left < 120 && node.textContent!.includes(text);
      }, last),
    )
    .toBe(true);
  await log.hover();
  let missing = messages.map((message) => message.trim());
  await expect
    .poll(
      async () => {
        const text = (await log.textContent())!;
        missing = missing.filter((message) => !text.includes(message));
        await page.mouse.wheel(0, -500);
        return missing.length;
      },
      { intervals: [50], timeout: 30_000 },
    )
    .toBe(0);
  // after an answer web addresses are links, and nothing else
  await page.getByRole("textbox", { name: /message to/i }).fill("Quite a collection");
  await page.keyboard.press("Enter");
  await expect(log.getByText("Quite a collection")).toBeVisible();
  for (const link of await log.getByRole("link").all())
    if ((await link.getAttribute("target")) === "_blank") expect(await link.getAttribute("href")).toMatch(/^https?:/);
  await author.goto(`/members/${her}`);
  await expect.poll(() => author.getByRole("main").textContent()).toContain(about.trim());
  expect(dialogs).toEqual([]);
});
