/** How a head is turned and where it lies in the picture: from the head's own coordinates to pixels and back. */

export interface Pose {
  /** Radians: to the right of the picture, down, and tilted clockwise. */
  yaw: number;
  pitch: number;
  roll: number;
  /** The shoulders' own turn. */
  body: number;
  /** Pixels per centimetre, and the pixel of the point between the eyes of an unturned head. */
  scale: number;
  x: number;
  y: number;
}

/** Where head and neck meet. */
const PIVOT = { x: 0, y: -6.5, z: -2.5 };

export interface View {
  pose: Pose;
  toHead(x: number, y: number, z: number, out: Float64Array): void;
  /** A point of the head as [pixel x, pixel y, depth in centimetres]. */
  project(x: number, y: number, z: number): [number, number, number];
  /** The projection of the head's own origin. */
  origin: [number, number, number];
}

export function viewOf(pose: Pose): View {
  const m = rotation(pose);
  const view: View = {
    pose,
    origin: [0, 0, 0],
    toHead(x, y, z, out) {
      const [px, py, pz] = [x - PIVOT.x, y - PIVOT.y, z - PIVOT.z];
      out[0] = m[0]! * px + m[3]! * py + m[6]! * pz + PIVOT.x;
      out[1] = m[1]! * px + m[4]! * py + m[7]! * pz + PIVOT.y;
      out[2] = m[2]! * px + m[5]! * py + m[8]! * pz + PIVOT.z;
    },
    project(x, y, z) {
      const [px, py, pz] = [x - PIVOT.x, y - PIVOT.y, z - PIVOT.z];
      const wx = m[0]! * px + m[1]! * py + m[2]! * pz + PIVOT.x;
      const wy = m[3]! * px + m[4]! * py + m[5]! * pz + PIVOT.y;
      const wz = m[6]! * px + m[7]! * py + m[8]! * pz + PIVOT.z;
      return [pose.x + wx * pose.scale, pose.y - wy * pose.scale, wz];
    },
  };
  view.origin = view.project(0, 0, 0);
  return view;
}

/** Row by row; yaw first, then pitch, then roll. */
function rotation({ yaw, pitch, roll }: Pose): number[] {
  const [cy, sy, cp, sp, cr, sr] = [
    Math.cos(yaw),
    Math.sin(yaw),
    Math.cos(pitch),
    Math.sin(pitch),
    Math.cos(roll),
    Math.sin(roll),
  ];
  const turned = [
    [cy, 0, sy],
    [sp * sy, cp, -sp * cy],
    [-cp * sy, sp, cp * cy],
  ];
  const [a, b, c] = turned as [number[], number[], number[]];
  return [...a.map((v, i) => cr * v + sr * b[i]!), ...b.map((v, i) => -sr * a[i]! + cr * v), ...c];
}
