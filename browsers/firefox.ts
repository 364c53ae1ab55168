/** Firefox, driven over WebDriver BiDi. */
import puppeteer, { type ElementHandle } from "puppeteer-core";
import { type Browser, finder, type Target, until } from "./browser.ts";

export async function openFirefox(executablePath: string, width: number, height: number): Promise<Browser> {
  const browser = await puppeteer.launch({ browser: "firefox", executablePath, headless: true });
  const page = await browser.newPage();
  await page.setViewport({ width, height });
  const find = (target: Target) =>
    until(`${target.role} "${target.name}"`, async () => {
      const handle = await page.evaluateHandle(`(() => {${finder(target)}})()`);
      return handle.asElement() as ElementHandle<Element> | null;
    });
  return {
    name: "Firefox",
    goTo: async (url) => void (await page.goto(url, { waitUntil: "load" })),
    address: async () => page.url(),
    async click(target) {
      const element = await find(target);
      await element.scrollIntoView();
      await element.click();
    },
    async type(target, text) {
      const element = await find(target);
      await element.click({ count: 3 });
      await element.type(text);
    },
    press: (key) => page.keyboard.press(key),
    read: (script) => page.evaluate(`(() => {${script}})()`) as Promise<never>,
    picture: async (file) => void (await page.screenshot({ path: file as `${string}.png` })),
    close: () => browser.close(),
  };
}
