/** How complete a profile is: what others can look at and answer counts most. */
import type { OwnProfile } from "@serenade/contract/members";

const FEW = 3;

/** What counts, in percent of the whole, in the order in which it is suggested. */
const PARTS = {
  photo: 25,
  about: 15,
  place: 15,
  answers: 15,
  photos: 10,
  interests: 10,
  details: 5,
  languages: 5,
} as const;
export type Part = keyof typeof PARTS;

/** The section of the profile's page that holds a part. */
export const SECTIONS: Record<Part, string> = {
  photo: "photos",
  about: "about",
  place: "place",
  answers: "answers",
  photos: "photos",
  interests: "interests",
  details: "details",
  languages: "languages",
};

type Filled = Pick<
  OwnProfile,
  "photos" | "about" | "answers" | "countryregion" | "interests" | "attributes" | "languages"
>;

export function completenessOf(profile: Filled): { percent: number; next: Part | null } {
  const photos = profile.photos.filter(({ status }) => status !== "refused").length;
  const filled: Record<Part, boolean> = {
    photo: photos > 0,
    about: profile.about !== "",
    place: profile.countryregion !== "",
    answers: profile.answers.length > 0,
    photos: photos >= FEW,
    interests: profile.interests.length >= FEW,
    details: Object.values(profile.attributes).some((value) => value !== null),
    languages: profile.languages.length > 0,
  };
  const parts = Object.keys(PARTS) as Part[];
  const percent = parts.reduce((sum, part) => sum + (filled[part] ? PARTS[part] : 0), 0);
  return { percent, next: parts.find((part) => !filled[part]) ?? null };
}
