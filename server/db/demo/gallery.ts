/**
 * Which pictures a member of the community has, by the names of their folders in storage: portraits of the same person
 * on different days, and between them pictures of what they do and where they live. A name says all that is needed to
 * draw the picture, see drawing/picture.ts.
 */
import type { Interest } from "@serenade/contract/interests";
import type { Country } from "@serenade/contract/locales";
import type { SceneName } from "./drawing/scenes.ts";
import { THING_OF, THINGS, type ThingName } from "./drawing/things.ts";
import { randomOf } from "./random.ts";

/** Of each thing and each place there are so many pictures. */
const VARIANTS = 24;

export const portraitFolder = (member: number, take: number): string => `demo/portrait-${member}-${take}`;
export const thingFolder = (name: ThingName, variant: number): string => `demo/thing-${name.toLowerCase()}-${variant}`;
const sceneFolder = (name: SceneName, variant: number): string => `demo/scene-${name.toLowerCase()}-${variant}`;

/** Landscapes that one finds in a country. */
const SCENES: Record<Country, SceneName[]> = {
  NL: ["street", "sea", "meadow", "beach"],
  BE: ["street", "park", "beach", "meadow"],
  DE: ["hills", "lake", "street", "park"],
  AT: ["mountains", "lake", "hills"],
  CH: ["mountains", "lake", "meadow"],
  FR: ["balcony", "hills", "sea", "street"],
  IT: ["balcony", "hills", "sea", "mountains"],
  ES: ["beach", "balcony", "sea", "dusk"],
  GB: ["hills", "park", "sea", "street"],
  IE: ["hills", "sea", "meadow"],
  US: ["dusk", "beach", "mountains", "lake"],
  CA: ["lake", "mountains", "park", "dusk"],
  AU: ["beach", "sea", "dusk"],
  NZ: ["mountains", "hills", "beach"],
  DK: ["street", "sea", "beach", "meadow"],
  NO: ["mountains", "sea", "lake"],
  SE: ["lake", "park", "sea", "meadow"],
  FI: ["lake", "park", "dusk"],
  PL: ["hills", "lake", "street", "park"],
};

/** The main picture first; three to five, of which one or two are without a person. */
export function galleryOf(number: number, interests: readonly Interest[], country: Country): string[] {
  const random = randomOf(number, "gallery");
  const things = [...new Set(interests.flatMap((interest) => THING_OF[interest] ?? []))];
  const variant = () => random.int(0, VARIANTS - 1);
  const thing = thingFolder(
    things.length > 0 ? random.pick(things) : random.pick(Object.keys(THINGS) as ThingName[]),
    variant(),
  );
  const scene = sceneFolder(random.pick(SCENES[country]), variant());
  const [first, second] = random.chance(0.6) ? [thing, scene] : [scene, thing];
  return [
    portraitFolder(number, 0),
    first,
    portraitFolder(number, 1),
    ...(random.chance(0.6) ? [second] : []),
    ...(random.chance(0.5) ? [portraitFolder(number, 2)] : []),
  ];
}
