/** Eyes, brows, mouth, lines and glasses: drawn as curves in the plane of the face and laid over the solid. */
import type { Random } from "../random.ts";
import { type Expression, EYE_X, frontOf, type Solid } from "./head.ts";
import { hex, mixed, type Person, type Rgb, shade } from "./person.ts";
import type { View } from "./pose.ts";
import { clamp, lerp } from "./shapes.ts";

type Point = [number, number];

export interface Overlay {
  /** Over the skin, under the hair. */
  svg: string;
  /** Strokes of the brows: pairs of points in the head's coordinates. */
  brows: { from: [number, number, number]; to: [number, number, number]; width: number }[];
}

export function drawFeatures(
  p: Person,
  e: Expression,
  solid: Solid,
  view: View,
  lightLeft: boolean,
  random: Random,
): Overlay {
  const front = frontOf(solid);
  const s = view.pose.scale;
  const at = (x: number, y: number, lift = 0.03): Point => {
    const [px, py] = view.project(x, y, front(x, y) + lift);
    return [px, py];
  };
  const parts: string[] = [];
  const defs: string[] = [];
  const far = view.pose.yaw > 0 ? 1 : -1;
  const hidden = (side: number) => Math.abs(view.pose.yaw) > 0.75 && side === far;
  for (const side of [-1, 1]) if (!hidden(side)) parts.push(eye(p, e, side, view, defs, lightLeft));
  parts.push(mouth(p, e, at, s, defs));
  parts.push(nostrils(p, at));
  parts.push(lines(p, e, at, s));
  const svg = `<defs>${defs.join("")}<filter id="soft" x="-50%" y="-50%" width="200%" height="200%"><feGaussianBlur stdDeviation="${(s * 0.1).toFixed(2)}"/></filter><filter id="softer" x="-50%" y="-50%" width="200%" height="200%"><feGaussianBlur stdDeviation="${(s * 0.22).toFixed(2)}"/></filter></defs>${parts.join("")}${glasses(p, view, s)}`;
  return { svg, brows: brows(p, e, front, random) };
}

const path = (points: Point[], closed = false): string => {
  // Catmull-Rom through the points
  const n = points.length;
  const get = (i: number): Point => (closed ? points[(i + n) % n]! : points[clamp(i, 0, n - 1)]!);
  let d = `M${f(get(0))}`;
  for (let i = 0; i < (closed ? n : n - 1); i++) {
    const [a, b, c, e] = [get(i - 1), get(i), get(i + 1), get(i + 2)];
    const k = 1 / 6;
    d += `C${f([b[0] + (c[0] - a[0]) * k, b[1] + (c[1] - a[1]) * k])} ${f([c[0] - (e[0] - b[0]) * k, c[1] - (e[1] - b[1]) * k])} ${f(c)}`;
  }
  return closed ? `${d}Z` : d;
};
const f = (p: Point): string => `${p[0].toFixed(1)} ${p[1].toFixed(1)}`;

