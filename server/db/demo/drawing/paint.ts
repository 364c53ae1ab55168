/** Makes a rendered picture look painted: patches of even colour with clear borders, warm light, darker corners. */
import { clamp, smooth } from "./shapes.ts";

/** Kuwahara's filter: each pixel takes the mean of the calmest of four squares around it. */
export function paintOver(
  picture: Float32Array,
  width: number,
  height: number,
  radius: number,
  strength: number,
): void {
  const w = width + 1;
  const sums = [0, 1, 2, 3].map(() => new Float64Array(w * (height + 1)));
  const [sr, sg, sb, sq] = sums as [Float64Array, Float64Array, Float64Array, Float64Array];
  for (let y = 0; y < height; y++) {
    let r = 0;
    let g = 0;
    let b = 0;
    let q = 0;
    for (let x = 0; x < width; x++) {
      const i = (y * width + x) * 3;
      const l = picture[i]! * 0.3 + picture[i + 1]! * 0.59 + picture[i + 2]! * 0.11;
      r += picture[i]!;
      g += picture[i + 1]!;
      b += picture[i + 2]!;
      q += l * l;
      const o = (y + 1) * w + x + 1;
      sr[o] = sr[o - w]! + r;
      sg[o] = sg[o - w]! + g;
      sb[o] = sb[o - w]! + b;
      sq[o] = sq[o - w]! + q;
    }
  }
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      let best = Number.POSITIVE_INFINITY;
      let br = 0;
      let bg = 0;
      let bb = 0;
      for (let k = 0; k < 4; k++) {
        const x0 = Math.max(0, k & 1 ? x : x - radius);
        const x1 = Math.min(width, (k & 1 ? x + radius : x) + 1);
        const y0 = Math.max(0, k >> 1 ? y : y - radius);
        const y1 = Math.min(height, (k >> 1 ? y + radius : y) + 1);
        const n = (x1 - x0) * (y1 - y0);
        const [a, b, c, d] = [y1 * w + x1, y0 * w + x1, y1 * w + x0, y0 * w + x0];
        const r = (sr[a]! - sr[b]! - sr[c]! + sr[d]!) / n;
        const g = (sg[a]! - sg[b]! - sg[c]! + sg[d]!) / n;
        const l = (sb[a]! - sb[b]! - sb[c]! + sb[d]!) / n;
        const mean = r * 0.3 + g * 0.59 + l * 0.11;
        const spread = (sq[a]! - sq[b]! - sq[c]! + sq[d]!) / n - mean * mean;
        if (spread < best) {
          best = spread;
          br = r;
          bg = g;
          bb = l;
        }
      }
      const i = (y * width + x) * 3;
      picture[i]! += (br - picture[i]!) * strength;
      picture[i + 1]! += (bg - picture[i + 1]!) * strength;
      picture[i + 2]! += (bb - picture[i + 2]!) * strength;
    }
}

/** One light over figure and background. */
export function finish(picture: Float32Array, width: number, height: number, lightLeft: boolean, warmth: number): void {
  const tint = [255, 214, 160];
  for (let y = 0; y < height; y++) {
    const v = y / height;
    const vv = v * v * 0.81;
    const cv = (v - 0.46) * (v - 0.46) * 0.9;
    for (let x = 0; x < width; x++) {
      const i = (y * width + x) * 3;
      const h = x / width;
      const u = lightLeft ? h : 1 - h;
      const glow = smooth(1.1, 0, Math.sqrt(u * u + vv)) * warmth;
      const corner = 1 - 0.34 * smooth(0.42, 0.85, Math.sqrt((h - 0.5) * (h - 0.5) + cv));
      for (let k = 0; k < 3; k++) {
        const lit = 255 - ((255 - picture[i + k]! * corner) * (255 - tint[k]! * glow)) / 255;
        // a gentle curve
        const t = clamp(lit / 255);
        picture[i + k] = 255 * (t + (t * t * (3 - 2 * t) - t) * 0.22);
      }
    }
  }
}
