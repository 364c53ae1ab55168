/**
 * Pictures for chats: uploaded first, sent later by chat/send, processed by the same job as photos (product.md 6). A
 * picture that the job refuses after it was sent is hidden from both, and its credits are refunded.
 */

import { UNSENT_PHOTO_HOURS } from "@serenade/contract/limits";
import { PHOTO_FORMATS } from "@serenade/contract/photos";
import type { Transaction } from "../../../kernel/db/db.ts";
import { read, write } from "../../../kernel/db/statement.ts";
import { publishEvent } from "../../../kernel/live.ts";
import { isUnavailable } from "../../../kernel/outages.ts";
import { orNotFound } from "../../../kernel/refusal.ts";
import type { Resources } from "../../../kernel/resources.ts";
import type { Upload } from "../../../kernel/uploads.ts";
import { refundMessage } from "../../credits/commands.ts";
import { noteRemovals, removeFiles, removeNow } from "../../files/commands.ts";
import { isBanned, originalKey, photoKey } from "../../members/photos/commands.ts";
import { acceptUpload, preparePicture } from "../../members/photos/gateway.ts";
import { blocksBetween } from "../../members/queries.ts";
import { bumpVersion } from "../../notifications/commands.ts";
import { encodeMessage, presentMessage } from "../present.ts";
import { findMessage } from "../queries.ts";
import { findPicture, listPendingPictures } from "./queries.ts";
import { CHAT_RENDITIONS } from "./rules.ts";
import type { DonePictureRow, PendingPictureRow, PictureRow } from "./tables.ts";

export const PICTURE_JOB = "chat-photos";
const AT_A_TIME = 50;
/** A picture that ended its process so often is not tried again. */
const TRIES = 3;
const HOUR = 3_600;

const insertPicture = write<{ site: number; id: number; member: number; files: string; now: string }>(
  "insert into chat_photos (site_id, id, sender_id, files, created_at) values ($site, $id, $member, $files, $now)",
);
const begin = write<{ site: number; id: number }, { tries: number }>(
  "update chat_photos set tries = tries + 1 where site_id = $site and id = $id and status = 'pending' returning tries",
);
const finish = write<
  { site: number; id: number; status: "active" | "refused"; thumbhash: string | null },
  DonePictureRow
>(
  `update chat_photos set status = $status, thumbhash = decode($thumbhash, 'base64')
    where site_id = $site and id = $id and status = 'pending' returning sender_id, receiver_id, conversation_id, message_id`,
);
const isThere = read<{ site: number; id: number }, { id: number }>(
  "select id from chat_photos where site_id = $site and id = $id",
);
const reveal = write<{ site: number; member: number; id: number; now: string }>(
  `update chat_photos set revealed_at = $now
    where site_id = $site and id = $id and receiver_id = $member and status = 'active' and veiled and revealed_at is null`,
);
const deleteUnsent = write<{ before: string }, { files: string }>(
  "delete from chat_photos where message_id is null and created_at < $before returning files",
);
const filesOf = read<{ site: number; member: number }, { files: string }>(
  "select files from chat_photos where site_id = $site and $member in (sender_id, receiver_id)",
);
const deleteOf = write<{ site: number; member: number }>(
  "delete from chat_photos where site_id = $site and $member in (sender_id, receiver_id)",
);

export interface Uploader {
  site: number;
  member: number;
}

/** Stores an upload for its sender; the result is the id to send. Refuses invalid pictures. */
export async function uploadPicture(app: Resources, { site, member }: Uploader, upload: Upload): Promise<PictureRow> {
  const { original, thumb } = await acceptUpload(upload);
  const id = app.ids.next();
  const files = `chat/${site}/${id}`;
  try {
    await app.storage.put(originalKey(files), original);
    await app.storage.put(photoKey(files, "thumb"), thumb);
    await app.db.one(insertPicture, { site, id, member, files, now: app.clock.iso() });
  } catch (error) {
    await removeFiles(app, keysOf(files));
    throw error;
  }
  app.trigger(PICTURE_JOB);
  return { id, files, status: "pending", thumbhash: null, blurred: false, own: true };
}

/** Reveals a picture for its receiver. Idempotent; no effect on the member's own. */
export async function revealPicture(app: Resources, { site, member }: Uploader, id: number): Promise<PictureRow> {
  orNotFound(await findPicture(app.db, site, member, id));
  await app.db.one(reveal, { site, member, id, now: app.clock.iso() });
  return orNotFound(await findPicture(app.db, site, member, id));
}

/** The job. A picture that fails because of a server error stays pending and is retried. */
export async function preparePictures(app: Resources): Promise<void> {
  for (const row of await listPendingPictures(app.db, AT_A_TIME)) {
    await prepare(app, row).catch((error: Error) => {
      if (isUnavailable(error)) throw error; // nor could the next one
      app.log.warn({ picture: row.id, error: error.message }, "a picture could not be prepared and waits");
    });
  }
}

