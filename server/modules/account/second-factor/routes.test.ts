import { UserApi } from "@serenade/contract/account";
import { SecondFactorApi } from "@serenade/contract/factors";
import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestApp, testApp } from "../../../test/app.ts";
import { join, newestMail, PASSWORD, type Person } from "../../../test/cast.ts";
import type { Client } from "../../../test/client.ts";

let test: TestApp;
beforeAll(async () => {
  test = await testApp();
});
afterAll(() => test.close());

/** The app on a phone: shows the code of the product's time, `steps` steps later. */
const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: test.app.clock.now().getTime() + steps * 30_000,
  });

/** To where the next code begins, so that a test's codes do not depend on the second it runs in. */
const nextStep = () => test.app.clock.advance(30);

async function turnOn(person: Person): Promise<{ secret: string; recovery: string[] }> {
  const { body } = await person.call(SecondFactorApi.start, { body: { password: PASSWORD } });
  const on = await person.call(SecondFactorApi.confirm, { body: { code: codeOf(body.secret) } });
  expect(on.status).toBe(200);
  await nextStep();
  return { secret: body.secret, recovery: on.body.recovery_codes };
}

const logIn = (client: Client, { email }: Person, password = PASSWORD) =>
  client.call(UserApi.login, { body: { email, password } });
async function ticketOf(client: Client, person: Person): Promise<string> {
  const answer = await logIn(client, person);
  expect([answer.status, answer.body.error]).toEqual([401, "second_factor_required"]);
  return String(answer.body.ticket);
}
const second = (client: Client, ticket: string, code: string) =>
  client.call(SecondFactorApi.logIn, { body: { ticket, code } });

describe("setting up a second factor", () => {
  it("is active only after a code of the app, sends an email, and shows ten recovery codes", async () => {
    const anna = await join(test, "anna");
    const wrong = await anna.call(SecondFactorApi.start, { body: { password: "not this one" } });
    expect([wrong.status, wrong.body.error]).toEqual([403, "password_wrong"]);
    const { body } = await anna.call(SecondFactorApi.start, { body: { password: PASSWORD } });
    expect(body.uri).toMatch(/^otpauth:\/\/totp\/Serenade:anna%40example.test\?issuer=Serenade&secret=[A-Z2-7]{32}/);
    expect(body.qr.path).toMatch(/^(M\d+ \d+h1v1h-1z)+$/);
    expect((await logIn(test.client(), anna)).status).toBe(200); // not on yet
    const refused = await anna.call(SecondFactorApi.confirm, { body: { code: "000000" } });
    expect([refused.status, refused.body.fields?.code]).toEqual([401, expect.stringContaining("isn’t right")]);
    const on = await anna.call(SecondFactorApi.confirm, { body: { code: codeOf(body.secret) } });
    expect(on.body.recovery_codes).toHaveLength(10);
    expect(new Set(on.body.recovery_codes).size).toBe(10);
    expect((await anna.call(SecondFactorApi.read)).body).toMatchObject({
      since: expect.stringMatching(/^\d{4}-/),
      recovery_left: 10,
    });
    expect((await newestMail(test, anna.email)).subject).toBe("Your account security was changed");
    const again = await anna.call(SecondFactorApi.start, { body: { password: PASSWORD } });
    expect(again.body.error).toBe("factor_on");
  });

  it("stores neither the secret nor the codes in plain text", async () => {
    const bram = await join(test, "bram");
    const { secret, recovery } = await turnOn(bram);
    const { rows } = await test.app.db.raw(
      `select string_agg(t::text, ' ') as text from (
         select secret::text as t from totp_secrets union all select code_hash::text from recovery_codes) all_of`,
    );
    const text = (rows[0] as { text: string }).text;
    const bytes = Buffer.from(Secret.fromBase32(secret).bytes).toString("hex");
    expect(text).not.toContain(bytes);
    for (const code of recovery) expect(text).not.toContain(Buffer.from(code.replace("-", "")).toString("hex"));
  });

  it("is off only with password and code", async () => {
    const carol = await join(test, "carol");
    const { secret } = await turnOn(carol);
    const end = (password: string, code: string) => carol.call(SecondFactorApi.end, { body: { password, code } });
    expect((await end("not this one", codeOf(secret))).body.error).toBe("password_wrong");
    expect((await end(PASSWORD, "000000")).body.error).toBe("second_factor_failed");
    expect((await logIn(test.client(), carol)).body.error).toBe("second_factor_required");
    expect((await end(PASSWORD, codeOf(secret))).status).toBe(200);
    expect((await logIn(test.client(), carol)).status).toBe(200);
  });
});

