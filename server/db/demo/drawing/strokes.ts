/** Pieces that scenes and still lifes share: skies, glows, lights out of focus. Canvas of 800 × 1000. */
import type { Random } from "../random.ts";

export function sky(top: string, middle: string, bottom: string): string {
  return `<defs><linearGradient id="sky" x2="0" y2="1"><stop stop-color="${top}"/><stop offset=".55" stop-color="${middle}"/><stop offset="1" stop-color="${bottom}"/></linearGradient></defs><rect width="800" height="1000" fill="url(#sky)"/>`;
}

/** Deepens a rectangle downwards. */
export function fade(id: string, color: string, y: number, height: number): string {
  return `<defs><linearGradient id="${id}" x2="0" y2="1"><stop stop-color="${color}" stop-opacity="0"/><stop offset="1" stop-color="${color}" stop-opacity=".85"/></linearGradient></defs><rect y="${y}" width="800" height="${height}" fill="url(#${id})"/>`;
}

/** Soft light around a point. */
export function glow(x: number, y: number, radius: number, color: string, opacity: number): string {
  const id = `g${Math.round(x)}-${Math.round(y)}-${radius}`;
  return `<defs><radialGradient id="${id}"><stop stop-color="${color}" stop-opacity="${opacity}"/><stop offset="1" stop-color="${color}" stop-opacity="0"/></radialGradient></defs><circle cx="${x}" cy="${y}" r="${radius}" fill="url(#${id})"/>`;
}

/** Lights or leaves out of focus between two heights. */
export function lights(
  random: Random,
  colors: readonly string[],
  count: number,
  [from, to]: [number, number],
  opacity: number,
  [small, large]: [number, number] = [14, 58],
): string {
  return range(count, () => {
    const strength = (opacity * (0.35 + 0.65 * random.next())).toFixed(2);
    return `<circle cx="${random.int(-20, 820)}" cy="${random.int(from, to)}" r="${random.int(small, large)}" fill="${random.pick(colors)}" opacity="${strength}"/>`;
  });
}

export function range(count: number, draw: (i: number) => string): string {
  return Array.from({ length: count }, (_, i) => draw(i)).join("");
}

/** A line of mountains around a height, filled to the ground. */
export function ridge(random: Random, y: number, rough: number, color: string): string {
  let points = [random.next() - 0.5, random.next() - 0.5, random.next() - 0.5, random.next() - 0.5];
  for (let level = 0, size = 0.62; level < 5; level++, size *= 0.55) {
    const next: number[] = [];
    for (let i = 0; i < points.length - 1; i++)
      next.push(points[i]!, (points[i]! + points[i + 1]!) / 2 + (random.next() - 0.5) * size);
    points = [...next, points.at(-1)!];
  }
  const step = 800 / (points.length - 1);
  return `<path d="M0 1000${points.map((p, i) => `L${(i * step).toFixed(0)} ${(y + p * 2 * rough).toFixed(0)}`).join("")}L800 1000z" fill="${color}"/>`;
}
