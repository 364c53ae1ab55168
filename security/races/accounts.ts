/** Accounts: names and addresses are one member's, a link of a mail works once, an account is left once. */
import { randomUUID } from "node:crypto";
import { ActivateApi, SignupApi } from "@serenade/contract/account";
import { UnsubscribeApi } from "@serenade/contract/notifications";
import { DepartureApi, ExportApi, MailChangeApi, PasswordApi } from "@serenade/contract/security";
import { signupForm } from "../../server/test/cast.ts";
import { PASSWORD } from "../people.ts";
import { hold, type Race, same, together, tokenFor } from "./stage.ts";

const letters = (n: number) => String.fromCharCode(97 + Math.floor(n / 26), 97 + (n % 26));

/** The same name, the same address, and the same form by its key. Passwords wait for a core, fifty at most (503). */
export const signUps: Race = async (stage) => {
  const { ground, round } = stage;
  const name = `Wanted ${letters(round)}`;
  const signUp = (form: object, key = randomUUID()) =>
    ground.client().call(SignupApi.signup, { key, body: signupForm("guest", form) as never });
  const byName = await together(stage.many, (n) => signUp({ name, email: `wanted${round}.${n}@example.test` }));
  hold(stage, "sign-ups with one name", byName, 1, ["name_taken", "unavailable"]);
  const email = `one${round}@example.test`;
  const byEmail = await together(stage.many, (n) => signUp({ name: `Walker ${letters(round)} ${letters(n)}`, email }));
  hold(stage, "sign-ups with one address", byEmail, 1, ["email_taken", "unavailable", "proof_required"]);
  const key = randomUUID();
  const form = { name: `Patient ${letters(round)}`, email: `patient${round}@example.test` };
  const byKey = await together(stage.many / 2, () => signUp(form, key));
  const good = byKey.filter(({ status }) => status === 201).length;
  hold(stage, "sign-ups sent again", byKey, Math.max(1, good), ["unavailable"]);
  const ids = new Set(byKey.flatMap(({ body }) => body.user?.id ?? []));
  if (ids.size !== 1) stage.report.wrong(`a sign-up sent again, round ${round}: ${ids.size} members`);
  return async (app) => {
    const members = "select count(*) from members where site_id = 1 and name = $1";
    const accounts = "select count(*) from accounts where site_id = 1 and email like $1";
    await same(stage, app, "members of one name", 1, members, [name]);
    await same(stage, app, "accounts made for one name", 1, accounts, [`wanted${round}.%`]);
    await same(stage, app, "accounts of one address", 1, accounts, [email]);
    await same(stage, app, "accounts of one sign-up", 1, accounts, [form.email]);
    await same(stage, app, "bonuses of sign-up", 3, BONUSES, [[`wanted${round}.%`, email, form.email]]);
  };
};
const BONUSES = `select count(*) from ledger l join accounts a using (site_id, member_id)
  where l.site_id = 1 and a.email like any ($1::text[])`;

/** Each token by sixty browsers of sixty networks. */
export const tokens: Race = async (stage) => {
  const { ground, runners, browser, round } = stage;
  const { arriver, forgetful, mover, keeper } = runners;
  const strangers = <T>(act: (client: ReturnType<typeof ground.client>) => Promise<T>) =>
    together(stage.many, () => act(ground.client()));

  let token = await tokenFor(stage, arriver.email, "/activate/done");
  const confirms = await strangers((client) => client.call(ActivateApi.confirm, { body: { token } }));
  hold(stage, "uses of one confirm link", confirms, 1, ["activation_failed"]);

  await ground.client().call(PasswordApi.ask, { body: { email: forgetful.email } });
  token = await tokenFor(stage, forgetful.email, "/reset-password/do");
  const reset = (n: number) => {
    const password = `another quiet evening ${n}`;
    return ground.client().call(PasswordApi.reset, { body: { token, password, password_repeat: password } });
  };
  hold(stage, "uses of one reset link", await together(stage.many, reset), 1, ["link_invalid", "unavailable"]);

  const email = `moved${round}@example.test`;
  await browser(mover).call(MailChangeApi.ask, { body: { email, password: PASSWORD } });
  token = await tokenFor(stage, email, "/mail-change/do");
  const moves = await strangers((client) => client.call(MailChangeApi.confirm, { body: { token } }));
  hold(stage, "uses of one link to a new address", moves, 1, ["link_invalid"]);
  token = await tokenFor(stage, mover.email, "/mail-change/do");
  const undone = await strangers((client) => client.call(MailChangeApi.undo, { body: { token } }));
  hold(stage, "uses of one link back to the old address", undone, 1, ["link_invalid"]);

  await browser(keeper).call(ExportApi.ask);
  token = await tokenFor(stage, keeper.email, "/notifications");
  const fetched = await together(stage.many, async () => {
    const answer = await browser(keeper).fetch(`/api/export.php?token=${token}`);
    const body = answer.ok ? {} : await answer.json();
    if (answer.ok) await answer.arrayBuffer();
    return { status: answer.status, body };
  });
  hold(stage, "fetches of one export", fetched as never, 1, ["link_invalid", "too_many_requests"]);

  const query = { token: stage.unsubscribeToken };
  const stops = await together(stage.many, () =>
    ground.client().call(UnsubscribeApi.act, { query, headers: { origin: "" } }),
  );
  hold(stage, "uses of one unsubscribe link", stops, stage.many, []);
  return async (app) => {
    const used = "select count(*) from account_tokens where site_id = 1 and member_id = $1 and used_at is null";
    await same(stage, app, "confirm links left", 0, used, [arriver.number]);
    const accounts = "select count(*) from accounts where site_id = 1 and member_id = $1 and email = $2";
    await same(stage, app, "addresses back", 1, accounts, [mover.number, mover.email]);
    const stopped = "select count(*) from mail_stops where site_id = 1 and member_id = $1";
    await same(stage, app, "stops of mails", 1, stopped, [runners.subscriber.number]);
  };
};

/** Left once, with one mail; come back once. */
export const departure: Race = async (stage) => {
  const { runners, browser, ground } = stage;
  const { leaver } = runners;
  const leave = () => browser(leaver).call(DepartureApi.leave, { body: { password: PASSWORD, reason: "pause" } });
  const left = await together(stage.many, leave);
  // those that passed before the session was gone found the account already leaving: it stays so
  const good = left.filter(({ status }) => status === 200).length;
  hold(stage, "deletions of one account", left, Math.max(1, good), [
    "authentication_required",
    "too_many_requests",
    "too_many_attempts",
    "unavailable",
    "not_found",
  ]);
  const token = await tokenFor(stage, leaver.email, "/account-deleted");
  const mails = (await (await ground.client().fetch("/dev/outbox.json")).json()) as { to: string; subject: string }[];
  const sent = mails.filter(({ to }) => to === leaver.email).length;
  if (sent !== 2) stage.report.wrong(`account deletion, round ${stage.round}: ${sent - 1} mails instead of 1`);
  const back = await together(stage.many, () => ground.client().call(DepartureApi.back, { body: { token } }));
  hold(stage, "uses of one link back into an account", back, 1, ["link_invalid"]);
  return async (app) => {
    const departures = "select count(*) from departures where site_id = 1 and member_id = $1";
    await same(stage, app, "departures after coming back", 0, departures, [leaver.number]);
  };
};
