/** Two input methods: the keyboard alone, and touch. The same journey runs with both. */
import { expect, type FileChooser, type Locator, type Page } from "@playwright/test";

export interface InputMethod {
  /** A button, a link, a disclosure. */
  press(target: Locator): Promise<void>;
  /** Appends to the value of a field. */
  write(field: Locator, text: string): Promise<void>;
  tick(box: Locator): Promise<void>;
  choose(select: Locator, label: string): Promise<void>;
  /** One of several radio buttons. */
  pick(radio: Locator): Promise<void>;
  /** The system's file dialog. */
  open(input: Locator): Promise<FileChooser>;
  /** Closes whatever overlays the page. */
  dismiss(dialog: Locator): Promise<void>;
  /** Swipes a card of the swipe game. */
  swipe(card: Locator, side: "left" | "right"): Promise<void>;
  /** Drags the content of a frame sideways: the next photo of a strip, another part of a photo. */
  turn(frame: Locator): Promise<void>;
}

/** More than the longest form needs. */
const FAR = 150;

/** Tabs to a target, forwards or backwards, and asserts a visible focus. */
export async function reach(page: Page, target: Locator): Promise<void> {
  await target.waitFor({ state: "attached" });
  for (let steps = 0; steps < FAR; steps++) {
    const where = await target.evaluate((node) => {
      const now = document.activeElement ?? document.body;
      if (now === node) return "here";
      const before = node.compareDocumentPosition(now) & Node.DOCUMENT_POSITION_FOLLOWING;
      return before && now !== document.body ? "before" : "after";
    });
    if (where === "here") return expectRing(target);
    await page.keyboard.press(where === "before" ? "Shift+Tab" : "Tab");
  }
  throw new Error(`not reached by ${FAR} tabs: ${target}`);
}

/** A ring around the focused element, or around its label or section, that no container clips. */
async function expectRing(target: Locator): Promise<void> {
  const ring = await target.evaluate((node) => {
    const cutOff = (one: Element) => {
      const own = one.getBoundingClientRect();
      for (let around = one.parentElement; around && around !== document.body; around = around.parentElement) {
        const { left, right, top, bottom } = around.getBoundingClientRect();
        const inside = own.left - left < 1 && right - own.right < 1 && own.top - top < 1 && bottom - own.bottom < 1;
        if (inside && getComputedStyle(around).overflow !== "visible") return true;
      }
      return false;
    };
    const shown = (one: Element | null) => {
      if (!one) return false;
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(one);
      const { width, height } = one.getBoundingClientRect();
      const drawn =
        (outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 2) || /0px 0px 0px [1-9]/.test(boxShadow);
      return drawn && width > 4 && height > 4 && !cutOff(one);
    };
    return shown(node) || shown(node.closest("label")) || shown(node.closest("section"));
  });
  expect(ring, `a visible focus on ${target}`).toBe(true);
}

/** Focus is never lost, even if the pressed element is removed. */
export const expectFocus = (page: Page): Promise<void> =>
  expect
    .poll(() => page.evaluate(() => document.activeElement !== document.body), {
      message: "a focused element",
      timeout: 5_000,
    })
    .toBe(true);

export function keyboard(page: Page): InputMethod {
  const { keyboard: keys } = page;
  page.on("filechooser", () => {}); // intercepts the page's file dialogs
  return {
    async press(target) {
      await reach(page, target);
      await keys.press("Enter");
    },
    async write(field, text) {
      await reach(page, field);
      await keys.press("ControlOrMeta+End");
      await keys.type(text);
    },
    async tick(box) {
      await reach(page, box);
      await keys.press("Space");
      await expect(box).toBeChecked();
    },
    async choose(select, label) {
      await reach(page, select);
      await keys.type(label);
      await expect(select.locator("option:checked")).toHaveText(label);
    },
    async pick(radio) {
      const group = page.locator(`input[type=radio][name="${await radio.getAttribute("name")}"]`);
      const checked = group.and(page.locator(":checked"));
      await reach(page, (await checked.count()) > 0 ? checked : group.first());
      await keys.press("Space");
      for (let left = await group.count(); left > 0 && !(await radio.isChecked()); left--)
        await keys.press("ArrowDown");
      await expect(radio).toBeChecked();
      await reach(page, radio);
    },
    async open(input) {
      await reach(page, input);
      const opened = page.waitForEvent("filechooser", { timeout: 10_000 });
      await keys.press("Enter");
      return opened;
    },
    async dismiss(dialog) {
      await keys.press("Escape");
      await expect(dialog).toBeHidden();
      await expectFocus(page);
    },
    async swipe(_, side) {
      await keys.press(side === "left" ? "ArrowLeft" : "ArrowRight");
    },
    async turn(frame) {
      await reach(page, frame);
      await keys.press("ArrowRight");
    },
  };
}

export function touch(page: Page): InputMethod {
  page.on("filechooser", () => {});
  const draw = async (target: Locator, by: number) => {
    await target.scrollIntoViewIfNeeded();
    const { x, y, width, height } = (await target.boundingBox())!;
    const screen = await page.context().newCDPSession(page);
    const touch = (type: "touchStart" | "touchMove" | "touchEnd", along: number) =>
      screen.send("Input.dispatchTouchEvent", {
        type,
        touchPoints: type === "touchEnd" ? [] : [{ x: x + width / 2 + along, y: y + Math.min(height / 2, 120) }],
      });
    await touch("touchStart", 0);
    for (const part of [0.2, 0.4, 0.6, 0.8, 1]) await touch("touchMove", by * part);
    await page.waitForTimeout(150); // a finger that rests before lifting causes no momentum scroll
    await touch("touchEnd", by);
    await screen.detach();
  };
  return {
    press: (target) => target.tap(),
    async write(field, text) {
      await field.tap();
      await page.keyboard.press("ControlOrMeta+End");
      await page.keyboard.type(text);
    },
    async tick(box) {
      await box.locator("xpath=ancestor::label").tap();
      await expect(box).toBeChecked();
    },
    async choose(select, label) {
      await select.tap(); // the list is native
      await select.selectOption({ label });
    },
    async pick(radio) {
      await radio.locator("xpath=ancestor::label").tap();
      await expect(radio).toBeChecked();
    },
    async open(input) {
      const opened = page.waitForEvent("filechooser", { timeout: 10_000 });
      await input.locator("xpath=ancestor::label").tap();
      return opened;
    },
    async dismiss(dialog) {
      await page.touchscreen.tap(20, 40);
      await expect(dialog).toBeHidden();
    },
    swipe: (card, side) => draw(card, side === "left" ? -160 : 160),
    turn: (frame) => draw(frame, -220),
  };
}
