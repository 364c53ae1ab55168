import { SignupApi, UserApi } from "@serenade/contract/account";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type TestApp, testApp } from "../../../test/app.ts";
import { join, PASSWORD, signupForm } from "../../../test/cast.ts";
import type { Client } from "../../../test/client.ts";
import { solveProof } from "../../../test/proof-of-work.ts";
import { changeSite } from "../../site/commands.ts";
import { limitAddressChecks, noteSignup } from "./commands.ts";

let test: TestApp;
beforeAll(async () => {
  test = await testApp();
});
afterAll(() => test.close());

const signUp = (form: object, client = test.client()) => client.call(SignupApi.signup, { body: form as never });

/** Names five addresses that have an account already: none of them is a sign-up, all of them are looked for. */
async function nameFive(client: Client, prefix: string): Promise<void> {
  for (let n = 0; n < 5; n++) {
    await join(test, `${prefix}${n}`);
    expect((await signUp({ ...signupForm(`${prefix}${n}`), name: `${prefix} other ${n}` }, client)).body.error).toBe(
      "email_taken",
    );
  }
}

describe("what is refused", () => {
  it("does not count as one of the five sign-ups per half hour", async () => {
    const client = test.client();
    await join(test, "taken");
    for (let n = 0; n < 8; n++) {
      const answer = await signUp({ ...signupForm("mine"), name: "Taken" }, client);
      expect(answer.body.error).toBe("name_taken");
    }
    expect((await signUp(signupForm("mine"), client)).status).toBe(201);
  });

  it("refuses disposable addresses and the most common passwords", async () => {
    for (const email of ["x@mailinator.com", "X@MAILINATOR.COM", "y@deep.sub.yopmail.com"]) {
      const { status, body } = await signUp({ ...signupForm("short"), email });
      expect([status, body.fields?.email]).toEqual([400, expect.stringContaining("disposable")]);
    }
    const passwords = ["password1", "qwertyuiop", "Sommer2024", "lastone@example.test", "lastone1991", "aaaaaaaaaaaa"];
    for (const password of passwords) {
      const { status, body } = await signUp({ ...signupForm("lastone"), password });
      expect([password, status, body.fields?.password]).toEqual([password, 400, "This password is too easy to guess."]);
    }
    expect((await signUp(signupForm("lastone"))).status).toBe(201);
  });

  it("is no form that a machine filled in: it gets the same looking answer and no account", async () => {
    const client = test.client();
    const decoy = await signUp({ ...signupForm("robot"), topic_line: "cheap watches" }, client);
    const real = await signUp(signupForm("person"));
    const shape = (body: object): object =>
      Object.fromEntries(
        Object.entries(body).map(([key, value]) => [
          key,
          value && typeof value === "object" ? shape(value) : typeof value,
        ]),
      );
    expect([decoy.status, shape(decoy.body)]).toEqual([201, shape(real.body)]);
    expect(client.cookie("auth")).toMatch(/^[\w-]{43}$/);
    expect((await client.call(UserApi.current)).body.user).toBeNull();
    const { rows } = await test.app.db.raw("select 1 from accounts where email_key = 'robot@example.test'");
    expect(rows).toHaveLength(0);
  });
});

