/**
 * Adds, orders and removes photos, and the job that processes them. Files are written before the row, so no row refers
 * to a missing file; a photo is pending until every rendition is stored and it was compared with banned pictures.
 */

import { PHOTOS_FREE, PHOTOS_PREMIUM } from "@serenade/contract/limits";
import { PHOTO_FORMATS, type PhotoFormat, RENDITIONS, type Rendition } from "@serenade/contract/photos";
import type { Queries, Transaction } from "../../../kernel/db/db.ts";
import { read, write } from "../../../kernel/db/statement.ts";
import { isUnavailable } from "../../../kernel/outages.ts";
import { orNotFound, Refusal } from "../../../kernel/refusal.ts";
import type { Resources } from "../../../kernel/resources.ts";
import type { Upload } from "../../../kernel/uploads.ts";
import { noteRemovals, removeFiles, removeFilesWith, removeNow } from "../../files/commands.ts";
import { bumpVersion } from "../../notifications/commands.ts";
import { indexMember } from "../indexing/commands.ts";
import { acceptUpload, type Prepared, perceptualHash, preparePicture, renditionOf } from "./gateway.ts";
import { listPending } from "./queries.ts";
import { moved, SAME_PICTURE_BITS } from "./rules.ts";
import type { PendingRow } from "./tables.ts";

export const PHOTO_JOB = "photos";
const AT_A_TIME = 50;
/** A picture that ended its process so often is not tried again. */
const TRIES = 3;

const lockMember = write<{ site: number; member: number }, { premium: boolean; main_photo_id: number | null }>(
  "select premium_since is not null as premium, main_photo_id from members where site_id = $site and id = $member for update",
);
const countPhotos = write<{ site: number; member: number }, { n: number; last: number }>(
  "select count(*)::int as n, coalesce(max(position), 0)::int as last from photos where site_id = $site and member_id = $member",
);
const insertPhoto = write<{
  site: number;
  id: number;
  member: number;
  folder: string;
  place: number;
  width: number;
  height: number;
  now: string;
}>(
  `insert into photos (site_id, id, member_id, files, position, status, width, height, created_at)
   values ($site, $id, $member, $folder, $place, 'pending', $width, $height, $now)`,
);
const begin = write<{ site: number; id: number }, { tries: number }>(
  "update photos set tries = tries + 1 where site_id = $site and id = $id and status = 'pending' returning tries",
);
const isThere = read<{ site: number; id: number }, { id: number }>(
  "select id from photos where site_id = $site and id = $id",
);
const activate = write<
  { site: number; id: number; width: number; height: number; thumbhash: string; phash: string },
  { member_id: number }
>(
  `update photos set status = 'active', width = $width, height = $height, thumbhash = decode($thumbhash, 'base64'), phash = $phash::text::bit(64)
    where site_id = $site and id = $id and status = 'pending' returning member_id`,
);
const refuse = write<
  { site: number; id: number; refusedFor: "banned" | "unreadable"; phash: string | null },
  { member_id: number }
>(
  `update photos set status = 'refused', refused_for = $refusedFor, phash = $phash::text::bit(64)
    where site_id = $site and id = $id and status = 'pending' returning member_id`,
);
const findBanned = read<{ site: number; phash: string; mirrored: string; distance: number }, { id: number }>(
  `select id from banned_photos
    where site_id = $site and least(bit_count(phash # $phash::text::bit(64)), bit_count(phash # $mirrored::text::bit(64))) <= $distance limit 1`,
);
const insertBanned = write<{ site: number; id: number; phash: string; note: string; now: string }>(
  "insert into banned_photos (site_id, id, phash, note, created_at) values ($site, $id, $phash::text::bit(64), $note, $now)",
);
const setMain = write<{ site: number; member: number; id: number }, { id: number }>(
  `update members m set main_photo_id = p.id, main_thumbhash = encode(p.thumbhash, 'base64')
     from photos p
    where m.site_id = $site and m.id = $member and p.site_id = $site and p.id = $id and p.member_id = $member and p.status = 'active'
   returning m.id`,
);
const clearMain = write<{ site: number; member: number }>(
  "update members set main_photo_id = null, main_thumbhash = null where site_id = $site and id = $member",
);
const firstActive = write<{ site: number; member: number }, { id: number }>(
  "select id from photos where site_id = $site and member_id = $member and status = 'active' order by position, id limit 1",
);
const orderOf = write<{ site: number; member: number }, { id: number }>(
  "select id from photos where site_id = $site and member_id = $member order by position, id",
);
const setOrder = write<{ site: number; member: number; ids: number[] }>(
  `update photos p set position = o.place
     from unnest($ids::bigint[]) with ordinality as o (id, place)
    where p.site_id = $site and p.member_id = $member and p.id = o.id`,
);
const deletePhoto = write<{ site: number; member: number; photo: number }, { files: string }>(
  "delete from photos where site_id = $site and member_id = $member and id = $photo returning files",
);
const countSharers = write<{ site: number; files: string }, { n: number }>(
  "select count(*)::int as n from photos where site_id = $site and files = $files",
);