function eye(p: Person, e: Expression, side: number, view: View, defs: string[], lightLeft: boolean): string {
  const s = view.pose.scale;
  const { features: ft } = p;
  const r = 1.42 * ft.eyes;
  const cx = EYE_X;
  // on the ball
  const on = (x: number, y: number, lift = 0): Point => {
    const dx = x - cx;
    const z = 6.55 + Math.sqrt(Math.max(0.05, r * r - dx * dx - y * y)) + lift;
    const [px, py] = view.project(side * x, y, z);
    return [px, py];
  };
  const k = ft.eyes;
  const tilt = ft.eyeTilt;
  const open = e.lids;
  const squeeze = 1 - e.squint * 0.3;
  const sag = ft.sag * 0.1;
  const up = (0.5 * open * squeeze + (1 - open) * -0.12) * k;
  const low = -(0.4 * (0.6 + 0.4 * open) * (1 - e.squint * 0.42)) * k;
  const inner: [number, number] = [cx - 1.42 * k, -0.1];
  const outer: [number, number] = [cx + 1.4 * k, tilt + 0.02];
  const upper: [number, number][] = [
    inner,
    [cx - 0.85 * k, up * 0.74],
    [cx - 0.1, up + 0.02],
    [cx + 0.75 * k, up * 0.82 + tilt * 0.6 - sag],
    outer,
  ];
  const lower: [number, number][] = [
    outer,
    [cx + 0.75 * k, low * 0.8 + tilt * 0.5],
    [cx, low],
    [cx - 0.8 * k, low * 0.75],
    inner,
  ];
  const U = upper.map(([x, y]) => on(x, y));
  const L = lower.map(([x, y]) => on(x, y));
  const lash: Rgb = mixed(mixed(p.hair, [30, 22, 20], 0.75), [30, 22, 20], 1 - p.grey * 0.4);
  const fold = ft.eyeFold;
  const crease = upper.map(([x, y], i) =>
    on(x, y + [0.02, 0.2, 0.27, 0.24, 0.06][i]! * (1.15 - fold * 0.6) + (1 - open) * 0.1, 0.02),
  );
  const skinDark = hex(mixed(shade(p.skin, -0.5), [90, 40, 30], 0.3));
  const out: string[] = [];
  if (e.lids < 0.12) {
    // closed: one thick lash line hanging down
    const down = upper.map(([x], i) => on(x, [0, -0.24, -0.34, -0.26, tilt * 0.4][i]! * k - 0.02));
    out.push(
      `<path d="${path(down)}" fill="none" stroke="${hex(lash)}" stroke-width="${(s * 0.15).toFixed(1)}" stroke-linecap="round" opacity=".85"/>`,
    );
    out.push(
      `<path d="${path(crease)}" fill="none" stroke="${skinDark}" stroke-width="${(s * 0.08).toFixed(1)}" opacity=".35" filter="url(#soft)"/>`,
    );
    return out.join("");
  }
  const id = side < 0 ? "l" : "r";
  const gaze: [number, number] = [cx + side * e.gazeX * 0.5 - 0.06, 0.02 + e.gazeY * 0.3 - (1 - open) * 0.1];
  const [ix, iy] = on(gaze[0], gaze[1]);
  const ir = 0.6 * k * s;
  const squash = clamp(Math.abs(Math.cos(view.pose.yaw + e.gazeX * 0.3)), 0.55, 1);
  const lightX = lightLeft ? -0.3 : 0.3;
  const eyeLight = mixed(p.eye, [255, 255, 255], 0.28);
  defs.push(
    `<clipPath id="eye${id}"><path d="${path([...U.slice(0, -1), ...L.slice(0, -1)], true)}"/></clipPath>`,
    `<radialGradient id="iris${id}" cx="${0.5 - lightX * 0.7}" cy=".68" r=".62"><stop stop-color="${hex(eyeLight)}"/><stop offset=".5" stop-color="${hex(p.eye)}"/><stop offset="1" stop-color="${hex(shade(p.eye, -0.55))}"/></radialGradient>`,
  );
  const [x0, y0] = on(cx, 0);
  out.push(
    `<path d="${path([...U.slice(0, -1), ...L.slice(0, -1)], true)}" fill="${skinDark}" opacity=".4" filter="url(#softer)"/>`,
    `<g clip-path="url(#eye${id})"><rect x="${x0 - 2 * s}" y="${y0 - 2 * s}" width="${4 * s}" height="${4 * s}" fill="${hex(mixed([226, 219, 213], p.skin, 0.2))}"/>
<ellipse cx="${ix.toFixed(1)}" cy="${iy.toFixed(1)}" rx="${(ir * squash).toFixed(1)}" ry="${ir.toFixed(1)}" fill="url(#iris${id})"/>
<ellipse cx="${ix.toFixed(1)}" cy="${iy.toFixed(1)}" rx="${(ir * squash).toFixed(1)}" ry="${ir.toFixed(1)}" fill="none" stroke="#1c1412" stroke-width="${(s * 0.07).toFixed(1)}" opacity=".55"/>
<ellipse cx="${ix.toFixed(1)}" cy="${iy.toFixed(1)}" rx="${(0.25 * s * k * squash).toFixed(1)}" ry="${(0.25 * s * k).toFixed(1)}" fill="#120c0b"/>
<path d="${path(U.map(([x, y]) => [x, y + s * 0.06]))}" fill="none" stroke="#2a1a18" stroke-width="${(s * 0.42).toFixed(1)}" opacity=".42" filter="url(#soft)"/>
<circle cx="${on(inner[0] + 0.12, inner[1])[0].toFixed(1)}" cy="${on(inner[0], inner[1])[1].toFixed(1)}" r="${(s * 0.14).toFixed(1)}" fill="#c4796c" opacity=".6"/>
<circle cx="${(ix + lightX * ir * 0.95).toFixed(1)}" cy="${(iy - ir * 0.36).toFixed(1)}" r="${(s * 0.13).toFixed(1)}" fill="#fff" opacity=".92"/><ellipse cx="${(ix - lightX * ir).toFixed(1)}" cy="${(iy + ir * 0.42).toFixed(1)}" rx="${(s * 0.16).toFixed(1)}" ry="${(s * 0.1).toFixed(1)}" fill="#fff" opacity=".2"/></g>`,
    // lashes: a line that is thicker in the middle and outside
    lashLine(U, s, lash, p),
    `<path d="${path(L.slice(0, -1).map(([x, y]) => [x, y + s * 0.03]))}" fill="none" stroke="${skinDark}" stroke-width="${(s * 0.075).toFixed(1)}" stroke-linecap="round" opacity=".5"/>`,
    `<path d="${path(L.map(([x, y]) => [x, y + s * 0.13]))}" fill="none" stroke="${hex(shade(p.skin, 0.25))}" stroke-width="${(s * 0.09).toFixed(1)}" opacity=".25" filter="url(#soft)"/>`,
    `<path d="${path(crease)}" fill="none" stroke="${skinDark}" stroke-width="${(s * (0.09 + (1 - fold) * 0.05)).toFixed(1)}" stroke-linecap="round" opacity="${(0.62 - fold * 0.25).toFixed(2)}"/>`,
  );
  if (p.makeup > 0.35) {
    const shadowTone = hex(mixed(shade(p.skin, -0.45), [110, 60, 70], 0.4));
    out.unshift(
      `<path d="${path([...U, ...[...crease].reverse().map(([x, y]): Point => [x, y - s * 0.18])], true)}" fill="${shadowTone}" opacity="${(p.makeup * 0.38).toFixed(2)}" filter="url(#soft)"/>`,
    );
  }
  return out.join("");
}

