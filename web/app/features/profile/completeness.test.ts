import type { Photo } from "@serenade/contract/photos";
import { expect, it } from "vitest";
import { completenessOf } from "./completeness.ts";

const photo = (status: Photo["status"]) => ({ status }) as Photo;
const empty = {
  photos: [],
  about: "",
  answers: [],
  countryregion: "",
  interests: [],
  attributes: {
    sexuality: null,
    hair_color: null,
    eye_color: null,
    body_type: null,
    relationship_status: null,
    tattoos: null,
  },
  languages: [],
};
const full = {
  photos: [photo("active"), photo("active"), photo("pending")],
  about: "Tea first.",
  answers: [{ prompt: "evening" as never, text: "I cook." }],
  countryregion: "NL-NH",
  interests: ["tea", "wine", "art"] as never[],
  attributes: { ...empty.attributes, tattoos: "none" as const },
  languages: ["nl" as const],
};

it("counts from nothing, with a photo as the first suggestion, to everything", () => {
  expect(completenessOf(empty)).toEqual({ percent: 0, next: "photo" });
  expect(completenessOf(full)).toEqual({ percent: 100, next: null });
});

it("suggests the first missing part; a refused photo does not count", () => {
  expect(completenessOf({ ...full, photos: [photo("refused")] })).toEqual({ percent: 65, next: "photo" });
  expect(completenessOf({ ...full, answers: [] })).toEqual({ percent: 85, next: "answers" });
  expect(completenessOf({ ...full, interests: ["tea"] as never[] })).toEqual({ percent: 90, next: "interests" });
});
