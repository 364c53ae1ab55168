/**
 * Draws the people of the demo community: a figure by Pablo Stanley ("Avataaars", free for personal and commercial use)
 * in a generated scene, with one light over both. Slow (see the figures in tools/draw-portraits.ts), so the gallery is
 * drawn once and checked in; the running product never imports this file.
 */
import { Avatar, Style } from "@dicebear/core";
import avataaars from "@dicebear/styles/avataaars.json" with { type: "json" };
import sharp from "sharp";
import type { DrawnHair, Look } from "./faces.ts";
import { type Random, randomOf } from "./random.ts";
import { HEIGHT, SCENE_WEIGHTS, SCENES, WIDTH } from "./scenes.ts";

/** Webp quality: drawn shapes and gradients show next to nothing at 50, and 600 pictures stay under 6 MB. */
const QUALITY = 50;

const SKIN = ["#f1c8ab", "#e8b48a", "#d9a06b", "#ae6f45", "#6f4a38"] as const;
const HAIR: Record<DrawnHair, string> = {
  black: "#231a18",
  brown: "#5a3a28",
  blond: "#cfa467",
  red: "#a4502a",
  grey: "#9a9691",
  white: "#dcd8d2",
};
const EYES: Record<Look["eye_color"], string> = {
  brown: "#5b3a22",
  blue: "#4f7fa8",
  green: "#5f8157",
  grey: "#74808a",
  hazel: "#8a6a3a",
};
const CLOTHES = [
  "#2c3e50",
  "#4a5d4f",
  "#7c3b3f",
  "#b98b5e",
  "#efe6d8",
  "#3b3b42",
  "#b98a8a",
  "#2f6f73",
  "#a35b3a",
  "#5c4a6b",
];

/** Hair by presentation; styles with hats, headbands and flowers would hide what a profile states. */
const TOPS: Record<Look["gender"], Record<string, number>> = {
  woman: {
    bob: 8,
    curly: 8,
    curvy: 8,
    bun: 6,
    longButNotTooLong: 10,
    miaWallace: 5,
    straight01: 12,
    straight02: 12,
    straightAndStrand: 8,
    fro: 3,
    dreads: 3,
  },
  man: {
    shortCurly: 12,
    shortFlat: 14,
    shortRound: 12,
    shortWaved: 14,
    theCaesar: 8,
    theCaesarAndSidePart: 10,
    shaggy: 2,
    dreads01: 3,
    sides: 2,
  },
  nonbinary: {
    bob: 4,
    shortWaved: 5,
    shaggy: 4,
    shavedSides: 2,
    shortCurly: 4,
    curly: 3,
    bun: 4,
    longButNotTooLong: 4,
  },
};
const MATURE_TOPS: Record<Look["gender"], Record<string, number>> = {
  woman: { bob: 12, curly: 6, longButNotTooLong: 12, bun: 8, straightAndStrand: 6, miaWallace: 4 },
  man: { sides: 16, shortFlat: 10, shortRound: 10, theCaesarAndSidePart: 10, shortWaved: 6 },
  nonbinary: { bob: 4, shortWaved: 5, shortCurly: 4, bun: 3 },
};
const WARDROBE: Record<Look["gender"], Record<string, number>> = {
  woman: {
    shirtScoopNeck: 24,
    shirtVNeck: 20,
    blazerAndShirt: 14,
    blazerAndSweater: 8,
    collarAndSweater: 16,
    shirtCrewNeck: 12,
  },
  man: { shirtCrewNeck: 22, shirtVNeck: 12, blazerAndShirt: 18, blazerAndSweater: 14, collarAndSweater: 20, hoodie: 8 },
  nonbinary: { shirtCrewNeck: 18, collarAndSweater: 18, blazerAndShirt: 12, shirtVNeck: 10, hoodie: 8 },
};

/** Where the figure's eyes are done and hair and glasses still to come. */
const BEFORE_EYEBROWS = '<use transform="translate(91.86 82)"';
const style = new Style(avataaars as never);

/** A webp of 800 × 1000. The same seed and look give the same picture. */
export async function drawPortrait(seed: number, look: Look): Promise<Buffer> {
  const random = randomOf(seed, "portrait");
  const scene = SCENES[random.weighted(SCENE_WEIGHTS)](random);
  return rasterize(`${scene}${shadow()}${drawFigure(random, randomOf(seed, "features"), look)}${light(random)}`);
}

/** A picture without people, for the second half of a gallery. */
export async function drawPlace(seed: number): Promise<Buffer> {
  const random = randomOf(seed, "place");
  return rasterize(`${SCENES[random.weighted({ ...SCENE_WEIGHTS, studio: 0 })](random)}${light(random)}`);
}

function rasterize(body: string): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">${body}</svg>`;
  return sharp(Buffer.from(svg)).webp({ quality: QUALITY, effort: 6 }).toBuffer();
}

