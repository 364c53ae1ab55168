/** A member with a row in every table: the export is compared with every table, the erasure with every row and file. */
import { createECDH, randomBytes, randomUUID } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join as joinPath } from "node:path";
import { inflateRawSync } from "node:zlib";
import { UserApi } from "@serenade/contract/account";
import { ChatApi, type ChatPhoto, ChatPhotoApi, ChatsApi } from "@serenade/contract/chat";
import { DirectDebitApi } from "@serenade/contract/direct-debit";
import { LikesApi, SwipeGameApi } from "@serenade/contract/likes";
import { WELCOME_CODE } from "@serenade/contract/limits";
import { BlockApi, ProfileApi } from "@serenade/contract/members";
import { ComplaintApi, ReportApi } from "@serenade/contract/moderation";
import { NotificationsApi } from "@serenade/contract/notifications";
import { PaymentApi } from "@serenade/contract/payments";
import { PhotoApi } from "@serenade/contract/photos";
import { SavedSearchApi } from "@serenade/contract/search";
import { DepartureApi, ExportApi, MailChangeApi, PasswordApi } from "@serenade/contract/security";
import { ServiceApi } from "@serenade/contract/tickets";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { LEGAL_REMNANTS, NOT_EXPORTED } from "./erase.ts";
import { proveLedger } from "./modules/credits/queries.ts";
import { stopMails } from "./modules/mail/suppressions/commands.ts";
import { type TestApp, testApp } from "./test/app.ts";
import { join, newestMail, PASSWORD, type Person } from "./test/cast.ts";

vi.setConfig({ testTimeout: 120_000 }); // a whole life each, and a scan of every table

let test: TestApp;
beforeAll(async () => {
  test = await testApp();
});
afterAll(() => test.close());

/** Columns that refer to a member, besides every column called member_id. */
const NAMES_MEMBERS =
  /^(member_id|receiver_id|fictional_id|liker_id|liked_id|blocker_id|blocked_id|a_id|b_id|sender_id|started_by|last_from|draft_to|reporter_id|reported_id|debit|credit)$/;

const raw = async (sql: string, params: unknown[] = []) =>
  (await test.app.db.raw(sql, params)).rows as Record<string, unknown>[];
const columns = () =>
  raw(`select table_schema, table_name, column_name from information_schema.columns c
        where table_schema not in ('pg_catalog', 'information_schema')
          and exists (select from information_schema.tables t where t.table_schema = c.table_schema
                         and t.table_name = c.table_name and t.table_type = 'BASE TABLE')`) as Promise<
    { table_schema: string; table_name: string; column_name: string }[]
  >;

/** As if the weekly jobs had run, which do so in the daytime only. */
async function haveMailings({ number }: Person) {
  await raw("insert into mailing_pauses (site_id, member_id, kind, until) values (1, $1, 'reminders', now())", [
    number,
  ]);
  await raw("insert into reminded_lacks (site_id, member_id, lack, times) values (1, $1, 'photo', 1)", [number]);
  await raw(
    `insert into announcements (site_id, kind, subject, id, announced_at, until)
     values (1, 'news', 'a-page', 9, now(), now() + interval '1 year') on conflict do nothing`,
  );
  await raw("insert into announcement_deliveries (site_id, announcement_id, member_id) values (1, 9, $1)", [number]);
}

let guests = 0;

