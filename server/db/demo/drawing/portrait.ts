/** One portrait: the person, what they do in it, and where. */
import sharp from "sharp";
import type { Random } from "../random.ts";
import { bodySolid, clothColor, clothSolid, type Outfit } from "./body.ts";
import { drawFeatures, lipColor, mouthShape } from "./features.ts";
import { combHair, faceOpening, hairSolid } from "./hair.ts";
import { type Expression, frontOf, headSolid, type Solid } from "./head.ts";
import { paintOver } from "./paint.ts";
import { mixed, type Person, type Rgb, shade } from "./person.ts";
import { type Pose, type View, viewOf } from "./pose.ts";
import { CLOTH, enlarge, HAIR, type Light, look, shadeSeen, stroke } from "./render.ts";
import { clamp, noise, smooth } from "./shapes.ts";

export interface Sitting {
  pose: Pose;
  expression: Expression;
  outfit: Outfit;
  light: Light;
  scarf: Rgb;
}

/** Draws over `picture`, which holds the background: three floats a pixel. */
export async function drawPerson(
  picture: Float32Array,
  width: number,
  height: number,
  person: Person,
  sitting: Sitting,
  random: Random,
): Promise<void> {
  const { pose, expression, outfit, light } = sitting;
  const view = viewOf(pose);
  const head = headSolid(person.features, expression);
  const hair = hairSolid(person);
  const body = bodySolid(person);
  const cloth = clothSolid(person, outfit, person.number % 97);
  const small = viewOf({ ...pose, scale: pose.scale / 2, x: pose.x / 2, y: pose.y / 2 });
  const half = look({ head, hair, body, cloth }, small, width / 2, height / 2);
  const paintSkin = skinPaint(person, expression);
  const h = new Float64Array(3);
  const cb = Math.cos(pose.body);
  const sb = Math.sin(pose.body);
  const opening = faceOpening(person);
  const hairBase = mixed(person.hair, [168, 164, 160], person.grey * 0.85);
  const shaded = halved(picture, width, height);
  shadeSeen(
    half,
    small,
    light,
    (_i, x, y, z, material, out) => {
      if (material === CLOTH) {
        const c = clothColor(outfit, cb * x - sb * z, y, sb * x + cb * z);
        out[0] = c[0];
        out[1] = c[1];
        out[2] = c[2];
        out[3] = 0.3;
        return;
      }
      view.toHead(x, y, z, h);
      if (material === HAIR) {
        const c = person.cut === "headscarf" ? sitting.scarf : shade(hairBase, -0.3);
        const n = person.cut === "headscarf" ? 1 : 1 + 0.25 * noise(h[0]! * 2.2, h[1]! * 0.5, h[2]! * 2.2);
        // thin at the hairline: the scalp shows through
        const thick = person.cut === "headscarf" ? 1 : smooth(-0.2, 1.1, opening(h[0]!, h[1]!, h[2]!));
        const scalp = shade(person.skin, -0.22);
        for (let k = 0; k < 3; k++) out[k] = scalp[k]! + (c[k]! * n - scalp[k]!) * (0.25 + 0.75 * thick);
        out[3] = 0.4;
        return;
      }
      paintSkin(h[0]!, h[1]!, h[2]!, out);
    },
    shaded,
  );
  paintOver(shaded, width / 2, height / 2, 2, 0.8);
  const seen = enlarge(half, shaded, picture);
  const lightLeft = light.key[0] < 0;
  const overlay = drawFeatures(person, expression, head, view, lightLeft, random);
  await lay(picture, width, height, overlay.svg);
  const browColor = mixed(mixed(person.hair, [40, 28, 24], 0.45), [150, 146, 142], person.grey * 0.7);
  for (const { from, to, width: w } of overlay.brows) {
    const a = view.project(...from);
    const b = view.project(...to);
    stroke(
      picture,
      seen,
      a[0],
      a[1],
      a[2],
      b[0],
      b[1],
      b[2],
      w * pose.scale,
      w * pose.scale * 0.4,
      browColor,
      browColor,
      0.5 - person.soft * 0.08,
      0.5,
    );
  }
  if (person.beardShape !== "none") growBeard(picture, seen, view, person, head, light, random);
  const strands = combHair(person, hair, random);
  strands.sort((a, b) => a.layer - b.layer);
  const kl = light.key;
  for (const strand of strands) {
    const count = strand.points.length / 3;
    let before: [number, number, number] | null = null;
    let shadeBefore: Rgb | null = null;
    for (let i = 0; i < count; i++) {
      const now = view.project(strand.points[i * 3]!, strand.points[i * 3 + 1]!, strand.points[i * 3 + 2]!);
      const nw = turned(view, strand.normals, i);
      const color = strandColor(person, strand, before ?? now, now, nw, kl, pose.scale, light);
      if (before && shadeBefore) {
        const taper = i > count * 0.75 ? 1 - ((i - count * 0.75) / (count * 0.25)) * 0.75 : 1;
        const r = strand.width * pose.scale * 0.5;
        stroke(
          picture,
          seen,
          before[0],
          before[1],
          before[2],
          now[0],
          now[1],
          now[2],
          r * taper,
          r * taper,
          shadeBefore,
          color,
          0.8,
          0.55,
        );
      }
      before = now;
      shadeBefore = color;
    }
  }
}

