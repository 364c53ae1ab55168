/** Members as others see them, and the caller's own profile (§2 Profile view, §3 Profile attributes). */
import * as z from "zod/mini";
import {
  BODY_TYPES,
  EYE_COLORS,
  GENDERS,
  HAIR_COLORS,
  LANGUAGES,
  RELATIONSHIP_STATUSES,
  SEXUALITIES,
  TATTOOS,
} from "./attributes.ts";
import { endpoint } from "./endpoint.ts";
import { nothing, text } from "./fields.ts";
import { GiftCount } from "./gifts.ts";
import { type Id, idOf } from "./ids.ts";
import { INTERESTS } from "./interests.ts";
import { ABOUT_MAX, ANSWER_MAX, ANSWERS_MAX, MAX_AGE, MIN_AGE } from "./limits.ts";
import { COUNTRIES, LOCALES } from "./locales.ts";
import { MainImage, Photo, ShownPhoto } from "./photos.ts";
import { PROMPTS } from "./prompts.ts";

export type MemberId = Id<"member">;

/** A member in a list. */
export const MemberCard = z.object({
  id: idOf("member"),
  name: z.string(),
  age: z.int(),
  gender: z.enum(GENDERS),
  country: z.string(),
  countryregion: z.string(),
  city: z.string(),
  main_image: z.nullable(MainImage),
  online: z.boolean(),
  /** The viewer likes this member. */
  liked: z.boolean(),
  fictional: z.boolean(),
});
export type MemberCard = z.output<typeof MemberCard>;

const attributes = {
  sexuality: z.nullable(z.enum(SEXUALITIES)),
  hair_color: z.nullable(z.enum(HAIR_COLORS)),
  eye_color: z.nullable(z.enum(EYE_COLORS)),
  body_type: z.nullable(z.enum(BODY_TYPES)),
  relationship_status: z.nullable(z.enum(RELATIONSHIP_STATUSES)),
  tattoos: z.nullable(z.enum(TATTOOS)),
};

/** An opening line and how the member finishes it. */
export const ProfileAnswer = z.strictObject({ prompt: z.enum(PROMPTS), text: text(1, ANSWER_MAX) });
export type ProfileAnswer = z.output<typeof ProfileAnswer>;

export const MemberProfile = z.extend(MemberCard, {
  about: z.string(),
  answers: z.array(ProfileAnswer),
  /** In which the member uses the product, and most likely writes; null for a profile without an account. */
  locale: z.nullable(z.enum(LOCALES)),
  /** Active in the last 24 hours, if not online. */
  recently: z.boolean(),
  /** What viewer and member have in common; empty for visitors and on one's own profile. */
  shared: z.object({ interests: z.array(z.enum(INTERESTS)), languages: z.array(z.enum(LANGUAGES)) }),
  attributes: z.object(attributes),
  interests: z.array(z.enum(INTERESTS)),
  languages: z.array(z.enum(LANGUAGES)),
  photos: z.array(ShownPhoto),
  /** Received gifts that the member does not hide, newest first; for members only. */
  gifts: z.array(GiftCount),
  /** Likes both ways. */
  match: z.boolean(),
  /** The viewer has blocked this member. */
  blocked: z.boolean(),
  /** The conversation with this member, if there is one. */
  conversation: z.nullable(idOf("conversation")),
});
export type MemberProfile = z.output<typeof MemberProfile>;

export const OwnProfile = z.object({
  id: idOf("member"),
  name: z.string(),
  date_of_birth: z.string(),
  gender: z.enum(GENDERS),
  looking_for: z.array(z.enum(GENDERS)),
  seek_min_age: z.int(),
  seek_max_age: z.int(),
  country: z.string(),
  countryregion: z.string(),
  city: z.string(),
  about: z.string(),
  answers: z.array(ProfileAnswer),
  attributes: z.object(attributes),
  interests: z.array(z.enum(INTERESTS)),
  languages: z.array(z.enum(LANGUAGES)),
  photos: z.array(Photo),
});
export type OwnProfile = z.output<typeof OwnProfile>;

const age = z.int("number").check(z.gte(MIN_AGE, "number"), z.lte(MAX_AGE, "number"));

/** Every field is optional: an absent one is unchanged, null clears an attribute. */
export const ProfileChange = z
  .strictObject({
    looking_for: z.optional(z.array(z.enum(GENDERS)).check(z.minLength(1, "required"), z.maxLength(GENDERS.length))),
    seek_min_age: z.optional(age),
    seek_max_age: z.optional(age),
    location: z.optional(z.strictObject({ country: z.enum(COUNTRIES), countryregion: text(4, 6), city: text(0, 80) })),
    about: z.optional(text(0, ABOUT_MAX)),
    /** All of them, in the order shown; each prompt once. */
    answers: z.optional(
      z.array(ProfileAnswer).check(
        z.maxLength(ANSWERS_MAX),
        z.refine((answers) => new Set(answers.map(({ prompt }) => prompt)).size === answers.length, "invalid"),
      ),
    ),
    attributes: z.optional(z.partial(z.strictObject(attributes))),
    interests: z.optional(z.array(z.enum(INTERESTS)).check(z.maxLength(INTERESTS.length))),
    languages: z.optional(z.array(z.enum(LANGUAGES)).check(z.maxLength(LANGUAGES.length))),
  })
  .check(
    z.refine((change) => !change.seek_min_age || !change.seek_max_age || change.seek_min_age <= change.seek_max_age, {
      error: "ages_crossed",
      path: ["seek_max_age"],
    }),
  );
export type ProfileChange = z.output<typeof ProfileChange>;

export const MemberApi = {
  read: endpoint({
    method: "GET",
    path: "/api/member.php",
    summary: "A member's profile as the caller may see it, with related members. Clears the new-like flag",
    query: z.strictObject({
      id: idOf("member"),
      /** A visitor's traffic source, if no cookie stores it (§6 Visitor). */
      network: z.optional(text(0, 100)),
      ref: z.optional(text(0, 100)),
    }),
    answer: z.object({ profile: MemberProfile, related: z.array(MemberCard) }),
  }),
};

export const ProfileApi = {
  read: endpoint({
    method: "GET",
    path: "/api/profile.php",
    summary: "The caller's own profile",
    answer: z.object({ profile: OwnProfile }),
  }),
  change: endpoint({
    method: "PUT",
    path: "/api/profile.php",
    summary: "Change parts of the caller's own profile",
    body: ProfileChange,
    answer: z.object({ profile: OwnProfile }),
  }),
};

export const BlockApi = {
  list: endpoint({
    method: "GET",
    path: "/api/block.php",
    summary: "Members that the caller has blocked",
    answer: z.object({ profiles: z.array(MemberCard) }),
  }),
  block: endpoint({
    method: "POST",
    path: "/api/block.php",
    summary: "Block a member: neither can see or contact the other",
    body: z.strictObject({ id: idOf("member") }),
    answer: nothing,
  }),
  unblock: endpoint({
    method: "DELETE",
    path: "/api/block.php",
    summary: "Remove a block",
    body: z.strictObject({ id: idOf("member") }),
    answer: nothing,
  }),
};