/** A life in the product: photos, chats, likes, blocks, payments, push, mails, sessions, an open change of address. */
async function live(name: string): Promise<{ who: Person; friend: Person; texts: string[] }> {
  const who = await join(test, name, { credits: 30, premium: true });
  const [friendly, foe, blocker, drafter] = Array.from({ length: 4 }, () => `guest${++guests}`) as [
    string,
    string,
    string,
    string,
  ];
  const friend = await join(test, friendly, { credits: 30, premium: true });
  const photo = await sharp({ create: { width: 400, height: 500, channels: 3, background: "#446688" } })
    .jpeg()
    .toBuffer();
  for (let n = 0; n < 2; n++) await who.upload(PhotoApi.upload, photo);
  await test.app.jobs.run("photos");
  await who.call(ProfileApi.change, {
    body: { location: { country: "NL", countryregion: "NL-UT", city: "Utrecht" } } as never,
  });
  await who.call(ProfileApi.change, {
    body: {
      about: `${name} about text`,
      interests: ["wine"],
      location: { country: "NL", countryregion: "NL-UT", city: `${name}town` },
    } as never,
  });
  for (const liked of [true, false]) {
    const { id } = await join(test, `guest${++guests}`);
    await who.call(SwipeGameApi.swipe, { body: { id, liked, time_zone: "Europe/Amsterdam" } });
  }
  await who.call(SavedSearchApi.save, { body: { query: "gender=man", alert: true } });
  await who.call(LikesApi.like, { body: { id: friend.id } });
  await friend.call(LikesApi.like, { body: { id: who.id } });
  const write = (from: Person, to: Person, message: string) =>
    from.call(ChatApi.send, { body: { client_id: randomUUID(), profile: to.id, message } });
  await write(who, friend, `${name} written text`);
  // before the reply: texts of the reported member remain with the case of any reporter
  await who.call(ReportApi.report, { body: { id: friend.id, reason: "other", note: `${name} noted text` } });
  await who.call(ServiceApi.write, { body: { email: who.email, topic: "other", message: `${name} asked text` } });
  const complaint = { email: who.email, kind: "other", subject: "/terms", good_faith: true } as const;
  await who.call(ComplaintApi.file, { body: { ...complaint, message: `a complaint ${++guests}` } });
  await subscribe(who, name);
  await write(friend, who, `${name} answered text`);
  for (const [from, to] of [
    [who, friend],
    [friend, who],
  ] as const) {
    await from.call(ChatApi.send, { body: { client_id: randomUUID(), profile: to.id, gift: "rose" } });
    const { photo: picture } = (await from.upload(ChatPhotoApi.upload, photo)).body as { photo: ChatPhoto };
    await from.call(ChatApi.send, { body: { client_id: randomUUID(), profile: to.id, photo: picture.id } });
  }
  await test.app.jobs.run("chat-photos");
  await who.call(BlockApi.block, { body: { id: (await join(test, foe)).id } });
  await (await join(test, blocker)).call(BlockApi.block, { body: { id: who.id } });
  await join(test, drafter, { form: { to: who.id, signup_message: `${name} draft text` } });
  await friend.call(ReportApi.report, { body: { id: who.id, reason: "photos" } });
  const { redirect } = (
    await who.call(PaymentApi.start, { body: { bundle: "p0", paymentmethod: "card", store: true } })
  ).body;
  await fetch(redirect!, {
    method: "POST",
    redirect: "manual",
    body: new URLSearchParams({ act: "pay", card: "4242 4242 4242 4242" }),
  });
  const debit = {
    bundle: "p0" as const,
    ...{ account_holder: `${name} holder`, iban: "NL91ABNA0417164300", phone: "+31612345678" },
    ...{ street: "Oudegracht", house_number: "1", zip: "3511 AB", city: `${name}town` },
  };
  expect((await who.call(DirectDebitApi.begin, { body: debit })).status).toBe(201);
  await test.client("145.97.0.1").call(UserApi.login, { body: { email: who.email, password: PASSWORD } });
  await who.call(DepartureApi.stay, { body: {} });
  const chosen = { kinds: { like: { mail: true, push: false } }, read_receipts: false };
  expect((await who.call(NotificationsApi.change, { body: chosen as never })).status).toBe(200);
  await stopMails(test.app, { site: 1, member: who.number }, "listunsubscribe");
  await haveMailings(who);
  await who.call(MailChangeApi.ask, { body: { email: `${name}.canary@example.test`, password: PASSWORD } });
  await test.client().call(PasswordApi.ask, { body: { email: who.email } });
  await protect(who, name);
  await test.app.drain();
  const texts = [
    who.email,
    `${name}.canary@example.test`,
    `${name} about text`,
    `${name}town`,
    `${name} written text`,
    `${name} answered text`,
    `${name} draft text`,
    `${name} noted text`,
    `https://fcm.googleapis.com/${name}`,
    `${name}'s phone`,
  ];
  return { who, friend, texts };
}

/** Subscribes a browser to push: notifications then wait in the outbox. */
async function subscribe(who: Person, name: string): Promise<void> {
  const ecdh = createECDH("prime256v1");
  const keys = { p256dh: ecdh.generateKeys("base64url"), auth: randomBytes(16).toString("base64url") };
  const subscription = { endpoint: `https://fcm.googleapis.com/${name}`, keys };
  expect((await who.call(UserApi.push, { query: { push: "1" }, body: { subscription } })).status).toBe(200);
}