function lashLine(U: Point[], s: number, lash: Rgb, p: Person): string {
  const thick = 0.1 + p.soft * 0.1 + p.makeup * 0.05;
  const above = U.map(([x, y], i): Point => [x, y - s * thick * [0.15, 0.75, 1, 1.05, 0.9][i]!]);
  const out = U[4]!;
  const wing: Point = [out[0] + (out[0] - U[3]![0]) * 0.28 * p.soft, above[4]![1] - s * 0.06 * p.soft];
  return `<path d="${path([...U.slice(0, 4), [out[0], out[1] + s * 0.02], wing, ...above.slice(0, 4).reverse()], true)}" fill="${hex(lash)}" opacity="${(0.72 + p.soft * 0.2).toFixed(2)}"/>`;
}

function mouth(
  p: Person,
  e: Expression,
  at: (x: number, y: number, lift?: number) => Point,
  s: number,
  defs: string[],
): string {
  const m = mouthShape(p, e);
  const color = lipColor(p);
  const out: string[] = [];
  const seam = hex(mixed(shade(color, -0.62), [60, 18, 18], 0.4));
  if (e.open > 0.08) {
    const hole = [...m.seamUp, ...[...m.seamLow].reverse().slice(1, -1)].map(([x, y]) => at(x, y));
    const bite = m.seamUp.map(([x, y], i): [number, number] => [x * 0.94, y - m.gap[i]! * 0.76]);
    const teeth = [...m.seamUp.map(([x, y]): [number, number] => [x * 0.94, y + 0.04]), ...[...bite].reverse()].map(
      ([x, y]) => at(x, y),
    );
    defs.push(`<clipPath id="mouth"><path d="${path(hole, true)}"/></clipPath>`);
    const [mx, my] = at(0, m.seamUp[Math.floor(m.seamUp.length / 2)]![1]);
    defs.push(
      `<radialGradient id="teeth" gradientUnits="userSpaceOnUse" cx="${mx}" cy="${my}" r="${s * 2.5}"><stop offset=".35" stop-color="#f0e8e0"/><stop offset="1" stop-color="#a8938a"/></radialGradient>`,
    );
    const gaps = [-1.35, -0.87, -0.43, 0, 0.43, 0.87, 1.35].map(
      (x) =>
        `<path d="M${f(at(x, m.mid + 0.1))}L${f(at(x, m.mid - 0.75))}" stroke="#8f7468" stroke-width="${(s * 0.03).toFixed(2)}" opacity=".32"/>`,
    );
    out.push(
      `<g clip-path="url(#mouth)"><path d="${path(hole, true)}" fill="#4b1a1c"/><path d="${path(teeth, true)}" fill="url(#teeth)"/>${gaps.join("")}<path d="${path(m.seamUp.map(([x, y]) => at(x, y)))}" fill="none" stroke="#3a1213" stroke-width="${(s * 0.3).toFixed(1)}" opacity=".35" filter="url(#soft)"/></g>`,
      `<path d="${path(hole, true)}" fill="none" stroke="${seam}" stroke-width="${(s * 0.06).toFixed(1)}" opacity=".55"/>`,
    );
  } else {
    const line = m.seamUp.map(([x, y]) => at(x, y));
    out.push(
      `<path d="${path(line)}" fill="none" stroke="${seam}" stroke-width="${(s * 0.16).toFixed(1)}" stroke-linecap="round" opacity=".4" filter="url(#soft)"/><path d="${path(line)}" fill="none" stroke="${seam}" stroke-width="${(s * 0.085).toFixed(1)}" stroke-linecap="round" opacity=".85"/>`,
    );
  }
  // dents at the corners, and the shadow under the lower lip
  for (const side of [-1, 1]) {
    const [x, y] = m.seamUp[side < 0 ? 0 : m.seamUp.length - 1]!;
    const [px, py] = at(x + side * 0.06, y);
    out.push(
      `<ellipse cx="${px.toFixed(1)}" cy="${py.toFixed(1)}" rx="${(s * 0.2).toFixed(1)}" ry="${(s * 0.16).toFixed(1)}" fill="${seam}" opacity=".45" filter="url(#soft)"/>`,
    );
  }
  const shine = [-0.75, -0.25, 0.3, 0.8].map((x) => at(x, m.lowEdge + 0.32 + Math.abs(x) * 0.08));
  out.push(
    `<path d="${path(shine)}" fill="none" stroke="#fff" stroke-width="${(s * 0.14).toFixed(1)}" stroke-linecap="round" opacity="${(0.12 + p.makeup * 0.14).toFixed(2)}" filter="url(#soft)"/>`,
  );
  return out.join("");
}

