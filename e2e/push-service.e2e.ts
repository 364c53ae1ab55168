/** Push states (§4) by a real subscription: Chromium asks a push service on this machine, and nothing is pretended. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { chromium } from "@playwright/test";
import { joinByApi, newcomer } from "./people.ts";
import { expect, test } from "./strict.ts";

test("push is turned on with a subscription of the push service, survives a reload, and can be blocked", async ({
  browserName: _,
}, info) => {
  const [url] = info.project.metadata.urls as [string];
  const { executablePath, args = [] } = info.project.use.launchOptions ?? {};
  const service = await openPushService();
  const context = await chromium.launchPersistentContext(info.outputPath("profile"), {
    ...(executablePath && { executablePath }),
    args: [
      ...args.filter((arg) => arg !== "--disable-background-networking"), // which turns push off
      `--gcm-checkin-url=${service.url}/checkin`,
      `--gcm-registration-url=${service.url}/register`,
      `--gcm-mcs-endpoint=${service.url}`,
    ],
    ignoreDefaultArgs: ["--disable-background-networking"],
    locale: "en-GB",
  });
  const page = context.pages()[0]!;
  await joinByApi(page, url, newcomer("Pushed", "Woman", "Men"));
  await context.grantPermissions(["notifications"], { origin: url });
  const section = page
    .locator("section")
    .filter({ has: page.getByRole("heading", { name: "Push notifications on this device" }) });
  const settings = () => page.goto(`${url}/notifications/notifications`);

  await settings();
  const stored = page.waitForRequest((request) => request.url().endsWith("/api/user.php?push=1"));
  await section.getByRole("button", { name: "Turn on" }).click();
  await expect(section.getByText("Push notifications are on in this browser.")).toBeVisible();
  const { subscription } = (await stored).postDataJSON() as { subscription: { endpoint: string } };
  expect(subscription.endpoint).toMatch(new RegExp(`^https://[a-z0-9.]+/fcm/send/${service.token}$`));
  expect((await (await stored).response())?.status()).toBe(200);
  await settings();
  await expect(section.getByText("Push notifications are on in this browser.")).toBeVisible();

  // a browser without a screen answers the question of an undecided site with no
  await context.clearPermissions();
  await settings();
  await section.getByRole("button", { name: "Turn on" }).click();
  await expect(section.getByText("You’ve blocked push notifications in this browser.")).toBeVisible();
  await expect(section.getByRole("button", { name: "Turn on" })).toBeHidden();
  await context.close();
  service.server.close();
});

/** What Chromium asks of its push service before it subscribes: an identity for the browser, and a token for each site. */
async function openPushService(): Promise<{ url: string; token: string; server: Server }> {
  const token = "token-of-this-machine";
  const server = createServer((request, answer) => {
    request.resume();
    if (request.url === "/register") answer.end(`token=${token}`);
    else answer.setHeader("content-type", "application/x-protobuf").end(CHECKED_IN);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
  return { url: `http://localhost:${(server.address() as AddressInfo).port}`, token, server };
}

/** AndroidCheckinResponse: stats_ok (1) is true; android_id (7) and security_token (8) are numbers of 64 bits. */
const CHECKED_IN = Buffer.concat([Buffer.from([1 << 3, 1]), number64(7, 1_234_567n), number64(8, 7_654_321n)]);

function number64(field: number, value: bigint): Buffer {
  const bytes = Buffer.alloc(9);
  bytes[0] = (field << 3) | 1;
  bytes.writeBigUInt64LE(value, 1);
  return bytes;
}