/** Preferences, and a row in every table of factors; their rules have tests of their own. */
async function protect(who: Person, name: string): Promise<void> {
  await who.call(NotificationsApi.change, {
    body: { read_receipts: false, kinds: { like: { mail: false, push: false } } } as never,
  });
  const later = "2030-01-01T00:00:00Z";
  const rows: [table: string, columns: string, values: unknown[]][] = [
    ["mail_stops", "reason, email_key, since", ["bounce", who.email, later]],
    ["cell_moves", "moved_at", [later]],
    ["fictional_acknowledgements", "fictional_id, acknowledged_at", [test.app.ids.next(), later]],
    ["unread_reminders", "kind, reminded_at", ["new_messages", later]],
    ["like_mails", "mailed_at", [later]],
    ["totp_secrets", "secret, created_at", [Buffer.from("secret"), later]],
    ["recovery_codes", "code_hash", [Buffer.from(`code ${name}`)]],
    ["login_tickets", "ticket_hash, expires_at", [Buffer.from(`ticket ${name}`), later]],
    ["passkey_challenges", "challenge_hash, expires_at", [Buffer.from(`challenge ${name}`), later]],
    [
      "passkeys",
      "id, credential_id, public_key, counter, transports, name, created_at",
      [test.app.ids.next(), `credential ${name}`, Buffer.from("key"), 0, "{}", `${name}'s phone`, later],
    ],
  ];
  for (const [table, columns, values] of rows) {
    const params = values.map((_, index) => `$${index + 3}`).join(", ");
    await test.app.db.raw(
      `insert into ${table} (site_id, member_id, ${columns}) values ($1, $2, ${params}) on conflict do nothing`,
      [1, who.number, ...values],
    );
  }
}

const fetchExport = (person: Pick<Person, "fetch">, token: string) => person.fetch(`/api/export.php?token=${token}`);

/** Reads a zip: its central directory names the entries, each deflated or stored. */
function unzip(zip: Buffer): { names: string[]; read: (name: string) => Buffer } {
  const entries = new Map<string, Buffer>();
  const end = zip.lastIndexOf(Buffer.from("PK\x05\x06"));
  for (let at = zip.readUInt32LE(end + 16), n = zip.readUInt16LE(end + 10); n > 0; n--) {
    const [method, size] = [zip.readUInt16LE(at + 10), zip.readUInt32LE(at + 20)];
    const [name, extra, comment] = [28, 30, 32].map((offset) => zip.readUInt16LE(at + offset)) as [
      number,
      number,
      number,
    ];
    const local = zip.readUInt32LE(at + 42);
    const from = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const bytes = zip.subarray(from, from + size);
    entries.set(zip.toString("utf8", at + 46, at + 46 + name), method === 0 ? bytes : inflateRawSync(bytes));
    at += 46 + name + extra + comment;
  }
  return { names: [...entries.keys()], read: (name) => entries.get(name)! };
}

