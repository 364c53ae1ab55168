import { UserApi } from "@serenade/contract/account";
import { ChatsApi } from "@serenade/contract/chat";
import { LIVE_PATH } from "@serenade/contract/live";
import { PasswordApi } from "@serenade/contract/security";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { type TestApp, testApp } from "../../../test/app.ts";
import { join, newestMail, PASSWORD, type Person } from "../../../test/cast.ts";
import { changeSite } from "../../site/commands.ts";

let test: TestApp;
beforeAll(async () => {
  test = await testApp();
});
afterAll(() => test.close());

const NEW = "another quiet evening";
const ask = (email: string, client = test.client()) => client.call(PasswordApi.ask, { body: { email } });
const reset = (token: string, password = NEW, repeat = password, client = test.client()) =>
  client.call(PasswordApi.reset, { body: { token, password, password_repeat: repeat } });
const logIn = (email: string, password: string, client = test.client()) =>
  client.call(UserApi.login, { body: { email, password } });
const linkFor = async (email: string) => {
  expect((await ask(email)).status).toBe(200);
  return (await newestMail(test, email)).token;
};
/** An event stream of this browser; `ended` resolves with its close code. */
async function listen(browser: Pick<Person, "cookies">): Promise<{ ended: Promise<number> }> {
  const socket = new WebSocket(test.url.replace("http", "ws") + LIVE_PATH, {
    headers: { cookie: browser.cookies(), origin: test.url },
  });
  await new Promise((resolve, reject) => socket.on("open", resolve).on("error", reject));
  return { ended: new Promise((resolve) => socket.on("close", resolve)) };
}
const french = () => {
  const client = test.client();
  client.setCookie("locale", "fr");
  return client;
};

