/** Reads the profile's form into the API's body, in parts that sign-up's steps share. */
import { ProfileChange } from "@serenade/contract/members";

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

/** Left out until a region is chosen: a country alone is not a place. */
const readPlace = (fields: FormData) => {
  const [country, countryregion] = [text(fields, "country"), text(fields, "countryregion")];
  if (!fields.has("country") || (countryregion === "" && country === text(fields, "country_before"))) return {};
  return { location: { country, countryregion: countryregion || undefined, city: text(fields, "city") } };
};

const readPersonal = (fields: FormData) => ({
  attributes: Object.fromEntries(ATTRIBUTES.map((name) => [name, text(fields, name) || null])),
  interests: fields.getAll("interests"),
  languages: fields.getAll("languages"),
});

const readAbout = (fields: FormData) => ({ about: text(fields, "about") });

const readSeek = (fields: FormData) => ({
  looking_for: fields.getAll("looking_for"),
  seek_min_age: Number(text(fields, "seek_min_age")),
  seek_max_age: Number(text(fields, "seek_max_age")),
});

/** In sign-up's place step a missing region is an error. */
export const placeForm = {
  schema,
  read: (fields: FormData) => ({
    location: {
      country: text(fields, "country"),
      countryregion: text(fields, "countryregion") || undefined,
      city: text(fields, "city"),
    },
  }),
};
export const personalForm = { schema, read: readPersonal };
export const aboutForm = { schema, read: readAbout };
export const profileForm = {
  schema,
  read: (fields: FormData) => ({
    ...readSeek(fields),
    ...readPlace(fields),
    ...readAbout(fields),
    ...readPersonal(fields),
  }),
};
