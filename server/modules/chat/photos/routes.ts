/** Pictures in chats: upload, reveal, and the pictures themselves (product.md 6). */
import { ChatPhotoApi } from "@serenade/contract/chat";
import type { PhotoFormat } from "@serenade/contract/photos";
import { type Call, type Member, on } from "../../../kernel/dispatch.ts";
import { orNotFound, Refusal } from "../../../kernel/refusal.ts";
import { BinaryResponse } from "../../../kernel/responses.ts";
import { readPicture } from "../../members/photos/commands.ts";
import { revealPicture, uploadPicture } from "./commands.ts";
import { presentPicture } from "./present.ts";
import { findPicture } from "./queries.ts";
import { CHAT_RENDITIONS, type ChatRendition, mayHavePicture } from "./rules.ts";

const UPLOADS = { name: "chat-uploads", points: 30, seconds: 1800, whenDown: "closed" } as const;
const PICTURE_SECONDS = 600;

export const chatPhotoRoutes = [
  on(
    ChatPhotoApi.upload,
    "member",
    async (call) => {
      const row = await uploadPicture(call, whose(call), orNotFound(call.file, "photo_unreadable"));
      return { photo: presentPicture(row, call.ids) };
    },
    { limit: UPLOADS },
  ),
  on(ChatPhotoApi.reveal, "member", async (call) => {
    const row = await revealPicture(call, whose(call), call.body.id);
    return { photo: presentPicture(row, call.ids) };
  }),
  on(ChatPhotoApi.picture, "member", picture),
];

const whose = ({ site, member }: Call & { member: Member }) => ({ site: site.id, member: member.id });

const PICTURE = /^\/api\/chat-photo\/([a-z]+)\/([A-Za-z0-9_-]{22})\.(webp|jpg)$/;
const TYPES = { webp: "image/webp", jpg: "image/jpeg" } as const;

/** Access is checked for every request. Other members get the same 404 as for an unknown id. */
async function picture(call: Call & { member: Member }): Promise<BinaryResponse> {
  const [, rendition, file, format] = call.request.path.match(PICTURE) ?? [];
  if (!isRendition(rendition) || !file) throw new Refusal("not_found");
  const id = orNotFound(call.ids.decode("picture", file));
  const row = orNotFound(await findPicture(call.db, call.site.id, call.member.id, id));
  if (!mayHavePicture(row, rendition)) throw new Refusal("not_found");
  const bytes = orNotFound(await readPicture(call, row.files, rendition, format as PhotoFormat));
  return new BinaryResponse(bytes, TYPES[format as PhotoFormat], PICTURE_SECONDS);
}

const isRendition = (name: string | undefined): name is ChatRendition =>
  CHAT_RENDITIONS.some((known) => known === name);
