import { SignupApi, UserApi } from "@serenade/contract/account";
import { ChatsApi } from "@serenade/contract/chat";
import { MailChangeApi, PasswordApi } from "@serenade/contract/security";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestApp, testApp } from "../../../test/app.ts";
import { join, newestMail, PASSWORD, type Person, signupForm } from "../../../test/cast.ts";
import { changeSite } from "../../site/commands.ts";
import { EQUAL_TIME_MS } from "../commands.ts";

let test: TestApp;
beforeAll(async () => {
  test = await testApp();
});
afterAll(() => test.close());

const ask = (person: Pick<Person, "call">, email: string, password = PASSWORD) =>
  person.call(MailChangeApi.ask, { body: { email, password } });
const confirm = (token: string) => test.client().call(MailChangeApi.confirm, { body: { token } });
const undo = (token: string) => test.client().call(MailChangeApi.undo, { body: { token } });
const logIn = (email: string) => test.client().call(UserApi.login, { body: { email, password: PASSWORD } });
/** Moves a member to another address; answers the token that undoes it. */
async function move(person: Person, email: string): Promise<string> {
  expect((await ask(person, email)).status).toBe(200);
  expect((await confirm((await newestMail(test, email)).token)).status).toBe(200);
  const notice = await newestMail(test, person.email);
  expect(notice.subject).toBe("Your email address was changed");
  return notice.token;
}

