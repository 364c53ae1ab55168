/** Hair as a solid and as strands combed over it. In the head's own coordinates. */
import type { Random } from "../random.ts";
import type { Solid } from "./head.ts";
import type { Cut, Person } from "./person.ts";
import { carve, cone, ellipsoid, join, noise, sphere } from "./shapes.ts";

type Comb = "part" | "back" | "forward" | "gather" | "curl" | "none";

interface Style {
  /** Centimetres over the skull. */
  lift: number;
  /** How far down it falls, as y; null for short hair. */
  falls: number | null;
  spread: number;
  comb: Comb;
  strands: number;
  length: number;
  /** Centimetres aside, and waves per centimetre. */
  wave: number;
  waves: number;
  width: number;
  gather?: [number, number, number, number];
}

const STYLES: Record<Cut, Style> = {
  long: {
    lift: 0.75,
    falls: -27,
    spread: 1,
    comb: "part",
    strands: 1500,
    length: 36,
    wave: 0.12,
    waves: 0.18,
    width: 0.13,
  },
  longWavy: {
    lift: 0.95,
    falls: -25,
    spread: 1.25,
    comb: "part",
    strands: 1500,
    length: 34,
    wave: 0.6,
    waves: 0.13,
    width: 0.15,
  },
  longCurly: {
    lift: 1.7,
    falls: -21,
    spread: 1.6,
    comb: "part",
    strands: 1500,
    length: 28,
    wave: 0.75,
    waves: 0.32,
    width: 0.17,
  },
  lob: {
    lift: 0.85,
    falls: -15,
    spread: 1.1,
    comb: "part",
    strands: 1400,
    length: 25,
    wave: 0.25,
    waves: 0.12,
    width: 0.14,
  },
  bob: {
    lift: 0.9,
    falls: -9.5,
    spread: 1.2,
    comb: "part",
    strands: 1400,
    length: 20,
    wave: 0.1,
    waves: 0.15,
    width: 0.14,
  },
  bobWavy: {
    lift: 1.2,
    falls: -9.5,
    spread: 1.4,
    comb: "part",
    strands: 1400,
    length: 20,
    wave: 0.55,
    waves: 0.2,
    width: 0.16,
  },
  shoulderLength: {
    lift: 0.8,
    falls: -15,
    spread: 0.95,
    comb: "part",
    strands: 1300,
    length: 24,
    wave: 0.4,
    waves: 0.13,
    width: 0.14,
  },
  bun: {
    lift: 0.45,
    falls: null,
    spread: 1,
    comb: "gather",
    strands: 1300,
    length: 16,
    wave: 0.12,
    waves: 0.2,
    width: 0.13,
    gather: [0, 11.2, -5.5, 3.5],
  },
  manBun: {
    lift: 0.45,
    falls: null,
    spread: 1,
    comb: "gather",
    strands: 1200,
    length: 15,
    wave: 0.1,
    waves: 0.2,
    width: 0.13,
    gather: [0, 10.6, -7, 2.4],
  },
  ponytail: {
    lift: 0.5,
    falls: null,
    spread: 1,
    comb: "gather",
    strands: 1300,
    length: 15,
    wave: 0.12,
    waves: 0.2,
    width: 0.13,
    gather: [0, 6.5, -10.5, 2.4],
  },
  pixie: {
    lift: 1.15,
    falls: null,
    spread: 1,
    comb: "part",
    strands: 1300,
    length: 6,
    wave: 0.2,
    waves: 0.2,
    width: 0.16,
  },
  sidePart: {
    lift: 1.15,
    falls: null,
    spread: 1,
    comb: "part",
    strands: 1300,
    length: 6.5,
    wave: 0.15,
    waves: 0.2,
    width: 0.15,
  },
  sweptBack: {
    lift: 1.25,
    falls: null,
    spread: 1,
    comb: "back",
    strands: 1300,
    length: 8,
    wave: 0.2,
    waves: 0.18,
    width: 0.15,
  },
  crop: {
    lift: 0.8,
    falls: null,
    spread: 1,
    comb: "forward",
    strands: 1500,
    length: 2.8,
    wave: 0.15,
    waves: 0.3,
    width: 0.14,
  },
  curlyTop: {
    lift: 1.7,
    falls: null,
    spread: 1,
    comb: "curl",
    strands: 1100,
    length: 6,
    wave: 0.6,
    waves: 0.42,
    width: 0.16,
  },
  shortCurly: {
    lift: 1.6,
    falls: null,
    spread: 1,
    comb: "curl",
    strands: 1200,
    length: 6,
    wave: 0.55,
    waves: 0.45,
    width: 0.16,
  },
  afro: {
    lift: 4.6,
    falls: null,
    spread: 1,
    comb: "curl",
    strands: 2600,
    length: 3,
    wave: 0.42,
    waves: 0.75,
    width: 0.15,
  },
  afroShort: {
    lift: 1.3,
    falls: null,
    spread: 1,
    comb: "curl",
    strands: 2400,
    length: 1.6,
    wave: 0.3,
    waves: 0.85,
    width: 0.13,
  },
  braids: {
    lift: 0.55,
    falls: -24,
    spread: 1.05,
    comb: "part",
    strands: 520,
    length: 33,
    wave: 0.16,
    waves: 0.9,
    width: 0.42,
  },
  buzz: {
    lift: 0.22,
    falls: null,
    spread: 1,
    comb: "forward",
    strands: 2200,
    length: 0.7,
    wave: 0,
    waves: 1,
    width: 0.09,
  },
  thinning: {
    lift: 0.35,
    falls: null,
    spread: 1,
    comb: "back",
    strands: 700,
    length: 3.5,
    wave: 0.1,
    waves: 0.2,
    width: 0.12,
  },
  bald: { lift: 0, falls: null, spread: 1, comb: "none", strands: 0, length: 0, wave: 0, waves: 1, width: 0.1 },
  headscarf: { lift: 0.9, falls: null, spread: 1, comb: "none", strands: 0, length: 0, wave: 0, waves: 1, width: 0.1 },
};

