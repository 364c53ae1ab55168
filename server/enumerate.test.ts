/**
 * Membership cannot be probed: known and unknown addresses get identical responses, byte by byte (security.md 6, check
 * 5).
 */
import { SignupApi, type SignupForm, UserApi } from "@serenade/contract/account";
import { MailChangeApi, PasswordApi } from "@serenade/contract/security";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { enumerate } from "../security/enumerate.ts";
import { changeSite } from "./modules/site/commands.ts";
import { isReal, type TestApp, testApp } from "./test/app.ts";
import { confirmBy, join, newestMail, PASSWORD, signupForm } from "./test/cast.ts";
import type { Reply } from "./test/client.ts";

/** A sample: `npm run security quiet` asks for hundreds of pairs, and measures their time. */
const MANY = isReal ? 50 : 100;
const SOME = 40;
const AT_ONCE = 10;

let test: TestApp;
beforeAll(async () => {
  test = await testApp();
  const { number } = await join(test, "anna");
  // members with password hashes of the real parameters
  const copies = `generate_series(1, ${MANY}) n where`;
  await test.app.db.raw(
    `insert into members (site_id, id, name, name_key, gender, looking_for, date_of_birth, country, created_at, confirmed_at)
     select 1, 1000 + n, 'Known ' || n, 'known ' || n, gender, looking_for, date_of_birth, country, created_at, confirmed_at
       from members, ${copies} id = ${number}`,
  );
  await test.app.db.raw(
    `insert into accounts (site_id, member_id, email, email_key, password_hash, locale, terms_at, terms_version, consent_at, created_at)
     select 1, 1000 + n, 'known' || n || '@example.test', 'known' || n || '@example.test', password_hash, locale, terms_at, terms_version, consent_at, created_at
       from accounts, ${copies} member_id = ${number}`,
  );
}, 120_000);
afterAll(() => test.close());

const address = (kind: "known" | "stranger", n: number) => `${kind}${n}@example.test`;

/** Requests known and unknown addresses in turn, each from its own network; every distinct response with its count. */
async function answersTo(count: number, ask: (email: string, n: number) => Promise<Reply<unknown>>) {
  const distinct = { known: new Map<string, number>(), stranger: new Map<string, number>() };
  for (let from = 1; from <= count; from += AT_ONCE) {
    const batch = Array.from({ length: Math.min(AT_ONCE, count - from + 1) }, (_, index) => from + index);
    await Promise.all(
      batch.flatMap((n) =>
        (["known", "stranger"] as const).map(async (kind) => {
          const { status, body, headers } = await ask(address(kind, n), n);
          const shown = [...headers].filter(([name]) => !/^(date|keep-alive)$/.test(name)).sort();
          const answer = JSON.stringify({ status, body, headers: shown });
          distinct[kind].set(answer, (distinct[kind].get(answer) ?? 0) + 1);
        }),
      ),
    );
  }
  return { known: [...distinct.known], stranger: [...distinct.stranger] };
}

