/** From solids to a picture: what is seen at each pixel, its light, and strands over it. */

import type { Solid } from "./head.ts";
import type { Rgb } from "./person.ts";
import type { View } from "./pose.ts";
import { clamp, join, smooth } from "./shapes.ts";

export const NONE = 0;
export const SKIN = 1;
export const CLOTH = 2;
export const HAIR = 3;

export interface Solids {
  head: Solid;
  hair: Solid;
  body: Solid;
  cloth: Solid;
}

/** What is seen at each pixel. */
export interface Seen {
  width: number;
  height: number;
  /** Centimetres towards the viewer; BEHIND where nothing is. */
  depth: Float32Array;
  material: Uint8Array;
}

const BEHIND = -60;
const NEAR = 17;
const COARSE = 4;

export function look({ head, hair, body, cloth }: Solids, view: View, width: number, height: number): Seen {
  const { pose } = view;
  const depth = new Float32Array(width * height).fill(BEHIND);
  const material = new Uint8Array(width * height);
  const h = new Float64Array(3);
  const cb = Math.cos(pose.body);
  const sb = Math.sin(pose.body);
  let mat = SKIN;
  const distance = (x: number, y: number, z: number): number => {
    let skin = 99;
    let over = 99;
    if (y > -32) {
      view.toHead(x, y, z, h);
      if (y > -24) {
        const d = Math.sqrt(h[0]! * h[0]! + (h[1]! - 0.5) * (h[1]! - 0.5) + h[2]! * h[2]!) - 13;
        skin = d > 2 ? d : head(h[0]!, h[1]!, h[2]!);
      }
      over = hair(h[0]!, h[1]!, h[2]!);
    }
    let worn = 99;
    if (y < -3) {
      const bx = cb * x - sb * z;
      const bz = sb * x + cb * z;
      if (y > -27) skin = join(skin, body(bx, y, bz), 1.3);
      worn = y < -9 ? cloth(bx, y, bz) : 99;
    }
    if (worn <= skin && worn <= over) {
      mat = CLOTH;
      return worn;
    }
    mat = over < skin ? HAIR : SKIN;
    return over < skin ? over : skin;
  };
  const march = (px: number, py: number, from: number): number => {
    const x = (px - pose.x) / pose.scale;
    const y = (pose.y - py) / pose.scale;
    let z = from;
    for (let i = 0; i < 60; i++) {
      const d = distance(x, y, z);
      if (d < 0.012) return z;
      z -= d * 0.82;
      if (z < -22) return BEHIND;
    }
    return z;
  };
  const cols = Math.ceil(width / COARSE) + 1;
  const rows = Math.ceil(height / COARSE) + 1;
  const rough = new Float32Array(cols * rows);
  const what = new Uint8Array(cols * rows);
  for (let r = 0; r < rows; r++)
    for (let c = 0; c < cols; c++) {
      rough[r * cols + c] = march(c * COARSE, r * COARSE, NEAR);
      what[r * cols + c] = mat;
    }
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const at = Math.floor(y / COARSE) * cols + Math.floor(x / COARSE);
      const [a, b, c, d] = [rough[at]!, rough[at + 1]!, rough[at + cols]!, rough[at + cols + 1]!];
      const most = Math.max(a, b, c, d);
      if (most === BEHIND) continue;
      const least = Math.min(a, b, c, d);
      if (
        what[at] !== SKIN &&
        most - least < 0.9 &&
        what[at] === what[at + 1] &&
        what[at] === what[at + cols] &&
        what[at] === what[at + cols + 1]
      ) {
        // cloth and hair are smooth enough to be filled in
        const u = (x % COARSE) / COARSE;
        const v = (y % COARSE) / COARSE;
        depth[y * width + x] = (a + (b - a) * u) * (1 - v) + (c + (d - c) * u) * v;
        material[y * width + x] = what[at]!;
        continue;
      }
      const z = march(x, y, Math.min(NEAR, most + (least === BEHIND ? 2.5 : 0.7 + (most - least) * 0.4)));
      depth[y * width + x] = z;
      if (z !== BEHIND) material[y * width + x] = mat;
    }
  return { width, height, depth, material };
}

export interface Light {
  /** Unit vector towards the key light. */
  key: readonly [number, number, number];
  warm: Rgb;
  fill: Rgb;
  rim: Rgb;
  rimStrength: number;
  /** 0 flat … 1 dramatic. */
  contrast: number;
}

export type Paint = (index: number, x: number, y: number, z: number, material: number, out: Float64Array) => void;

