/** What varies between two pictures of one person: pose, expression, clothes, place and light. */
import type { Random } from "../random.ts";
import type { Outfit } from "./body.ts";
import type { Expression } from "./head.ts";
import type { Person, Rgb } from "./person.ts";
import type { Pose } from "./pose.ts";
import type { SceneName } from "./scenes.ts";

const CALM: Expression = {
  smile: 0.12,
  open: 0,
  smirk: 0,
  lids: 0.92,
  squint: 0.05,
  brows: 0,
  inner: 0,
  gazeX: 0,
  gazeY: 0,
};

export const EXPRESSIONS: Record<string, Expression> = {
  calm: CALM,
  softSmile: { ...CALM, smile: 0.62, squint: 0.28, brows: 0.1 },
  smile: { ...CALM, smile: 0.9, open: 0.5, squint: 0.42, brows: 0.15 },
  laugh: { ...CALM, smile: 1, open: 0.85, squint: 0.75, lids: 0.72, brows: 0.3 },
  closedLaugh: { ...CALM, smile: 1, open: 0.7, squint: 0.8, lids: 0, brows: 0.35 },
  thoughtful: { ...CALM, smile: 0.05, gazeX: 0.7, gazeY: 0.15, inner: 0.15 },
  curious: { ...CALM, smile: 0.3, brows: 0.75, lids: 1 },
  wry: { ...CALM, smile: 0.35, smirk: 0.9, squint: 0.3 },
  serious: { ...CALM, smile: -0.08, brows: -0.2, inner: -0.2 },
  dreamy: { ...CALM, smile: 0.3, lids: 0.62, gazeY: -0.5, gazeX: -0.2 },
  warm: { ...CALM, smile: 0.85, squint: 0.5, lids: 0.85, inner: 0.15 },
};

/** On the main picture one sees the face well and looks into it. */
const MAIN_EXPRESSIONS = { softSmile: 18, smile: 30, laugh: 20, calm: 4, curious: 5, wry: 7, warm: 18 };
const FURTHER_EXPRESSIONS = {
  softSmile: 12,
  smile: 14,
  laugh: 16,
  closedLaugh: 8,
  calm: 6,
  curious: 8,
  wry: 9,
  warm: 12,
  thoughtful: 12,
  serious: 5,
  dreamy: 9,
};

type Stance = { yaw: number; pitch: number; roll: number; body: number };
/** Towards the right; mirrored by chance. */
export const STANCES: Record<string, Stance> = {
  straight: { yaw: 0.06, pitch: 0.02, roll: 0.03, body: -0.12 },
  turned: { yaw: 0.34, pitch: 0.02, roll: 0.04, body: 0.42 },
  threeQuarter: { yaw: 0.55, pitch: 0.0, roll: -0.02, body: 0.55 },
  overShoulder: { yaw: 0.3, pitch: 0.04, roll: 0.08, body: -0.75 },
  tilted: { yaw: -0.14, pitch: 0.05, roll: 0.2, body: 0.14 },
  lookingDown: { yaw: 0.3, pitch: 0.24, roll: 0.06, body: 0.2 },
  chinUp: { yaw: 0.24, pitch: -0.16, roll: -0.08, body: 0.1 },
};
const MAIN_STANCES = { straight: 22, turned: 30, threeQuarter: 14, overShoulder: 12, tilted: 16, chinUp: 6 };
const FURTHER_STANCES = {
  straight: 8,
  turned: 18,
  threeQuarter: 22,
  overShoulder: 16,
  tilted: 14,
  lookingDown: 14,
  chinUp: 8,
};

export interface Plan {
  pose: Pose;
  expression: Expression;
  outfit: Outfit;
  scene: SceneName;
  lightLeft: boolean;
  contrast: number;
  rim: number;
  scarf: Rgb;
}

const SCENES: Record<SceneName, number> = {
  dusk: 9,
  beach: 8,
  cafe: 10,
  hills: 6,
  park: 10,
  wall: 8,
  lake: 6,
  room: 8,
  kitchen: 7,
  books: 8,
  workshop: 4,
  mountains: 6,
  street: 8,
  sea: 6,
  balcony: 6,
  meadow: 6,
};
const COLD: SceneName[] = ["mountains", "street", "dusk", "lake"];
const WARM: SceneName[] = ["beach", "sea", "meadow", "balcony"];