describe("a proof of work", () => {
  it("is required at the sixth address of an hour, is valid once, and only here", async () => {
    const client = test.client();
    await nameFive(client, "seen");
    const form = signupForm("sixth");
    const asked = await signUp(form, client);
    expect([asked.status, asked.body.error]).toEqual([428, "proof_required"]);
    const again = await signUp(form, client); // naming it again is not a way around
    expect(again.body.error).toBe("proof_required");
    const proof = await solveProof(asked.body.challenge);
    expect(
      (await signUp({ ...form, proof: proof.replace(/"derivedKey":"\w\w/, '"derivedKey":"00') }, client)).body.error,
    ).toBe("proof_required");
    const through = await signUp({ ...form, proof }, client);
    expect(through.status).toBe(201);
    const replay = await signUp({ ...signupForm("seventh"), proof }, client);
    expect(replay.body.error).toBe("proof_required");
    expect((await signUp(signupForm("elsewhere"))).status).toBe(201); // another network
  });

  it("is good once among 20 parallel uses, and none after ten minutes", async () => {
    const client = test.client();
    await nameFive(client, "crowd");
    const challenge = async (from: Client) => (await signUp(signupForm("late"), from)).body.challenge;
    const proof = await solveProof(await challenge(client));
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => signUp({ ...signupForm(`wave${n}`), proof }, client)),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    const slow = test.client();
    await nameFive(slow, "slow");
    const late = await solveProof(await challenge(slow));
    await test.app.clock.advance(601);
    expect((await signUp({ ...signupForm("late"), proof: late }, slow)).body.error).toBe("proof_required");
  });

  it("is required at login after ten wrong passwords from a network, and a proof for sign-up is invalid", async () => {
    const client = test.client();
    const gina = await join(test, "gina");
    const logIn = (email: string, password: string, proof?: string) =>
      client.call(UserApi.login, { body: { email, password, ...(proof && { proof }) } });
    for (let n = 0; n < 10; n++) await logIn(`guess${n}@example.test`, "wrong password");
    const asked = await logIn(gina.email, PASSWORD);
    expect([asked.status, asked.body.error]).toEqual([428, "proof_required"]);
    const proof = await solveProof(asked.body.challenge);
    const other = test.client();
    await nameFive(other, "wrong");
    const ofSignup = await solveProof((await signUp(signupForm("wrong9"), other)).body.challenge);
    expect((await logIn(gina.email, PASSWORD, ofSignup)).body.error).toBe("proof_required");
    expect((await logIn(gina.email, PASSWORD, proof)).status).toBe(200);
  });
});

describe("accounts of one network in a day", () => {
  const check = (purpose: "signup" | "reset", email: string, network = "192.0.2.44") =>
    limitAddressChecks(test.app, purpose, email, { site: 1, network, proof: undefined });

  it("have a price from the ninth on; asking for a password has none", async () => {
    for (let n = 0; n < 7; n++) await noteSignup(test.app, 1, "192.0.2.44");
    await check("signup", "eighth@example.test");
    await noteSignup(test.app, 1, "192.0.2.44");
    await expect(check("signup", "ninth@example.test")).rejects.toMatchObject({ code: "proof_required" });
    await check("reset", "ninth@example.test");
    await check("signup", "ninth@example.test", "192.0.2.45");
  });

  it("are counted by sign-up itself, also when a form is refused in between", async () => {
    const count = vi.spyOn(test.app.limiter, "count");
    await signUp({ ...signupForm("counted"), country: "XX" });
    const days = () => count.mock.calls.filter(([{ name }]) => name === "signups-of-a-day").length;
    expect(days()).toBe(0);
    await signUp(signupForm("counted"));
    expect(days()).toBe(1);
    count.mockRestore();
  });
});

describe("sign-up by invitation only", () => {
  // spec: 5.signups-invitation
  it("needs a code, which counts once per use and not for what is refused", async () => {
    const { createInvitation } = await import("../invitations/commands.ts");
    await changeSite(test.app, 1, { signups: "invite_only" });
    const code = await createInvitation(test.app, 1, { uses: 1, days: 7 });
    expect((await signUp(signupForm("walkin"))).body.error).toBe("signup_closed");
    expect((await signUp({ ...signupForm("walkin"), network: "friends" })).body.error).toBe("signup_closed");
    expect((await signUp({ ...signupForm("walkin"), invitation: "ABCD-EFGH-JKMN" })).body.error).toBe(
      "invitation_invalid",
    );
    expect((await signUp({ ...signupForm("guest"), name: "Gina", invitation: code })).body.error).toBe("name_taken");
    const typed = code.toLowerCase().replaceAll("-", " ");
    const answers = await Promise.all(
      ["one", "two", "three"].map((name) => signUp({ ...signupForm(`guest${name}`), invitation: typed })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 403, 403]);
    const old = await createInvitation(test.app, 1, { uses: 5, days: 7 });
    await test.app.clock.advance(8 * 86_400);
    expect((await signUp({ ...signupForm("tardy"), invitation: old })).body.error).toBe("invitation_invalid");
    await changeSite(test.app, 1, { signups: "all" });
  });
});