async function prepare(app: Resources, row: PendingPictureRow): Promise<void> {
  const begun = await app.db.one(begin, { site: row.site_id, id: row.id });
  if (!begun) return; // swept meanwhile
  const original = await app.storage.get(originalKey(row.files));
  const prepared =
    original && begun.tries <= TRIES ? await preparePicture(original, CHAT_RENDITIONS).catch(() => null) : null;
  if (!prepared || (await isBanned(app.db, row.site_id, prepared.hashes))) return refuse(app, row);
  for (const { rendition, format, bytes } of prepared.files)
    await app.storage.put(photoKey(row.files, rendition, format), bytes);
  const done = await app.db.transaction(async (tx) => {
    const done = await tx.one(finish, {
      site: row.site_id,
      id: row.id,
      status: "active",
      thumbhash: prepared.thumbhash.toString("base64"),
    });
    if (!done) return null;
    await publishToBoth(app, tx, row.site_id, done);
    await noteRemovals(app, tx, [originalKey(row.files)]);
    return done;
  });
  if (done) await removeNow(app, [originalKey(row.files)]);
  else await removeIfMissing(app, row);
}

/** If the row was deleted meanwhile, the new files are unreferenced. If another run was faster, they are its files. */
async function removeIfMissing(app: Resources, { site_id, id, files }: PendingPictureRow): Promise<void> {
  if (!(await app.db.one(isThere, { site: site_id, id }))) await removeFiles(app, keysOf(files));
}

/** Hides a refused picture. If it was sent already, marks the message and refunds its cost. */
async function refuse(app: Resources, row: PendingPictureRow): Promise<void> {
  const { site_id: site, id, files } = row;
  const refused = await app.db.transaction(async (tx) => {
    const done = await tx.one(finish, { site, id, status: "refused", thumbhash: null });
    if (!done) return false;
    const { sender_id: sender, conversation_id: conversation, message_id: message } = done;
    if (conversation !== null && message !== null) {
      const returned = await refundMessage(tx, { site, member: sender, conversation, message, at: app.clock.iso() });
      if (returned) await bumpVersion(app, tx, site, sender, "credits");
    }
    await publishToBoth(app, tx, site, done);
    await noteRemovals(app, tx, keysOf(files));
    return true;
  });
  await (refused ? removeNow(app, keysOf(files)) : removeIfMissing(app, row));
}

/** The message has changed for both members. */
async function publishToBoth(app: Resources, tx: Transaction, site: number, done: DonePictureRow): Promise<void> {
  const { sender_id, receiver_id, conversation_id: conversation, message_id: message } = done;
  if (receiver_id === null || conversation === null || message === null) return;
  // no event and no push across a block
  const { by_viewer, by_other } = await blocksBetween(tx, site, sender_id, receiver_id);
  const both = by_viewer || by_other ? [sender_id] : [sender_id, receiver_id];
  for (const member of both.toSorted((a, b) => a - b)) await bumpVersion(app, tx, site, member, "chats");
  const row = await findMessage(tx, site, conversation, message);
  if (!row) return;
  const publicId = app.ids.encode("conversation", conversation);
  tx.afterCommit(() => {
    for (const member of both) {
      const shown = encodeMessage(presentMessage(row, member, 0, app.ids), app.ids);
      // the version travels with "chats"; this one only carries what has changed
      publishEvent(app.bus, site, member, { type: "message", version: 0, conversation: publicId, message: shown });
    }
  });
}

/** Deletes pictures that were not sent within a day, row and files. */
export async function sweepPictures(app: Resources): Promise<void> {
  const keys = await app.db.transaction(async (tx) => {
    const over = await tx.all(deleteUnsent, { before: app.clock.in(-UNSENT_PHOTO_HOURS * HOUR) });
    const keys = over.flatMap(({ files }) => keysOf(files));
    await noteRemovals(app, tx, keys);
    return keys;
  });
  await removeNow(app, keys);
}

/** The files of an erased member, sent and received; before the rows, so that a crash leaves rows to restart with. */
export async function erasePictureFiles(app: Resources, site: number, member: number): Promise<void> {
  for (const { files } of await app.db.all(filesOf, { site, member })) await removeFiles(app, keysOf(files));
}

export async function erasePictures(tx: Transaction, site: number, member: number): Promise<void> {
  await tx.one(deleteOf, { site, member });
}

/** Everything that may lie in a picture's folder. */
const keysOf = (files: string): string[] => [
  originalKey(files),
  ...CHAT_RENDITIONS.flatMap((name) => PHOTO_FORMATS.map((format) => photoKey(files, name, format))),
];
