/** The event stream: one for all tabs of a browser, and the latency of messages between screens. */
import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { logIn } from "./people.ts";
import { expect, test } from "./strict.ts";

const MESSAGES = 20;

const idOf = async (page: Page): Promise<string> => (await (await page.request.get("/api/user.php")).json()).user.id;

/** Sends through the API; returns the conversation's id. */
async function send(page: Page, to: string, message: string): Promise<string> {
  const { origin } = new URL(page.url());
  const data = { client_id: randomUUID(), profile: to, message };
  const answer = await page.request.post("/api/chat.php", { data, headers: { origin } });
  expect(answer.status()).toBe(201);
  return (await answer.json()).conversation;
}

test("one stream for all tabs; when its tab closes another one takes over without missing events", async ({
  visitor,
}) => {
  const [first, his] = [await visitor(0), await visitor(1)];
  await logIn(first, "free@example.test", "an evening out");
  await logIn(his, "premium@example.test", "an evening out");
  const her = await idOf(first);
  const write = (message: string) => send(his, her, message);
  const counted = async (page: Page) => Number(/^\((\d+)\) /.exec(await page.title())?.[1] ?? 0);
  const streams = { first: 0, second: 0 };
  const watch = (page: Page, name: keyof typeof streams) =>
    page.on("websocket", (socket) => {
      streams[name]++;
      socket.on("close", () => streams[name]--);
    });

  watch(first, "first");
  await first.goto("/likes");
  await expect.poll(() => streams.first).toBe(1);
  const second = await first.context().newPage();
  watch(second, "second");
  await second.goto("/likes");
  await expect(second.getByRole("heading", { level: 1 })).toBeVisible();
  await second.waitForTimeout(2_500); // longer than a tab waits for the holder of the stream
  expect(streams).toEqual({ first: 1, second: 0 });

  const before = await counted(second);
  await write("Are you there?");
  await expect.poll(() => counted(first)).toBe(before + 1);
  await expect.poll(() => counted(second)).toBe(before + 1);

  await first.close();
  await expect.poll(() => streams.second).toBe(1);
  await write("And now?");
  await expect.poll(() => counted(second)).toBe(before + 2);
});

test("messages arrive on the other screen once each, in order; prints the latency", async ({ visitor }, info) => {
  const [hers, his] = [await visitor(0), await visitor(1)];
  await logIn(hers, "free@example.test", "an evening out");
  await logIn(his, "premium@example.test", "an evening out");
  const conversation = await send(his, await idOf(hers), "One moment.");
  for (const page of [hers, his]) {
    await page.goto(`/chats/${conversation}`);
    await expect(page.getByRole("log").getByText("One moment.").last()).toBeVisible();
  }
  const run = randomUUID().slice(0, 8);
  await hers.getByRole("log").evaluate((log, mark) => {
    const seen = new Map<string, number>();
    (window as unknown as { seen: typeof seen }).seen = seen;
    new MutationObserver(() => {
      for (const text of log.textContent.match(new RegExp(`${mark} \\d+!`, "g")) ?? [])
        if (!seen.has(text)) seen.set(text, Date.now());
    }).observe(log, { childList: true, subtree: true, characterData: true });
  }, run);
  const sent = new Map<string, number>();
  const field = his.getByRole("textbox", { name: /message to/i });
  for (let number = 0; number < MESSAGES; number++) {
    const text = `${run} ${number}!`;
    await field.fill(text);
    sent.set(text, Date.now());
    await field.press("Enter");
    await expect(hers.getByRole("log").getByText(text)).toHaveCount(1);
  }
  const seen = await hers.evaluate(() => [...(window as unknown as { seen: Map<string, number> }).seen]);
  expect(seen.map(([text]) => text)).toEqual([...sent.keys()]);
  const took = seen.map(([text, at]) => at - sent.get(text)!).sort((a, b) => a - b);
  const [half, most] = [took[Math.floor(took.length / 2)], took.at(-1)];
  console.info(
    `      ${info.project.name}: from key press to the other screen ${half} ms (median), ${most} ms at most`,
  );
});