describe("the export", () => {
  it("contains every table that refers to members, a page to read, and the photos; it downloads once", async () => {
    const { who, texts } = await live("mara");
    await who.call(UserApi.language, { body: { language: "fr" } });
    expect((await who.call(ExportApi.ask, { body: {} })).status).toBe(202);
    expect((await who.call(ExportApi.ask, { body: {} })).body.error).toBe("export_once_a_day");
    await test.app.jobs.run("export");
    const { token } = await newestMail(test, who.email);
    const stranger = await join(test, "stranger");
    expect((await fetchExport(stranger, token)).status).toBe(410);
    expect((await fetchExport(test.client(), token)).status).toBe(403);
    const answer = await fetchExport(who, token);
    expect([answer.status, answer.headers.get("content-type"), answer.headers.get("cache-control")]).toEqual([
      200,
      "application/zip",
      "no-store",
    ]);
    const { names, read } = unzip(Buffer.from(await answer.arrayBuffer()));
    expect(names.sort()).toEqual(["data.json", "index.html", "photos/1.webp", "photos/2.webp", "pictures/1.webp"]);
    expect((await sharp(read("photos/1.webp")).metadata()).format).toBe("webp");
    const data = JSON.parse(read("data.json").toString()) as { tables: Record<string, unknown[]> };
    const wanted = (await columns())
      .filter((column) => column.table_schema === "public" && NAMES_MEMBERS.test(column.column_name))
      .map((column) => column.table_name);
    expect([...new Set(wanted)].filter((table) => !(table in data.tables) && !(table in NOT_EXPORTED))).toEqual([]);
    // departures exist only for deletion requests; this member has a row in everything else
    expect(
      Object.entries(data.tables)
        .filter(([, rows]) => rows.length === 0)
        .map(([table]) => table)
        .sort(),
    ).toEqual(["departures", "discount_uses"]);
    const json = JSON.stringify(data);
    for (const text of texts.filter((one) => !one.includes("draft"))) expect(json).toContain(text);
    expect(json).not.toMatch(/password_hash|argon2|token_hash|token=/); // an export must not contain a reset link
    const page = read("index.html").toString();
    expect(page).toContain('<html lang="fr">');
    expect(page).toContain("mara answered text");
    expect(page).toContain("Mara");
    expect((await fetchExport(who, token)).status).toBe(410);
    expect(filesWith(Buffer.from("PK"))).toEqual([]); // deleted from disk
  });

  it("has one winner among parallel fetches, and is removed after a week", async () => {
    const who = await join(test, "nora");
    await who.call(ExportApi.ask, { body: {} });
    await test.app.jobs.run("export");
    const { token } = await newestMail(test, who.email);
    const answers = await Promise.all(Array.from({ length: 8 }, () => fetchExport(who, token)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const late = await join(test, "olga");
    await late.call(ExportApi.ask, { body: {} });
    await test.app.jobs.run("export");
    const lateToken = (await newestMail(test, late.email)).token;
    await test.app.clock.advance(7 * 86_400 + 1);
    await test.app.jobs.run("sweep");
    expect((await fetchExport(late, lateToken)).status).toBe(410);
    expect(filesWith(Buffer.from("PK"))).toEqual([]);
  });
});

describe("erasing", () => {
  it("leaves nothing of a member after 14 days except the legal remnants, in every table and every file", async () => {
    const { who, friend, texts } = await live("zephyrine");
    await who.call(ExportApi.ask, { body: {} });
    await test.app.jobs.run("export"); // not fetched: its file has to go as well
    const photos = await raw("select files from photos where member_id = $1", [who.number]);
    await who.upload(
      PhotoApi.upload,
      await sharp({ create: { width: 40, height: 50, channels: 3, background: "#664422" } })
        .png()
        .toBuffer(),
    ); // no rendition exists yet: the upload itself must be deleted
    const [waiting] = await raw("select files from photos where member_id = $1 and status = 'pending'", [who.number]);
    const renditions = ["full", "thumb", "match", "blurred"].flatMap((name) => [`${name}.webp`, `${name}.jpg`]);
    const at = (folder: unknown, file: string) => joinPath(test.app.config.dataDir, "files", String(folder), file);
    const pictures = await raw("select files from chat_photos where $1 in (sender_id, receiver_id)", [who.number]);
    const ofChat = ["full", "thumb", "blurred"].flatMap((name) => [`${name}.webp`, `${name}.jpg`]);
    expect(pictures).toHaveLength(2);
    const files = [
      ...pictures.flatMap(({ files: folder }) => ofChat.map((file) => at(folder, file))),
      ...photos.flatMap(({ files: folder }) => renditions.map((file) => at(folder, file))),
      ...["original", "thumb.webp"].map((file) => at(waiting!.files, file)),
    ];
    expect(files.filter((file) => !existsSync(file))).toEqual([]);
    const before = await whereIs(who, texts);
    expect(before).toEqual(
      expect.arrayContaining(["public.members", "public.messages", "public.sessions", "public.likes"]),
    );
    expect((await who.call(DepartureApi.leave, { body: { password: PASSWORD, reason: "privacy" } })).status).toBe(200);
    await test.app.drain();
    await test.app.clock.advance(14 * 86_400 - 60);
    await test.app.jobs.run("erase");
    expect(await whereIs(who, texts)).toContain("public.members"); // not a minute early
    await test.app.clock.advance(120);
    await test.app.jobs.run("erase");
    const goodbye = await newestMail(test, who.email).catch((error: Error) => error);
    expect(goodbye).toBeInstanceOf(Error); // it has no link, so no token; but it was sent:
    expect(
      await raw("select 1 from mail_outbox where recipient = $1 and sent_at is not null", [who.email]),
    ).toHaveLength(1);
    await test.app.jobs.run("sweep");
    expect((await whereIs(who, texts)).sort()).toEqual(
      Object.keys(LEGAL_REMNANTS)
        .map((table) => `public.${table}`)
        .sort(),
    );
    expect(files.filter((file) => existsSync(file))).toEqual([]);
    expect(filesWith(Buffer.from("PK"))).toEqual([]);
    for (const text of [who.email, "zephyrine about text"]) expect(filesWith(Buffer.from(text))).toEqual([]);
    // the books still add up, and the friend's side has no ghosts
    expect(Object.values(await proveLedger(test.app.db)).every((bad) => bad === 0)).toBe(true);
    expect((await friend.call(ChatsApi.list)).body).toMatchObject({ chats: [], unread_total: 0, new_likes_total: 0 });
    // name and address are free again
    expect((await join(test, "zephyrine")).name).toBe(who.name);
  });

  it("takes no row of another member, in any table", async () => {
    const [{ who }, { who: other }] = [await live("yolanda"), await live("xaver")];
    const leaving = await join(test, "leaving");
    const leave = (person: Person) =>
      person.call(DepartureApi.leave, { body: { password: PASSWORD, reason: "other" as const } });
    await leave(who);
    await test.app.clock.advance(86_400);
    await leave(leaving);
    await test.app.clock.advance(13 * 86_400 + 1);
    await test.app.drain();
    const guest = await join(test, `guest${++guests}`);
    const order = { bundle: "p1" as const, paymentmethod: "card" as const, discountcode: WELCOME_CODE };
    await guest.call(PaymentApi.start, { body: order });
    await other.call(ExportApi.ask, { body: {} });
    const message = "good evening, I read that you like wine as well";
    await other.call(ChatApi.send, { body: { client_id: randomUUID(), profile: guest.id, message } });
    const count = () => Promise.all([other, leaving, guest].map(countRows));
    const before = await count();
    expect(Object.keys(before[0]!).filter((table) => !before.some((counts) => counts[table]))).toEqual([]);
    await test.app.jobs.run("erase");
    expect(await raw("select 1 from members where id = $1", [who.number])).toEqual([]);
    expect(await count()).toEqual(before);
  });

  it("resumes after a crash, and spares members who reactivated in time", async () => {
    const quinn = await join(test, "quinn");
    await quinn.call(DepartureApi.leave, { body: { password: PASSWORD, reason: "other" } });
    const { token } = await newestMail(test, quinn.email);
    await test.app.clock.advance(13 * 86_400);
    await test.client().call(DepartureApi.back, { body: { token } });
    await test.app.clock.advance(2 * 86_400);
    await test.app.jobs.run("erase");
    expect((await test.client().call(UserApi.login, { body: { email: quinn.email, password: PASSWORD } })).status).toBe(
      200,
    );
  });
});

/** The number of rows that name a member, by table. */
async function countRows({ number }: Person): Promise<Record<string, number>> {
  const named = new Map<string, string[]>();
  for (const { table_schema, table_name, column_name } of await columns())
    if (table_schema === "public" && NAMES_MEMBERS.test(column_name))
      named.set(table_name, [...(named.get(table_name) ?? []), `"${column_name}"`]);
  const counts: Record<string, number> = {};
  for (const [table, names] of named) {
    const [row] = await raw(`select count(*)::int as n from "${table}" where $1 in (${names.join(", ")})`, [number]);
    counts[table] = row!.n as number;
  }
  return counts;
}

/** Tables that contain the member's number, encoded id, name, address or texts, in any column of any row. */
async function whereIs(who: Person, texts: string[]): Promise<string[]> {
  const tables = new Map<string, string>();
  for (const { table_schema, table_name } of await columns())
    tables.set(`${table_schema}.${table_name}`, `"${table_schema}"."${table_name}"`);
  const needles = [...texts, who.name, who.id].map((text) => text.toLowerCase());
  const found: string[] = [];
  for (const [name, quoted] of tables) {
    const rows = await raw(
      `select 1 from ${quoted} t
        where exists (select from jsonb_each_text(to_jsonb(t)) as c (key, value)
                       where c.value = $1 or c.value ~ ('(^|[^0-9])' || $1 || '($|[^0-9])')
                          or exists (select from unnest($2::text[]) needle where strpos(lower(c.value), needle) > 0)) limit 1`,
      [String(who.number), needles],
    );
    if (rows.length) found.push(name);
  }
  return found;
}

/** Files in storage that contain these bytes. */
function filesWith(bytes: Buffer): string[] {
  const folder = joinPath(test.app.config.dataDir, "files");
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => joinPath(entry.parentPath, entry.name))
    .filter((file) => {
      const content = readFileSync(file);
      return bytes.length === 2 ? content.subarray(0, 2).equals(bytes) : content.includes(bytes);
    });
}