/** A direction of the head as one of the picture. */
function turned(view: View, normals: Float64Array, i: number): [number, number, number] {
  const [ox, oy, oz] = view.origin;
  const [x, y, z] = view.project(normals[i * 3]!, normals[i * 3 + 1]!, normals[i * 3 + 2]!);
  const s = view.pose.scale;
  return [(x - ox) / s, (oy - y) / s, z - oz];
}

function strandColor(
  person: Person,
  strand: { grey: boolean; tint: number; layer: number },
  a: [number, number, number],
  b: [number, number, number],
  n: [number, number, number],
  key: readonly [number, number, number],
  scale: number,
  light: Light,
): Rgb {
  let tx = (b[0] - a[0]) / scale;
  let ty = -(b[1] - a[1]) / scale;
  let tz = b[2] - a[2];
  const l = Math.hypot(tx, ty, tz) || 1;
  tx /= l;
  ty /= l;
  tz /= l;
  const facing = n[0] * key[0] + n[1] * key[1] + n[2] * key[2];
  const lit = smooth(-0.35, 0.8, facing);
  const hx = key[0];
  const hy = key[1];
  const hz = key[2] + 1;
  const hl = Math.hypot(hx, hy, hz);
  const th = (tx * hx + ty * hy + tz * hz) / hl;
  const spec = Math.max(0, 1 - th * th) ** 14 * smooth(0, 0.9, facing);
  const base: Rgb = strand.grey ? mixed(person.hair, [190, 186, 182], 0.78) : person.hair;
  const level = (0.38 + 0.72 * lit) * (0.72 + 0.36 * strand.layer) * (1 + strand.tint);
  const rim = (1 - Math.max(0, n[2])) ** 3 * light.rimStrength * smooth(0, 0.7, -n[0] * Math.sign(key[0]) + n[1] * 0.5);
  const shine = spec * (0.16 + 0.1 * strand.layer);
  return [0, 1, 2].map((k) => {
    const w = light.warm[k]! / 255;
    return clamp(
      base[k]! * level * (0.8 + 0.25 * w) +
        (base[k]! * 0.6 + 90) * shine * w +
        rim * light.rim[k]! * 0.5 +
        light.fill[k]! * 0.05,
      0,
      255,
    );
  }) as unknown as Rgb;
}

function growBeard(
  picture: Float32Array,
  seen: ReturnType<typeof look>,
  view: View,
  person: Person,
  head: Solid,
  light: Light,
  random: Random,
): void {
  const front = frontOf(head);
  const full = person.beardShape === "full";
  const count = full ? 2600 : person.beardShape === "stubble" ? 1500 : 700;
  const length = full ? person.beard : person.beardShape === "stubble" ? 0.16 : 0.55;
  for (let i = 0; i < count; i++) {
    const x = (random.next() - 0.5) * 14;
    const y = -2.5 - random.next() * 9.4;
    const there = beardAt(person, x, y);
    if (random.next() > there) continue;
    const z = front(x, y);
    if (z < -1) continue;
    const out = Math.min(1, Math.abs(x) / 6);
    const dx = Math.sign(x) * (0.12 + out * 0.1) + (random.next() - 0.5) * 0.35;
    const grey = random.next() < Math.min(1, person.grey * 1.35);
    const side = Math.sign(x) === Math.sign(light.key[0]) ? 1 : 1 - Math.min(1, Math.abs(x) / 5) * 0.5;
    const base: Rgb = grey ? [176, 172, 168] : mixed(person.hair, [60, 40, 30], 0.12);
    const c = shade(base, -0.25 + random.next() * 0.28).map((v) => v * (0.6 + 0.45 * side)) as unknown as Rgb;
    const a = view.project(x, y, z + 0.05);
    const b = view.project(x + dx * length, y - length, z + 0.1 + length * 0.25);
    const r = (full ? 0.075 : 0.05) * view.pose.scale;
    stroke(picture, seen, a[0], a[1], a[2], b[0], b[1], b[2], r, r * 0.5, c, c, full ? 0.75 : 0.4, 0.6);
  }
}

/** How thick the beard is at a place of the face: 0 … 1. */
function beardAt(person: Person, x: number, y: number): number {
  const ax = Math.abs(x);
  const shape = person.beardShape;
  if (shape === "none") return 0;
  const lips = (ax / 2.5) ** 2 + ((y + 7.35) / 1.05) ** 2;
  if (lips < 1) return 0;
  const upper = y > -6.6 && y < -4.9 && ax < 2.7 - (y + 6.6) * 0.2 ? 1 - smooth(-5.5, -4.9, y) : 0;
  const around = ax < 3.1 && y < -6 && y > -9 ? smooth(1.7, 2.6, ax) * (1 - smooth(2.9, 3.2, ax)) : 0;
  const chin = y < -8.4 ? 1 - smooth(2.2, 3.3, ax) : 0;
  if (shape === "moustache") return upper;
  if (shape === "goatee") return Math.max(upper, around, chin);
  const line = -3.0 - Math.max(0, 6.2 - ax) * 1.15;
  const jaw = smooth(2.0, 3.0, ax) * (1 - smooth(line - 0.6, line + 1.0, y));
  return Math.max(upper, around, chin, jaw);
}