describe("enumeration on a site that hides membership", () => {
  beforeAll(() => changeSite(test.app, 1, { discreet_accounts: true }));
  afterAll(() => changeSite(test.app, 1, { discreet_accounts: false }));
  const signUp = (email: string, name: string, client = test.client(), key?: string) =>
    client.call(SignupApi.signup, { body: signupForm("guest", { email, name }) as never, ...(key && { key }) });
  const logIn = (email: string, password = PASSWORD) =>
    test.client().call(UserApi.login, { body: { email, password } });

  it("does not show by signing up with an address and logging in: answers are the same, byte by byte", async () => {
    const findings = await enumerate({
      pairs: 8,
      ground: {
        url: test.url,
        known: (pair) => address("known", 10 + pair),
        unknown: (pair) => `other${pair}@example.test`,
      },
      // so few pairs on a busy machine prove nothing about timing; `npm run security` does
      mostGap: 150,
      leastP: 0,
      print: () => {},
    });
    expect(findings.map(({ call, same }) => [call, same])).toEqual(findings.map(({ call }) => [call, true]));
    expect(findings).toHaveLength(5);
  }, 60_000);

  it("allows no login before the emailed link is followed, and the follower's login after it", async () => {
    const client = test.client();
    expect((await signUp("quiet@example.test", "Quiet one", client)).body.user).toBeNull();
    const early = await logIn("quiet@example.test");
    expect([early.status, early.body.error]).toEqual([401, "login_failed"]);
    for (let n = 0; n < 5; n++) await logIn("quiet@example.test");
    const { token } = await newestMail(test, "quiet@example.test");
    expect((await confirmBy(client, token)).body.user?.name).toBe("Quiet one");
    expect((await logIn("quiet@example.test")).status).toBe(200);
  });

  it("allows login after a password reset instead, whose link went to the same address", async () => {
    await signUp("silent@example.test", "Silent one");
    await test.client().call(PasswordApi.ask, { body: { email: "silent@example.test" } });
    const { token, subject } = await newestMail(test, "silent@example.test");
    expect(subject).toBe("Choose a new password");
    const password = "another quiet evening";
    await test.client().call(PasswordApi.reset, { body: { token, password, password_repeat: password } });
    const { status, body } = await logIn("silent@example.test", password);
    expect([status, body.user?.status]).toEqual([200, "active"]);
  });

  it("does not show by concurrent sign-ups with one name: one gets it, and the same one gets it again", async () => {
    for (const email of [address("known", 31), "together@example.test"]) {
      const name = `Together ${email.slice(0, 5)}`;
      const apart = await Promise.all(Array.from({ length: 5 }, () => signUp(email, name)));
      expect(apart.map(({ status, body }) => body.error ?? status).sort()).toEqual([
        201,
        ...Array(4).fill("name_taken"),
      ]);
      const key = crypto.randomUUID();
      const again = await Promise.all(Array.from({ length: 5 }, () => signUp(email, `${name} b`, test.client(), key)));
      expect(again.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
    }
    const { rows } = await test.app.db.raw("select 1 from accounts where email_key = 'together@example.test'");
    expect(rows).toHaveLength(1);
  });

  it("does not show by sending the same sign-up again: it is answered as it was, for ten minutes", async () => {
    const key = crypto.randomUUID();
    for (const email of [address("known", 30), "again@example.test"]) {
      const name = `Again ${email.slice(0, 5)}`;
      for (let n = 0; n < 3; n++) expect((await signUp(email, name, test.client(), key)).status).toBe(201);
      expect((await signUp(email, name)).body.error).toBe("name_taken");
      await test.app.clock.advance(601);
      expect((await signUp(email, name, test.client(), key)).body.error).toBe("name_taken");
    }
    const { rows } = await test.app.db.raw("select 1 from accounts where email_key = 'again@example.test'");
    expect(rows).toHaveLength(1);
  });
});

describe("who is a member", () => {
  it(`does not show at login: ${MANY} known and ${MANY} unknown addresses get the same status and bytes`, async () => {
    const { known, stranger } = await answersTo(MANY, (email) =>
      test.client().call(UserApi.login, { body: { email, password: "not the password" } }),
    );
    expect(known).toEqual(stranger);
    expect(known).toHaveLength(1);
    expect(known[0]![1]).toBe(MANY);
  }, 240_000);

  it("does not show at reset, sign-up and change of address on a site that hides membership", async () => {
    await changeSite(test.app, 1, { discreet_accounts: true });
    const resets = await answersTo(MANY, (email) => test.client().call(PasswordApi.ask, { body: { email } }));
    expect(resets.known).toEqual(resets.stranger);
    expect(resets.known).toHaveLength(1);
    const form = (email: string, name: string): SignupForm => signupForm("guest", { email, name });
    let names = 0;
    const signups = await answersTo(SOME, (email) =>
      test.client().call(SignupApi.signup, { body: form(email, `Newcomer ${++names}`) as never }),
    );
    expect(signups.known).toEqual(signups.stranger);
    expect(signups.known).toHaveLength(1);
    expect(signups.known[0]![0]).toContain('"status":201');
    // nor by retrying the name that the sign-up would have reserved
    for (let n = 1; n <= 4; n++) {
      const again = await test
        .client()
        .call(SignupApi.signup, { body: form(`third${n}@example.test`, `Newcomer ${n}`) as never });
      expect(again.body.error).toBe("name_taken");
    }
    const movers = await Promise.all(
      Array.from({ length: 4 }, async (_, n) => {
        const client = test.client();
        await changeSite(test.app, 1, { discreet_accounts: false });
        await client.call(SignupApi.signup, { body: signupForm(`mover${n}`) as never });
        return client;
      }),
    );
    await changeSite(test.app, 1, { discreet_accounts: true });
    let asked = 0;
    const moves = await answersTo(8, (email, n) =>
      movers[asked++ % 4]!.call(MailChangeApi.ask, {
        body: { email: email.replace(/\d+/, String(100 + n)), password: PASSWORD },
      }),
    );
    expect(moves.known).toEqual(moves.stranger);
    expect(moves.known).toHaveLength(1);
    expect(moves.known[0]![0]).toContain('"status":200');
  }, 240_000);
});
