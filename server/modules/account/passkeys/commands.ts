/** Passkeys: registering, logging in, removing (product.md 3). A challenge is answered once, by deleting its row. */
import { PASSKEYS_MAX } from "@serenade/contract/limits";
import { isDuplicate, type Transaction } from "../../../kernel/db/db.ts";
import { write } from "../../../kernel/db/statement.ts";
import { orNotFound, Refusal } from "../../../kernel/refusal.ts";
import type { Resources } from "../../../kernel/resources.ts";
import { getMember } from "../../members/queries.ts";
import { getSite } from "../../site/queries.ts";
import { getContact } from "../queries.ts";
import { notifyByMail } from "../second-factor/commands.ts";
import { tokenHash } from "../sessions/queries.ts";
import {
  challengeOf,
  optionsToLogIn,
  optionsToRegister,
  type Party,
  readAssertion,
  readRegistration,
} from "./gateway.ts";
import { findPasskey, listPasskeys } from "./queries.ts";

const CHALLENGE_SECONDS = 300;

const insertChallenge = write<[number, Buffer, number | null, string]>(
  "insert into passkey_challenges (site_id, challenge_hash, member_id, expires_at) values ($1, $2, $3, $4)",
);
const takeChallenge = write<[number, Buffer, number | null, string], { expires_at: string }>(
  `delete from passkey_challenges
    where site_id = $1 and challenge_hash = $2 and member_id is not distinct from $3::bigint and expires_at > $4
   returning expires_at`,
);
const deleteOldChallenges = write<[string]>("delete from passkey_challenges where expires_at < $1");
const insertPasskey = write<[number, number, number, string, Buffer, number, string[], string, string]>(
  `insert into passkeys (site_id, id, member_id, credential_id, public_key, counter, transports, name, created_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
);
/** A device without a counter says 0 for ever; every other one only goes up. */
const usePasskey = write<[number, number, number, string], { member_id: number }>(
  `update passkeys set counter = $3, used_at = $4
    where site_id = $1 and id = $2 and (counter < $3 or (counter = 0 and $3 = 0)) returning member_id`,
);
const deletePasskey = write<[number, number, number], { id: number }>(
  "delete from passkeys where site_id = $1 and member_id = $2 and id = $3 returning id",
);
const deleteSince = write<[number, number, string]>(
  "delete from passkeys where site_id = $1 and member_id = $2 and created_at >= $3",
);

interface Who {
  site: number;
  member: number;
}

/** Forgets the passkeys that were added since then: whoever did it may not have been the owner. */
export async function forgetPasskeysSince(tx: Transaction, { site, member }: Who, since: string): Promise<void> {
  await tx.one(deleteSince, site, member, since);
}

/** Forgets the challenges that nobody answered, of all sites. */
export async function sweepChallenges({ db, clock }: Resources): Promise<void> {
  await db.one(deleteOldChallenges, clock.iso());
}

/** What the member's device is asked to make. */
export async function startPasskey(app: Resources, { site, member }: Who, party: Party) {
  const has = await listPasskeys(app.db, site, member);
  if (has.length >= PASSKEYS_MAX) throw new Refusal("passkey_limit");
  const [{ name }, { email }, { settings }] = await Promise.all([
    getMember(app.db, site, member),
    getContact(app.db, site, member),
    getSite(app, site),
  ]);
  const handle = app.ids.seal("member", member);
  const options = await optionsToRegister(party, { handle, email, name, site: settings.name, has });
  await keepChallenge(app, site, member, options.challenge);
  return options;
}

/** Keeps the passkey that the device made. */
export async function registerPasskey(
  app: Resources,
  { site, member }: Who,
  { name, response, party, baseUrl }: { name: string; response: Answered; party: Party; baseUrl: string },
): Promise<void> {
  const challenge = await spendChallenge(app, site, member, response);
  const made = orNotFound(await readRegistration(party, response, challenge), "passkey_failed");
  await app.db.transaction(async (tx) => {
    if ((await listPasskeys(tx, site, member)).length >= PASSKEYS_MAX) throw new Refusal("passkey_limit");
    const key = Buffer.from(made.publicKey);
    const transports = made.transports ?? [];
    await tx
      .one(insertPasskey, site, app.ids.next(), member, made.id, key, made.counter, transports, name, app.clock.iso())
      .catch((error) => {
        throw isDuplicate(error, "passkeys_credential") ? new Refusal("passkey_failed") : error;
      });
    await notifyByMail(app, tx, { site, member }, "passkey_added", baseUrl);
  });
}

export async function removePasskey(app: Resources, { site, member }: Who, id: number, baseUrl: string): Promise<void> {
  await app.db.transaction(async (tx) => {
    if (await tx.one(deletePasskey, site, member, id))
      await notifyByMail(app, tx, { site, member }, "passkey_removed", baseUrl);
  });
}

/** What any device is asked at login: nobody is named, the device knows who it belongs to. */
export async function startPasskeyLogin(app: Resources, site: number, party: Party) {
  const options = await optionsToLogIn(party);
  await keepChallenge(app, site, null, options.challenge);
  return options;
}

/** The member whose passkey answered. A passkey asks for finger, face or PIN itself, so no code is asked besides. */
export async function logInByPasskey(app: Resources, site: number, response: Answered, party: Party): Promise<number> {
  const challenge = await spendChallenge(app, site, null, response);
  const passkey = orNotFound(await findPasskey(app.db, site, response.id), "passkey_failed");
  const counter = orNotFound(await readAssertion(party, response, challenge, passkey), "passkey_failed");
  const used = await app.db.one(usePasskey, site, passkey.id, counter, app.clock.iso());
  return orNotFound(used, "passkey_failed").member_id;
}

interface Answered {
  id: string;
  response: { clientDataJSON: string };
}

async function keepChallenge(app: Resources, site: number, member: number | null, challenge: string): Promise<void> {
  await app.db.one(insertChallenge, site, tokenHash(challenge), member, app.clock.in(CHALLENGE_SECONDS));
}

async function spendChallenge(app: Resources, site: number, member: number | null, answer: Answered): Promise<string> {
  const challenge = challengeOf(answer.response.clientDataJSON);
  orNotFound(await app.db.one(takeChallenge, site, tokenHash(challenge), member, app.clock.iso()), "passkey_failed");
  return challenge;
}
