/** Reads the profile's form into the API's body, in parts that sign-up's steps share. */
import { ANSWERS_MAX, SIGNUP_INTERESTS } from "@serenade/contract/limits";
import { type OwnProfile, ProfileChange } from "@serenade/contract/members";
import * as z from "zod/mini";

const schema = ProfileChange;
const text = (fields: FormData, name: string) => String(fields.get(name) ?? "");

export const ATTRIBUTES = [
  "sexuality",
  "relationship_status",
  "body_type",
  "hair_color",
  "eye_color",
  "tattoos",
] as const;

/** Left out where nothing was typed, or a text that the action has yet to look up (typed-place.ts). */
const readPlace = (fields: FormData) => {
  const typed = text(fields, "place").trim();
  const before = text(fields, "place_before");
  if (typed ? typed !== before : !before) return {};
  return placeOf(fields, typed);
};

const placeOf = (fields: FormData, typed: string) => ({
  location: {
    country: text(fields, "country"),
    countryregion: (typed && text(fields, "countryregion")) || undefined,
    city: text(fields, "city"),
  },
});

const attributesOf = (fields: FormData, names: readonly (typeof ATTRIBUTES)[number][]) => ({
  attributes: Object.fromEntries(names.map((name) => [name, text(fields, name) || null])),
});
const readInterests = (fields: FormData) => ({ interests: fields.getAll("interests") });
const readLanguages = (fields: FormData) => ({ languages: fields.getAll("languages") });

/** The fields of one of the member's answers. */
export const answerField = (at: number, part: "prompt" | "text") => `answer_${at + 1}_${part}`;

const readAbout = (fields: FormData) => ({
  about: text(fields, "about"),
  answers: Array.from({ length: ANSWERS_MAX }, (_, at) => ({
    prompt: text(fields, answerField(at, "prompt")),
    text: text(fields, answerField(at, "text")).trim(),
  })).filter((answer) => answer.text !== ""),
});

/** What the member has written, as the initial values of a form. */
export const aboutValues = ({ about, answers }: Pick<OwnProfile, "about" | "answers">) => ({
  about,
  ...Object.fromEntries(
    answers.flatMap(({ prompt, text }, at) => [
      [answerField(at, "prompt"), prompt],
      [answerField(at, "text"), text],
    ]),
  ),
});

const readSeek = (fields: FormData) => ({
  looking_for: fields.getAll("looking_for"),
  seek_min_age: Number(text(fields, "seek_min_age")),
  seek_max_age: Number(text(fields, "seek_max_age")),
});

/** In sign-up's place step a missing place is an error. */
export const placeForm = {
  schema,
  read: (fields: FormData) => {
    const typed = text(fields, "place").trim();
    return typed && typed !== text(fields, "place_before") ? {} : placeOf(fields, typed);
  },
};
export const personalForm = {
  schema,
  read: (fields: FormData) => attributesOf(fields, ["relationship_status", "sexuality"]),
};
export const looksForm = {
  schema,
  read: (fields: FormData) => attributesOf(fields, ["body_type", "hair_color", "eye_color", "tattoos"]),
};
export const interestsForm = {
  schema: schema.check(
    z.refine(({ interests = [] }) => interests.length <= SIGNUP_INTERESTS, {
      error: "up_to_five",
      path: ["interests"],
    }),
  ),
  read: readInterests,
};
export const languagesForm = { schema, read: readLanguages };
export const aboutForm = { schema, read: readAbout };
export const profileForm = {
  schema,
  read: (fields: FormData) => ({
    ...readSeek(fields),
    ...readPlace(fields),
    ...readAbout(fields),
    ...attributesOf(fields, ATTRIBUTES),
    ...readInterests(fields),
    ...readLanguages(fields),
  }),
};