/** `features` is constant for a person (hair cut, beard), `random` varies per picture (clothes, smile). */
function drawFigure(random: Random, features: Random, look: Look): string {
  const tops = look.age_band === "mature" ? MATURE_TOPS : TOPS;
  const glasses = features.weighted({ prescription01: 3, prescription02: 5, round: 2 });
  const beard = features.weighted({ beardLight: 6, beardMedium: 5, beardMajestic: 1, moustacheFancy: 1 });
  // A shaven flat face reads as a boy's; most men get the shadow of a beard instead.
  const stubble = look.gender === "man" && features.chance(0.95);
  const eyes = random.weighted({ default: 76, happy: 24 });
  const skin = SKIN[look.skin] ?? SKIN[1];
  const svg = new Avatar(style, {
    seed: "serenade",
    topVariant: [features.weighted(tops[look.gender])],
    topProbability: 100,
    skinColor: [skin],
    hairColor: [HAIR[look.hair_color]],
    facialHairColor: [look.beard ? HAIR[look.hair_color] : mix(skin, HAIR[look.hair_color], 0.2)],
    facialHairVariant: [look.beard ? beard : "beardLight"],
    facialHairProbability: look.beard || stubble ? 100 : 0,
    accessoriesVariant: [glasses],
    accessoriesColor: [features.pick(["#2b2b30", "#4a3328", "#6b7078"])],
    accessoriesProbability: look.glasses ? 100 : 0,
    eyebrowsVariant: [features.weighted({ defaultNatural: 7, raisedExcitedNatural: 3 })],
    mouthVariant: [random.weighted({ smile: 55, twinkle: 45 })],
    eyesVariant: [eyes],
    clothesVariant: [random.weighted(WARDROBE[look.gender])],
    clothesColor: [random.pick(CLOTHES)],
  } as never).toString();
  const inner = svg
    .slice(svg.indexOf("</metadata>") + "</metadata>".length, svg.lastIndexOf("</svg>"))
    .replace(BEFORE_EYEBROWS, `${drawDetails(look, skin, eyes === "default")}${BEFORE_EYEBROWS}`);
  const scale = 3.05 + random.next() * 0.45;
  const x = WIDTH / 2 - 140 * scale + random.int(-26, 26);
  const y = HEIGHT - 279 * scale;
  const mirrored = random.chance(0.5) ? `translate(${2 * x + 280 * scale} 0) scale(-1 1) ` : "";
  return `<g transform="${mirrored}translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${scale.toFixed(3)})" fill="none">${inner}</g>`;
}

/** What the figure lacks: an iris with a spark under a calm lid, lashes, warm cheeks. Grid of 280, eyes at y 112. */
function drawDetails(look: Look, skin: string, open: boolean): string {
  const woman = look.gender === "woman";
  const eyes = [114, 166].map((x) => {
    const out = x < 140 ? -1 : 1;
    const wing = woman ? `M${x + out * 8} 110.6l${out * 4} -2.2` : "";
    return `<circle cx="${x}" cy="112.4" r="6" fill="${EYES[look.eye_color]}"/><circle cx="${x}" cy="112.4" r="3.3" fill="#17110f"/>
<circle cx="${x - 2}" cy="110.8" r="1.4" fill="#fff" opacity=".9"/><path d="M${x - 9} 111q9 -7.4 18 0v-9h-18z" fill="${skin}"/>
<path d="M${x - 8} 110.6q8 -6 16 0${wing}" stroke="#2a1d18" stroke-width="${woman ? 2.3 : 1.7}" stroke-linecap="round"/>`;
  });
  const blush = [106, 174].map((x) => `<ellipse cx="${x}" cy="130" rx="9" ry="5.5" fill="#e2604f" opacity=".14"/>`);
  return `${blush.join("")}${open ? eyes.join("") : ""}`;
}

/** Lifts the figure off the background. */
function shadow(): string {
  return `<defs><radialGradient id="shadow"><stop stop-color="#0d1117" stop-opacity=".42"/><stop offset="1" stop-color="#0d1117" stop-opacity="0"/></radialGradient></defs><ellipse cx="400" cy="640" rx="430" ry="520" fill="url(#shadow)"/>`;
}

/** Warm from one side, cool from the other, darker at the edges: unifies figure and scene. */
function light(random: Random): string {
  const [x1, x2] = random.chance(0.5) ? [0, 1] : [1, 0];
  return `<defs><linearGradient id="light" x1="${x1}" x2="${x2}" y1="0" y2=".6"><stop stop-color="#ffc98a" stop-opacity=".28"/><stop offset=".5" stop-color="#ffc98a" stop-opacity="0"/><stop offset="1" stop-color="#1b2350" stop-opacity=".3"/></linearGradient><radialGradient id="vignette" cy=".44" r=".78"><stop offset=".55" stop-color="#0b0f1a" stop-opacity="0"/><stop offset="1" stop-color="#0b0f1a" stop-opacity=".4"/></radialGradient></defs><rect width="${WIDTH}" height="${HEIGHT}" fill="url(#light)"/><rect width="${WIDTH}" height="${HEIGHT}" fill="url(#vignette)"/>`;
}

/** Two "#rrggbb" colours, `share` of the second. */
function mix(first: string, second: string, share: number): string {
  const channel = (at: number) => {
    const [a, b] = [first, second].map((color) => Number.parseInt(color.slice(at, at + 2), 16)) as [number, number];
    return Math.round(a + (b - a) * share)
      .toString(16)
      .padStart(2, "0");
  };
  return `#${channel(1)}${channel(3)}${channel(5)}`;
}
