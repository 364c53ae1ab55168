/** "Use my location" on sign-up and in the profile: every state of the permission has words and a way on (§3, §4, §7, §9). */
import type { Page } from "@playwright/test";
import { joinByApi, newcomer } from "./people.ts";
import { expect, test } from "./strict.ts";

const PAGES = ["/complete-signup?step=location", "/profile"];
const AMSTERDAM = { latitude: 52.37021, longitude: 4.89517 };
const ATLANTIC = { latitude: 30, longitude: -40 };

const use = (page: Page) => page.getByRole("button", { name: "Use my location" });
const town = (page: Page) => page.getByRole("combobox", { name: "Town or city" });

/** The calls that name a position: method, address and body. */
function watchCalls(page: Page): string[] {
  const calls: string[] = [];
  page.on("request", (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname === "/api/geocode.php") calls.push(request.method() + search + (request.postData() ?? ""));
  });
  return calls;
}

// spec: 7.geocode
for (const path of PAGES)
  test(`granted: the position becomes a town, asked for once, ${path}`, async ({
    visitor,
    baseURL,
    expectAccessible,
  }) => {
    const page = await visitor();
    await joinByApi(page, baseURL!, newcomer("Geo", "Woman", "Men"));
    await page.context().grantPermissions(["geolocation"]);
    await page.context().setGeolocation(AMSTERDAM);
    const calls = watchCalls(page);
    await page.goto(path);
    await use(page).click();
    await expect(page.getByText("Found: Amsterdam")).toBeVisible();
    await expect(town(page)).toHaveValue(/^Amsterdam, /);
    await use(page).click();
    await expect(page.getByText("Found: Amsterdam")).toBeVisible();
    await expectAccessible(page);
    expect(calls).toEqual(['POST{"lat":52.37,"lon":4.9}']);
  });

test("asked: the words say so until the answer is there; at sea there is no town", async ({ visitor, baseURL }) => {
  const page = await visitor();
  await joinByApi(page, baseURL!, newcomer("Geo", "Woman", "Men"));
  await page.context().grantPermissions(["geolocation"]);
  await page.context().setGeolocation(ATLANTIC);
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  await page.route("**/api/geocode.php*", async (route) => {
    await answered;
    await route.continue();
  });
  await page.goto(PAGES[0]!);
  await expect(page.getByText(/^Rounded to about a kilometer/)).toBeVisible();
  await use(page).click();
  await expect(page.getByText("Finding your location")).toBeVisible();
  answer();
  await expect(page.getByText("We couldn’t find a town near you. Type one instead.")).toBeVisible();
  await expect(town(page)).toBeEnabled();
});

test("denied: no button, and how to allow it after all; once allowed, it works", async ({
  visitor,
  baseURL,
  expectAccessible,
}) => {
  const page = await visitor();
  await joinByApi(page, baseURL!, newcomer("Geo", "Woman", "Men"));
  await page.context().grantPermissions([]); // and so denies all others
  for (const path of PAGES) {
    await page.goto(path);
    await expect(page.getByText(/^Your browser isn’t sharing your location/)).toContainText("allow location");
    await expect(use(page)).toHaveCount(0);
    await expectAccessible(page);
  }
  await town(page).fill("Amersf");
  await page.getByRole("option", { name: /Amersfoort/ }).click();
  await expect(town(page)).toHaveValue(/^Amersfoort, /);

  await page.context().setGeolocation(AMSTERDAM);
  await page.context().grantPermissions(["geolocation"]);
  await use(page).click();
  await expect(page.getByText("Found: Amsterdam")).toBeVisible();
});

test("no position, or no answer this time: it can be tried again", async ({ visitor, baseURL }) => {
  const page = await visitor();
  await joinByApi(page, baseURL!, newcomer("Geo", "Woman", "Men"));
  await page.context().grantPermissions(["geolocation"]);
  await page.context().setGeolocation(AMSTERDAM);
  const failing = "**/api/geocode.php*";
  await page.route(failing, (route) => route.fulfill({ status: 404, json: { error: "not_found", message: "" } }));
  await page.goto(PAGES[0]!);
  await use(page).click();
  await expect(page.getByText("We couldn’t get your location just now. Try again, or type your town.")).toBeVisible();
  await page.unroute(failing);
  await use(page).click();
  await expect(page.getByText("Found: Amsterdam")).toBeVisible();
});

// spec: 4.geolocation-permission
test("unsupported: the town is typed", async ({ visitor, baseURL, expectAccessible }) => {
  const page = await visitor();
  await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, "geolocation"));
  await joinByApi(page, baseURL!, newcomer("Geo", "Woman", "Men"));
  for (const path of PAGES) {
    await page.goto(path);
    await expect(page.getByText("This browser can’t share your location. Type your town.")).toBeVisible();
    await expect(use(page)).toHaveCount(0);
    await expect(town(page)).toBeEnabled();
    await expectAccessible(page);
  }
});
