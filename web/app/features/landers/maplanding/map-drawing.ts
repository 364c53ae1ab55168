/** The map of a country as shapes: towns as lights, regions as discs that do not cover one another. Pure. */

interface Region {
  code: string;
  lat: number;
  lon: number;
  members: number | null;
}

interface Disc {
  code: string;
  members: number;
  x: number;
  y: number;
  r: number;
}

interface MapDrawing {
  width: number;
  height: number;
  /** A path of points, for a line with round ends. */
  lights: string;
  /** Regions with a number, the largest first. */
  discs: Disc[];
}

interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

const WIDTH = 600;
const MOST_HEIGHT = 660;
const EDGE = 34;
/** So many of the towns at each end are islands and outposts, which would make the rest small; what is near is drawn all the same. */
const OUTLYING = 0.012;
const NEAR = 0.08;
const LEAST_RADIUS = 19;
const MOST_RADIUS = 42;
const ROUNDS = 80;

/** `towns` is a flat list of latitudes and longitudes in degrees. */
export function drawMap(towns: readonly number[], regions: readonly Region[]): MapDrawing {
  const places = Array.from({ length: towns.length / 2 }, (_, at) => ({
    lat: towns[2 * at]!,
    lon: towns[2 * at + 1]!,
  }));
  const project = projection(places);
  const points = places.map(project);
  const box = boxOf(points);
  const [wide, high] = [box.right - box.left, box.bottom - box.top];
  const scale = Math.min((WIDTH - 2 * EDGE) / wide, (MOST_HEIGHT - 2 * EDGE) / high);
  const width = Math.round(wide * scale) + 2 * EDGE;
  const height = Math.round(high * scale) + 2 * EDGE;
  const inside = ({ x, y }: Point) => x >= 0 && x <= width && y >= 0 && y <= height;
  const place = ({ x, y }: Point): Point => ({
    x: Math.round((x - box.left) * scale) + EDGE,
    y: Math.round((y - box.top) * scale) + EDGE,
  });
  const lights = new Set(
    points
      .map(place)
      .filter(inside)
      .map(({ x, y }) => `M${x} ${y}h0`),
  );
  const most = Math.max(1, ...regions.map(({ members }) => members ?? 0));
  const discs = regions
    .flatMap(({ code, members, ...where }) => {
      const at = place(project(where));
      if (members === null || !inside(at)) return [];
      const r = LEAST_RADIUS + (MOST_RADIUS - LEAST_RADIUS) * Math.sqrt(members / most);
      return [{ code, members, ...at, r: Math.round(r) }];
    })
    .sort((one, other) => other.members - one.members);
  return { width, height, lights: [...lights].join(""), discs: apart(discs, { width, height }) };
}

interface Point {
  x: number;
  y: number;
}

/** Degrees → a plane on which a degree is as long east as north in the middle of the country; y grows to the south. */
function projection(places: readonly { lat: number; lon: number }[]) {
  const middle = median(places.map(({ lat }) => lat));
  const east = median(places.map(({ lon }) => lon));
  const stretch = Math.cos((middle * Math.PI) / 180);
  return ({ lat, lon }: { lat: number; lon: number }): Point => {
    const across = lon - east > 180 ? lon - 360 : lon - east < -180 ? lon + 360 : lon;
    return { x: across * stretch, y: -lat };
  };
}

function boxOf(points: readonly Point[]): Box {
  const xs = points.map(({ x }) => x).sort((one, other) => one - other);
  const ys = points.map(({ y }) => y).sort((one, other) => one - other);
  const out = Math.min(Math.ceil(points.length * OUTLYING), Math.floor((points.length - 1) / 2));
  const [left, right] = [xs[out] ?? 0, xs.at(-1 - out) ?? 1];
  const [top, bottom] = [ys[out] ?? 0, ys.at(-1 - out) ?? 1];
  const margin = NEAR * Math.max(right - left, bottom - top, 0.1);
  const within = (values: number[], from: number, to: number) => {
    const near = values.filter((value) => value >= from - margin && value <= to + margin);
    return [near[0]!, near.at(-1)!] as const;
  };
  const [nearLeft, nearRight] = within(xs, left, right);
  const [nearTop, nearBottom] = within(ys, top, bottom);
  return {
    left: nearLeft,
    right: Math.max(nearRight, nearLeft + 0.1),
    top: nearTop,
    bottom: Math.max(nearBottom, nearTop + 0.1),
  };
}

const median = (values: number[]): number => values.sort((one, other) => one - other)[values.length >> 1] ?? 0;

/** Pushes discs that overlap away from each other, in small equal steps. */
function apart(discs: Disc[], { width, height }: { width: number; height: number }): Disc[] {
  for (let round = 0; round < ROUNDS; round++)
    for (const [at, one] of discs.entries())
      for (const other of discs.slice(at + 1)) {
        const [dx, dy] = [other.x - one.x || 0.1, other.y - one.y || 0.1];
        const distance = Math.hypot(dx, dy);
        const missing = one.r + other.r + 3 - distance;
        if (missing <= 0) continue;
        const push = missing / 2 / distance;
        one.x -= dx * push;
        one.y -= dy * push;
        other.x += dx * push;
        other.y += dy * push;
        for (const disc of [one, other]) {
          disc.x = Math.min(width - disc.r, Math.max(disc.r, disc.x));
          disc.y = Math.min(height - disc.r, Math.max(disc.r, disc.y));
        }
      }
  for (const disc of discs) [disc.x, disc.y] = [Math.round(disc.x), Math.round(disc.y)];
  return discs;
}