export interface MouthShape {
  top: Point[];
  seamUp: Point[];
  seamLow: Point[];
  bottom: Point[];
  gap: number[];
  mid: number;
  lowEdge: number;
}

const STEPS = [-1, -0.78, -0.5, -0.22, 0, 0.22, 0.5, 0.78, 1];

export function mouthShape({ features: ft, soft }: Person, e: Expression): MouthShape {
  const smile = e.smile;
  const half = 2.42 + smile * 0.38 - soft * 0.08;
  const mid = -7.15 - e.open * 0.02;
  const corner = (x: number) =>
    (smile * (0.64 - e.open * 0.22) + (e.smirk * x > 0 ? Math.abs(e.smirk) * 0.25 : 0)) * Math.abs(x) ** 2.2;
  const lip = ft.lips;
  const flat = 1 - Math.max(0, smile) * 0.08;
  const bow = (x: number) => {
    const a = Math.abs(x);
    return (a < 0.22 ? lerp(0.56, 0.66, a / 0.22) : 0.66 * (1 - ((a - 0.22) / 0.78) ** 1.35)) * lip * 0.92 * flat;
  };
  const wave = (x: number) => -0.09 * Math.exp(-(x * x) / 0.03) + 0.05 * Math.exp(-((Math.abs(x) - 0.4) ** 2) / 0.06);
  const gapAt = (x: number) => e.open * 0.95 * (1 - Math.abs(x) ** 2.4);
  const full = (x: number) => 0.84 * lip * flat * (1 - Math.abs(x) ** 2.5) ** 0.8;
  const seamUp = STEPS.map((x): Point => [x * half, mid + corner(x) + wave(x) * (e.open > 0.08 ? 0.4 : 1)]);
  return {
    seamUp,
    seamLow: seamUp.map(([x, y], i): Point => [x, y - gapAt(STEPS[i]!)]),
    top: seamUp.map(([x, y], i): Point => [x, y + bow(STEPS[i]!)]),
    bottom: seamUp.map(([x, y], i): Point => [x, y - gapAt(STEPS[i]!) - full(STEPS[i]!)]),
    gap: STEPS.map(gapAt),
    mid,
    lowEdge: mid - e.open * 0.95 - 0.84 * lip * flat,
  };
}

export function lipColor(p: Person): Rgb {
  const natural = mixed(p.skin, [158, 46, 54], 0.46 + p.soft * 0.12);
  const made: Rgb = [
    [168, 58, 62],
    [182, 88, 86],
    [146, 44, 66],
    [190, 96, 80],
  ][p.number % 4] as unknown as Rgb;
  const muted = mixed(natural, shade(p.skin, -0.28), (1 - p.soft) * 0.4);
  return mixed(muted, mixed(made, shade(p.skin, -0.3), 0.35), p.makeup * 0.7);
}

