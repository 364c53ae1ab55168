/** One member with an object of every kind, each with a text that no other member may read, and callers in every state. */
import { randomUUID } from "node:crypto";
import { ChatApi, ChatPhotoApi } from "@serenade/contract/chat";
import { DirectDebitApi } from "@serenade/contract/direct-debit";
import { ID_KINDS, type IdKind } from "@serenade/contract/ids";
import { BlockApi, ProfileApi } from "@serenade/contract/members";
import { PaymentApi } from "@serenade/contract/payments";
import { PhotoApi } from "@serenade/contract/photos";
import { SavedSearchApi } from "@serenade/contract/search";
import { DepartureApi, ExportApi } from "@serenade/contract/security";
import { type App, createServer } from "../server/app.ts";
import { banAccount } from "../server/modules/account/commands.ts";
import { makeCode } from "../server/modules/discounts/commands.ts";
import { type Client, createClient } from "../server/test/client.ts";
import { pictureOf } from "../server/test/photo-corpus.ts";
import { as, PASSWORD, type Person, person } from "./people.ts";

export const ROLES = ["visitor", "unconfirmed", "free", "premium", "blocked", "banned", "leaving"] as const;
export type Role = (typeof ROLES)[number];
/** Send ids of the wrong kind, half of the kinds each: more of them would reach a rate limit. */
export const CONFUSED = ["confused", "mistaken"] as const;
export type Caller = Role | (typeof CONFUSED)[number];
/** These callers must not see the owner at all. */
export const EXCLUDED: readonly Role[] = ["visitor", "blocked", "banned", "leaving"];

/** For its owner and the intended readers only. */
export const PRIVATE = "canary-private";
/** Members may read it on the owner's profile. */
export const PUBLIC = "canary-public";

export interface Corpus {
  owner: Person;
  /** Existing encrypted ids of the owner. */
  foreign: Record<IdKind, string[]>;
  /** Encrypted ids of nothing that exists. */
  missing: Record<IdKind, string>;
  /** File names after photo/ and chat-photo/. */
  files: { photo: string[]; picture: string[] };
  exportToken: string;
  code: string;
  callers: Record<Exclude<Caller, "visitor">, Person>;
  /** A conversation and a message of each caller that can have them. */
  own: Partial<Record<Caller, { conversation: string; message: string }>>;
  /** A member that every caller may see. */
  friend: Person;
  /** Internal ids in the owner's rows. */
  numbers: number[];
}

const WISHES: Record<Exclude<Caller, "visitor">, object> = {
  unconfirmed: { unconfirmed: true },
  free: { credits: 10 },
  premium: { premium: true, credits: 100 },
  blocked: { credits: 10 },
  banned: {},
  leaving: {},
  confused: { premium: true, credits: 100 },
  mistaken: { premium: true, credits: 100 },
};

export async function buildCorpus(app: App): Promise<Corpus> {
  const server = await createServer(app, { pages: false });
  await server.listen({ port: 0, host: "127.0.0.1" });
  const url = `http://127.0.0.1:${(server.server.address() as { port: number }).port}`;
  let networks = 0;
  const browser = (who: Person): Client => as(createClient(url, `10.98.0.${++networks}`), who);
  try {
    return await build(app, browser);
  } finally {
    await server.close();
  }
}