/** Shades everything that is seen into `picture` (three floats a pixel), over what is there. */
export function shadeSeen(seen: Seen, view: View, light: Light, paint: Paint, picture: Float32Array): void {
  const { width, height, depth, material } = seen;
  const { scale } = view.pose;
  const shadow = castShadows(seen, light, scale);
  const wide = blur(depth, width, height, Math.round(scale * 1.1));
  const narrow = blur(depth, width, height, Math.round(scale * 0.35));
  const [kx, ky, kz] = light.key;
  const c = new Float64Array(8);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const i = y * width + x;
      const m = material[i]!;
      if (m === NONE) continue;
      const z = depth[i]!;
      let nx = -slope(depth, i, x, width, 1, z) * scale;
      let ny = slope(depth, i, y, height, width, z) * scale;
      const l = 1 / Math.sqrt(nx * nx + ny * ny + 1);
      nx *= l;
      ny *= l;
      const nz = l;
      c.fill(0);
      paint(i, (x - view.pose.x) / scale, (view.pose.y - y) / scale, z, m, c);
      const ndl = nx * kx + ny * ky + nz * kz;
      const occlusion = clamp(1 - (wide[i]! - z) * 0.13 - Math.max(0, narrow[i]! - z) * 0.34, 0.6, 1.05);
      const lit = smooth(-0.22, 0.86, ndl) * (1 - shadow[i]! * 0.8);
      const fringe = lit * (1 - lit) * 4;
      const up = 0.5 + 0.5 * ny;
      const edge = (1 - nz) ** 3;
      const rimSide = smooth(0.05, 0.7, -nx * Math.sign(kx) * 0.9 + ny * 0.35);
      const skin = m === SKIN;
      const half = Math.max(0, (nx * kx + ny * ky + nz * (kz + 1)) / Math.sqrt(kx * kx + ky * ky + (kz + 1) ** 2));
      const shine = skin
        ? (half ** 22 * 0.13 + half ** 60 * 0.12 * (0.4 + c[3]!)) * (1 - shadow[i]!)
        : half ** 12 * 0.05 * c[3]!;
      for (let k = 0; k < 3; k++) {
        const base = c[k]! / 255;
        const dark = skin ? [0.6, 0.42, 0.4][k]! : [0.5, 0.46, 0.52][k]!;
        const shade =
          base * (dark * (1.12 - light.contrast * 0.42)) * (0.86 + 0.28 * up) +
          (light.fill[k]! / 255) * (0.1 + 0.06 * up) * (0.4 + base);
        const bright = base * (0.7 + 0.36 * (light.warm[k]! / 255));
        let v = shade + (bright - shade) * lit;
        if (skin) v += fringe * [0.055, 0.0, -0.018][k]! * (0.4 + base);
        v *= skin ? 1 - (1 - occlusion) * [0.75, 1.05, 1.1][k]! : occlusion;
        v += shine * (light.warm[k]! / 255) + edge * rimSide * light.rimStrength * (light.rim[k]! / 255);
        // soft shoulder instead of clipping
        picture[i * 3 + k] = 255 * (v > 0.8 ? 0.8 + 0.2 * (1 - Math.exp(-(v - 0.8) / 0.2)) : v);
      }
    }
}

/** Of the two neighbours' differences the smaller, so that edges do not curl. */
function slope(depth: Float32Array, i: number, at: number, end: number, step: number, z: number): number {
  const a = at > 0 ? z - depth[i - step]! : 99;
  const b = at < end - 1 ? depth[i + step]! - z : 99;
  if (Math.abs(a) > 1.2 && Math.abs(b) > 1.2) return 0;
  if (Math.abs(a) > 1.2) return b;
  if (Math.abs(b) > 1.2) return a;
  return (a + b) / 2;
}

function castShadows({ width, height, depth, material }: Seen, { key }: Light, scale: number): Float32Array {
  const shadow = new Float32Array(width * height);
  const [kx, ky, kz] = key;
  const flat = Math.hypot(kx, ky);
  const [ux, uy] = [kx / flat, -ky / flat];
  const rise = kz / flat;
  for (let y = 0; y < height; y += 2)
    for (let x = 0; x < width; x += 2) {
      const i = y * width + x;
      if (material[i] === NONE) continue;
      const z = depth[i]!;
      let dark = 0;
      for (let step = 1; step <= 13; step++) {
        const far = 0.3 + step * step * 0.062;
        const sx = Math.round(x + ux * far * scale);
        const sy = Math.round(y + uy * far * scale);
        if (sx < 0 || sy < 0 || sx >= width || sy >= height) break;
        const over = depth[sy * width + sx]! - (z + rise * far);
        if (over > 0.05 && over < 9) dark = Math.max(dark, Math.min(1, (over - 0.05) / (0.2 + far * 0.12)));
      }
      shadow[i] = dark;
      if (x + 1 < width) shadow[i + 1] = dark;
      if (y + 1 < height) {
        shadow[i + width] = dark;
        if (x + 1 < width) shadow[i + width + 1] = dark;
      }
    }
  return blur(shadow, width, height, Math.max(1, Math.round(scale * 0.16)));
}