function nostrils(p: Person, at: (x: number, y: number, lift?: number) => Point): string {
  const y = -3.75 - p.features.noseLength - 0.86;
  return [-1, 1]
    .map((side) => {
      const x = side * 0.68 * p.features.noseWidth;
      const points: Point[] = [
        at(x - side * 0.3, y - 0.03),
        at(x, y + 0.13),
        at(x + side * 0.34, y + 0.02),
        at(x + side * 0.05, y - 0.09),
      ];
      return `<path d="${path(points, true)}" fill="#3a1a14" opacity=".62" filter="url(#soft)"/>`;
    })
    .join("");
}

/** Lines of age and of a smile: a dark stroke and a light one below it. */
function lines(p: Person, e: Expression, at: (x: number, y: number, lift?: number) => Point, s: number): string {
  const out: string[] = [];
  const dark = hex(mixed(shade(p.skin, -0.55), [90, 36, 26], 0.35));
  const light = hex(shade(p.skin, 0.3));
  const crease = (points: Point[], width: number, opacity: number) => {
    if (opacity < 0.04) return;
    out.push(
      `<path d="${path(points)}" fill="none" stroke="${dark}" stroke-width="${(s * width).toFixed(2)}" stroke-linecap="round" opacity="${opacity.toFixed(2)}" filter="url(#soft)"/>`,
      `<path d="${path(points.map(([x, y]): Point => [x, y + s * width * 0.9]))}" fill="none" stroke="${light}" stroke-width="${(s * width * 0.8).toFixed(2)}" stroke-linecap="round" opacity="${(opacity * 0.4).toFixed(2)}" filter="url(#soft)"/>`,
    );
  };
  const { lines: age, folds, bags } = p.features;
  const grin = Math.max(0, e.smile);
  for (const side of [-1, 1]) {
    const to = 2.9 + grin * 0.5;
    crease(
      [at(side * 1.95, -4.3), at(side * 2.5, -5.0), at(side * to, -6.1), at(side * (to + 0.1), -6.9)],
      0.13,
      folds * 0.42 + grin * 0.22,
    );
    crease(
      [at(side * 2.0, -0.95), at(side * 2.7, -1.3), at(side * 3.6, -1.3), at(side * 4.3, -0.95)],
      0.12,
      bags * 0.4 + e.squint * 0.12,
    );
    if (age > 0.15 || e.squint > 0.5)
      for (const [dy, tilt] of [
        [0.35, 0.45],
        [0, 0.05],
        [-0.35, -0.4],
      ] as const)
        crease(
          [at(side * 4.85, dy * 0.7), at(side * 5.3, dy + tilt * 0.25), at(side * 5.75, dy + tilt * 0.8)],
          0.07,
          age * 0.34 + (age > 0.05 ? e.squint * 0.2 : 0),
        );
    if (age > 0.45)
      crease([at(side * 3.0, -7.5), at(side * 3.2, -8.3), at(side * 3.1, -9.1)], 0.12, (age - 0.45) * 0.6);
    if (age > 0.35) crease([at(side * 0.35, 1.6), at(side * 0.42, 2.3), at(side * 0.36, 2.9)], 0.09, (age - 0.3) * 0.4);
  }
  const raised = Math.max(0, e.brows);
  for (const [i, y] of [4.1, 5.0, 5.9].entries()) {
    const strength = age * 0.3 + raised * (p.age > 26 ? 0.16 : 0.05) - i * 0.03;
    crease(
      [-3.4, -1.7, 0, 1.7, 3.4].map((x, k) => at(x, y + [0, 0.22, 0.05, 0.22, 0][k]! + raised * 0.2)),
      0.08,
      strength,
    );
  }
  return out.join("");
}

