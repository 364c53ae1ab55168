/** Push in the browser: the alert, the settings, the worker under the content security policy, a notification, and offline. */
import type { Page, Worker } from "@playwright/test";
import { logIn } from "./people.ts";
import { expect, test } from "./strict.ts";

const TITLE = "New message from Anna";

// spec: 3.push, 7.push, 7.service-worker, 4.refresh-on-push, 4.push-alert, 4.push-alert-dismissed, 2.route.notifications
test("push is offered, turned on, shown, opened and turned off; there is an offline page", async ({
  visitor,
  expectAccessible,
}) => {
  const page = await visitor();
  const context = page.context();
  await context.grantPermissions(["notifications"]);
  await page.addInitScript(pretendToSubscribe);
  await page.addInitScript(stopSlowTimers);
  const worker = context.waitForEvent("serviceworker");
  await logIn(page, "premium@example.test", "an evening out");
  const alert = page.getByText("Know when someone writes");

  await test.step("the alert, until it is dismissed", async () => {
    await expect(alert).toBeVisible();
    await expectAccessible(page);
    // from now on the server draws it, so that the page does not shift under a tap
    const drawn = async () => (await page.request.get("/members")).text();
    expect(await drawn()).toContain("Know when someone writes");
    await page.getByRole("button", { name: "Not now" }).click();
    await expect(alert).toBeHidden();
    expect(await drawn()).not.toContain("Know when someone writes");
    expect(await page.evaluate(() => localStorage.getItem("hide-push-notification-alert"))).toMatch(/^\d{13}$/);
  });

  const section = page
    .locator("section")
    .filter({ has: page.getByRole("heading", { name: "Push notifications on this device" }) });
  expect(new URL((await worker).url()).pathname).toBe("/sw-push.js");
  await test.step("turned on in the settings", async () => {
    await page.goto("/notifications/notifications");
    await expect(section.getByText("Push notifications are off in this browser.")).toBeVisible();
    const saved = page.waitForResponse((answer) => answer.url().endsWith("/api/user.php?push=1"));
    await section.getByRole("button", { name: "Turn on" }).click();
    expect((await saved).status()).toBe(200);
    await expect(section.getByText("Push notifications are on in this browser.")).toBeVisible();
    await expectAccessible(page);
  });

  await test.step("a notification is shown, and the page refreshes its data", async () => {
    await page.waitForLoadState("networkidle");
    const response = page.waitForResponse((answer) => answer.url().endsWith("/api/chats.php"));
    await deliver(page, { title: TITLE, body: "It is waiting.", tag: "one", url: "/chats", badge: 1, lang: "en" });
    await response;
    // the same tag: takes the place of the one before
    await deliver(page, { title: TITLE, body: "Two are waiting.", tag: "one", url: "/chats", badge: 2, lang: "en" });
    expect(await notifications(page)).toEqual([[TITLE, "Two are waiting.", "one", { url: "/chats" }]]);
  });

  await test.step("a tap opens its address in the existing page", async () => {
    await tap(await worker);
    await expect(page).toHaveURL(/\/chats$/);
    await expect.poll(() => notifications(page)).toEqual([]);
  });

  await test.step("turned off again", async () => {
    await page.goto("/notifications/notifications");
    await section.getByRole("button", { name: "Turn off" }).click();
    await expect(section.getByText("Push notifications are off in this browser.")).toBeVisible();
  });

  await test.step("offline", async () => {
    await page.goto("/members");
    await context.setOffline(true);
    await page.goto("/likes");
    await expect(page.getByRole("heading", { name: "You’re offline" })).toBeVisible();
    expect(await page.locator("h1").evaluate((heading) => getComputedStyle(heading).fontSize)).toBe("24px");
    await expectAccessible(page);
    await context.setOffline(false);
    await page.getByRole("link", { name: "Try again" }).click();
    await expect(page).toHaveURL(/\/likes$/);
    await expect(page.getByRole("heading", { level: 1 })).not.toHaveText("You’re offline");
  });
});

/** A browser under test reaches no push service: its answer is stored in the page. */
function pretendToSubscribe(): void {
  const keys = {
    p256dh: "BB4YUy_UdUwC8wQdnHXOszuD_9gax85P6ILMscmLxYlupGwxHE4v9A3ZajZT5uRURdMt_khuztdcepDGoYiBwKM",
    auth: "AAAAAAAAAAAAAAAAAAAAAA",
  };
  const held = () => {
    const endpoint = localStorage.getItem("pretended");
    if (!endpoint) return null;
    return {
      endpoint,
      options: {},
      toJSON: () => ({ endpoint, keys }),
      unsubscribe: async () => localStorage.removeItem("pretended"),
    };
  };
  PushManager.prototype.getSubscription = async () => held() as never;
  PushManager.prototype.subscribe = async () => {
    localStorage.setItem("pretended", `https://fcm.googleapis.com/fcm/send/${crypto.randomUUID()}`);
    return held() as never;
  };
}

/** Stops the periodic refresh, so that only notifications cause requests. */
function stopSlowTimers(): void {
  const real = window.setTimeout;
  window.setTimeout = ((work: TimerHandler, ms = 0, ...rest: unknown[]) =>
    ms >= 5_000 ? 0 : real(work, ms, ...rest)) as typeof setTimeout;
}

/** Delivers a push through the browser to the worker, and waits for its notification. */
async function deliver(page: Page, message: { body: string; [key: string]: unknown }): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) =>
    session.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      if (registrations[0]) resolve(registrations[0].registrationId);
    }),
  );
  await session.send("ServiceWorker.enable");
  await session.send("ServiceWorker.deliverPushMessage", {
    origin: new URL(page.url()).origin,
    registrationId: await registered,
    data: JSON.stringify(message),
  });
  await session.detach();
  await expect.poll(async () => (await notifications(page)).map(([, body]) => body)).toContain(message.body);
}

const notifications = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    return (await registration.getNotifications()).map(({ title, body, tag, data }) => [title, body, tag, data]);
  });

/** Taps the notification through an event of the worker, because the system shows it. */
const tap = (worker: Worker) =>
  worker.evaluate(async () => {
    const scope = globalThis as unknown as {
      registration: ServiceWorkerRegistration;
      dispatchEvent(event: Event): void;
      NotificationEvent: new (type: string, init: object) => Event;
    };
    const [notification] = await scope.registration.getNotifications();
    scope.dispatchEvent(new scope.NotificationEvent("notificationclick", { notification }));
  });
