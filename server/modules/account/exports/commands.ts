/**
 * A copy of all data about a member: requested, built by a job, downloaded once by its owner, deleted (product.md 3).
 */
import { EXPORT_LINK_DAYS } from "@serenade/contract/limits";
import type { Queries } from "../../../kernel/db/db.ts";
import { write } from "../../../kernel/db/statement.ts";
import { orNotFound, Refusal } from "../../../kernel/refusal.ts";
import type { Resources } from "../../../kernel/resources.ts";
import { removeFiles, removeFilesWith } from "../../files/commands.ts";
import { queueMail } from "../../mail/commands.ts";
import { photoKey } from "../../members/photos/commands.ts";
import { listPhotos } from "../../members/photos/queries.ts";
import { getSite, listSites } from "../../site/queries.ts";
import { getAccountStatus } from "../queries.ts";
import type { ExportRow } from "../tables.ts";
import { issueToken, takeToken } from "../tokens/commands.ts";
import { type ZipEntry, zip } from "./gateway.ts";
import { exportPage, type Held } from "./present.ts";
import { findReady, listFiles, listOpenExports, listOver, listSentPictures } from "./queries.ts";

export const EXPORT_JOB = "export";

const lockMember = write<{ site: number; member: number }, { member_id: number }>(
  "select member_id from accounts where site_id = $site and member_id = $member for update",
);
const countRequestsSince = write<{ site: number; member: number; since: string }, { n: number }>(
  "select count(*)::int as n from exports where site_id = $site and member_id = $member and requested_at > $since",
);
const insertExport = write<{ site: number; id: number; member: number; baseUrl: string; now: string }>(
  "insert into exports (site_id, id, member_id, base_url, requested_at) values ($site, $id, $member, $baseUrl, $now)",
);
const markReady = write<{ site: number; id: number; now: string; file: string }, { id: number }>(
  "update exports set ready_at = $now, file = $file where site_id = $site and id = $id and ready_at is null returning id",
);
const markFetched = write<{ site: number; id: number; now: string }>(
  "update exports set fetched_at = $now, file = null where site_id = $site and id = $id",
);
const deleteExport = write<{ site: number; id: number }>("delete from exports where site_id = $site and id = $id");

const DAY = 86_400;
const BATCH = 20;

/** The data that each module stores about a member, by table; passed in by server/erase.ts. */
export type Exporter = (db: Queries, site: number, member: number) => Promise<Record<string, unknown[]>>;

/** Requests an export, once a day. */
export async function requestExport(app: Resources, site: number, member: number, baseUrl: string): Promise<void> {
  await app.db.transaction(async (tx) => {
    await tx.one(lockMember, { site, member });
    const { n } = (await tx.one(countRequestsSince, { site, member, since: app.clock.in(-DAY) }))!;
    if (n > 0) throw new Refusal("export_once_a_day", { seconds: DAY });
    await tx.one(insertExport, { site, id: app.ids.next(), member, baseUrl, now: app.clock.iso() });
    tx.afterCommit(() => app.trigger(EXPORT_JOB));
  });
}

/** Builds requested exports and sends the email. */
export async function buildExports(app: Resources, exporters: Exporter[]): Promise<void> {
  for (const { id: site } of await listSites(app)) {
    for (const row of await listOpenExports(app.db, site, BATCH)) await buildOne(app, exporters, row);
  }
}

async function buildOne(app: Resources, exporters: Exporter[], row: ExportRow): Promise<void> {
  const { site_id: site, id, member_id: member, base_url: baseUrl } = row;
  const file = `exports/${site}/${id}.zip`;
  const { name, email, locale } = await getAccountStatus(app.db, site, member);
  const tables: Held = Object.assign({}, ...(await Promise.all(exporters.map((held) => held(app.db, site, member)))));
  const { settings } = await getSite(app, site);
  const about = { site: settings.name, name, made_at: app.clock.iso() };
  const photos = await photosOf(app, site, member);
  const text = (name: string, content: string): ZipEntry => ({ name, bytes: Buffer.from(content) });
  const page = exportPage({ ...about, tables, photos: photos.map((photo) => photo.name) }, locale);
  const json = JSON.stringify({ ...about, tables }, null, 2);
  await app.storage.put(
    file,
    await zip([text("index.html", page), text("data.json", json), ...photos], app.clock.now()),
  );
  await app.db.transaction(async (tx) => {
    if (!(await tx.one(markReady, { site, id, now: app.clock.iso(), file }))) return;
    const address = { email: String(id), key: "" };
    const token = await issueToken(app, tx, site, {
      member,
      purpose: "export",
      seconds: EXPORT_LINK_DAYS * DAY,
      address,
    });
    const url = `${baseUrl}/notifications?token=${token}&lang=${locale}`;
    await queueMail(app, tx, site, { member, to: email, kind: "export_ready", params: { name, url }, locale });
  });
}

/** The member's own photos, and the pictures that they sent in chats. */
async function photosOf(app: Resources, site: number, member: number): Promise<ZipEntry[]> {
  const entries: ZipEntry[] = [];
  for (const [folder, rows] of [
    ["photos", await listPhotos(app.db, site, member)],
    ["pictures", await listSentPictures(app.db, site, member)],
  ] as const) {
    for (const [index, { files }] of rows.entries()) {
      // one that is not prepared yet, or was refused, has only its thumb
      const bytes =
        (await app.storage.get(photoKey(files, "full"))) ?? (await app.storage.get(photoKey(files, "thumb")));
      if (bytes) entries.push({ name: `${folder}/${index + 1}.webp`, bytes, packed: true });
    }
  }
  return entries;
}

/** The zip, once, for the member that the token was issued to. */
export async function fetchExport(app: Resources, site: number, member: number, token: string): Promise<Buffer> {
  return app.db.transaction(async (tx) => {
    const spent = await takeToken(app, tx, site, "export", token);
    if (spent?.member_id !== member) throw new Refusal("link_invalid"); // rolls back, so that another member cannot use the link up
    const id = Number(spent.detail);
    const { file } = orNotFound(await findReady(tx, site, member, id), "link_invalid");
    const bytes = orNotFound(await app.storage.get(file), "link_invalid");
    await tx.one(markFetched, { site, id, now: app.clock.iso() });
    await removeFilesWith(app, tx, [file]);
    return bytes;
  });
}

/** Deletes exports that were not downloaded in a week, file and row. */
export async function sweepExports(app: Resources): Promise<void> {
  for (const { id: site } of await listSites(app)) {
    for (const { id, file } of await listOver(app.db, site, app.clock.in(-EXPORT_LINK_DAYS * DAY))) {
      if (file) await removeFiles(app, [file]);
      await app.db.one(deleteExport, { site, id });
    }
  }
}

/** The files of exports that a member who is erased has not fetched. */
export async function eraseExportFiles(app: Resources, site: number, member: number): Promise<void> {
  for (const { file } of await listFiles(app.db, site, member)) await removeFiles(app, [file]);
}