function brows(p: Person, e: Expression, front: (x: number, y: number) => number, random: Random): Overlay["brows"] {
  const { browWeight: weight, browHeight: high, browArch: arch } = p.features;
  const strokes: Overlay["brows"] = [];
  const count = Math.round(95 + weight * 60);
  for (const side of [-1, 1]) {
    const lift = e.brows * 0.5 + (e.smirk * side > 0.3 ? 0.25 : 0);
    const center = (t: number): [number, number] => {
      const x = lerp(1.15, 5.15, t);
      const y =
        1.62 +
        high +
        lift * (0.5 + 0.5 * Math.sin(t * 2.4)) +
        arch * Math.sin(Math.min(1, t / 0.66) * 1.57) -
        (t > 0.62 ? (t - 0.62) * 1.15 * (0.5 + arch) : 0) -
        (1 - t) ** 3 * 0.08 +
        e.inner * 0.45 * (1 - t) ** 2;
      return [x, y];
    };
    for (let i = 0; i < count; i++) {
      const t = random.next();
      const [x, y] = center(t);
      const thick = 0.3 * weight * (t < 0.12 ? 0.65 + t * 2.9 : 1.05 - t * 0.72);
      const oy = (random.next() - 0.5) * 2 * thick;
      const lean = lerp(0.55, 0.97, Math.min(1, t * 1.6));
      const length = (0.46 + random.next() * 0.28) * (1 - t * 0.25);
      const [ax, ay] = [x, y + oy];
      const [bx, by] = [
        x + length * lean,
        y + oy * 0.55 + length * (1 - lean) * (0.9 - t) + (center(Math.min(1, t + 0.09))[1] - y) * 0.9,
      ];
      strokes.push({
        from: [side * ax, ay, front(side * ax, ay) + 0.08],
        to: [side * bx, by, front(side * bx, by) + 0.1],
        width: 0.07 + random.next() * 0.045,
      });
    }
  }
  return strokes;
}

function glasses(p: Person, view: View, s: number): string {
  if (p.glasses === "none") return "";
  const color = hex(p.glassesColor);
  const thick = p.glasses === "thin" ? 0.12 : 0.3;
  const out: string[] = [];
  const z = (x: number) => 9.35 - (Math.abs(x) / 6.6) ** 2 * 1.35;
  const at = (x: number, y: number): Point => {
    const [a, b] = view.project(x, y, z(x));
    return [a, b];
  };
  for (const side of [-1, 1]) {
    const rim: Point[] = [];
    for (let i = 0; i < 16; i++) {
      const a = (i / 16) * Math.PI * 2;
      const power = p.glasses === "square" ? 0.62 : p.glasses === "round" ? 1 : 0.78;
      const cx = Math.sign(Math.cos(a)) * Math.abs(Math.cos(a)) ** power;
      const cy = Math.sign(Math.sin(a)) * Math.abs(Math.sin(a)) ** power;
      const cat = p.glasses === "cat" ? Math.max(0, cx) * 0.45 : 0;
      rim.push(at(side * (3.3 + cx * 2.45), -0.35 + cy * (p.glasses === "round" ? 2.25 : 1.85) + cat));
    }
    const d = path(rim, true);
    const [gx, gy] = at(side * 3.3 - 1.2, 0.9);
    out.push(
      `<path d="${d}" fill="#dfeaf2" opacity=".1"/><path d="${d}" fill="none" stroke="#1a0f0c" stroke-width="${(s * thick).toFixed(1)}" opacity=".28" transform="translate(0 ${(s * 0.28).toFixed(1)})" filter="url(#soft)"/><path d="${d}" fill="none" stroke="${color}" stroke-width="${(s * thick).toFixed(1)}"/><path d="${d}" fill="none" stroke="#fff" stroke-width="${(s * thick * 0.28).toFixed(1)}" opacity=".25" transform="translate(0 ${(-s * thick * 0.2).toFixed(1)})"/>`,
      `<path d="M${gx.toFixed(1)} ${gy.toFixed(1)}l${(s * 0.9).toFixed(1)} ${(-s * 0.2).toFixed(1)}l${(-s * 1.2).toFixed(1)} ${(s * 1.7).toFixed(1)}l${(-s * 0.5).toFixed(1)} ${(s * -0.2).toFixed(1)}z" fill="#fff" opacity=".09" filter="url(#soft)"/>`,
    );
    if (Math.sign(view.pose.yaw || 1) !== side || Math.abs(view.pose.yaw) < 0.16) {
      const hinge = at(side * 5.85, 0.25);
      const [ex, ey] = view.project(side * 7.3, 0.3, 0.5);
      out.push(
        `<path d="M${f(hinge)}L${f([ex, ey])}" stroke="${color}" stroke-width="${(s * thick * 1.1).toFixed(1)}" stroke-linecap="round"/>`,
      );
    }
  }
  out.push(
    `<path d="${path([at(-0.95, 0.1), at(0, 0.42), at(0.95, 0.1)])}" fill="none" stroke="${color}" stroke-width="${(s * thick * 0.9).toFixed(1)}"/>`,
  );
  return out.join("");
}
