/** Creates reports with a snapshot of the evidence, and erases them (product.md 6, 11). */

import type { Locale } from "@serenade/contract/locales";
import type { ReportReason } from "@serenade/contract/moderation";
import type { Transaction } from "../../kernel/db/db.ts";
import { read, write } from "../../kernel/db/statement.ts";
import { orNotFound, Refusal } from "../../kernel/refusal.ts";
import type { Resources } from "../../kernel/resources.ts";
import { removeFiles } from "../files/commands.ts";
import { queueMail } from "../mail/commands.ts";
import { blockMember } from "../members/commands.ts";
import { photoKey } from "../members/photos/commands.ts";
import { listPhotos } from "../members/photos/queries.ts";
import { blocksBetween, getDetails, getMember } from "../members/queries.ts";
import { findPictureFiles, findTalk } from "./queries.ts";
import { caseNumber } from "./rules.ts";
import type { Evidence } from "./tables.ts";

const EVIDENCE_PHOTOS = 4;

const insertReport = write<
  {
    site: number;
    id: number;
    reporter: number;
    reported: number;
    message: number;
    reason: string;
    note: string;
    evidence: Evidence;
    files: string[];
    now: string;
  },
  { id: number }
>(
  `insert into reports (site_id, id, reporter_id, reported_id, message_id, reason, note, evidence, files, created_at)
   values ($site, $id, $reporter, $reported, $message, $reason, $note, $evidence, $files, $now)
   on conflict (site_id, reporter_id, reported_id, message_id) where closed_at is null do nothing returning id`,
);
const openReport = read<{ site: number; reporter: number; reported: number; message: number }, { id: number }>(
  "select id from reports where site_id = $site and reporter_id = $reporter and reported_id = $reported and message_id = $message and closed_at is null",
);
const uphold = write<{ site: number; report: number; now: string }, { id: number }>(
  `update reports set upheld_at = coalesce(upheld_at, $now), closed_at = coalesce(closed_at, $now)
    where site_id = $site and id = $report returning id`,
);
const seen = read<{ site: number; reported: number }, { seen: boolean }>(
  "select seen from members where site_id = $site and id = $reported",
);
const contactOf = read<{ site: number; reporter: number }, { email: string; locale: Locale }>(
  "select email, locale from accounts where site_id = $site and member_id = $reporter",
);
const forgetReporter = write<{ site: number; member: number }>(
  `update reports
      set reporter_id = null, note = '',
          evidence = jsonb_set(evidence, '{messages}', coalesce(
            (select jsonb_agg(m) from jsonb_array_elements(evidence->'messages') m where m->>'from' = 'reported'), '[]'))
    where site_id = $site and reporter_id = $member`,
);
const deleteAbout = write<{ site: number; member: number }>(
  "delete from reports where site_id = $site and reported_id = $member",
);
const filesAbout = read<{ site: number; member: number }, { files: string[] }>(
  "select files from reports where site_id = $site and reported_id = $member",
);

export interface Report {
  site: number;
  reporter: number;
  reported: number;
  reason: ReportReason;
  note: string;
  /** The message that it is about; 0 for the person. */
  message: number;
  block: boolean;
}

/**
 * Opens a case, or returns the number of the reporter's open case about the same subject. The reported member must be
 * visible to the reporter or have written with them: else `not_found`. Copies of the photos are written before the row.
 */
export async function reportMember(app: Resources, report: Report): Promise<string> {
  const { site, reporter, reported, message } = report;
  if (reporter === reported) throw new Refusal("not_found");
  const talk = orNotFound(await findTalk(app.db, site, report, message));
  const [{ by_other }, shown] = await Promise.all([
    blocksBetween(app.db, site, reporter, reported),
    app.db.one(seen, { site, reported }),
  ]);
  if (talk.length === 0 && (by_other || !orNotFound(shown).seen)) throw new Refusal("not_found");
  const known = await app.db.one(openReport, { site, reporter, reported, message });
  const id =
    known?.id ?? (await storeReport(app, report, { profile: await profileOf(app, site, reported), messages: talk }));
  if (report.block) await blockMember(app, site, reporter, reported);
  return caseNumber(id);
}

