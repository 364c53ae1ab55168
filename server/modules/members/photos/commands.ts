/** Adds, orders and removes photos; the files are there before the row is, so no row ever points at nothing. */
import { PHOTOS_FREE, PHOTOS_PREMIUM } from "@serenade/contract/limits";
import { RENDITIONS, type Rendition } from "@serenade/contract/photos";
import { read, write } from "../../../kernel/db/statement.ts";
import { found, Refusal } from "../../../kernel/refusal.ts";
import type { Resources } from "../../../kernel/resources.ts";
import { refreshSearchEntry } from "../search-entries/commands.ts";
import { renderPhoto } from "./gateway.ts";

const lockMember = write<[number, number], { premium: boolean; main_photo_id: number | null }>(
  "select premium_since is not null as premium, main_photo_id from members where site_id = $1 and id = $2 for update",
);
const countPhotos = write<[number, number], { n: number; last: number }>(
  "select count(*)::int as n, coalesce(max(position), 0)::int as last from photos where site_id = $1 and member_id = $2",
);
const insertPhoto = write<[number, number, number, string, number, number, number, string]>(
  `insert into photos (site_id, id, member_id, files, position, status, width, height, created_at)
   values ($1, $2, $3, $4, $5, 'active', $6, $7, $8)`,
);
const setMain = write<[number, number, number], { id: number }>(
  `update members set main_photo_id = $3
    where site_id = $1 and id = $2
      and exists (select from photos where site_id = $1 and id = $3 and member_id = $2 and status = 'active')
   returning id`,
);
const deletePhoto = write<[number, number, number], { files: string }>(
  "delete from photos where site_id = $1 and member_id = $2 and id = $3 returning files",
);
const countSharers = write<[number, string], { n: number }>(
  "select count(*)::int as n from photos where site_id = $1 and files = $2",
);
const mainToNext = write<[number, number]>(
  `update members set main_photo_id =
          (select id from photos where site_id = $1 and member_id = $2 and status = 'active' order by position, id limit 1)
    where site_id = $1 and id = $2`,
);

export interface Owner {
  site: number;
  member: number;
}

/** Where a rendition lies in storage. */
export const photoKey = (files: string, rendition: Rendition): string => `${files}/${rendition}.webp`;

/** Keeps the picture with its renditions; the first becomes the main one. Free members have 3, premium 25 (§9). */
export async function addPhoto(app: Resources, { site, member }: Owner, upload: Buffer): Promise<void> {
  const { files, width, height } = await renderPhoto(upload);
  const id = app.ids.next();
  const folder = `photos/${site}/${id}`;
  for (const rendition of RENDITIONS) await app.storage.put(photoKey(folder, rendition), files[rendition]);
  try {
    await app.db.transaction(async (tx) => {
      const owner = found(await tx.one(lockMember, site, member));
      const { n, last } = (await tx.one(countPhotos, site, member))!;
      if (n >= (owner.premium ? PHOTOS_PREMIUM : PHOTOS_FREE)) throw new Refusal("photo_limit");
      await tx.one(insertPhoto, site, id, member, folder, last + 1, width, height, app.clock.iso());
      if (owner.main_photo_id === null) await tx.one(setMain, site, member, id);
      await refreshSearchEntry(tx, app.db, site, member, app.clock.iso());
    });
  } catch (error) {
    await removeFiles(app, folder);
    throw error;
  }
}

/** Makes one's own active photo the main one. */
export async function chooseMainPhoto({ db }: Resources, { site, member }: Owner, photo: number): Promise<void> {
  found(await db.one(setMain, site, member, photo));
}

/** Deletes one's own photo; the next one becomes the main one. */
export async function removePhoto(app: Resources, { site, member }: Owner, photo: number): Promise<void> {
  await app.db.transaction(async (tx) => {
    const owner = found(await tx.one(lockMember, site, member));
    const { files } = found(await tx.one(deletePhoto, site, member, photo));
    const { n: sharers } = (await tx.one(countSharers, site, files))!;
    if (owner.main_photo_id === photo) await tx.one(mainToNext, site, member);
    await refreshSearchEntry(tx, app.db, site, member, app.clock.iso());
    if (sharers === 0) tx.afterCommit(() => removeFiles(app, files));
  });
}

const foldersOf = read<[number, number], { files: string }>(
  `select distinct files from photos p where site_id = $1 and member_id = $2
      and not exists (select from photos o where o.site_id = $1 and o.files = p.files and o.member_id <> $2)`,
);

/** The files of a member who is erased; before the rows, so that a crash in between leaves rows to begin again with. */
export async function erasePhotoFiles(app: Resources, { site, member }: Owner): Promise<void> {
  for (const { files } of await app.db.all(foldersOf, site, member)) await removeFiles(app, files);
}

async function removeFiles({ storage, log }: Resources, folder: string): Promise<void> {
  for (const rendition of RENDITIONS) {
    await storage
      .remove(photoKey(folder, rendition))
      .catch((error) => log.warn({ error: error.message }, "a photo's file stayed"));
  }
}
