/**
 * The 461 strings of the "Big List of Naughty Strings" through every text field: the stored value is the input, in NFC
 * and trimmed, or it is refused with a reason. None causes a server error.
 */
import { randomUUID } from "node:crypto";
import { SignupApi } from "@serenade/contract/account";
import { ChatApi, type ChatPage } from "@serenade/contract/chat";
import { ProfileApi } from "@serenade/contract/members";
import { ReportApi } from "@serenade/contract/moderation";
import { SavedSearchApi } from "@serenade/contract/search";
import NAUGHTY from "big-list-of-naughty-strings/blns.json" with { type: "json" };
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { type TestApp, testApp } from "./test/app.ts";
import { join, signupForm } from "./test/cast.ts";

vi.setConfig({ testTimeout: 120_000 });

let test: TestApp;
beforeAll(async () => {
  test = await testApp();
});
afterAll(() => test.close());

const shown = (text: string) => text.normalize("NFC").trim();
const isRefusal = (status: number) => status >= 400 && status < 500;
/** Strings side by side, as many as fit into a field of that length. */
function batches(length: number): string[] {
  const all: string[] = [""];
  for (const text of NAUGHTY) {
    if ([...all.at(-1)!, ...text].length + 1 > length) all.push(text);
    else all.push(`${all.pop()}\n${text}`);
  }
  return all;
}

it("is the list that is meant", () => expect(NAUGHTY).toHaveLength(461));

it("messages arrive as they were written", async () => {
  const reader = await join(test, "reader", { premium: true });
  for (let from = 0; from < NAUGHTY.length; from += 100) {
    const sender = await join(test, `sender${from}`, { premium: true, credits: 120 });
    const some = NAUGHTY.slice(from, from + 100);
    const first = { client_id: randomUUID(), profile: reader.id, message: "beginning" };
    const id = (await sender.call(ChatApi.send, { body: first })).body.conversation;
    const stored: string[] = ["beginning"];
    for (const message of some) {
      const { status, body } = await sender.call(ChatApi.send, { body: { client_id: randomUUID(), id, message } });
      if (status !== 201) expect([message, isRefusal(status), shown(message)]).toEqual([message, true, ""]);
      else stored.push(body.message.body);
    }
    expect(stored.slice(1)).toEqual(some.map(shown).filter(Boolean));
    const read: string[] = [];
    let page: ChatPage;
    let before: ChatPage["messages"][number]["id"] | undefined;
    do {
      page = (await reader.call(ChatApi.read, { query: { id, ...(before && { before }) } })).body;
      read.unshift(...page.messages.map(({ body }) => body));
      before = page.messages[0]!.id;
    } while (page.has_more);
    expect(read).toEqual(stored);
  }
});

it("the texts and the place of a profile are stored as entered", async () => {
  const who = await join(test, "writer");
  for (const text of NAUGHTY) {
    const about = await who.call(ProfileApi.change, { body: { about: text } });
    expect([text, about.status, about.body.profile?.about]).toEqual([text, 200, shown(text)]);
    const location = { country: "NL", countryregion: "NL-UT", city: text };
    const place = await who.call(ProfileApi.change, { body: { location } as never });
    if (place.status === 200) expect(place.body.profile.city).toBe(shown(text));
    else expect([text, isRefusal(place.status)]).toEqual([text, true]);
  }
});

it("names are stored as entered, or refused", async () => {
  for (const [n, name] of NAUGHTY.entries()) {
    const form = { ...signupForm(`named${n}`), name };
    const { status, body } = await test.client().call(SignupApi.signup, { body: form as never });
    if (status !== 201) expect([name, isRefusal(status)]).toEqual([name, true]);
    else {
      const { rows } = await test.app.db.raw("select name from members where id = $1", [
        test.app.ids.decode("member", body.user!.id),
      ]);
      expect(rows).toEqual([{ name: shown(name) }]);
    }
  }
});

it("drafts of sign-up and notes of reports are what was written", async () => {
  const star = await join(test, "star");
  for (const [n, text] of batches(1_000).entries()) {
    const fan = await join(test, `fan${n}`, { form: { to: star.id, signup_message: text } });
    const { draft } = (await fan.call(ChatApi.read, { query: { profile: star.id } })).body;
    expect(draft).toBe(shown(text));
    const report = await fan.call(ReportApi.report, { body: { id: star.id, reason: "other", note: text } });
    expect(report.status).toBe(201);
    const { rows } = await test.app.db.raw("select note from reports where reporter_id = $1", [fan.number]);
    expect(rows).toEqual([{ note: shown(text) }]);
  }
});

it("searches for them are answered or refused", async () => {
  const who = await join(test, "asker");
  const places = ["members.php?gender", "member.php?id", "chat.php?id", "cities.php?countryregion", "geocode.php?lat"];
  const wrong: unknown[] = [];
  for (const text of NAUGHTY) {
    for (const place of places) {
      const { status } = await who.fetch(`/api/${place}=${encodeURIComponent(text)}`);
      if (status >= 500) wrong.push([place, text, status]);
    }
    const saved = await who.call(SavedSearchApi.save, { body: { query: text.slice(0, 500), alert: false } });
    if (saved.status >= 500) wrong.push(["saved-search.php", text, saved.status]);
  }
  expect(wrong).toEqual([]);
});