describe("a forgotten password", () => {
  // spec: 8.reset-link
  it("is replaced by the link of the mail, once; every session ends, also its event stream", async () => {
    const anna = await join(test, "anna");
    const other = test.client();
    await logIn(anna.email, PASSWORD, other);
    const streams = [await listen(anna), await listen(other)];
    const token = await linkFor(anna.email);
    expect((await reset(token)).status).toBe(200);
    expect((await newestMail(test, anna.email)).subject).toBe("Your password was changed");
    for (const { ended } of streams) expect(await ended).toBe(4403);
    for (const client of [anna, other]) expect((await client.call(ChatsApi.list)).status).toBe(403);
    expect((await logIn(anna.email, PASSWORD)).status).toBe(401);
    expect((await logIn(anna.email, NEW)).status).toBe(200);
    const again = await reset(token);
    expect([again.status, again.body.message]).toEqual([410, "Link expired or invalid, request a new email"]);
  });

  it("has one winner among 20 parallel uses of one link", async () => {
    const bram = await join(test, "bram");
    const token = await linkFor(bram.email);
    const answers = await Promise.all(Array.from({ length: 20 }, () => reset(token)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 410)).toHaveLength(19);
  });

  // spec: 5.passwords-match, 8.reset-not-found, 8.reset-link, 8.reset-too-many
  it("is refused with the specification's text, in English and in French", async () => {
    const carol = await join(test, "carol");
    const token = await linkFor(carol.email);
    const both = async (act: (client: ReturnType<TestApp["client"]>) => Promise<{ body: { message?: string } }>) => [
      (await act(test.client())).body.message,
      (await act(french())).body.message,
    ];
    expect(await both((client) => ask("nobody@example.test", client))).toEqual([
      "E-mail address not found",
      "Adresse e-mail introuvable",
    ]);
    expect(await both((client) => reset("x".repeat(43), NEW, NEW, client))).toEqual([
      "Link expired or invalid, request a new email",
      "Lien expiré ou invalide, demandez un nouvel e-mail",
    ]);
    const differ = async (client = test.client()) =>
      (await reset(token, NEW, "something else", client)).body.fields?.password_repeat;
    expect([await differ(), await differ(french())]).toEqual([
      "The entered passwords are not the same.",
      "Les mots de passe saisis ne sont pas identiques.",
    ]);
    for (const plain of [carol.email, "short"]) expect((await reset(token, plain)).status).toBe(400);
    await ask(carol.email);
    await ask(carol.email);
    expect(await both((client) => ask(carol.email.toUpperCase(), client))).toEqual([
      "Too many password reset emails sent, please try again tomorrow.",
      "Trop d’e-mails de réinitialisation envoyés, veuillez réessayer demain.",
    ]);
    await test.app.clock.advance(86_401);
    expect((await ask(carol.email)).status).toBe(200);
    expect((await reset(token)).status).toBe(410); // over after an hour
  });

  it("sends three mails among ten parallel requests", async () => {
    const dirk = await join(test, "dirk");
    const answers = await Promise.all(Array.from({ length: 10 }, () => ask(dirk.email)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(answers.filter(({ body }) => body.error === "too_many_resets")).toHaveLength(7);
  });

  it("changes nothing by a GET, and its link uses the requested host, never a forwarded one", async () => {
    const elin = await join(test, "elin");
    const token = await linkFor(elin.email);
    await test.client().fetch(`/api/password-reset.php?token=${token}`);
    expect((await newestMail(test, elin.email)).body_html).toContain(`${test.url}/reset-password/do?token=`);
    expect((await reset(token)).status).toBe(200);
  });

  it("returns the same for any address on a site that hides membership, and informs the owner by email", async () => {
    await join(test, "fay");
    await changeSite(test.app, 1, { discreet_accounts: true });
    const [known, unknown] = [await ask("fay@example.test"), await ask("stranger@example.test")];
    await changeSite(test.app, 1, { discreet_accounts: false });
    expect([known.status, JSON.stringify(known.body)]).toEqual([unknown.status, JSON.stringify(unknown.body)]);
    expect((await newestMail(test, "fay@example.test")).subject).toBe("Choose a new password");
    expect((await newestMail(test, "stranger@example.test")).subject).toBe("There’s no account with this address");
  });
});

describe("a wave of logins", () => {
  it("is refused with a retry time when 50 wait; known browsers have priority, and tries are refunded", async () => {
    const olga = await join(test, "olga");
    const known = test.client();
    await logIn(olga.email, PASSWORD, known);
    const wave = Array.from({ length: 400 }, (_, n) => logIn(`wave${n}@example.test`, "not the password"));
    const unlucky = test.client();
    const tries = Array.from({ length: 4 }, () => logIn(olga.email, "not the password", unlucky));
    let hashed = 0;
    for (const one of wave) void one.then(({ status }) => (hashed += status === 401 ? 1 : 0));
    const good = await logIn(olga.email, PASSWORD, known);
    const hashedBefore = hashed;
    const answers = await Promise.all(wave);
    const refused = answers.filter(({ status }) => status === 503);
    expect(refused.length).toBeGreaterThan(200);
    expect(answers.filter(({ status }) => status !== 401 && status !== 503)).toEqual([]);
    for (const { body, headers } of refused) {
      expect([body.error, headers.get("retry-after")]).toEqual(["unavailable", "5"]);
    }
    expect(good.status).toBe(200);
    expect(hashed - hashedBefore).toBeGreaterThan(20); // it was sent last: in one line all of them would be before it
    const tried = (await Promise.all(tries)).filter(({ status }) => status === 401).length;
    for (let n = tried; n < 4; n++) expect((await logIn(olga.email, "not the password", unlucky)).status).toBe(401);
    expect((await logIn(olga.email, PASSWORD, unlucky)).status).toBe(200);
  });
});

describe("changing the password", () => {
  // spec: 1.change-password, 5.password-old
  it("requires the old one, ends every other session and stream, and keeps this session", async () => {
    const gus = await join(test, "gus");
    const other = test.client();
    await logIn(gus.email, PASSWORD, other);
    const stream = await listen(other);
    const change = (old: string, repeat = NEW, client: Pick<Person, "call"> = gus) =>
      client.call(PasswordApi.change, { body: { password_old: old, password: NEW, password_repeat: repeat } });
    const wrong = await change("not my password");
    expect([wrong.status, wrong.body.fields?.password_old]).toEqual([403, "Please check your old password."]);
    gus.setCookie("locale", "fr");
    expect((await change("not my password")).body.fields?.password_old).toBe(
      "Veuillez vérifier votre ancien mot de passe.",
    );
    expect((await change(PASSWORD, "something else")).body.fields).toHaveProperty("password_repeat");
    const token = await linkFor(gus.email);
    expect((await change(PASSWORD)).status).toBe(200);
    expect(await stream.ended).toBe(4403);
    expect((await gus.call(ChatsApi.list)).status).toBe(200);
    expect((await other.call(ChatsApi.list)).body.authentication_required).toBe(true);
    expect((await logIn(gus.email, NEW)).status).toBe(200);
    expect((await reset(token)).status).toBe(410); // earlier links are invalid
    const { rows } = await test.app.db.raw(
      "select 1 from mail_outbox where recipient = $1 and kind = 'password_changed'",
      [gus.email],
    );
    expect(rows).toHaveLength(1);
  });

  it("limits a stolen session to ten guesses in a quarter of an hour", async () => {
    const ida = await join(test, "ida");
    const answers: number[] = [];
    for (let n = 0; n < 11; n++) {
      const body = { password_old: "a guess", password: NEW, password_repeat: NEW };
      answers.push((await ida.call(PasswordApi.change, { body })).status);
    }
    expect(answers).toEqual([...Array(10).fill(403), 429]);
  });
});
