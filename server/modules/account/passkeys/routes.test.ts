import { UserApi } from "@serenade/contract/account";
import { PasskeyApi } from "@serenade/contract/factors";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestApp, testApp } from "../../../test/app.ts";
import { type Authenticator, createAuthenticator } from "../../../test/authenticator.ts";
import { join, newestMail, PASSWORD, type Person } from "../../../test/cast.ts";
import type { Client } from "../../../test/client.ts";

let test: TestApp;
beforeAll(async () => {
  test = await testApp();
});
afterAll(() => test.close());

const start = (person: Person, password = PASSWORD) => person.call(PasskeyApi.start, { body: { password } });

async function register(person: Person, name = "phone"): Promise<Authenticator> {
  const device = createAuthenticator(test.url);
  const { options } = (await start(person)).body;
  const answer = await person.call(PasskeyApi.register, {
    body: { name, response: device.register(options) as never },
  });
  expect(answer.status).toBe(200);
  return device;
}

const login = { login: "1" } as const;
const challenge = async (client: Client) =>
  (await client.call(PasskeyApi.startLogin, { query: login, body: {} })).body.options;
const logIn = (client: Client, response: object) =>
  client.call(PasskeyApi.logIn, { query: login, body: { response: response as never } });

describe("a passkey", () => {
  it("is registered with the password, named, listed, announced by email, and removed with the password", async () => {
    const anna = await join(test, "anna");
    expect((await start(anna, "not this one")).body.error).toBe("password_wrong");
    const { options } = (await start(anna)).body;
    expect(options).toMatchObject({
      rp: { id: "127.0.0.1", name: "Serenade" },
      user: { name: anna.email, displayName: "Anna" },
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
    });
    await register(anna, "my phone");
    const { passkeys } = (await anna.call(PasskeyApi.list)).body;
    expect(passkeys.map(({ name, used }) => [name, used])).toEqual([["my phone", null]]);
    expect((await newestMail(test, anna.email)).subject).toBe("Your account security was changed");
    const bram = await join(test, "bram");
    const remove = (who: Person, password: string) =>
      who.call(PasskeyApi.remove, { body: { id: passkeys[0]!.id, password } });
    await remove(bram, PASSWORD); // not his: nothing happens
    expect((await remove(anna, "not this one")).body.error).toBe("password_wrong");
    expect((await anna.call(PasskeyApi.list)).body.passkeys).toHaveLength(1);
    expect((await remove(anna, PASSWORD)).body.passkeys).toEqual([]);
  });

  it("logs its member in, without naming an account before", async () => {
    const carol = await join(test, "carol");
    const device = await register(carol);
    const client = test.client();
    const options = await challenge(client);
    expect(options).not.toHaveProperty("allowCredentials.0");
    const answer = await logIn(client, device.answer(options));
    expect([answer.status, answer.body.user.name]).toEqual([200, "Carol"]);
    expect((await client.call(UserApi.current)).body.user?.name).toBe("Carol");
    expect((await carol.call(PasskeyApi.list)).body.passkeys[0]!.used).toMatch(/^\d{4}-/);
  });

  it("is refused with a used, expired or foreign challenge, or without one", async () => {
    const dirk = await join(test, "dirk");
    const device = await register(dirk);
    const used = device.answer(await challenge(test.client()));
    expect((await logIn(test.client(), used)).status).toBe(200);
    expect((await logIn(test.client(), used)).body.error).toBe("passkey_failed");
    expect((await logIn(test.client(), device.answer({ challenge: "AAAA", rpId: "127.0.0.1" }))).status).toBe(401);
    const forAnother = (await start(dirk)).body.options;
    const crossed = device.answer({ challenge: forAnother.challenge, rpId: "127.0.0.1" });
    expect((await logIn(test.client(), crossed)).body.error).toBe("passkey_failed");
    const old = await challenge(test.client());
    await test.app.clock.advance(301);
    expect((await logIn(test.client(), device.answer(old))).body.error).toBe("passkey_failed");
  });

  it("is refused from another site, without the person, and when its counter went back", async () => {
    const eve = await join(test, "eve");
    const device = await register(eve);
    const refused = async (change: object) =>
      (await logIn(test.client(), device.answer(await challenge(test.client()), change))).body.error;
    expect(await refused({ origin: "https://evil.test" })).toBe("passkey_failed");
    expect(await refused({ verified: false })).toBe("passkey_failed");
    expect(await refused({ counter: 10 })).toBeUndefined();
    expect(await refused({ counter: 9 })).toBe("passkey_failed");
    expect(await refused({ counter: 10 })).toBe("passkey_failed");
    expect(await refused({ counter: 11 })).toBeUndefined();
  });

  it("has one winner among 20 parallel uses of one answer", async () => {
    const fay = await join(test, "fay");
    const device = await register(fay);
    const answer = device.answer(await challenge(test.client()));
    const answers = await Promise.all(Array.from({ length: 20 }, () => logIn(test.client(), answer)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it("belongs to one account, and an account may have ten", async () => {
    const [gus, hal] = [await join(test, "gus"), await join(test, "hal")];
    const device = await register(gus);
    const { options } = (await start(hal)).body;
    const stolen = await hal.call(PasskeyApi.register, {
      body: { name: "his", response: device.register(options) as never },
    });
    expect(stolen.body.error).toBe("passkey_failed");
    for (let n = 0; n < 9; n++) await register(gus, `number ${n}`);
    expect((await start(gus)).body.error).toBe("passkey_limit");
  });
});
