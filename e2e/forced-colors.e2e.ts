/** Colours that the system forces, as in Windows' contrast themes: controls have edges, states are not told by a ground alone. */
import type { Page } from "@playwright/test";
import { makeMainScreens } from "./main-screens.ts";
import { expect, test } from "./strict.ts";

test("in forced colours every control has an edge or is a text, its focus is seen, and states differ", async ({
  visitor,
  baseURL,
}) => {
  const page = await visitor(0, { forcedColors: "active" });
  for (const path of ["/", "/login", "/signup"]) await expectEdges(page, path);
  const screens = await makeMainScreens(page, visitor, baseURL!);
  for (const path of [...Object.values(screens), "/members", "/credits", "/chats", "/me"])
    await expectEdges(page, path);

  await test.step("a switch, a chip and a tab show whether they are on", async () => {
    const look = (selector: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((node) => {
          const of = ({ backgroundColor, color, borderTopColor }: CSSStyleDeclaration) =>
            [backgroundColor, color, borderTopColor].join();
          return of(getComputedStyle(node));
        });
    await page.goto(screens.settings);
    expect(await look("[role=switch]:checked")).not.toBe(await look("[role=switch]:not(:checked)"));
    await page.goto("/signup");
    await page.goto("/complete-signup?step=personal");
    await page.locator("label.chip").first().click();
    expect(await look("label.chip:has(:checked)")).not.toBe(await look("label.chip:not(:has(:checked))"));
    await page.goto("/likes");
    expect(await look("main nav a[aria-current]")).not.toBe(await look("main nav a:not([aria-current])"));
  });
});

/** Each button, switch and badge has a border; each element that takes the focus shows it, itself or the label around it. */
async function expectEdges(page: Page, path: string): Promise<void> {
  await page.goto(path);
  const wrong = await page.evaluate(() => {
    const isSeen = (one: Element) => {
      const { width, height } = one.getBoundingClientRect();
      return width > 4 && height > 4 && one.checkVisibility({ visibilityProperty: true });
    };
    const hasBorder = (one: Element) => {
      const { borderTopStyle, borderTopWidth } = getComputedStyle(one);
      return borderTopStyle !== "none" && Number.parseFloat(borderTopWidth) >= 1;
    };
    const hasOutline = (one: Element) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(one);
      return outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 2;
    };
    const found: string[] = [];
    for (const one of document.querySelectorAll("main button,[role=switch],.chip,[data-badge]"))
      if (isSeen(one) && !hasBorder(one)) found.push(`no edge: ${one.outerHTML.slice(0, 200)}`);
    for (const one of document.querySelectorAll<HTMLElement>("a[href],button,input,select,textarea,summary")) {
      if (!isSeen(one)) continue;
      one.focus({ focusVisible: true } as FocusOptions);
      if (document.activeElement !== one) continue;
      const around = [one, one.closest("label"), one.closest("section")];
      if (!around.some((each) => each && hasOutline(each))) found.push(`no focus: ${one.outerHTML.slice(0, 200)}`);
    }
    return found;
  });
  expect([path, ...wrong]).toEqual([path]);
}
