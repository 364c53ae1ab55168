/** At most so many pieces of work at once; the others wait in the order in which they came. */
export function turns(atOnce: number) {
  let free = atOnce;
  const waiting: (() => void)[] = [];
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (free > 0) free--;
    else await new Promise<void>((go) => waiting.push(go));
    try {
      return await work();
    } finally {
      // handed over rather than given back: who comes in between does not slip in front
      const next = waiting.shift();
      if (next) next();
      else free++;
    }
  };
}
