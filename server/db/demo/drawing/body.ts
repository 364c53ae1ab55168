/** Neck, shoulders and chest, and what is worn on them. In the head's units; the body turns on its own. */

import type { Solid } from "./head.ts";
import type { Person, Rgb } from "./person.ts";
import { clamp, cone, ellipsoid, join, noise, smooth } from "./shapes.ts";

export interface Outfit {
  kind:
    | "crew"
    | "scoop"
    | "vneck"
    | "shirt"
    | "turtleneck"
    | "blazer"
    | "hoodie"
    | "cardigan"
    | "overshirt"
    | "coat"
    | "scarf";
  main: Rgb;
  second: Rgb;
  pattern: "plain" | "stripes" | "knit" | "dots" | "check";
}

/** The shoulders sit a little higher than in the tables: it looks less stiff. */
const RAISED = 1.7;

export function bodySolid({ features: f, soft }: Person): Solid {
  const sx = f.shoulders - 4.4;
  const torsoOf = (ax: number, y: number, z: number) => {
    let d = cone(ax, y, z, 0, -14.5, -5, sx * 0.8, -20.6, -5, 3.4, 3.0);
    d = join(d, cone(ax, y, z, 0, -22.2, -4.6, sx - 0.3, -24.9, -4.8, 4.6, 4.0), 3);
    d = join(d, ellipsoid(ax, y + 34, z + 4.2 - soft * 0.5, sx - 0.9, 16.5, 9.2 + soft * 0.4), 3.4);
    d = join(d, cone(ax, y, z, sx + 0.1, -25.2, -4.8, sx + 4.4, -74, -2, 4.2 - soft * 0.7, 3.6 - soft * 0.5), 1.6);
    return join(d, ellipsoid(ax, y + 56, z + 4, sx - 1.5 - soft, 20, 9), 5);
  };
  return (x, high, z) => {
    const y = high - RAISED;
    let d = cone(x, y, z, 0, -6, -2.8, 0, -18, -4, f.neck * 0.94, f.neck);
    if (y < -30) return torsoOf(Math.abs(x), y, z);
    if (y > -8) return d;
    const ax = Math.abs(x);
    // the two muscles from behind the ears to the pit of the throat
    d = join(d, cone(ax, y, z, 4.0, -9, -2.6, 1.0, -18.4, 1.2, 0.5, 0.35), 2.6);
    return join(d, torsoOf(ax, y, z), 3.2);
  };
}

/** Cloth over the torso: thicker, with folds, open at the neck. */
export function clothSolid(person: Person, outfit: Outfit, seed: number): Solid {
  const torso = bodySolid(person);
  const thick = {
    crew: 0.5,
    scoop: 0.45,
    vneck: 0.5,
    shirt: 0.55,
    turtleneck: 0.8,
    blazer: 1.3,
    hoodie: 1.2,
    cardigan: 1,
    overshirt: 1,
    coat: 1.7,
    scarf: 1.2,
  }[outfit.kind];
  const neck = person.features.neck;
  return (x, high, z) => {
    const y = high - RAISED;
    const fold =
      smooth(-15, -22, y) *
      (0.32 * noise(x * 0.16 + seed, y * 0.07 + x * 0.09, z * 0.12 + seed) +
        0.12 * noise(x * 0.5, y * 0.16 - x * 0.2, seed));
    let d = torso(x, high, z) - thick - fold * (0.6 + thick * 0.5);
    d = Math.max(d, opening(outfit.kind, x, y, z, neck));
    const collar = collarOf(outfit.kind, x, y, z, neck);
    return collar === null ? d : join(d, collar, 0.5);
  };
}

/** Positive where the skin of the throat shows. */
function opening(kind: Outfit["kind"], x: number, y: number, z: number, neck: number): number {
  const front = smooth(-6, 2, z);
  const ax = Math.abs(x);
  const round = (drop: number, wide: number) => {
    const dy = (y + 15.2) / drop;
    const dx = ax / wide;
    return (1 - Math.sqrt(dx * dx + dy * dy)) * Math.min(drop, wide) * 0.8;
  };
  const above = y + 15.4 + ax * 0.05;
  switch (kind) {
    case "scoop":
      return Math.max(above, round(4.5 + front * 3.2, neck + 3.6));
    case "vneck":
    case "cardigan":
      return Math.max(above, (front * (9.5 + y + 15.5) - ax * 1.7) * 0.5);
    case "shirt":
    case "overshirt":
      return Math.max(above - 0.6, (front * (6.5 + y + 15.5) - ax * 1.55) * 0.5);
    case "turtleneck":
    case "scarf":
      return y + 14.5;
    default:
      return Math.max(above, round(2.2 + front * 2.6, neck + 1.1));
  }
}