const CLOTH: readonly Rgb[] = [
  [44, 62, 88],
  [86, 106, 84],
  [132, 62, 58],
  [190, 148, 98],
  [232, 222, 204],
  [58, 58, 64],
  [192, 138, 132],
  [52, 112, 116],
  [172, 96, 60],
  [98, 80, 112],
  [212, 172, 84],
  [122, 148, 172],
  [240, 236, 230],
  [150, 158, 120],
  [96, 42, 62],
];
const UNDER: readonly Rgb[] = [
  [238, 234, 226],
  [208, 202, 192],
  [70, 76, 88],
  [216, 196, 166],
  [176, 190, 204],
];
const OUTFITS: Record<"woman" | "man", Partial<Record<Outfit["kind"], number>>> = {
  woman: { crew: 18, scoop: 16, vneck: 14, shirt: 12, turtleneck: 9, blazer: 12, cardigan: 14, coat: 4, overshirt: 5 },
  man: { crew: 24, shirt: 20, overshirt: 15, blazer: 12, hoodie: 9, turtleneck: 6, cardigan: 6, vneck: 5, coat: 4 },
};

export function planOf(person: Person, number: number, picture: number, random: Random): Plan {
  const main = picture === 0;
  const scene = random.weighted(SCENES);
  const expression = EXPRESSIONS[random.weighted(main ? MAIN_EXPRESSIONS : FURTHER_EXPRESSIONS)]!;
  const stance = STANCES[random.weighted(main ? MAIN_STANCES : FURTHER_STANCES)]!;
  const flip = random.chance(0.5) ? -1 : 1;
  const v = (spread: number) => (random.next() - 0.5) * 2 * spread;
  const frame = random.weighted(main ? { close: 34, half: 60, wide: 6 } : { close: 16, half: 44, wide: 40 });
  const scale = { close: 22, half: 18, wide: 13.4 }[frame] * (1 + v(0.07));
  const yaw = flip * stance.yaw + v(0.06);
  const pose: Pose = {
    yaw,
    pitch: stance.pitch + v(0.035),
    roll: flip * stance.roll + v(0.03),
    body: flip * stance.body + v(0.1),
    scale,
    x: 400 - flip * stance.body * 40 + v(frame === "wide" ? 130 : 40),
    y: { close: 430, half: 385, wide: 400 }[frame] + v(18),
  };
  // by preference the face looks into the light
  const lightLeft = random.chance(0.72) ? yaw < 0 : yaw >= 0;
  return {
    pose,
    expression: {
      ...expression,
      smile: expression.smile * (1 + v(0.12)),
      gazeX:
        expression.gazeX * flip -
        (Math.abs(yaw) > 0.2 && expression.gazeX === 0 && expression.gazeY === 0 ? Math.sign(yaw) * 0.4 : 0),
    },
    outfit: dress(person, scene, random),
    scene,
    lightLeft,
    contrast: 0.25 + random.next() * 0.5,
    rim: 0.35 + random.next() * 0.4,
    scarf: CLOTH[(number * 7 + picture * 5) % CLOTH.length]!,
  };
}

function dress(person: Person, scene: SceneName, random: Random): Outfit {
  const kinds = OUTFITS[person.soft > 0.5 ? "woman" : "man"];
  const cold = COLD.includes(scene) && random.chance(0.45);
  const kind = cold
    ? random.pick(["coat", "scarf", "turtleneck", "hoodie"] as const)
    : WARM.includes(scene) && random.chance(0.5)
      ? random.pick(["crew", "scoop", "shirt", "vneck"] as const)
      : random.weighted(kinds);
  const covered =
    person.cut === "headscarf" && (kind === "scoop" || kind === "vneck")
      ? "crew"
      : kind === "scoop" && person.soft < 0.5
        ? "crew"
        : kind;
  const pattern = random.weighted<Outfit["pattern"]>(
    ["cardigan", "turtleneck", "crew", "scarf"].includes(covered)
      ? { knit: 36, plain: 40, stripes: covered === "crew" ? 22 : 4 }
      : covered === "overshirt"
        ? { check: 50, plain: 50 }
        : covered === "blazer" || covered === "coat"
          ? { plain: 1 }
          : { plain: 70, stripes: 8, dots: person.soft > 0.5 ? 16 : 2, check: covered === "shirt" ? 16 : 0 },
  );
  return { kind: covered, main: random.pick(CLOTH), second: random.pick(UNDER), pattern };
}
