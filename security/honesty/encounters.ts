/** Likes, matches and profiles that are shown are stored ones, of members that there are; what is fictional says so and costs nothing. */
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

/** auto-like.php answers null until there is a match, then that one, once; its callers get no like by asking. */
export async function autoLike({ ground, report, must }: Scene): Promise<void> {
  const [alone, admirer, mutual] = ground.people.others as [Person, Person, Person];
  const [asker, first, second] = [alone, admirer, mutual].map((who) => as(ground.client(), who)) as [
    Client,
    Client,
    Client,
  ];
  const ask = async () => (await asker.call(LikesApi.auto)).body;
  for (let n = 0; n < 5; n++) {
    must("auto-like without any like", await ask(), null);
    report.count("auto-likes asked for");
  }
  await like(first, alone);
  await like(asker, mutual);
  must("auto-like with one-sided likes", await ask(), null);
  await like(second, alone);
  must("auto-like of a match", (await ask())?.id, mutual.id);
  must("auto-like of a match that was shown", await ask(), null);
  const lists = (await asker.call(LikesApi.list)).body;
  must("likes received", lists.liked_by.map(({ id }) => id as string).sort(), [admirer.id, mutual.id].sort());
  must(
    "likes sent",
    lists.profiles.map(({ id }) => id as string),
    [mutual.id],
  );
  must("matches", lists.liked_by.filter(({ match }) => match).length, 1);
}

/** `?t=` shows a like that is stored and new, and nothing where there is none or where it has been seen. */
export async function popup({ ground, report, must }: Scene): Promise<void> {
  const [viewer, admirer] = ground.people.others.slice(4, 6) as [Person, Person];
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM!, args: ["--no-sandbox"] });
  try {
    const context = await browser.newContext({ locale: "en-GB" });
    await context.addCookies([{ name: "auth", value: viewer.session, url: ground.url }]);
    const page = await context.newPage();
    const shown = async () => {
      await page.goto(`${ground.url}/likes?t=0`);
      // taken out of the address at the moment when a like would be shown
      await page.waitForURL((url) => !url.searchParams.has("t"));
      await page.evaluate(() => new Promise(requestAnimationFrame));
      report.count("pages with ?t=");
      return page.getByRole("complementary").filter({ hasText: admirer.name }).count();
    };
    must("popups without a like", await shown(), 0);
    const lover = as(ground.client(), admirer);
    await like(lover, viewer);
    must("popups of a stored like", await shown(), 1);
    await as(ground.client(), viewer).call(MemberApi.read, { query: { id: admirer.id as never } });
    must("popups of a like that was seen", await shown(), 0);
  } finally {
    await browser.close();
  }
}

/** A fictional profile is labeled wherever it is shown, is written to for nothing once that was read, and never writes first. */
export async function fictional({ ground, must, fictional, balanceOf }: Scene): Promise<void> {
  const { carol } = ground.people;
  const writer = as(ground.client(), carol);
  const before = await balanceOf(writer);
  const seen = (await writer.call(MemberApi.read, { query: { id: fictional.id as never } })).body;
  must("label on the profile", seen.profile?.fictional, true);
  must("an unread warning", (await write(writer, fictional, "hello")).body.error, "fictional_unacknowledged");
  await writer.call(FictionalApi.acknowledge, { body: { id: fictional.id as never } });
  for (let n = 0; n < 3; n++) must("a free message", (await write(writer, fictional, `number ${n}`)).status, 201);
  must("credits after messages to a fictional profile", await balanceOf(writer), before);
  const { chats } = (await writer.call(ChatsApi.list)).body;
  must(
    "label in the list of chats",
    chats.find(({ profile }) => profile.id === (fictional.id as never))?.profile.fictional,
    true,
  );
  const page = (await writer.call(ChatApi.read, { query: { profile: fictional.id as never } })).body;
  must("label in the chat", page.profile.fictional, true);
  await like(writer, fictional);
  const { profiles } = (await writer.call(LikesApi.list)).body;
  must("label among the likes", profiles.find(({ id }) => id === (fictional.id as never))?.fictional, true);
  must(
    "a fictional profile that writes first",
    (await write(as(ground.client(), fictional), ground.people.others[6]!, "hello")).status,
    404,
  );
}

/** A declined or blocked sender reads the words of product.md at the next message, pays nothing, and sees nothing before. */
export async function refusals({ ground, must, balanceOf }: Scene): Promise<void> {
  const { anna, bram } = ground.people;
  const [writer, decliner, blocker] = [
    as(ground.client(), anna),
    as(ground.client(), bram),
    as(ground.client(), ground.people.others[7]!),
  ];
  const { conversation } = (await write(writer, bram, "Good evening")).body;
  const listed = async () => (await writer.call(ChatsApi.list)).body.chats.length;
  const before = await listed();
  await decliner.call(RequestApi.decide, { body: { conversation, decision: "decline" } });
  must("chats of who was declined", await listed(), before);
  let credits = await balanceOf(writer);
  const declined = await write(writer, bram, "Are you there?");
  must("the answer to who was declined", [declined.status, declined.body.error], [403, "not_taken"]);
  must("its words name who declined", declined.body.message?.includes("Bram"), true);
  must("credits of who was declined", await balanceOf(writer), credits);
  const other = ground.people.others[7]!;
  await write(writer, other, "Good evening to you");
  await blocker.call(BlockApi.block, { body: { id: anna.id as never } });
  credits = await balanceOf(writer);
  const blocked = await write(writer, other, "Are you there?");
  must(
    "the words to who was blocked",
    [blocked.status, blocked.body.message],
    [403, `You're blocked by ${other.name}`],
  );
  must("credits of who was blocked", await balanceOf(writer), credits);
  const { status, body } = await writer.call(MemberApi.read, { query: { id: other.id as never } });
  must(
    "the profile of a blocker",
    [status, body.error, Object.keys(body).includes("profile")],
    [403, "blocked", false],
  );
}