async function build(app: App, browser: (who: Person) => Client): Promise<Corpus> {
  const owner = await person(app, "Owner", { premium: true, credits: 200, email: `${PRIVATE}-mail@example.test` });
  const partner = await person(app, "Partner", { premium: true, credits: 200, gender: "man" });
  const suitor = await person(app, "Suitor", { premium: true, credits: 200, gender: "man" });
  const friend = await person(app, "Friend", { gender: "man" });
  const [hers, his] = [browser(owner), browser(partner)];
  const send = async (from: Client, to: Person, what: object) => {
    const body = { client_id: randomUUID(), profile: to.id, ...what };
    const answer = await from.call(ChatApi.send, { body: body as never });
    if (answer.status !== 201) throw new Error(`sending a message: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const picture = async (from: Client, number: number) => {
    const { body } = await from.upload(ChatPhotoApi.upload, await pictureOf(number), `${PRIVATE}-file.jpg`);
    return (body as { photo: { id: string; filename: string } }).photo;
  };

  await hers.call(ProfileApi.change, { body: { about: `I like ${PUBLIC} and walks.` } });
  const posted = [];
  for (const number of [201, 202]) {
    const { body } = await hers.upload(PhotoApi.upload, await pictureOf(number), `${PRIVATE}-photo.jpg`);
    posted.push(...(body as { photos: { id: string; filename: string }[] }).photos.slice(-1));
  }
  const first = await send(hers, partner, { message: `${PRIVATE} first words` });
  const answered = await send(his, owner, { message: `${PRIVATE} an answer` });
  await send(his, owner, { gift: "rose" });
  const [sent, received, unsent] = [await picture(hers, 203), await picture(his, 204), await picture(hers, 205)];
  await send(hers, partner, { photo: sent.id });
  await send(his, owner, { photo: received.id });
  const request = await send(browser(suitor), owner, { message: `${PRIVATE} a request` });
  await hers.call(SavedSearchApi.save, { body: { query: "min_age=47&max_age=48", alert: true } });
  const ordered = await hers.call(PaymentApi.start, { body: { bundle: "p0", paymentmethod: "card" } });
  await hers.call(ExportApi.ask);
  for (const job of ["photos", "chat-photos", "export", "mail"]) await app.jobs.run(job);

  const [search, gift, session] = await Promise.all(
    ["saved_searches where member_id", "gifts where receiver_id", "sessions where member_id"].map((from) =>
      idOfRow(app, from, owner.number),
    ),
  );
  const passkey = app.ids.next();
  await app.db.raw(
    `insert into passkeys (site_id, id, member_id, credential_id, public_key, counter, transports, name, created_at)
     values (1, $1, $2, 'a credential', '\\x00', 0, '{}', $3, $4)`,
    [passkey, owner.number, `${PRIVATE} phone`, app.clock.iso()],
  );
  const instrument = app.ids.next();
  await app.db.raw(
    `insert into payment_instruments (site_id, id, member_id, provider, token, kind, brand, last4, created_at, used_at)
     values (1, $1, $2, 'sandbox', 'sbi_private', 'card', 'visa', '4242', $3, $3)`,
    [instrument, owner.number, app.clock.iso()],
  );
  const begun = await hers.call(DirectDebitApi.begin, {
    body: {
      ...{ bundle: "p0", account_holder: `${PRIVATE} holder`, iban: "NL91ABNA0417164300", phone: "+31612345678" },
      ...{ street: "Oudegracht", house_number: "1", zip: "3511 AB", city: "Utrecht" },
    },
  });
  const mandate = app.ids.decode("mandate", begun.body.id)!;
  const { code } = await app.db.transaction((tx) =>
    makeCode(app, tx, { site: 1, member: owner.number, percent: 30, hours: 900, prefix: "STAY" }),
  );
  const { rows } = await app.db.raw(
    "select params->>'url' as url from mail_outbox where member_id = $1 and kind = 'export_ready'",
    [owner.number],
  );
  const exportToken = new URL((rows[0] as { url: string }).url).searchParams.get("token")!;

  const foreign: Record<IdKind, string[]> = {
    member: [owner.id],
    conversation: [first.conversation, request.conversation],
    message: [first.message.id, answered.message.id, request.message.id],
    photo: posted.map(({ id }) => id),
    picture: [sent.id, received.id, unsent.id],
    transaction: [ordered.body.transaction.id],
    session: [app.ids.encode("session", session!)],
    passkey: [app.ids.encode("passkey", passkey)],
    search: [app.ids.encode("search", search!)],
    gift: [app.ids.encode("gift", gift!)],
    mandate: [app.ids.encode("mandate", mandate)],
    instrument: [app.ids.encode("instrument", instrument)],
  };
  const missing = Object.fromEntries(ID_KINDS.map((kind) => [kind, app.ids.encode(kind, app.ids.next())]));
  const numbers = Object.entries(foreign).flatMap(([kind, ids]) =>
    ids.map((id) => app.ids.decode(kind as IdKind, id)!),
  );

  const callers = {} as Corpus["callers"];
  const own: Corpus["own"] = {};
  for (const [role, wishes] of Object.entries(WISHES) as [Exclude<Caller, "visitor">, object][]) {
    const one = await person(app, `Caller ${role}`, wishes);
    callers[role] = one;
    const sent = await send(browser(one), friend, { message: `Good evening, I am ${role}` });
    own[role] = { conversation: sent.conversation, message: sent.message.id };
  }
  await hers.call(BlockApi.block, { body: { id: callers.blocked.id as never } });
  await banAccount(app, 1, callers.banned.number, "a check");
  await browser(callers.leaving).call(DepartureApi.leave, { body: { password: PASSWORD, reason: "pause" } });
  await app.jobs.run("mail");
  const files = {
    photo: posted.map(({ filename }) => filename),
    picture: [sent, received, unsent].map(({ filename }) => filename),
  };
  return {
    owner,
    foreign,
    missing: missing as Corpus["missing"],
    files,
    exportToken,
    code,
    callers,
    own,
    friend,
    numbers,
  };
}

async function idOfRow(app: App, from: string, member: number): Promise<number> {
  const { rows } = await app.db.raw(`select id from ${from} = $1 limit 1`, [member]);
  return Number((rows[0] as { id: number }).id);
}

/** Table → digest of each row that refers to the owner or the owner's objects. */
export async function listOwned(app: App, { numbers }: Corpus): Promise<Map<string, string[]>> {
  const { rows } = await app.db.raw(
    "select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by relname",
  );
  const owned = new Map<string, string[]>();
  for (const { relname } of rows as { relname: string }[]) {
    const { rows: found } = await app.db.raw(`select md5(t::text) as digest from ${relname} t where t::text ~ $1`, [
      `(^|[^0-9])(${numbers.join("|")})([^0-9]|$)`,
    ]);
    owned.set(
      relname,
      (found as { digest: string }[]).map(({ digest }) => digest),
    );
  }
  return owned;
}
