/** The installed app (§2, §4): photos shared by other apps, a newer build while it is open, its own window, the offline font. */
import { createServer, type IncomingMessage, request, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { chromium, type Page } from "@playwright/test";
import sharp from "sharp";
import { newcomer, signUp } from "./people.ts";
import { expect, test } from "./strict.ts";

test("a photo that another app shares opens in the profile, ready to crop, once", async ({
  visitor,
  expectAccessible,
}) => {
  const page = await visitor();
  await signUp(page, newcomer("Sharing", "Woman", "Men"));
  await page.goto("/profile");
  await underWorker(page);
  await sharePhoto(page);
  await expect(page).toHaveURL(/\/profile$/);
  const dialog = page.getByRole("dialog");
  await expect(dialog).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Use the whole photo" }).click();
  await expect(page.getByText("1 of 3")).toBeVisible();
  expect(await page.evaluate(() => caches.has("shared-photo"))).toBe(false);
  await page.goto("/profile?shared=photo");
  await expect(page).toHaveURL(/\/profile$/);
  await expect(dialog).toBeHidden();
});

test("a newer build offers itself once, and its button loads it; a page opened afterwards is not asked", async ({
  visitor,
}, info) => {
  const [url] = info.project.metadata.urls as [string];
  const front = await openFront(url);
  const page = await visitor(front.url);
  try {
    await signUp(page, newcomer("Updated", "Woman", "Men"));
    await page.goto("/profile");
    await underWorker(page);
    front.build = "0newer00";
    await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()));
    const prompt = page.getByText("A new version is ready.");
    await expect(prompt).toBeVisible();
    const loaded = page.waitForEvent("load");
    await page.getByRole("button", { name: "Reload" }).click();
    await loaded;
    await expect(prompt).toBeHidden();
    expect(await page.evaluate(async () => (await navigator.serviceWorker.ready).waiting)).toBeNull();
  } finally {
    await page.close(); // it would report the closed server
    front.server.close();
    front.server.closeAllConnections();
  }
});

test("offline, the page has the letters of the product", async ({ visitor }) => {
  const page = await visitor();
  await signUp(page, newcomer("Offline", "Woman", "Men"));
  await page.goto("/profile");
  await underWorker(page);
  await page.context().setOffline(true);
  await page.goto("/likes");
  await expect(page.getByRole("heading", { name: "You’re offline" })).toBeVisible();
  expect(
    await page.evaluate(() => document.fonts.ready.then(() => [...document.fonts].map(({ status }) => status))),
  ).toContain("loaded");
  await page.context().setOffline(false);
});

test("its own window has a back button, a short footer and no entry warning", async ({ visitor }, info) => {
  const [url] = info.project.metadata.urls as [string];
  const { executablePath, args = [] } = info.project.use.launchOptions ?? {};
  const app = await chromium.launchPersistentContext(info.outputPath("app"), {
    ...(executablePath && { executablePath }),
    args: [...args, `--app=${url}/`],
    viewport: { width: 390, height: 844 },
    locale: "en-GB",
  });
  const page = app.pages()[0]!;
  await page.goto(url);
  const footer = page.getByRole("contentinfo");
  await expect(footer.getByRole("link")).toHaveText(["Customer service", "Terms", "Privacy", "Imprint"]);
  await expect(page.getByRole("dialog")).toBeHidden();
  const browser = await visitor();
  await browser.goto("/");
  await expect(browser.getByRole("contentinfo").getByRole("link", { name: "Cookies" })).toBeVisible();
  await page.goto(`${url}/login`);
  await page.getByLabel("Email address").fill("free@example.test");
  await page.getByLabel("Password", { exact: true }).fill("an evening out");
  await page.getByRole("main").getByRole("button", { name: "Log in" }).click();
  await page.waitForURL(/\/members/);
  await page.getByRole("main").locator("a[href^='/members/']").first().click();
  await page.getByRole("button", { name: "Back" }).click();
  await expect(page).toHaveURL(/\/members(\?|$)/);
  await app.close();
});

/** Until the service worker controls the page: one that was activated while the page was on its way controls the next. */
async function underWorker(page: Page): Promise<void> {
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  if (!(await page.evaluate(() => navigator.serviceWorker.controller !== null))) await page.reload();
}

/** As the system does for the manifest's share target: a form with the file. */
async function sharePhoto(page: Page): Promise<void> {
  const { share_target } = await (await page.request.get("/manifest.webmanifest")).json();
  const photo = await sharp({ create: { width: 600, height: 800, channels: 3, background: "#7a4" } })
    .jpeg()
    .toBuffer();
  const opened = page.waitForURL(/\/profile/);
  await page.evaluate(
    ({ action, method, enctype, params, bytes }) => {
      const form = Object.assign(document.createElement("form"), { action, method, enctype });
      const input = Object.assign(document.createElement("input"), { type: "file", name: params.files[0].name });
      const chosen = new DataTransfer();
      chosen.items.add(new File([Uint8Array.from(bytes)], "café.jpg", { type: "image/jpeg" }));
      input.files = chosen.files;
      form.append(input);
      document.body.append(form);
      form.submit();
    },
    { ...share_target, bytes: [...photo] },
  );
  await opened;
}

interface Front {
  url: string;
  server: Server;
  /** The build that the service worker names; empty: the real one. */
  build: string;
}

/** The product behind a proxy, which can answer with the service worker of another build. */
async function openFront(url: string): Promise<Front> {
  const front: Front = { url: "", server: createServer(), build: "" };
  front.server.on("request", (incoming, outgoing) => {
    const { method, headers, url: path } = incoming;
    const isWorker = path === "/sw-push.js" && front.build !== "";
    const onward = request(url + path, {
      method,
      headers: { ...headers, ...(isWorker && { "accept-encoding": "identity" }) },
    });
    incoming.pipe(onward);
    onward.on("response", (answer) => {
      if (!isWorker) {
        outgoing.writeHead(answer.statusCode!, answer.headers);
        answer.pipe(outgoing);
      } else void answerWorker(answer).then((text) => outgoing.setHeader("content-type", "text/javascript").end(text));
    });
    onward.on("error", () => outgoing.destroy());
  });
  // the event stream: passed on as it comes
  front.server.on("upgrade", (incoming, socket, head) => {
    const onward = connect(Number(new URL(url).port), "localhost", () => {
      const lines = Array.from(
        { length: incoming.rawHeaders.length / 2 },
        (_, at) => `${incoming.rawHeaders[2 * at]}: ${incoming.rawHeaders[2 * at + 1]}\r\n`,
      );
      onward.write(`GET ${incoming.url} HTTP/1.1\r\n${lines.join("")}\r\n`);
      onward.write(head);
      onward.pipe(socket).pipe(onward);
    });
    onward.on("error", () => socket.destroy());
    socket.on("error", () => onward.destroy());
  });
  const answerWorker = async (answer: IncomingMessage) => {
    const parts: Buffer[] = [];
    for await (const part of answer) parts.push(part as Buffer);
    return Buffer.concat(parts)
      .toString()
      .replace(/BUILD = "[^"]+"/, `BUILD = "${front.build}"`);
  };
  await new Promise<void>((resolve) => front.server.listen(0, "127.0.0.1", () => resolve()));
  front.url = `http://localhost:${(front.server.address() as AddressInfo).port}`;
  return front;
}
