/**
 * The solid of a head: a skull with a face modelled on it, in centimetres. The origin lies between the eyes; x grows to
 * the right of the picture, y upwards, z towards the viewer. Proportions follow the usual tables of anatomy for artists.
 */
import type { Features } from "./person.ts";
import { carve, cone, ellipsoid, join, sphere } from "./shapes.ts";

/** What a face does in one picture. All from 0 to 1 unless noted. */
export interface Expression {
  /** Corners of the mouth: -0.3 serious … 1 wide smile. */
  smile: number;
  /** How much of the upper teeth is seen. */
  open: number;
  /** One corner higher: -1 … 1. */
  smirk: number;
  /** 1 wide open, 0 closed. */
  lids: number;
  /** Raised cheeks under the eyes. */
  squint: number;
  /** -0.5 lowered … 1 raised. */
  brows: number;
  /** Inner ends raised (1) or drawn together (-1). */
  inner: number;
  /** Where the eyes look, -1 … 1. */
  gazeX: number;
  gazeY: number;
}

export type Solid = (x: number, y: number, z: number) => number;

export const EYE_X = 3.15;

export function headSolid(f: Features, e: Expression): Solid {
  const w = f.width;
  const jawX = 4.8 * w * f.jaw;
  const square = f.jaw * f.jaw * f.jaw;
  const chinY = -9.55 - f.chin;
  const fat = f.cheeks;
  const old = f.sag;
  const smile = Math.max(0, e.smile);
  const tipY = -3.75 - f.noseLength;
  const tipZ = 10.55 + f.noseOut;
  const ala = 1.06 * f.noseWidth;
  const lipUp = 0.42 * f.lips;
  const lipLow = 0.6 * f.lips;
  const mouthX = 1.9 + smile * 0.45;
  return (x, y, z) => {
    const ax = Math.abs(x);
    let d = ellipsoid(x, y - 2.2, z + 0.9, 7.3 * w, 8.5, 9.3);
    d = join(d, ellipsoid(x, y - 4.2, z + 1.2, 7.0 * w, 6.5, 8.6), 1.5);
    d = join(d, ellipsoid(x, y + 2.0, z - 1.6, 6.45 * w, 7.4, 6.9), 2.2);
    if (z < -2) return earsOn(d, ax, y, z, w, f);
    d = join(d, ellipsoid(x, y + 6.1, z - 2.7, jawX, 4.9, 5.5), 2.4);
    d = join(d, ellipsoid(ax - 3.3 * w * f.jaw, y + 6.7, z - 2.0, 1.55 * square, 1.9 * square, 2.4), 2.2);
    d = join(d, ellipsoid(x, y - chinY, z - 6.4, 1.85 * square, 1.7, 1.85), 1.8);
    // cheekbones, and the flesh below them
    d = join(d, ellipsoid(ax - 4.55 * w, y + 1.75 - smile * 0.25, z - 5.0, 2.0, 1.5, 2.1), 1.6);
    d = join(
      d,
      ellipsoid(ax - 3.5, y + 3.9 - smile * 0.7 + old * 0.5, z - 5.75, 2.0 * fat, 2.0 * fat, 2.1 + smile * 0.35),
      1.8,
    );
    if (old > 0.2) d = join(d, ellipsoid(ax - 3.9, y + 8.0, z - 4.0, 1.3, 1.5, 1.6 + old * 0.35), 1.6);
    // brows
    d = join(d, cone(ax, y, z, 0.7, 1.45, 8.25, 4.5, 1.75, 6.3, 0.62 * f.browRidge, 0.75), 1.3);
    // eye sockets with the lids as spheres in them
    d = carve(d, ellipsoid(ax - EYE_X, y + 0.05, z - 9.35, 2.05, 1.25, 1.7), 1.2);
    d = join(d, sphere(ax - EYE_X, y + 0.02, z - 6.55, 1.38 * f.eyes), 0.4);
    if (e.squint > 0.05) d = join(d, ellipsoid(ax - 3.3, y + 1.55, z - 7.0, 1.6, 0.45, 0.8 * e.squint), 0.7);
    if (f.bags > 0.1) d = join(d, ellipsoid(ax - 3.1, y + 1.35, z - 7.35, 1.25, 0.5, 0.42 + f.bags * 0.25), 0.5);
    // mouth: muzzle, lips, the line between them, the hollow below
    d = join(d, ellipsoid(x, y + 6.7, z - 6.8, 3.0, 2.5, 2.15), 1.5);
    d = join(d, ellipsoid(ax - 0.55, y + 6.72 - smile * 0.1, z - 8.55, mouthX - 0.5, lipUp, 0.72), 0.35);
    d = join(d, ellipsoid(x, y + 7.72 + e.open * 0.25, z - 8.45, mouthX - 0.25, lipLow, 0.78), 0.45);
    d = carve(d, cone(ax, y, z, 0, -7.18, 9.55, mouthX + 0.6, -7.15 + smile * 0.85, 7.75, 0.1, 0.16), 0.35);
    d = carve(d, ellipsoid(x, y + 8.85, z - 9.35, 1.9, 0.5, 0.55), 0.8);
    d = carve(d, cone(ax, y, z, 0, -5.1, 9.8, 0, -6.2, 9.7, 0.22, 0.2), 0.5);
    // the fold from the nose to the corner of the mouth
    const fold = f.folds + smile * 0.28;
    if (fold > 0.08)
      d = carve(d, cone(ax, y, z, 1.95, -4.2, 9.1, mouthX + 1.15, -7.0, 7.75, 0.16 * fold, 0.34 * fold), 0.75);
    // nose
    d = join(d, cone(x, y, z, 0, 1.0, 8.35, 0, tipY + 0.5, tipZ - 0.55, 0.62 * f.bridge, 0.78), 1.15);
    if (f.hook > 0) d = join(d, sphere(x, y + 1.3, z - 9.2, 0.72 + f.hook * 0.25), 0.6);
    d = join(d, sphere(x, y - tipY, z - tipZ + 0.85, 0.86 * f.noseTip), 0.95);
    d = join(d, ellipsoid(ax - ala, y - tipY + 0.3, z - 8.95, 0.6, 0.62, 0.95), 0.85);
    d = carve(d, ellipsoid(ax - 0.62 * f.noseWidth, y - tipY + 0.98, z - tipZ + 1.05, 0.3, 0.2, 0.5), 0.3);
    return earsOn(d, ax, y, z, w, f);
  };
}

function earsOn(d: number, ax: number, y: number, z: number, w: number, f: Features): number {
  if (ax < 5 || z > 3) return d;
  const x = ax - (7.2 * w + f.ears * 0.2) + 0.3 * (z + 0.7);
  const tilt = 0.14 * (y + 1.2);
  let ear = ellipsoid(x, y + 1.3, z + 0.9 + tilt, 0.52, 2.75, 1.6);
  ear = carve(ear, ellipsoid(x - 0.7, y + 1.0, z + 0.6 + tilt, 0.5, 2.0, 1.0), 0.3);
  return join(d, ear, 0.5);
}

/** Depth of the face at a point seen from the front: where painted features are placed. */
export function frontOf(solid: Solid): (x: number, y: number) => number {
  return (x, y) => {
    let z = 12.5;
    for (let i = 0; i < 40; i++) {
      const d = solid(x, y, z);
      if (d < 0.01 || z < -4) break;
      z -= d * 0.8;
    }
    return z;
  };
}