export interface Owner {
  site: number;
  member: number;
}

/** The storage key of a rendition, and of the upload until the job has run. */
export const photoKey = (files: string, rendition: Rendition, format: PhotoFormat = "webp"): string =>
  `${files}/${rendition}.${format}`;
export const originalKey = (files: string): string => `${files}/original`;

/** Stores the upload and a thumb for its owner; the job does the rest. Free members may have 3, premium 25 (§9). */
export async function addPhoto(app: Resources, owner: Owner, upload: Upload): Promise<void> {
  await app.db.transaction((tx) => roomFor(tx, owner)); // fail before decoding; checked again below
  const { original, thumb, width, height } = await acceptUpload(upload);
  const { site, member } = owner;
  const id = app.ids.next();
  const folder = `photos/${site}/${id}`;
  try {
    await app.storage.put(originalKey(folder), original);
    await app.storage.put(photoKey(folder, "thumb"), thumb);
    await app.db.transaction(async (tx) => {
      const place = await roomFor(tx, owner);
      await tx.one(insertPhoto, { site, id, member, folder, place, width, height, now: app.clock.iso() });
      tx.afterCommit(() => app.trigger(PHOTO_JOB));
    });
  } catch (error) {
    await removeFiles(app, keysOf(folder));
    throw error;
  }
}

/** The next position; refuses when all are used. Serializes uploads of one member. */
async function roomFor(tx: Transaction, { site, member }: Owner): Promise<number> {
  const { premium } = orNotFound(await tx.one(lockMember, { site, member }));
  const { n, last } = (await tx.one(countPhotos, { site, member }))!;
  if (n >= (premium ? PHOTOS_PREMIUM : PHOTOS_FREE)) throw new Refusal("photo_limit");
  return last + 1;
}

/** The job: processes pending photos. One that fails because of a server error stays pending and is retried. */
export async function preparePhotos(app: Resources): Promise<void> {
  for (const row of await listPending(app.db, AT_A_TIME)) {
    await prepare(app, row).catch((error: Error) => {
      if (isUnavailable(error)) throw error; // nor could the next one
      app.log.warn({ photo: row.id, error: error.message }, "a photo could not be prepared and waits");
    });
  }
}

async function prepare(app: Resources, row: PendingRow): Promise<void> {
  const begun = await app.db.one(begin, { site: row.site_id, id: row.id });
  if (!begun) return; // deleted meanwhile
  const original = await app.storage.get(originalKey(row.files));
  const prepared = original && begun.tries <= TRIES ? await preparePicture(original).catch(() => null) : null;
  if (!prepared) return finish(app, row, null, "unreadable");
  if (await isBanned(app.db, row.site_id, prepared.hashes)) return finish(app, row, prepared, "banned");
  for (const { rendition, format, bytes } of prepared.files)
    await app.storage.put(photoKey(row.files, rendition, format), bytes);
  return finish(app, row, prepared, null);
}

/** The only place where a photo becomes active or refused: further checks belong here. */
async function finish(
  app: Resources,
  { site_id: site, id, member_id: member, files }: PendingRow,
  prepared: Prepared | null,
  refusedFor: "banned" | "unreadable" | null,
): Promise<void> {
  const there = await app.db.transaction(async (tx) => {
    const owner = await tx.one(lockMember, { site, member });
    const done =
      refusedFor || !prepared
        ? await tx.one(refuse, { site, id, refusedFor: refusedFor ?? "unreadable", phash: prepared?.hashes[0] ?? null })
        : await tx.one(activate, {
            site,
            id,
            width: prepared.width,
            height: prepared.height,
            thumbhash: base64(prepared.thumbhash),
            phash: prepared.hashes[0],
          });
    if (!owner || !done) return false;
    if (!refusedFor && owner.main_photo_id === null) await tx.one(setMain, { site, member, id });
    await indexMember(app, tx, site, member);
    await bumpVersion(app, tx, site, member, "photo");
    await noteRemovals(app, tx, [originalKey(files)]);
    return true;
  });
  if (there) await removeNow(app, [originalKey(files)]);
  // If the row was deleted meanwhile, the new files are unreferenced. If another run was faster, they are its files.
  else if (!(await app.db.one(isThere, { site, id }))) await removeFiles(app, keysOf(files));
}

