/** The main screens on low, small and magnified windows, and with large print: nothing beside the window, nothing out of reach. */
import type { Locator, Page } from "@playwright/test";
import { type MainScreens, makeMainScreens } from "./main-screens.ts";
import { expect, test } from "./strict.ts";

const VISITOR = ["/", "/login", "/signup", "/members"];
const SIZES = [
  { name: "the narrowest phone", width: 320, height: 640 },
  { name: "a phone on its side", width: 844, height: 390 },
  { name: "a zoom of 200 % on a desk", width: 640, height: 450, deviceScaleFactor: 2 },
  { name: "print of twice the size on a phone", width: 390, height: 844, print: 32 },
  { name: "print of twice the size on a desk", width: 1280, height: 900, print: 32 },
];

for (const { name, width, height, deviceScaleFactor = 1, print = 16 } of SIZES)
  test(`the main screens fit ${name}`, async ({ visitor, baseURL }) => {
    const page = await visitor(0, { viewport: { width, height }, deviceScaleFactor });
    if (print !== 16) await setPrint(page, print);
    await page.goto("/");
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe(`${print}px`);
    for (const path of VISITOR) await expectFits(page, path);
    const screens = await makeMainScreens(page, visitor, baseURL!);
    for (const path of [...Object.values(screens), "/members", "/credits", "/notifications"])
      await expectFits(page, path);
    await expectReachable(page, screens);
  });

/** What a member came for is on the screen or can be scrolled to, and nothing lies over it. */
async function expectReachable(page: Page, screens: MainScreens): Promise<void> {
  await page.goto(screens.chat);
  const field = page.getByRole("textbox", { name: /message to/i });
  await field.fill("Shall we?");
  await expectOnScreen(field);
  await expectOnScreen(page.getByRole("button", { name: "Send" }));
  await expect(page.getByRole("log").getByText("One about bicycles, and yours?")).toBeInViewport();
  await field.fill("");

  const reach = async (path: string, target: Locator) => {
    await page.goto(path);
    await target.click({ trial: true });
  };
  await reach(screens.credits, page.getByRole("button", { name: /^Buy now for / }));
  await reach(
    screens.profile,
    page
      .getByRole("main")
      .getByRole("link", { name: /message/i })
      .first(),
  );
  await reach(
    screens.search,
    page
      .getByRole("main")
      .getByRole("button", { name: /^Like / })
      .first(),
  );
  await reach(
    "/likes/matches",
    page
      .getByRole("main")
      .getByRole("link", { name: /say hello/i })
      .first(),
  );
  await reach(screens.settings, page.getByRole("switch", { name: /Show when I’ve read messages/ }));
}

async function expectOnScreen(target: Locator): Promise<void> {
  await expect(target).toBeInViewport({ ratio: 1 });
  await target.click({ trial: true });
}

async function expectFits(page: Page, path: string): Promise<void> {
  await page.goto(path);
  const wider = await page.evaluate(() => {
    const edge = document.documentElement.clientWidth;
    const by = document.documentElement.scrollWidth - edge;
    if (by <= 0) return [];
    const beyond = [...document.body.querySelectorAll("*")].filter(
      (one) => one.getBoundingClientRect().right > edge + 1,
    );
    return [`${by} px`, ...beyond.slice(-3).map((one) => one.outerHTML.slice(0, 160))];
  });
  expect([path, ...wider]).toEqual([path]);
}

/** As in the browser's settings: pages count in rem. */
async function setPrint(page: Page, px: number): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  await browser.send("Page.enable");
  await browser.send("Page.setFontSizes", { fontSizes: { standard: px, fixed: px } });
}