/** Twice a box of the radius. */
export function blur(source: Float32Array, width: number, height: number, radius: number): Float32Array {
  let from = source;
  for (let pass = 0; pass < 2; pass++) {
    const across = new Float32Array(from.length);
    for (let y = 0; y < height; y++) slide(from, across, y * width, 1, width, radius);
    const down = new Float32Array(from.length);
    for (let x = 0; x < width; x++) slide(across, down, x, width, height, radius);
    from = down;
  }
  return from;
}

function slide(from: Float32Array, to: Float32Array, start: number, step: number, count: number, radius: number): void {
  let sum = 0;
  const at = (k: number) => from[start + step * (k < 0 ? 0 : k >= count ? count - 1 : k)]!;
  for (let k = -radius; k <= radius; k++) sum += at(k);
  const share = 1 / (2 * radius + 1);
  for (let k = 0; k < count; k++) {
    to[start + step * k] = sum * share;
    sum += at(k + radius + 1) - at(k - radius);
  }
}

/** Lays what was shaded at half the size over the picture, with soft edges; what is seen at full size comes back. */
export function enlarge(half: Seen, shaded: Float32Array, picture: Float32Array): Seen {
  const { width: w, height: h } = half;
  const width = w * 2;
  const height = h * 2;
  const depth = new Float32Array(width * height);
  const material = new Uint8Array(width * height);
  const mask = blur(
    Float32Array.from(half.material, (m) => (m === NONE ? 0 : 1)),
    w,
    h,
    1,
  );
  for (let y = 0; y < height; y++) {
    const fy = clamp(y / 2 - 0.25, 0, h - 1.001);
    const iy = Math.floor(fy);
    const v = fy - iy;
    for (let x = 0; x < width; x++) {
      const fx = clamp(x / 2 - 0.25, 0, w - 1.001);
      const ix = Math.floor(fx);
      const u = fx - ix;
      const at = iy * w + ix;
      const i = y * width + x;
      const nearest = (y >> 1) * w + (x >> 1);
      depth[i] = half.depth[nearest]!;
      material[i] = half.material[nearest]!;
      let cover = 0;
      let soft = 0;
      let r = 0;
      let g = 0;
      let b = 0;
      for (let k = 0; k < 4; k++) {
        const j = at + (k & 1) + (k >> 1) * w;
        const share = (k & 1 ? u : 1 - u) * (k >> 1 ? v : 1 - v);
        soft += mask[j]! * share;
        if (half.material[j] === NONE) continue;
        cover += share;
        r += shaded[j * 3]! * share;
        g += shaded[j * 3 + 1]! * share;
        b += shaded[j * 3 + 2]! * share;
      }
      if (cover < 0.01) continue;
      const a = smooth(0.38, 0.8, soft);
      picture[i * 3]! += (r / cover - picture[i * 3]!) * a;
      picture[i * 3 + 1]! += (g / cover - picture[i * 3 + 1]!) * a;
      picture[i * 3 + 2]! += (b / cover - picture[i * 3 + 2]!) * a;
    }
  }
  return { width, height, depth, material };
}

/** A tapered stroke between two points, antialiased, hidden behind what is nearer. */
export function stroke(
  picture: Float32Array,
  seen: Seen,
  ax: number,
  ay: number,
  az: number,
  bx: number,
  by: number,
  bz: number,
  ra: number,
  rb: number,
  a: Rgb,
  b: Rgb,
  opacity: number,
  bias: number,
): void {
  const { width, height, depth } = seen;
  const r = Math.max(ra, rb) + 1;
  const left = Math.max(0, Math.floor(Math.min(ax, bx) - r));
  const right = Math.min(width - 1, Math.ceil(Math.max(ax, bx) + r));
  const top = Math.max(0, Math.floor(Math.min(ay, by) - r));
  const bottom = Math.min(height - 1, Math.ceil(Math.max(ay, by) + r));
  const dx = bx - ax;
  const dy = by - ay;
  const len = dx * dx + dy * dy || 1e-6;
  for (let y = top; y <= bottom; y++)
    for (let x = left; x <= right; x++) {
      const t = ((x - ax) * dx + (y - ay) * dy) / len;
      if (t < 0 || t > 1.0) continue;
      const ex = x - ax - dx * t;
      const ey = y - ay - dy * t;
      const cover = clamp(ra + (rb - ra) * t + 0.5 - Math.sqrt(ex * ex + ey * ey)) * opacity;
      if (cover <= 0.01) continue;
      const i = y * width + x;
      if (az + (bz - az) * t < depth[i]! - bias) continue;
      picture[i * 3]! += (a[0] + (b[0] - a[0]) * t - picture[i * 3]!) * cover;
      picture[i * 3 + 1]! += (a[1] + (b[1] - a[1]) * t - picture[i * 3 + 1]!) * cover;
      picture[i * 3 + 2]! += (a[2] + (b[2] - a[2]) * t - picture[i * 3 + 2]!) * cover;
    }
}
