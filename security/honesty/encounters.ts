/** Shown likes, matches and profiles are stored and of existing members; fictional profiles are labeled and free. */
import { randomUUID } from "node:crypto";
import { ChatApi, ChatsApi, FictionalApi, RequestApi } from "@serenade/contract/chat";
import { LikesApi } from "@serenade/contract/likes";
import { BlockApi, MemberApi } from "@serenade/contract/members";
import { chromium } from "playwright-core";
import type { Client } from "../../server/test/client.ts";
import { as, type Person } from "../people.ts";
import type { Scene } from "./scene.ts";

const write = (from: Client, to: Person, message: string) =>
  from.call(ChatApi.send, { body: { client_id: randomUUID(), profile: to.id as never, message } });
const like = (from: Client, to: Person) => from.call(LikesApi.like, { body: { id: to.id as never } });

/** auto-like.php answers null until there is a match, then that one, once; calling it creates no like. */
export async function autoLike({ target, report, expectEqual }: Scene): Promise<void> {
  const [alone, admirer, mutual] = target.people.others as [Person, Person, Person];
  const [caller, first, second] = [alone, admirer, mutual].map((who) => as(target.client(), who)) as [
    Client,
    Client,
    Client,
  ];
  const callAutoLike = async () => (await caller.call(LikesApi.auto)).body;
  for (let n = 0; n < 5; n++) {
    expectEqual("auto-like without any like", await callAutoLike(), null);
    report.count("auto-like calls");
  }
  await like(first, alone);
  await like(caller, mutual);
  expectEqual("auto-like with one-sided likes", await callAutoLike(), null);
  await like(second, alone);
  expectEqual("auto-like of a match", (await callAutoLike())?.id, mutual.id);
  expectEqual("auto-like of a match already shown", await callAutoLike(), null);
  const lists = (await caller.call(LikesApi.list)).body;
  expectEqual("likes received", lists.liked_by.map(({ id }) => id as string).sort(), [admirer.id, mutual.id].sort());
  expectEqual(
    "likes sent",
    lists.profiles.map(({ id }) => id as string),
    [mutual.id],
  );
  expectEqual("matches", lists.liked_by.filter(({ match }) => match).length, 1);
}

/** `?t=` shows a stored, unseen like, and nothing otherwise. */
export async function popup({ target, report, expectEqual }: Scene): Promise<void> {
  const [viewer, admirer] = target.people.others.slice(4, 6) as [Person, Person];
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM!, args: ["--no-sandbox"] });
  try {
    const context = await browser.newContext({ locale: "en-GB" });
    await context.addCookies([{ name: "auth", value: viewer.session, url: target.url }]);
    const page = await context.newPage();
    const shown = async () => {
      await page.goto(`${target.url}/likes?t=0`);
      // removed from the address when a like would be shown
      await page.waitForURL((url) => !url.searchParams.has("t"));
      await page.evaluate(() => new Promise(requestAnimationFrame));
      report.count("pages with ?t=");
      return page.getByRole("complementary").filter({ hasText: admirer.name }).count();
    };
    expectEqual("popups without a like", await shown(), 0);
    const lover = as(target.client(), admirer);
    await like(lover, viewer);
    expectEqual("popups of a stored like", await shown(), 1);
    await as(target.client(), viewer).call(MemberApi.read, { query: { id: admirer.id as never } });
    expectEqual("popups of a seen like", await shown(), 0);
  } finally {
    await browser.close();
  }
}

/** A fictional profile is labeled everywhere, free to write to after the acknowledgement, and never writes first. */
export async function fictional({ target, expectEqual, fictional, balanceOf }: Scene): Promise<void> {
  const { carol } = target.people;
  const writer = as(target.client(), carol);
  const before = await balanceOf(writer);
  const seen = (await writer.call(MemberApi.read, { query: { id: fictional.id as never } })).body;
  expectEqual("label on the profile", seen.profile?.fictional, true);
  expectEqual("an unread warning", (await write(writer, fictional, "hello")).body.error, "fictional_unacknowledged");
  await writer.call(FictionalApi.acknowledge, { body: { id: fictional.id as never } });
  for (let n = 0; n < 3; n++)
    expectEqual("a free message", (await write(writer, fictional, `number ${n}`)).status, 201);
  expectEqual("credits after messages to a fictional profile", await balanceOf(writer), before);
  const { chats } = (await writer.call(ChatsApi.list)).body;
  expectEqual(
    "label in the list of chats",
    chats.find(({ profile }) => profile.id === (fictional.id as never))?.profile.fictional,
    true,
  );
  const page = (await writer.call(ChatApi.read, { query: { profile: fictional.id as never } })).body;
  expectEqual("label in the chat", page.profile.fictional, true);
  await like(writer, fictional);
  const { profiles } = (await writer.call(LikesApi.list)).body;
  expectEqual("label among the likes", profiles.find(({ id }) => id === (fictional.id as never))?.fictional, true);
  expectEqual(
    "a fictional profile that writes first",
    (await write(as(target.client(), fictional), target.people.others[6]!, "hello")).status,
    404,
  );
}

/** A declined or blocked sender is informed at the next message, with the words of product.md, and pays nothing. */
export async function refusals({ target, expectEqual, balanceOf }: Scene): Promise<void> {
  const { anna, bram } = target.people;
  const [writer, decliner, blocker] = [
    as(target.client(), anna),
    as(target.client(), bram),
    as(target.client(), target.people.others[7]!),
  ];
  const { conversation } = (await write(writer, bram, "Good evening")).body;
  const listed = async () => (await writer.call(ChatsApi.list)).body.chats.length;
  const before = await listed();
  await decliner.call(RequestApi.decide, { body: { conversation, decision: "decline" } });
  expectEqual("chats of the declined sender", await listed(), before);
  let credits = await balanceOf(writer);
  const declined = await write(writer, bram, "Are you there?");
  expectEqual("the answer to the declined sender", [declined.status, declined.body.error], [403, "not_taken"]);
  expectEqual("its words name the receiver", declined.body.message?.includes("Bram"), true);
  expectEqual("credits of the declined sender", await balanceOf(writer), credits);
  const other = target.people.others[7]!;
  await write(writer, other, "Good evening to you");
  await blocker.call(BlockApi.block, { body: { id: anna.id as never } });
  credits = await balanceOf(writer);
  const blocked = await write(writer, other, "Are you there?");
  expectEqual(
    "the words to the blocked sender",
    [blocked.status, blocked.body.message],
    [403, `You're blocked by ${other.name}`],
  );
  expectEqual("credits of the blocked sender", await balanceOf(writer), credits);
  const { status, body } = await writer.call(MemberApi.read, { query: { id: other.id as never } });
  expectEqual(
    "the profile of a blocker",
    [status, body.error, Object.keys(body).includes("profile")],
    [403, "blocked", false],
  );
}