describe("second factors of several members", () => {
  it("are each one's own: set up, used and turned off without the others'", async () => {
    const [paul, quinn, rosa] = [await join(test, "paul"), await join(test, "quinn"), await join(test, "rosa")];
    const started = (await paul.call(SecondFactorApi.start, { body: { password: PASSWORD } })).body;
    const hers = await turnOn(rosa);
    const his = await turnOn(quinn);
    expect((await logIn(test.client(), paul)).status).toBe(200); // his app has not proved itself
    const left = async (person: Person) => (await person.call(SecondFactorApi.read)).body.recovery_left;
    const ticket = await ticketOf(test.client(), quinn);
    expect((await second(test.client(), ticket, hers.recovery[0]!)).body.error).toBe("second_factor_failed");
    expect((await second(test.client(), ticket, his.recovery[0]!)).status).toBe(200);
    expect([await left(quinn), await left(rosa)]).toEqual([9, 10]);
    // A used time step is used for its member only.
    const code = codeOf(his.secret);
    expect((await second(test.client(), await ticketOf(test.client(), quinn), code)).status).toBe(200);
    expect((await second(test.client(), await ticketOf(test.client(), rosa), codeOf(hers.secret))).status).toBe(200);
    await nextStep();
    const end = await quinn.call(SecondFactorApi.end, { body: { password: PASSWORD, code: codeOf(his.secret) } });
    expect(end.status).toBe(200);
    expect((await logIn(test.client(), quinn)).status).toBe(200);
    await ticketOf(test.client(), rosa);
    expect(await left(rosa)).toBe(10);
    const on = await paul.call(SecondFactorApi.confirm, { body: { code: codeOf(started.secret) } });
    expect([on.status, on.body.recovery_codes.length]).toEqual([200, 10]);
    expect(await left(rosa)).toBe(10);
  });
});

describe("logging in with a code", () => {
  it("opens no session before the second step", async () => {
    const dirk = await join(test, "dirk");
    const { secret } = await turnOn(dirk);
    const client = test.client();
    const ticket = await ticketOf(client, dirk);
    expect(client.cookie("auth")).toBeUndefined();
    expect((await client.call(UserApi.current)).body.user).toBeNull();
    const answer = await second(client, ticket, ` ${codeOf(secret).slice(0, 3)} ${codeOf(secret).slice(3)} `);
    expect([answer.status, answer.body.user.name]).toEqual([200, "Dirk"]);
    expect((await client.call(UserApi.current)).body.user?.name).toBe("Dirk");
    expect((await second(test.client(), ticket, codeOf(secret, 1))).body.error).toBe("login_expired");
  });

  it("is not revealed by a wrong password", async () => {
    const eve = await join(test, "eve");
    await turnOn(eve);
    expect((await logIn(test.client(), eve, "not this one")).body).toEqual({
      error: "login_failed",
      message: "Login failed, please try again",
    });
  });

  it("accepts codes one step before or after, by the product's clock, and none older", async () => {
    const fay = await join(test, "fay");
    const { secret } = await turnOn(fay);
    await test.app.clock.advance(86_400);
    const past = codeOf(secret, -3);
    const client = test.client();
    expect((await second(client, await ticketOf(client, fay), past)).body.error).toBe("second_factor_failed");
    expect((await second(client, await ticketOf(client, fay), codeOf(secret, -1))).status).toBe(200);
    expect((await second(client, await ticketOf(client, fay), codeOf(secret, 1))).status).toBe(200);
  });

  it("refuses a time step that was used, also an older one", async () => {
    const gus = await join(test, "gus");
    const { secret } = await turnOn(gus);
    const code = codeOf(secret);
    const client = test.client();
    expect((await second(client, await ticketOf(client, gus), code)).status).toBe(200);
    const replay = await second(test.client(), await ticketOf(test.client(), gus), code);
    expect([replay.status, replay.body.error]).toEqual([401, "second_factor_failed"]);
    const older = await second(test.client(), await ticketOf(test.client(), gus), codeOf(secret, -1));
    expect(older.body.error).toBe("second_factor_failed");
  });

  it("has one winner among 20 parallel uses of one time step", async () => {
    const hal = await join(test, "hal");
    const { secret } = await turnOn(hal);
    const clients = Array.from({ length: 20 }, () => test.client());
    const tickets = await Promise.all(clients.map((client) => ticketOf(client, hal)));
    const code = codeOf(secret);
    const answers = await Promise.all(clients.map((client, at) => second(client, tickets[at]!, code)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it("has one winner among 20 parallel uses of one recovery code, and each works once", async () => {
    const ida = await join(test, "ida");
    const { recovery } = await turnOn(ida);
    const clients = Array.from({ length: 20 }, () => test.client());
    const tickets = await Promise.all(clients.map((client) => ticketOf(client, ida)));
    const answers = await Promise.all(clients.map((client, at) => second(client, tickets[at]!, recovery[3]!)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const winner = clients.find((client) => client.cookie("auth"))!;
    expect((await winner.call(SecondFactorApi.read)).body.recovery_left).toBe(9);
  });

  it("ends a ticket after five tries, and after ten minutes", async () => {
    const joan = await join(test, "joan");
    const { secret } = await turnOn(joan);
    const client = test.client();
    const ticket = await ticketOf(client, joan);
    for (let n = 0; n < 5; n++)
      expect((await second(client, ticket, "000000")).body.error).toBe("second_factor_failed");
    expect((await second(client, ticket, codeOf(secret))).body.error).toBe("login_expired");
    const late = await ticketOf(client, joan);
    await test.app.clock.advance(601);
    expect((await second(client, late, codeOf(secret))).body.error).toBe("login_expired");
  });

  it("limits guesses of codes, however many tickets are issued", async () => {
    const kim = await join(test, "kim");
    await turnOn(kim);
    const errors: (string | undefined)[] = [];
    for (let round = 0; round < 5; round++) {
      const client = test.client();
      const ticket = await ticketOf(client, kim);
      for (let n = 0; n < 5; n++) errors.push((await second(client, ticket, "000000")).body.error);
    }
    expect(errors.filter((error) => error === "second_factor_failed")).toHaveLength(20);
    expect(errors.at(-1)).toBe("too_many_attempts");
  });
});
