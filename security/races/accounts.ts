/** Accounts: names and addresses are unique, a link of an email works once, an account is deleted once. */
import { randomUUID } from "node:crypto";
import { ActivateApi, SignupApi } from "@serenade/contract/account";
import { UnsubscribeApi } from "@serenade/contract/notifications";
import { DepartureApi, ExportApi, MailChangeApi, PasswordApi } from "@serenade/contract/security";
import { signupForm } from "../../server/test/cast.ts";
import { PASSWORD } from "../people.ts";
import { concurrently, expectAnswers, expectCount, type Race, tokenFor } from "./stage.ts";

const letters = (n: number) => String.fromCharCode(97 + Math.floor(n / 26), 97 + (n % 26));

/** The same name, the same address, and the same form by its key. At most fifty passwords wait for a core (503). */
export const signUps: Race = async (stage) => {
  const { target, round } = stage;
  const name = `Wanted ${letters(round)}`;
  const signUp = (form: object, key = randomUUID()) =>
    target.client().call(SignupApi.signup, { key, body: signupForm("guest", form) as never });
  const byName = await concurrently(stage.many, (n) => signUp({ name, email: `wanted${round}.${n}@example.test` }));
  expectAnswers(stage, "sign-ups with one name", byName, 1, ["name_taken", "unavailable"]);
  const email = `one${round}@example.test`;
  const byEmail = await concurrently(stage.many, (n) =>
    signUp({ name: `Walker ${letters(round)} ${letters(n)}`, email }),
  );
  expectAnswers(stage, "sign-ups with one address", byEmail, 1, ["email_taken", "unavailable", "proof_required"]);
  const key = randomUUID();
  const form = { name: `Patient ${letters(round)}`, email: `patient${round}@example.test` };
  const byKey = await concurrently(stage.many / 2, () => signUp(form, key));
  const good = byKey.filter(({ status }) => status === 201).length;
  expectAnswers(stage, "repeated sign-ups", byKey, Math.max(1, good), ["unavailable"]);
  const ids = new Set(byKey.flatMap(({ body }) => body.user?.id ?? []));
  if (ids.size !== 1) stage.report.wrong(`a repeated sign-up, round ${round}: ${ids.size} members`);
  return async (app) => {
    const members = "select count(*) from members where site_id = 1 and name = $1";
    const accounts = "select count(*) from accounts where site_id = 1 and email like $1";
    await expectCount(stage, app, "members of one name", 1, members, [name]);
    await expectCount(stage, app, "accounts created for one name", 1, accounts, [`wanted${round}.%`]);
    await expectCount(stage, app, "accounts of one address", 1, accounts, [email]);
    await expectCount(stage, app, "accounts of one sign-up", 1, accounts, [form.email]);
    await expectCount(stage, app, "bonuses of sign-up", 3, BONUSES, [[`wanted${round}.%`, email, form.email]]);
  };
};
const BONUSES = `select count(*) from ledger l join accounts a using (site_id, member_id)
  where l.site_id = 1 and a.email like any ($1::text[])`;

/** Each token by sixty browsers of sixty networks. */
export const tokens: Race = async (stage) => {
  const { target, runners, browser, round } = stage;
  const { newMember, forgetful, mover, exporter } = runners;
  const strangers = <T>(act: (client: ReturnType<typeof target.client>) => Promise<T>) =>
    concurrently(stage.many, () => act(target.client()));

  let token = await tokenFor(stage, newMember.email, "/activate/done");
  const confirms = await strangers((client) => client.call(ActivateApi.confirm, { body: { token } }));
  expectAnswers(stage, "uses of one confirm link", confirms, 1, ["activation_failed"]);

  await target.client().call(PasswordApi.ask, { body: { email: forgetful.email } });
  token = await tokenFor(stage, forgetful.email, "/reset-password/do");
  const reset = (n: number) => {
    const password = `another quiet evening ${n}`;
    return target.client().call(PasswordApi.reset, { body: { token, password, password_repeat: password } });
  };
  expectAnswers(stage, "uses of one reset link", await concurrently(stage.many, reset), 1, [
    "link_invalid",
    "unavailable",
  ]);

  const email = `moved${round}@example.test`;
  await browser(mover).call(MailChangeApi.ask, { body: { email, password: PASSWORD } });
  token = await tokenFor(stage, email, "/mail-change/do");
  const moves = await strangers((client) => client.call(MailChangeApi.confirm, { body: { token } }));
  expectAnswers(stage, "uses of one link to change the address", moves, 1, ["link_invalid"]);
  token = await tokenFor(stage, mover.email, "/mail-change/do");
  const undone = await strangers((client) => client.call(MailChangeApi.undo, { body: { token } }));
  expectAnswers(stage, "uses of one link to restore the address", undone, 1, ["link_invalid"]);

  await browser(exporter).call(ExportApi.ask);
  token = await tokenFor(stage, exporter.email, "/notifications");
  const fetched = await concurrently(stage.many, async () => {
    const answer = await browser(exporter).fetch(`/api/export.php?token=${token}`);
    const body = answer.ok ? {} : await answer.json();
    if (answer.ok) await answer.arrayBuffer();
    return { status: answer.status, body };
  });
  expectAnswers(stage, "fetches of one export", fetched as never, 1, ["link_invalid", "too_many_requests"]);

  const query = { token: stage.unsubscribeToken };
  const stops = await concurrently(stage.many, () =>
    target.client().call(UnsubscribeApi.act, { query, headers: { origin: "" } }),
  );
  expectAnswers(stage, "uses of one unsubscribe link", stops, stage.many, []);
  return async (app) => {
    const used = "select count(*) from account_tokens where site_id = 1 and member_id = $1 and used_at is null";
    await expectCount(stage, app, "confirm links left", 0, used, [newMember.number]);
    const accounts = "select count(*) from accounts where site_id = 1 and member_id = $1 and email = $2";
    await expectCount(stage, app, "addresses back", 1, accounts, [mover.number, mover.email]);
    const stopped = "select count(*) from mail_stops where site_id = 1 and member_id = $1";
    await expectCount(stage, app, "email suppressions", 1, stopped, [runners.subscriber.number]);
  };
};

/** Deleted once, with one email; reactivated once. */
export const deleteAndReactivate: Race = async (stage) => {
  const { runners, browser, target } = stage;
  const { deletingMember } = runners;
  const leave = () =>
    browser(deletingMember).call(DepartureApi.leave, { body: { password: PASSWORD, reason: "pause" } });
  const left = await concurrently(stage.many, leave);
  // calls that passed before the session ended found the account already leaving
  const good = left.filter(({ status }) => status === 200).length;
  expectAnswers(stage, "deletions of one account", left, Math.max(1, good), [
    "authentication_required",
    "too_many_requests",
    "too_many_attempts",
    "unavailable",
    "not_found",
  ]);
  const token = await tokenFor(stage, deletingMember.email, "/account-deleted");
  const mails = (await (await target.client().fetch("/dev/outbox.json")).json()) as { to: string; subject: string }[];
  const sent = mails.filter(({ to }) => to === deletingMember.email).length;
  if (sent !== 2) stage.report.wrong(`account deletion, round ${stage.round}: ${sent - 1} emails instead of 1`);
  const back = await concurrently(stage.many, () => target.client().call(DepartureApi.back, { body: { token } }));
  expectAnswers(stage, "uses of one reactivation link", back, 1, ["link_invalid"]);
  return async (app) => {
    const departures = "select count(*) from departures where site_id = 1 and member_id = $1";
    await expectCount(stage, app, "departures after reactivation", 0, departures, [deletingMember.number]);
  };
};
