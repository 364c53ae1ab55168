/** At most so many pieces of work at once. The others wait, in two lines: the first one goes before the second, each in its order. */
import { Refusal } from "./refusal.ts";

export interface Turn {
  /** Waits in the line that goes before the other. */
  first?: boolean;
}

/**
 * A line of `most` pieces is full: what comes then is refused with `unavailable` instead of waiting for longer than its caller
 * does, and may come again after `seconds`.
 */
export function turns(atOnce: number, { most = Number.POSITIVE_INFINITY, seconds = 0 } = {}) {
  let free = atOnce;
  const lines: { first: (() => void)[]; second: (() => void)[] } = { first: [], second: [] };
  return async <T>(work: () => Promise<T>, { first = false }: Turn = {}): Promise<T> => {
    const line = first ? lines.first : lines.second;
    if (free > 0) free--;
    else if (line.length >= most) throw new Refusal("unavailable", { seconds });
    else await new Promise<void>((go) => line.push(go));
    try {
      return await work();
    } finally {
      // handed over rather than given back: who comes in between does not slip in front
      const next = lines.first.shift() ?? lines.second.shift();
      if (next) next();
      else free++;
    }
  };
}