const styleOf = (person: Person): Style => STYLES[person.cut];

const FAR = 99;

const recedingOf = (person: Person): number =>
  person.soft < 0.5 ? Math.max(0, Math.min(1.6, (person.age - 28) / 28)) * (person.number % 3 === 0 ? 0.3 : 1) : 0;

/** What hair leaves free: negative on the face, and a measure of the way from the hairline. */
export function faceOpening(person: Person): Solid {
  const { cut, features: f } = person;
  const style = styleOf(person);
  const top =
    (style.comb === "forward" ? 1 : 0) +
    (cut === "thinning" ? 2.2 : 0) +
    recedingOf(person) * 0.75 -
    person.fringe * 3.1;
  return (x, y, z) => ellipsoid(x * 0.98, y + 2.6 - top * 0.35, z - 10.6, 6.75 * f.width, 9.75 + top * 0.65, 7.9);
}

/** The mass of the hair; far away where there is none. */
export function hairSolid(person: Person): Solid {
  const style = styleOf(person);
  const { features: f, cut } = person;
  if (cut === "bald") return () => FAR;
  if (cut === "headscarf") return scarfSolid(person);
  const { soft } = person;
  const w = f.width;
  const t = style.lift;
  const sides = fall0(style.falls, cut) ? t : soft < 0.5 ? Math.min(t, 0.4) : t * 0.75;
  const face = faceOpening(person);
  const receding = recedingOf(person);
  const fall = style.falls;
  const side = 7.0 * w + 0.35 + t * 0.5;
  const volumeTop = cut === "sweptBack" || cut === "curlyTop" || cut === "sidePart" ? 0.8 : 0.25;
  const ear = fall === null && cut !== "afro";
  const ends = (fall ?? (cut === "ponytail" ? -17 : cut === "afro" ? -5 : -9)) - 4;
  return (x, y, z) => {
    if (y < ends) return ends - y + 1;
    const ax = Math.abs(x);
    let d = ellipsoid(x, y - 2.2 - volumeTop * 0.5, z + 0.9, 7.35 * w + sides, 8.6 + t + volumeTop, 9.3 + t);
    d = join(d, ellipsoid(x, y - 4.2 - volumeTop * 0.5, z + 1.2, 7.05 * w + sides, 6.6 + t + volumeTop, 8.6 + t), 1.5);
    if (cut === "afro") d = join(d, sphere(x, y - 4.5, z + 2, 11.6), 2);
    if (cut === "curlyTop" || cut === "shortCurly" || cut === "longCurly" || cut === "afro")
      d += 0.3 * noise(x * 0.6, y * 0.6, z * 0.6);
    // short hair ends above the ears and at the nape
    const low = z > -1.5 ? -1.2 - (z + 1.5) * 0.0 : -1.2 + (z + 1.5) * 1.6;
    if (fall === null && cut !== "afro") d = carve(d, y - Math.max(low, -8), 0.6);
    if (cut === "afro") d = carve(d, y + 4.5, 2);
    if (fall !== null) {
      const drop = fall + 1.5;
      let long = cone(ax, y, z, side - 1.2, 3, -1.6, side + 0.1, -6, -1.8, 2.0 * style.spread, 2.3 * style.spread);
      long = join(
        long,
        cone(
          ax,
          y,
          z,
          side + 0.1,
          -6,
          -1.8,
          side - 0.2 + (drop < -14 ? 0.6 : 0),
          drop,
          drop < -14 ? 0.2 : -2.2,
          2.3 * style.spread,
          1.7 * style.spread,
        ),
        1,
      );
      long = join(long, ellipsoid(x, y - (drop + 2) * 0.5, z + 5.4, 7.2 * style.spread, -drop * 0.5 + 4, 3.6), 2);
      d = join(d, long, 1.2);
    }
    // the face
    const hole = face(x, y, z);
    d = carve(d, hole + 0.13 * noise(x * 2.1, y * 2.1, z * 2.1), fall === null ? 2.4 : 1.6);
    if (ear) d = carve(d, ellipsoid(ax - 8.2, y + 1.6, z + 0.7, 2.4, 3.5, 2.6), 0.5);
    if (receding > 0.3 && fall === null)
      d = carve(d, ellipsoid(ax - 4.9, y - 6.6, z - 7.2, 1.6 * receding, 1.9 * receding, 2.6), 1);
    if (fall !== null) d = carve(d, ellipsoid(x, y + 10, z - 7, 5.4 * w, 10, 7.6), 1);
    if (cut === "thinning") d = carve(d, ellipsoid(x, y - 11.5, z - 1.5, 4.9, 4.2, 8.5), 0.8);
    const g = style.gather;
    if (g) {
      d = join(
        d,
        sphere(x - g[0], y - g[1], z - g[2], g[3] + (cut === "bun" ? 0.35 * noise(x * 0.7, y * 0.7, z * 0.7) : 0)),
        0.5,
      );
      if (cut === "ponytail") d = join(d, cone(x, y, z, 1, 6, -12, 4.5, -16, -9.5, 2.4, 1.2), 1);
    }
    return d;
  };
}