const base64 = (bytes: Buffer): string => bytes.toString("base64");

/** Makes an active photo of the member the main one. */
export async function chooseMainPhoto(app: Resources, { site, member }: Owner, photo: number): Promise<void> {
  await app.db.transaction(async (tx) => {
    await tx.one(lockMember, { site, member });
    orNotFound(await tx.one(setMain, { site, member, id: photo }));
    await indexMember(app, tx, site, member);
    await bumpVersion(app, tx, site, member, "photo");
  });
}

/** Moves one's own photo to a place in the order, counted from 1; beyond the last one is the end. */
export async function movePhoto(app: Resources, { site, member }: Owner, photo: number, place: number): Promise<void> {
  await app.db.transaction(async (tx) => {
    await tx.one(lockMember, { site, member });
    const order = (await tx.all(orderOf, { site, member })).map(({ id }) => id);
    if (!order.includes(photo)) throw new Refusal("not_found");
    await tx.one(setOrder, { site, member, ids: moved(order, photo, place) });
    await bumpVersion(app, tx, site, member, "photo");
  });
}

/** Deletes a photo of the member; the next one becomes the main one. */
export async function removePhoto(app: Resources, { site, member }: Owner, photo: number): Promise<void> {
  await app.db.transaction(async (tx) => {
    const owner = orNotFound(await tx.one(lockMember, { site, member }));
    const { files } = orNotFound(await tx.one(deletePhoto, { site, member, photo }));
    const { n: sharers } = (await tx.one(countSharers, { site, files }))!;
    if (owner.main_photo_id === photo) {
      const next = await tx.one(firstActive, { site, member });
      await (next ? tx.one(setMain, { site, member, id: next.id }) : tx.one(clearMain, { site, member }));
    }
    await indexMember(app, tx, site, member);
    await bumpVersion(app, tx, site, member, "photo");
    if (sharers === 0) await removeFilesWith(app, tx, keysOf(files));
  });
}

/** Whether a picture looks like one that was banned on the site; `hashes` are its own and its mirror image's. */
export const isBanned = async (db: Queries, site: number, hashes: Prepared["hashes"]): Promise<boolean> =>
  (await db.one(findBanned, { site, phash: hashes[0], mirrored: hashes[1], distance: SAME_PICTURE_BITS })) !== null;

/** From now on this picture, and what looks like it, is refused on the site. */
export async function banPicture(app: Resources, site: number, picture: Buffer, note: string): Promise<void> {
  await app.db.one(insertBanned, {
    site,
    id: app.ids.next(),
    phash: await perceptualHash(picture),
    note,
    now: app.clock.iso(),
  });
}

/**
 * The bytes of a rendition. Drawn portraits and older photos are stored as WebP only and without a blurred rendition;
 * those are generated per request and not stored, so that nothing is written into the folder of a photo being deleted.
 */
export async function readPicture(
  { storage }: Pick<Resources, "storage">,
  files: string,
  rendition: Rendition,
  format: PhotoFormat,
): Promise<Buffer | null> {
  const there = await storage.get(photoKey(files, rendition, format));
  if (there) return there;
  const [source, made] = [
    rendition === "blurred" ? "thumb" : rendition,
    rendition === "blurred" || format === "jpg",
  ] as const;
  const webp = made ? await storage.get(photoKey(files, source)) : null;
  return webp && renditionOf(webp, rendition, format);
}

const foldersOf = read<{ site: number; member: number }, { files: string }>(
  `select distinct files from photos p where site_id = $site and member_id = $member
      and not exists (select from photos o where o.site_id = $site and o.files = p.files and o.member_id <> $member)`,
);

/** The files of an erased member; before the rows, so that a crash leaves rows to restart with. */
export async function erasePhotoFiles(app: Resources, { site, member }: Owner): Promise<void> {
  for (const { files } of await app.db.all(foldersOf, { site, member })) await removeFiles(app, keysOf(files));
}

/** Everything that may lie in a photo's folder. */
const keysOf = (folder: string): string[] => [
  originalKey(folder),
  ...RENDITIONS.flatMap((rendition) => PHOTO_FORMATS.map((format) => photoKey(folder, rendition, format))),
];
