import { SignupApi, UserApi } from "@serenade/contract/account";
import { ExclusionApi } from "@serenade/contract/exclusions";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type TestApp, testApp } from "../../../test/app.ts";
import { join, PASSWORD, signupForm } from "../../../test/cast.ts";
import { listSent } from "../../mail/queries.ts";
import { changeSite } from "../../site/commands.ts";

let test: TestApp;
beforeAll(async () => {
  test = await testApp();
});
afterAll(() => test.close());
beforeEach(() => changeSite(test.app, 1, { discreet_accounts: false }));

const request = (email: string, months: 6 | 12 | 60 = 6) =>
  test.client().call(ExclusionApi.request, { body: { email, months } });
const confirm = (token: string) =>
  test.client().call(ExclusionApi.confirm, { query: { confirm: "1" }, body: { token } });
const mailsTo = async (email: string) => {
  await test.settle();
  return (await listSent(test.app.db, 200)).filter(({ recipient }) => recipient === email);
};
const tokenTo = async (email: string): Promise<string> =>
  /ban\?token=([\w-]+)/.exec((await mailsTo(email)).map(({ body_text }) => body_text).join(" "))![1]!;
const exclude = async (email: string, months: 6 | 12 | 60 = 6) => {
  await request(email, months);
  return confirm(await tokenTo(email));
};
const signUp = (email: string, name: string) =>
  test.client().call(SignupApi.signup, { body: signupForm(name, { email }) });

describe("self-exclusion", () => {
  it("needs the emailed link: whoever types an address excludes nobody", async () => {
    const anna = await join(test, "anna");
    expect((await request(anna.email)).status).toBe(200);
    expect((await anna.call(UserApi.current)).body.user).not.toBeNull();
    expect((await confirm("guessed")).body.error).toBe("link_invalid");
  });

  it("deletes the account at once, and no link brings it back", async () => {
    const bram = await join(test, "bram");
    const { status, body } = await exclude(bram.email, 12);
    expect(status).toBe(200);
    const months = (Date.parse(body.until) - test.app.clock.now().getTime()) / 86_400_000;
    expect(Math.round(months / 30.4)).toBe(12);
    expect((await bram.call(UserApi.current)).body.user).toBeNull();
    const login = await test.client().call(UserApi.login, { body: { email: bram.email, password: PASSWORD } });
    expect(login.body.error).toBe("excluded");
    const subjects = (await mailsTo(bram.email)).map(({ subject }) => subject);
    expect(subjects).toContain("You’re excluded");
    expect(subjects).not.toContain("Your account will be deleted");
  });

  it("refuses another account for the address, in whatever spelling, until it ends", async () => {
    await exclude("carol@example.test");
    const { body, status } = await signUp("CAROL@example.test", "Carol again");
    expect([status, body.error]).toEqual([403, "excluded"]);
    expect(body.message).toMatch(/excluded until \w+ \d/);
    await test.app.clock.advance(7 * 31 * 86_400);
    expect((await signUp("carol@example.test", "Carol later")).status).toBe(201);
  });

  it("is never shortened by a shorter one", async () => {
    const long = (await exclude("dirk@example.test", 60)).body.until;
    await test.app.clock.advance(86_401);
    await request("dirk@example.test", 6);
    const links = (await mailsTo("dirk@example.test")).flatMap(
      ({ body_text: text }) => /ban\?token=([\w-]+)/.exec(text ?? "")?.[1] ?? [],
    );
    const answers = await Promise.all(links.map(confirm));
    expect(answers.filter(({ status }) => status === 200).map(({ body }) => body.until)).toEqual([long]);
  });

  it("works once, and for a day", async () => {
    await request("elin@example.test");
    const token = await tokenTo("elin@example.test");
    await test.app.clock.advance(86_401);
    expect((await confirm(token)).body.error).toBe("link_invalid");
  });

  it("looks the same as any sign-up where membership is hidden", async () => {
    await exclude("frida@example.test");
    await changeSite(test.app, 1, { discreet_accounts: true });
    const [excluded, fresh] = [
      await signUp("frida@example.test", "Frida"),
      await signUp("greta@example.test", "Greta"),
    ];
    expect([excluded.status, excluded.body]).toEqual([fresh.status, fresh.body]);
    const { rows } = await test.app.db.raw("select 1 from accounts where email = 'frida@example.test'");
    expect(rows).toEqual([]);
  });

  it("and a sign-up that overlap leave no account that can log in", async () => {
    for (let round = 0; round < 5; round++) {
      const email = `iris${round}@example.test`;
      await request(email);
      const token = await tokenTo(email);
      await Promise.all([confirm(token), signUp(email, `Iris ${round}`)]);
      const login = await test.client().call(UserApi.login, { body: { email, password: PASSWORD } });
      expect(["excluded", "login_failed"]).toContain(login.body.error);
    }
  });

  it("stores no address once it is confirmed", async () => {
    await exclude("hanna@example.test");
    const { rows } = await test.app.db.raw("select email from exclusion_requests where email like 'hanna%'");
    expect(rows).toEqual([]);
    const { rows: kept } = await test.app.db.raw("select address_hash from exclusions limit 1");
    expect((kept[0] as { address_hash: Uint8Array }).address_hash.length).toBe(32);
  });
});