const fall0 = (falls: number | null, cut: Cut) =>
  falls !== null || cut === "afro" || cut === "afroShort" || cut === "shortCurly";

function scarfSolid({ features: f }: Person): Solid {
  const w = f.width;
  return (x, y, z) => {
    const fold = 0.16 * noise(x * 0.5, y * 0.22, z * 0.45) + 0.1 * noise(x * 0.3 + y * 0.8, y * 0.3, z * 0.7);
    let d = ellipsoid(x, y - 2.6, z + 1.1, 7.9 * w, 9.8, 10.1);
    d = join(d, cone(x, y, z, 0, -2, -1.6, 0, -14, -1.8, 7.7 * w, 7.2), 2);
    d = join(d, ellipsoid(x, y + 17, z + 2.4, 9.6, 4.4, 7.8), 3);
    d -= fold;
    return carve(d, ellipsoid(x, y + 2.5, z - 9.6, 6.05 * w, 8.9 + 0.2, 8.6), 0.35);
  };
}

/** One strand: points in the head's coordinates, three numbers each. */
export interface Strand {
  points: Float64Array;
  normals: Float64Array;
  width: number;
  /** 0 deep in the hair … 1 on top of it. */
  layer: number;
  grey: boolean;
  tint: number;
}

export function combHair(person: Person, solid: Solid, random: Random): Strand[] {
  const style = styleOf(person);
  if (style.strands === 0) return [];
  const strands: Strand[] = [];
  const partX = person.part * 5;
  const n = new Float64Array(3);
  for (let i = 0; i < style.strands * 3 && strands.length < style.strands; i++) {
    const u = random.next() * 2 - 1;
    const angle = random.next() * Math.PI * 2;
    const s = Math.sqrt(1 - u * u);
    const dir: [number, number, number] = [s * Math.cos(angle), u, s * Math.sin(angle)];
    if (dir[1] < -0.55 || (dir[2] < -0.75 && random.next() < 0.8)) continue;
    const root = rootOf(solid, dir);
    if (!root) continue;
    const long = style.falls !== null;
    const length = style.length * (0.6 + 0.5 * random.next()) * (long && dir[1] < 0 ? 0.6 : 1);
    if (style.comb !== "curl" && style.comb !== "forward" && root[2] > 1 && root[1] > 1) {
      // some begin on the forehead, so that the hairline is no border
      const [fx, fy, fz] = flow(person, style, root[0], root[1], root[2], partX);
      const back = random.next() ** 3 * 1.0;
      root[0] -= fx * back;
      root[1] -= fy * back;
      root[2] -= fz * back;
    }
    const strand = grow(person, style, solid, root, partX, length, random, n);
    if (strand) strands.push(strand);
  }
  return strands;
}