describe("another e-mail address", () => {
  it("changes once its link is followed; the old one is notified and can undo within 48 hours", async () => {
    const anna = await join(test, "anna");
    const undoing = await move(anna, "anna.new@example.test");
    expect((await anna.call(UserApi.current)).body.user?.email).toBe("anna.new@example.test");
    expect([(await logIn("anna@example.test")).status, (await logIn("anna.new@example.test")).status]).toEqual([
      401, 200,
    ]);
    expect((await undo(undoing)).status).toBe(200);
    expect((await anna.call(ChatsApi.list)).status).toBe(403); // every session ends
    const browsers = await test.app.db.raw("select 1 from known_devices where member_id = $1", [anna.number]);
    expect(browsers.rows).toEqual([]); // and none of its browsers is known any more
    expect([(await logIn("anna@example.test")).status, (await logIn("anna.new@example.test")).status]).toEqual([
      200, 401,
    ]);
    expect((await undo(undoing)).body.message).toBe("Link expired or invalid, request a new email");
  });

  it("undo removes factors added meanwhile, and keeps those from before", async () => {
    const [robbed, keeper] = [await join(test, "robbed"), await join(test, "keeper")];
    const add = async ({ number }: Person, at: string, what: string) => {
      const { db, ids } = test.app;
      const values = [number, at, ids.next(), `${what} ${number}`, Buffer.from("key"), Buffer.from("secret")];
      await db.raw(
        `with key as (insert into passkeys (site_id, member_id, created_at, id, credential_id, public_key, counter, transports, name)
                      values (1, $1, $2, $3, $4, $5, 0, '{}', 'phone'))
         insert into totp_secrets (site_id, member_id, created_at, confirmed_at, secret) values (1, $1, $2, $2, $6)`,
        values,
      );
      await db.raw("insert into recovery_codes (site_id, member_id, code_hash) values (1, $1, $2)", [
        number,
        values[5],
      ]);
    };
    const left = async ({ number }: Person) => {
      const counts = ["passkeys", "totp_secrets", "recovery_codes"].map((table) =>
        test.app.db.raw(`select count(*)::int as n from ${table} where member_id = $1`, [number]),
      );
      return (await Promise.all(counts)).map(({ rows }) => (rows[0] as { n: number }).n);
    };
    await add(keeper, test.app.clock.in(-3 * 86_400), "before");
    for (const person of [robbed, keeper]) {
      const undoing = await move(person, `${person.name}.else@example.test`);
      if (person === robbed) await add(person, test.app.clock.iso(), "meanwhile");
      expect((await undo(undoing)).status).toBe(200);
    }
    expect([await left(robbed), await left(keeper)]).toEqual([
      [0, 0, 0],
      [1, 1, 1],
    ]);
  });

  it.each(["confirm", "undo"] as const)("has one winner among 20 parallel uses of one link to %s", async (which) => {
    const bram = await join(test, `bram${which}`);
    const address = `${which}.new@example.test`;
    let token: string;
    if (which === "undo") token = await move(bram, address);
    else {
      await ask(bram, address);
      token = (await newestMail(test, address)).token;
    }
    const answers = await Promise.all(Array.from({ length: 20 }, () => (which === "undo" ? undo : confirm)(token)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 410)).toHaveLength(19);
  });

  // spec: 5.email-taken, 5.email-new
  it("is refused with the specification's text, in English and in French", async () => {
    const carol = await join(test, "carol");
    await join(test, "dirk");
    const email = async (address: string, locale: string) => {
      carol.setCookie("locale", locale);
      return (await ask(carol, address)).body.fields?.email;
    };
    expect([await email("dirk@example.test", "en"), await email("DIRK@example.test", "fr")]).toEqual([
      "This email address already owns an account on this website.",
      "Cette adresse e-mail possède déjà un compte sur ce site.",
    ]);
    expect([await email("nobody", "en"), await email("nobody", "fr")]).toEqual([
      "New email adress is invalid.",
      "La nouvelle adresse e-mail n’est pas valide.",
    ]);
    carol.setCookie("locale", "en");
    expect((await ask(carol, "carol.new@example.test", "wrong")).body.fields?.password).toBe(
      "That password isn’t right. Nothing was changed.",
    );
  });

  it("is over after 24 hours, its undo after 48, and a newer request replaces an older one", async () => {
    const elin = await join(test, "elin");
    await ask(elin, "one@example.test");
    const first = (await newestMail(test, "one@example.test")).token;
    await ask(elin, "two@example.test");
    expect((await confirm(first)).status).toBe(410);
    await test.app.clock.advance(86_401);
    expect((await confirm((await newestMail(test, "two@example.test")).token)).status).toBe(410);
    const undoing = await move(elin, "three@example.test");
    await test.app.clock.advance(2 * 86_400 + 1);
    expect((await undo(undoing)).status).toBe(410);
  });

  it("keeps the old one reserved for sign-up and address changes during the undo period", async () => {
    const [fay, gus] = [await join(test, "fay"), await join(test, "gus")];
    const undoing = await move(fay, "thief@example.test");
    const taken = await test.client().call(SignupApi.signup, {
      body: signupForm("squatter", { email: "fay@example.test" }) as never,
    });
    expect([taken.status, taken.body.error]).toEqual([409, "email_taken"]);
    expect((await ask(gus, "FAY@example.test")).body.error).toBe("email_taken");
    expect((await undo(undoing)).status).toBe(200);
    expect((await logIn("fay@example.test")).status).toBe(200);
  });

  it("kills reset links that went to the old address, and an undo those that went to the new one", async () => {
    const hal = await join(test, "hal");
    const resetOf = async (email: string) => {
      await test.client().call(PasswordApi.ask, { body: { email } });
      return (await newestMail(test, email)).token;
    };
    const reset = (token: string) =>
      test.client().call(PasswordApi.reset, {
        body: { token, password: "a better evening", password_repeat: "a better evening" },
      });
    const old = await resetOf(hal.email);
    const undoing = await move(hal, "hal.new@example.test");
    expect((await reset(old)).status).toBe(410);
    const stolen = await resetOf("hal.new@example.test");
    await undo(undoing);
    expect((await reset(stolen)).status).toBe(410);
  });

  it("confirms the account when the first one was never confirmed, and gives that one no say", async () => {
    const ida = await join(test, "ida", { unconfirmed: true });
    await ask(ida, "ida.right@example.test");
    await confirm((await newestMail(test, "ida.right@example.test")).token);
    expect((await ida.call(UserApi.current)).body.user).toMatchObject({
      status: "active",
      email: "ida.right@example.test",
    });
    expect((await newestMail(test, ida.email)).subject).toBe("Please confirm your email address");
  });

  it("returns the same for any address on a site that hides membership, and informs the owner by email", async () => {
    const joan = await join(test, "joan");
    await join(test, "kim");
    await changeSite(test.app, 1, { discreet_accounts: true });
    const began = performance.now();
    const [known, unknown] = [await ask(joan, "kim@example.test"), await ask(joan, "free@example.test")];
    expect(performance.now() - began).toBeGreaterThanOrEqual(2 * EQUAL_TIME_MS);
    await changeSite(test.app, 1, { discreet_accounts: false });
    expect([known.status, JSON.stringify(known.body)]).toEqual([unknown.status, JSON.stringify(unknown.body)]);
    expect((await newestMail(test, "kim@example.test")).subject).toBe("You already have an account");
    expect((await newestMail(test, "free@example.test")).subject).toBe("Confirm your new email address");
  });
});
