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

const insertChallenge = write<{ site: number; challengeHash: Buffer; member: number | null; expires: string }>(
  "insert into passkey_challenges (site_id, challenge_hash, member_id, expires_at) values ($site, $challengeHash, $member, $expires)",
);
const takeChallenge = write<
  { site: number; challengeHash: Buffer; member: number | null; now: string },
  { expires_at: string }
>(
  `delete from passkey_challenges
    where site_id = $site and challenge_hash = $challengeHash and member_id is not distinct from $member::bigint and expires_at > $now
   returning expires_at`,
);
const deleteOldChallenges = write<{ now: string }>("delete from passkey_challenges where expires_at < $now");
const insertPasskey = write<{
  site: number;
  id: number;
  member: number;
  credential: string;
  publicKey: Buffer;
  counter: number;
  transports: string[];
  name: string;
  now: string;
}>(
  `insert into passkeys (site_id, id, member_id, credential_id, public_key, counter, transports, name, created_at)
   values ($site, $id, $member, $credential, $publicKey, $counter, $transports, $name, $now)`,
);
/** A device without a counter always sends 0; every other counter only increases. */
const usePasskey = write<{ site: number; id: number; counter: number; now: string }, { member_id: number }>(
  `update passkeys set counter = $counter, used_at = $now
    where site_id = $site and id = $id and (counter < $counter or (counter = 0 and $counter = 0)) returning member_id`,
);
const deletePasskey = write<{ site: number; member: number; id: number }, { id: number }>(
  "delete from passkeys where site_id = $site and member_id = $member and id = $id returning id",
);
const deleteSince = write<{ site: number; member: number; since: string }>(
  "delete from passkeys where site_id = $site and member_id = $member and created_at >= $since",
);

interface Who {
  site: number;
  member: number;
}

/** Deletes passkeys added since then: an attacker may have added them. */
export async function forgetPasskeysSince(tx: Transaction, { site, member }: Who, since: string): Promise<void> {
  await tx.one(deleteSince, { site, member, since });
}

/** Deletes expired challenges of all sites. */
export async function sweepChallenges({ db, clock }: Resources): Promise<void> {
  await db.one(deleteOldChallenges, { now: clock.iso() });
}

/** The options to create a passkey. */
export async function startPasskey(app: Resources, { site, member }: Who, party: Party) {
  const has = await listPasskeys(app.db, site, member);
  if (has.length >= PASSKEYS_MAX) throw new Refusal("passkey_limit");
  const [{ name }, { email }, { settings }] = await Promise.all([
    getMember(app.db, site, member),
    getContact(app.db, site, member),
    getSite(app, site),
  ]);
  const handle = app.ids.encode("member", member);
  const options = await optionsToRegister(party, { handle, email, name, site: settings.name, has });
  await storeChallenge(app, site, member, options.challenge);
  return options;
}

/** Verifies and stores a new passkey. */
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
      .one(insertPasskey, {
        site,
        id: app.ids.next(),
        member,
        credential: made.id,
        publicKey: key,
        counter: made.counter,
        transports,
        name,
        now: app.clock.iso(),
      })
      .catch((error) => {
        throw isDuplicate(error, "passkeys_credential") ? new Refusal("passkey_failed") : error;
      });
    await notifyByMail(app, tx, { site, member }, "passkey_added", baseUrl);
  });
}

export async function removePasskey(app: Resources, { site, member }: Who, id: number, baseUrl: string): Promise<void> {
  await app.db.transaction(async (tx) => {
    if (await tx.one(deletePasskey, { site, member, id }))
      await notifyByMail(app, tx, { site, member }, "passkey_removed", baseUrl);
  });
}

/** The options for login: no account is named, the device knows its own. */
export async function startPasskeyLogin(app: Resources, site: number, party: Party) {
  const options = await optionsToLogIn(party);
  await storeChallenge(app, site, null, options.challenge);
  return options;
}

/** The member whose passkey signed. It verifies finger, face or PIN itself, so no second factor is required. */
export async function logInByPasskey(app: Resources, site: number, response: Answered, party: Party): Promise<number> {
  const challenge = await spendChallenge(app, site, null, response);
  const passkey = orNotFound(await findPasskey(app.db, site, response.id), "passkey_failed");
  const counter = orNotFound(await readAssertion(party, response, challenge, passkey), "passkey_failed");
  const used = await app.db.one(usePasskey, { site, id: passkey.id, counter, now: app.clock.iso() });
  return orNotFound(used, "passkey_failed").member_id;
}

interface Answered {
  id: string;
  response: { clientDataJSON: string };
}

async function storeChallenge(app: Resources, site: number, member: number | null, challenge: string): Promise<void> {
  await app.db.one(insertChallenge, {
    site,
    challengeHash: tokenHash(challenge),
    member,
    expires: app.clock.in(CHALLENGE_SECONDS),
  });
}

async function spendChallenge(app: Resources, site: number, member: number | null, answer: Answered): Promise<string> {
  const challenge = challengeOf(answer.response.clientDataJSON);
  orNotFound(
    await app.db.one(takeChallenge, { site, challengeHash: tokenHash(challenge), member, now: app.clock.iso() }),
    "passkey_failed",
  );
  return challenge;
}