function rootOf(solid: Solid, [dx, dy, dz]: [number, number, number]): [number, number, number] | null {
  let r = 17;
  for (let i = 0; i < 40; i++) {
    const d = solid(dx * r, 2.5 + dy * r, -0.9 + dz * r);
    if (d < 0.03) return [dx * r, 2.5 + dy * r, -0.9 + dz * r];
    r -= d * 0.9;
    if (r < 5) return null;
  }
  return null;
}

function gradient(solid: Solid, x: number, y: number, z: number, out: Float64Array): number {
  const e = 0.12;
  const d = solid(x, y, z);
  out[0] = solid(x + e, y, z) - d;
  out[1] = solid(x, y + e, z) - d;
  out[2] = solid(x, y, z + e) - d;
  const l = Math.hypot(out[0]!, out[1]!, out[2]!) || 1;
  out[0]! /= l;
  out[1]! /= l;
  out[2]! /= l;
  return d;
}

function grow(
  person: Person,
  style: Style,
  solid: Solid,
  root: [number, number, number],
  partX: number,
  length: number,
  random: Random,
  n: Float64Array,
): Strand | null {
  const step = Math.max(0.22, Math.min(1.1, length / 8));
  const count = Math.max(3, Math.round(length / step));
  const points = new Float64Array(count * 3);
  const normals = new Float64Array(count * 3);
  const layer = random.next();
  const stray = random.next() < 0.04 ? 0.5 * Math.min(1, style.lift) : 0;
  const depth = (layer - 0.62) * 0.6 * Math.min(1.2, style.lift + 0.2) + stray;
  const phase = random.next() * 6.283;
  const clump = noise(root[0] * 0.35, root[1] * 0.35, root[2] * 0.35 + 7) * 3;
  const wild: [number, number, number] = [random.next() - 0.5, random.next() - 0.5, random.next() - 0.5];
  let [x, y, z] = root;
  let tx = 0;
  let ty = 0;
  let tz = 0;
  for (let i = 0; i < count; i++) {
    const d = gradient(solid, x, y, z, n);
    if (i === 0 || style.falls === null || y > style.falls) {
      x -= n[0]! * (d - depth);
      y -= n[1]! * (d - depth);
      z -= n[2]! * (d - depth);
    }
    const along = i * step;
    let [gx, gy, gz] = flow(person, style, x, y, z, partX);
    gx += wild[0] * 0.4;
    gy += wild[1] * 0.35;
    gz += wild[2] * 0.35;
    if (style.comb === "curl") {
      gx = wild[0] * 2;
      gy = wild[1] * 2 - 0.3;
      gz = wild[2] * 2;
    }
    const dot = gx * n[0]! + gy * n[1]! + gz * n[2]!;
    gx -= n[0]! * dot;
    gy -= n[1]! * dot;
    gz -= n[2]! * dot;
    const l = Math.hypot(gx, gy, gz) || 1;
    const keep = i === 0 ? 0 : 0.45;
    tx = tx * keep + (gx / l) * (1 - keep);
    ty = ty * keep + (gy / l) * (1 - keep);
    tz = tz * keep + (gz / l) * (1 - keep);
    // across the surface and the strand
    const bx = n[1]! * tz - n[2]! * ty;
    const by = n[2]! * tx - n[0]! * tz;
    const bz = n[0]! * ty - n[1]! * tx;
    const swing =
      style.wave *
      Math.min(1, along / 3) *
      Math.sin(along * style.waves * 6.283 + clump + phase * (style.comb === "curl" ? 1 : 0.22));
    const lift =
      style.wave *
      0.6 *
      Math.min(1, along / 3) *
      Math.cos(along * style.waves * 6.283 + clump + phase * (style.comb === "curl" ? 1 : 0.22));
    points[i * 3] = x + bx * swing + n[0]! * lift;
    points[i * 3 + 1] = y + by * swing + n[1]! * lift;
    points[i * 3 + 2] = z + bz * swing + n[2]! * lift;
    normals.set(n, i * 3);
    x += tx * step;
    y += ty * step;
    z += tz * step;
  }
  return {
    points,
    normals,
    width: style.width * (0.7 + 0.7 * random.next()),
    layer,
    grey: random.next() < person.grey,
    tint: (random.next() - 0.5) * 0.42 + clump * 0.06,
  };
}

