/** Every endpoint in every state (server/test/matrix.ts): what is allowed, and what the no is where it is not. */
import { randomUUID } from "node:crypto";
import { UserApi } from "@serenade/contract/account";
import { ChatApi } from "@serenade/contract/chat";
import type { Endpoint } from "@serenade/contract/endpoint";
import { LOGIN_TRIES } from "@serenade/contract/limits";
import { DepartureApi } from "@serenade/contract/security";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { nameOf } from "../kernel/dispatch.ts";
import { banAccount } from "../modules/account/commands.ts";
import { type TestApp, testApp } from "./app.ts";
import { join, PASSWORD, type Person, signupForm } from "./cast.ts";
import type { Client } from "./client.ts";
import { MATRIX, type Row, STATES, type State, type World } from "./matrix.ts";

let test: TestApp;
beforeAll(async () => {
  test = await testApp();
});
afterAll(() => test.close());

let count = 0;
const nextName = () => `person${++count}`;

interface Kept {
  email: string;
  cookie?: string;
  network?: string;
}

/**
 * One account for all cells of a state that has no session: its actions cannot affect another cell. Each cell has its
 * own browser, because some cells (signing up) create a session in it.
 */
function once(build: () => Promise<Kept>): () => Promise<Client> {
  let built: Promise<Kept> | undefined;
  return async () => {
    built ??= build();
    const { email, cookie, network } = await built;
    const client = { ...test.client(network), email };
    if (cookie) client.setCookie("auth", cookie);
    return client;
  };
}

/** A member in each state, new for every cell, so that no cell depends on another. */
const BUILDERS: Record<State, () => Promise<Client>> = {
  visitor: async () => test.client(),
  not_confirmed: () => join(test, nextName(), { unconfirmed: true }),
  active: () => join(test, nextName()),
  premium: () => join(test, nextName(), { premium: true }),
  banned: once(async () => {
    const person = await join(test, nextName());
    const cookie = person.cookie("auth")!;
    await banAccount(test.app, 1, person.number, "matrix");
    return { email: person.email, cookie };
  }),
  leaving: once(async () => {
    const person = await join(test, nextName());
    const cookie = person.cookie("auth")!;
    await person.call(DepartureApi.leave, { body: { password: PASSWORD, reason: "pause" } });
    return { email: person.email, cookie };
  }),
  locked: once(async () => {
    const { email } = await join(test, nextName());
    const network = "10.200.7.7";
    const stranger = test.client(network);
    for (let n = 0; n < LOGIN_TRIES; n++)
      await stranger.call(UserApi.login, { body: { email, password: "a wrong password" } });
    return { email, network };
  }),
};
const WITHOUT_SESSION: State[] = ["visitor", "banned", "leaving", "locked"];

const entries = () => test.app.dispatcher.entries.map(({ endpoint }) => endpoint as Endpoint);

describe("the matrix", () => {
  it("has a row for every endpoint, and none for what is not there", () => {
    expect(Object.keys(MATRIX).sort()).toEqual(
      entries()
        .map((endpoint) => nameOf(endpoint))
        .sort(),
    );
  });

  // One test for each state: within it, one member for each row.
  it.each(STATES)("holds for %s", { timeout: 120_000 }, async (state) => {
    const wrong: string[] = [];
    const friend = await join(test, nextName());
    const other = await join(test, nextName());
    const unconfirmed = await join(test, nextName(), { unconfirmed: true });
    for (const endpoint of entries()) {
      const row = MATRIX[nameOf(endpoint)]!;
      const caller = await BUILDERS[state]();
      const talk = row.body?.length || row.query?.length ? await talkWith(caller, state, friend.id) : NO_TALK;
      const world: World = {
        ...talk,
        other: other.id,
        friend: friend.id,
        unconfirmed: unconfirmed.id,
        photo: test.app.ids.encode("photo", 1),
        picture: test.app.ids.encode("picture", 1),
        gift: test.app.ids.encode("gift", 1),
        order: test.app.ids.encode("transaction", 1),
        email: (caller as Partial<Person>).email ?? "nobody@example.test",
        password: PASSWORD,
        uuid: randomUUID,
        newcomer: () => signupForm(nextName()),
      };
      const expected = outcomeOf(row, state);
      const got = await ask(caller, endpoint, row, world);
      if (got !== expected) wrong.push(`${nameOf(endpoint)} as ${state}: ${got} instead of ${expected}`);
    }
    expect(wrong).toEqual([]);
  });
});

const outcomeOf = (row: Row, state: State) =>
  row[state] ??
  (WITHOUT_SESSION.includes(state) && row.visitor === "authentication_required" ? row.visitor : row.active);

const NO_TALK = { conversation: "A".repeat(22), message: "A".repeat(22) };

/** A conversation of the caller with another member, containing one message. */
async function talkWith(caller: Client, state: State, friend: string): Promise<typeof NO_TALK> {
  if (WITHOUT_SESSION.includes(state)) return NO_TALK;
  const body = { client_id: randomUUID(), profile: friend, message: "Good evening" };
  const answer = await caller.call(ChatApi.send, { body: body as never });
  return { conversation: answer.body.conversation, message: answer.body.message.id };
}

async function ask(caller: Client, endpoint: Endpoint, row: Row, world: World): Promise<string> {
  const query = new URLSearchParams({ ...endpoint.when, ...row.query?.(world) }).toString();
  const sends = endpoint.method !== "GET";
  const path = endpoint.path === "/api/photo" ? "/api/photo/thumb/nothing.webp" : endpoint.path;
  const headers = { "content-type": "application/json", "idempotency-key": randomUUID() };
  const response = await caller.fetch(`${path}${query && `?${query}`}`, {
    method: endpoint.method,
    ...(sends && { headers, body: JSON.stringify(row.body?.(world) ?? {}) }),
  });
  if (response.status < 400) return "allowed";
  return ((await response.json()) as { error: string }).error;
}
