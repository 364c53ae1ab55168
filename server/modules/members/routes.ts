/**
 * One's own profile, photos, blocks, and the pictures themselves (§2 Profile view, §3, §9). Others' profiles:
 * likes/routes.
 */
import { BlockApi, ProfileApi } from "@serenade/contract/members";
import { PhotoApi, type PhotoFormat, RENDITIONS, type Rendition } from "@serenade/contract/photos";
import { type Call, type Member, on } from "../../kernel/dispatch.ts";
import { orNotFound, Refusal } from "../../kernel/refusal.ts";
import { BinaryResponse } from "../../kernel/responses.ts";
import { blockMember, changeProfile, unblockMember } from "./commands.ts";
import { addPhoto, chooseMainPhoto, movePhoto, readPicture, removePhoto } from "./photos/commands.ts";
import { presentPhoto } from "./photos/present.ts";
import { findPhoto, listPhotos } from "./photos/queries.ts";
import { mayHave } from "./photos/rules.ts";
import { presentCard, presentOwn } from "./present.ts";
import { blocksBetween, getDetails, getMember, listBlocked } from "./queries.ts";

const UPLOADS = { name: "uploads", points: 30, seconds: 1800, whenDown: "closed" } as const;
const PICTURE_SECONDS = 600;

export const memberRoutes = [
  on(ProfileApi.read, "member", ownProfile),
  on(ProfileApi.change, "member", async (call) => {
    await changeProfile(call, call.site.id, call.member.id, call.body);
    return ownProfile(call);
  }),
  on(BlockApi.list, "member", async (call) => {
    const rows = await listBlocked(call.db, call.site.id, call.member.id);
    return { profiles: rows.map((row) => presentCard(row, { ids: call.ids, now: call.clock.now() })) };
  }),
  on(BlockApi.block, "member", async (call) => {
    await blockMember(call, call.site.id, call.member.id, call.body.id);
    return {};
  }),
  on(BlockApi.unblock, "member", async (call) => {
    await unblockMember(call, call.site.id, call.member.id, call.body.id);
    return {};
  }),
  on(
    PhotoApi.upload,
    "member",
    async (call) => {
      await addPhoto(call, owner(call), orNotFound(call.file, "photo_unreadable"));
      return photos(call);
    },
    { limit: UPLOADS },
  ),
  on(PhotoApi.change, "member", async (call) => {
    const { id, main, order } = call.body;
    if (!main && !order) throw new Refusal("invalid");
    if (main) await chooseMainPhoto(call, owner(call), id);
    if (order) await movePhoto(call, owner(call), id, order);
    return photos(call);
  }),
  on(PhotoApi.remove, "member", async (call) => {
    await removePhoto(call, owner(call), call.body.id);
    return photos(call);
  }),
  on(PhotoApi.picture, "anyone", picture),
];

type Own = Call & { member: Member };
const owner = ({ site, member }: Own) => ({ site: site.id, member: member.id });

async function ownProfile({ db, site, member, ids }: Own) {
  const [row, details, own] = await Promise.all([
    getMember(db, site.id, member.id),
    getDetails(db, site.id, member.id),
    listPhotos(db, site.id, member.id),
  ]);
  return { profile: presentOwn(row, details, own, ids) };
}

async function photos({ db, site, member, ids }: Own) {
  const [row, own] = await Promise.all([getMember(db, site.id, member.id), listPhotos(db, site.id, member.id)]);
  return { photos: own.map((photo) => presentPhoto(photo, row.main_photo_id, ids)) };
}

const PICTURE = /^\/api\/photo\/([a-z]+)\/([A-Za-z0-9_-]{22})\.(webp|jpg)$/;
const TYPES = { webp: "image/webp", jpg: "image/jpeg" } as const;

/**
 * Access is checked for every request: a visitor sees main photos of members who opted in; a free member two more and
 * the rest blurred, a premium member every active one; the owner all; none across a block.
 */
async function picture(call: Call): Promise<BinaryResponse> {
  const { db, site, member, ids } = call;
  const [, rendition, file, format] = call.request.path.match(PICTURE) ?? [];
  if (!isRendition(rendition) || !file) throw new Refusal("not_found");
  const photo = orNotFound(await findPhoto(db, site.id, orNotFound(ids.decode("photo", file))));
  if (photo.member_id !== member?.id) {
    const shown = photo.visible && (member !== null || photo.to_visitors);
    const seen = photo.status === "active" && shown && mayHave(member, photo.before, rendition === "blurred");
    if (!seen) throw new Refusal("not_found");
    if (member) {
      const { by_viewer, by_other } = await blocksBetween(db, site.id, member.id, photo.member_id);
      if (by_viewer || by_other) throw new Refusal("not_found");
    }
  }
  const bytes = orNotFound(await readPicture(call, photo.files, rendition, format as PhotoFormat));
  return new BinaryResponse(bytes, TYPES[format as PhotoFormat], PICTURE_SECONDS);
}

const isRendition = (name: string | undefined): name is Rendition => RENDITIONS.includes(name as Rendition);