function flow(person: Person, style: Style, x: number, y: number, z: number, partX: number): [number, number, number] {
  const g = style.gather;
  if (style.comb === "gather" && g) {
    const [dx, dy, dz] = [g[0] - x, g[1] - y, g[2] - z];
    const far = Math.hypot(dx, dy, dz);
    if (far < g[3] + 0.8) return [dz, x * 0.3, -dx + 0.4];
    return [dx / far, dy / far, dz / far];
  }
  if (style.comb === "back") return y < 3.5 ? [0, -0.7, -0.8] : [(x - partX * 0.3) * 0.05, z > 5 ? 0.55 : 0, -1];
  if (style.comb === "forward") return y < 5 ? [0, -1, 0.1] : [(x - partX) * 0.06, -0.2, 0.9];
  const away = x - partX;
  const sideways = Math.sign(away || 1);
  if (style.falls === null) {
    if (y < 4) return [0, -0.9, -0.35];
    return [sideways * 1.0, -0.15, person.fringe > 0 || person.cut === "pixie" ? 0.35 : z > 4 ? 0.05 : -0.6];
  }
  if (y < 1.5) return [x * -0.008, -1, z > 0 ? -0.05 : 0.02];
  const fringe = person.fringe > 0 && z > 3 && Math.abs(x) < 4.4;
  if (fringe) return [x * 0.04, -1, 0.2];
  return [sideways * 1.0, -0.55, z > 5 ? -0.15 : -0.25];
}