/**
 * Staff found the report right: its case is closed, and who was reported may begin half as many conversations a day.
 */
export async function upholdReport({ db, clock }: Resources, site: number, report: number): Promise<void> {
  orNotFound(await db.one(uphold, { site, report, now: clock.iso() }));
}

async function profileOf({ db }: Resources, site: number, member: number): Promise<Evidence["profile"]> {
  const [{ name, date_of_birth, country, city }, { about }] = await Promise.all([
    getMember(db, site, member),
    getDetails(db, site, member),
  ]);
  return { name, date_of_birth, country, city, about };
}

async function storeReport(app: Resources, report: Report, evidence: Evidence): Promise<number> {
  const { site, reporter, reported, message, reason, note } = report;
  const id = app.ids.next();
  const folder = `reports/${site}/${id}`;
  const files = [
    ...(await copyPhotos(app, site, reported, folder)),
    ...(await copyPictures(app, site, evidence.messages, folder)),
  ];
  const made = await app.db.transaction(async (tx) => {
    const row = await tx.one(insertReport, {
      site,
      id,
      reporter,
      reported,
      message,
      reason,
      note,
      evidence,
      files,
      now: app.clock.iso(),
    });
    if (row) await confirmReceipt(app, tx, site, reporter, id);
    return row;
  });
  if (made) return made.id;
  await removeFiles(app, files); // a concurrent identical report was first
  return orNotFound(await app.db.one(openReport, { site, reporter, reported, message })).id;
}

/** Emails the reporter that the report was received, with its number (DSA 16 (4)). */
async function confirmReceipt(
  app: Resources,
  tx: Transaction,
  site: number,
  reporter: number,
  id: number,
): Promise<void> {
  const [{ name }, contact] = await Promise.all([getMember(tx, site, reporter), tx.one(contactOf, { site, reporter })]);
  const { email, locale } = orNotFound(contact);
  const params = { name, number: caseNumber(id) };
  await queueMail(app, tx, site, { member: reporter, to: email, kind: "report_received", params, locale });
}

async function copyPhotos({ db, storage }: Resources, site: number, member: number, folder: string): Promise<string[]> {
  const copies: string[] = [];
  for (const photo of (await listPhotos(db, site, member)).slice(0, EVIDENCE_PHOTOS)) {
    const bytes = await storage.get(photoKey(photo.files, "full"));
    if (!bytes) continue;
    const key = `${folder}/${photo.id}.webp`;
    await storage.put(key, bytes);
    copies.push(key);
  }
  return copies;
}

/** The pictures among the messages of the reported one: who deletes or is erased must not take them away with them. */
async function copyPictures(
  { db, storage }: Resources,
  site: number,
  messages: Evidence["messages"],
  folder: string,
): Promise<string[]> {
  const copies: string[] = [];
  for (const { from, picture } of messages) {
    if (from !== "reported" || picture === null) continue;
    const files = await findPictureFiles(db, site, picture);
    const bytes =
      files && ((await storage.get(photoKey(files, "full"))) ?? (await storage.get(photoKey(files, "thumb"))));
    if (!bytes) continue;
    const key = `${folder}/chat-${picture}.webp`;
    await storage.put(key, bytes);
    copies.push(key);
  }
  return copies;
}

/** Before the rows, so that a crash leaves rows to restart with. */
export async function eraseReportFiles(app: Resources, site: number, member: number): Promise<void> {
  for (const { files } of await app.db.all(filesAbout, { site, member })) await removeFiles(app, files);
}

/** Erases reports about the member; of the member's own reports the evidence about others remains. */
export async function eraseReports(tx: Transaction, site: number, member: number): Promise<void> {
  await tx.one(deleteAbout, { site, member });
  await tx.one(forgetReporter, { site, member });
}
