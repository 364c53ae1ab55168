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
export function sealedOnce<Ids>(value: object, seal: (value: object, ids: Ids) => object, ids: Ids): object {
  const holder = (value as Marked)[MADE];
  if (!holder) return seal(value, ids);
  if (holder.made?.by !== seal) {
    const made: Made = { by: seal, sealed: seal(value, ids) };
    holder.made = made;
    mark(made.sealed, made);
  }
  return holder.made!.sealed;
}

/**
 * The JSON of a value without toJSON; what lasts in the lists of an answer is written once. That is in ASCII: a text of one byte a
 * letter is put together, measured and sent at half the cost.
 */
export function jsonOf(value: unknown): string {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return JSON.stringify(value);
  let text = "";
  for (const [name, field] of Object.entries(value)) {
    if (field === undefined) continue;
    text += `${text ? "," : ""}${JSON.stringify(name)}:${Array.isArray(field) ? listOf(field) : JSON.stringify(field)}`;
  }
  return `{${text}}`;
}

function listOf(items: unknown[]): string {
  let text = "";
  for (const item of items) text += text ? `,${itemOf(item as Marked)}` : itemOf(item as Marked);
  return `[${text}]`;
}

function itemOf(item: Marked | null | undefined): string {
  const made = item?.[MADE]?.made;
  if (!made) return JSON.stringify(item) ?? "null";
  made.json ??= inBytes(JSON.stringify(item).replaceAll(/[^\0-\x7f]/g, escaped));
  return made.json;
}
/** A text that once held wide letters stays a wide one, whatever was put in their place. */
const inBytes = (ascii: string): string => Buffer.from(ascii, "latin1").toString("latin1");
const escaped = (letter: string): string => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`;

interface Marked {
  [MADE]?: { made: Made | undefined };
}

/** Where nothing copies it: a spread of a marked object is an object like any other. */
function mark<T extends object>(value: T, made: Made | undefined): T {
  Object.defineProperty(value, MADE, { value: { made } });
  return Object.freeze(value);
}
