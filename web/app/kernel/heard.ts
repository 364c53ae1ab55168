/**
 * The process that answers a poll keeps the member's version, and the event that makes it worthless may reach this browser
 * through another process first. So for a moment after an event lists are asked for whole, not "unless unchanged".
 */
const MOMENT_MS = 2_000;
let heardAt = Number.NEGATIVE_INFINITY;

export function noteHeard(): void {
  heardAt = performance.now();
}

export const heardLately = (): boolean => performance.now() - heardAt < MOMENT_MS;