function collarOf(kind: Outfit["kind"], x: number, y: number, z: number, neck: number): number | null {
  if (y < -30 || y > -8) return null;
  const ring = (radius: number, height: number, top: number, lean: number) => {
    const cy = top + (z + 3) * lean;
    const r = Math.sqrt(x * x * 0.92 + (z + 3.2) * (z + 3.2)) - radius;
    return Math.max(Math.abs(r) - 0.45, Math.abs(y - cy) - height) * 0.8;
  };
  switch (kind) {
    case "turtleneck":
      return ring(neck + 0.9, 3.2, -14.4, -0.08);
    case "shirt":
    case "overshirt": {
      const gap = Math.max(0, z) * 0.9 - Math.abs(x) * 0.9 + (-y - 15) * 0.2;
      return Math.max(ring(neck + 1.1, 1.9, -15.9, -0.3), gap * 0.5);
    }
    case "hoodie": {
      const cy = -16.6 + (z + 3) * -0.42;
      const r = Math.sqrt(x * x * 0.72 + (z + 4.5) * (z + 4.5)) - (neck + 3.1);
      return Math.sqrt(r * r + (y - cy) * (y - cy)) - 1.9;
    }
    case "scarf": {
      const wave = 0.5 * noise(x * 0.3, y * 0.6, z * 0.3);
      const cy = -14.8 + (z + 3) * -0.25;
      const r = Math.sqrt(x * x + (z + 3.2) * (z + 3.2)) - (neck + 2);
      return (Math.sqrt(r * r * 1.2 + (y - cy) * (y - cy) * 0.5) - 2.2 - wave) * 0.8;
    }
    default:
      return null;
  }
}

/** The colour of the cloth at a place of the body. */
export function clothColor(outfit: Outfit, x: number, high: number, z: number): Rgb {
  const y = high - RAISED;
  const ax = Math.abs(x);
  const open = { blazer: 24, cardigan: 19, overshirt: 40, coat: 30 }[outfit.kind as string];
  if (open) {
    const wide = outfit.kind === "overshirt" ? 4.4 : 5.4;
    const edge = wide * clamp((y + 15 + open) / open) ** 0.8;
    if (z > -3 && ax < edge) return outfit.second;
    if (z > -3 && ax < edge + 0.25) return darker(outfit.main, 0.6);
    if (
      (outfit.kind === "blazer" || outfit.kind === "coat") &&
      z > -3 &&
      ax < edge + 3.4 * clamp((y + 32) / 10) &&
      y < -16
    )
      return darker(outfit.main, ax > edge + 3.1 * clamp((y + 32) / 10) ? 0.66 : 1.1);
  }
  if (outfit.kind === "shirt" && z > 0 && ax < 1.5) {
    if (Math.abs(ax - 1.35) < 0.1) return darker(outfit.main, 0.8);
    const button = (((y + 24) % 7) + 7) % 7;
    if (y < -22 && x * x + (button - 3.5) ** 2 < 0.16) return darker(outfit.main, 0.62);
  }
  const t = textureOf(outfit.pattern, x, y, z);
  return t === 0 ? outfit.main : t < 0 ? darker(outfit.main, 1 + t) : mix(outfit.main, outfit.second, t);
}

function textureOf(pattern: Outfit["pattern"], x: number, y: number, z: number): number {
  switch (pattern) {
    case "stripes":
      return 0.85 * smooth(-0.3, 0.3, Math.cos(((y + 0.12 * z) / 3.4) * 6.283) - 0.35);
    case "knit":
      return -0.09 * (0.5 + 0.5 * Math.sin(x * 4.2 + Math.sin(y * 1.6) * 0.7));
    case "dots": {
      const row = Math.floor(y / 2.2);
      const dx = (((x + (row % 2) * 1.1) % 2.2) + 2.2) % 2.2;
      const dy = ((y % 2.2) + 2.2) % 2.2;
      return 0.8 * smooth(0.24, 0.1, (dx - 1.1) ** 2 + (dy - 1.1) ** 2);
    }
    case "check":
      return 0.3 * smooth(-0.3, 0.3, Math.cos(x * 1.6)) + 0.3 * smooth(-0.3, 0.3, Math.cos(y * 1.6)) - 0.12;
    default:
      return 0;
  }
}

const darker = (c: Rgb, by: number): Rgb => [c[0] * by, c[1] * by, c[2] * by];
const mix = (a: Rgb, b: Rgb, t: number): Rgb => [
  a[0] + (b[0] - a[0]) * t,
  a[1] + (b[1] - a[1]) * t,
  a[2] + (b[2] - a[2]) * t,
];