function skinPaint(p: Person, e: Expression): (x: number, y: number, z: number, out: Float64Array) => void {
  const lip = lipColor(p);
  const m = mouthShape(p, e);
  const half = m.seamUp.at(-1)![0];
  const red: Rgb = mixed(p.skin, [206, 84, 72], 0.55);
  const beardTone = mixed(p.skin, mixed(p.hair, [150, 146, 142], p.grey * 0.7), 0.62);
  const tone = { none: p.soft < 0.5 && p.age > 19 ? 0.16 : 0, stubble: 0.3, full: 0.8, goatee: 0.5, moustache: 0.5 }[
    p.beardShape
  ];
  const shadowOnly = p.beardShape === "none" ? { ...p, beardShape: "full" as const } : p;
  const buzz = p.cut === "buzz" || p.cut === "thinning" ? 0.35 : 0;
  return (x, y, z, out) => {
    const ax = Math.abs(x);
    let [r, g, b]: [number, number, number] = [...p.skin];
    const blend = (c: Rgb, t: number) => {
      r += (c[0] - r) * t;
      g += (c[1] - g) * t;
      b += (c[2] - b) * t;
    };
    const mottled = 1 + 0.025 * noise(x * 0.9, y * 0.9, z * 0.9) + 0.015 * noise(x * 3, y * 3, z * 3);
    let gloss = 0.1;
    if (z > 1) {
      const cheek = Math.exp(-((ax - 4.1) ** 2 / 3.2 + (y + 2.9) ** 2 / 2.8));
      const tip = Math.exp(-((x * x) / 1.6 + (y + 3.9) ** 2 / 1.2));
      blend(red, cheek * (0.26 + p.makeup * 0.16 + Math.max(0, e.smile) * 0.08) + tip * 0.22);
      const socket = Math.exp(-((ax - 2.6) ** 2 / 2.6 + (y + 0.2) ** 2 / 1.6));
      blend(shade(p.skin, -0.42), socket * (0.24 + p.features.bags * 0.14));
      gloss = tip * 0.8 + Math.exp(-((x * x) / 6 + (y - 4.5) ** 2 / 5)) * 0.5;
      if (p.freckles > 0 && y < 2.5 && y > -6) {
        const spot = noise(x * 4.4, y * 4.4, 3.3);
        if (spot > 0.42)
          blend(
            [168, 100, 62],
            (spot - 0.42) * 1.5 * p.freckles * Math.exp(-((y + 2.2) ** 2 / 6 + Math.max(0, ax - 3) ** 2 / 5)),
          );
      }
      if (tone > 0 && y < -2)
        blend(
          beardTone,
          smooth(-13, -10.5, y) * tone * beardAt(shadowOnly, x, y) * (0.85 + 0.3 * noise(x * 5, y * 5, z * 5)),
        );
      if (ax < half && y < -5.6 && y > -9.5) {
        const t = (x / half + 1) * 4;
        const i = Math.min(7, Math.floor(t));
        const k = t - i;
        const at = (line: [number, number][]) => line[i]![1] + (line[i + 1]![1] - line[i]![1]) * k;
        const top = at(m.top);
        const bottom = at(m.bottom);
        const inside = smooth(0, 0.16, top - y) * smooth(0, 0.22, y - bottom);
        if (inside > 0) {
          const upper = y > at(m.seamUp);
          blend(upper ? shade(lip, -0.14) : lip, inside * 0.86);
          gloss = Math.max(gloss, inside * (0.35 + p.makeup * 0.5));
        }
      }
    }
    if (buzz && y > 3) blend(mixed(p.hair, p.skin, 0.4), buzz * smooth(4.5, 7, y - Math.max(0, z - 6) * 0.9));
    if (ax > 6.6 && z < 3) blend(red, 0.35);
    out[0] = r * mottled;
    out[1] = g * mottled;
    out[2] = b * mottled;
    out[3] = clamp(gloss);
  };
}

/** Lays a drawing over the picture. */
async function lay(picture: Float32Array, width: number, height: number, body: string): Promise<void> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${body}</svg>`;
  const { data } = await sharp(Buffer.from(svg)).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  for (let i = 0, n = width * height; i < n; i++) {
    const a = data[i * 4 + 3]! / 255;
    if (a === 0) continue;
    for (let k = 0; k < 3; k++) picture[i * 3 + k]! += (data[i * 4 + k]! - picture[i * 3 + k]!) * a;
  }
}

function halved(picture: Float32Array, width: number, height: number): Float32Array {
  const small = new Float32Array((width / 2) * (height / 2) * 3);
  for (let y = 0; y < height / 2; y++)
    for (let x = 0; x < width / 2; x++)
      for (let k = 0; k < 3; k++) small[(y * (width / 2) + x) * 3 + k] = picture[(y * 2 * width + x * 2) * 3 + k]!;
  return small;
}
