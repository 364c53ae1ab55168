/**
 * Values that are answered again and again as they are: the door seals them once and writes them out once. Of a page of search
 * most cards stood on the page before; sealing and writing each anew was a quarter of what the page cost (decision 009).
 */
const MADE = Symbol("made of a lasting value");

interface Made {
  /** Whose sealing it is: another shape seals another value. */
  by: unknown;
  sealed: object;
  json?: string;
}

/** Marks an object that will never change again, and freezes it. What is made of it is kept as long as it is. */
export function lasting<T extends object>(value: T): T {
  for (const field of Object.values(value)) if (typeof field === "object") Object.freeze(field);
  return mark(value, undefined);
}

/** What `seal` makes of the value: of a lasting one made once for each shape. */
export function sealedOnce(value: object, by: unknown, seal: () => object): object {
  const holder = (value as Marked)[MADE];
  if (!holder) return seal();
  if (holder.made?.by !== by) {
    const made: Made = { by, sealed: seal() };
    holder.made = made;
    mark(made.sealed, made);
  }
  return holder.made!.sealed;
}

/** As JSON.stringify, of a value without toJSON; what lasts in the lists of an answer is written once. */
export function jsonOf(value: unknown): string {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return JSON.stringify(value);
  const fields: string[] = [];
  for (const [name, field] of Object.entries(value)) {
    if (field === undefined) continue;
    const text = Array.isArray(field) ? `[${field.map(itemOf).join(",")}]` : JSON.stringify(field);
    fields.push(`${JSON.stringify(name)}:${text}`);
  }
  return `{${fields.join(",")}}`;
}

function itemOf(item: Marked | null | undefined): string {
  const made = item?.[MADE]?.made;
  if (!made) return JSON.stringify(item) ?? "null";
  made.json ??= JSON.stringify(item);
  return made.json;
}

interface Marked {
  [MADE]?: { made: Made | undefined };
}

/** Where nothing copies it: a spread of a marked object is an object like any other. */
function mark<T extends object>(value: T, made: Made | undefined): T {
  Object.defineProperty(value, MADE, { value: { made } });
  return Object.freeze(value);
}
