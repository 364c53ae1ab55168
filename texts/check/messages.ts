import { type MessageFormatElement, parse, TYPE } from "@formatjs/icu-messageformat-parser";

/** Stands for an argument in what `readings` gives back; no text holds it. */
export const ARGUMENT = "\uFFFC";
/** Stands for an argument that Intl writes: {percent, number, ::percent}. */
export const FORMATTED = "\uFFFD";

/** Leaves of a tree of texts: full key and message. */
export function* flat(node: unknown, path: string): Generator<[key: string, message: string]> {
  if (typeof node === "string") yield [path, node];
  else for (const [key, value] of Object.entries(node as object)) yield* flat(value, `${path}.${key}`);
}

/**
 * What a message takes, sorted: `{name}`, `{percent:number}`, `<link>`. Also says which plural categories of the language
 * are missing. Throws when the message is no valid ICU.
 */
export function shapeOf(message: string, locale: string): { shape: string[]; missing: string[] } {
  const shape = new Set<string>();
  const missing: string[] = [];
  collect(parse(message));
  return { shape: [...shape].sort(), missing };

  function collect(elements: MessageFormatElement[]) {
    for (const element of elements) {
      if (element.type === TYPE.literal || element.type === TYPE.pound) continue;
      if (element.type === TYPE.tag) {
        shape.add(`<${element.value}>`);
        collect(element.children);
        continue;
      }
      shape.add(`{${element.value}${kindOf(element)}}`);
      if (element.type === TYPE.plural) missing.push(...missingIn(element.options, element.pluralType, locale));
      if (element.type === TYPE.plural || element.type === TYPE.select)
        for (const option of Object.values(element.options)) collect(option.value);
    }
  }
}

/**
 * A message as people read it, once for each plural or select option, with ARGUMENT where a value goes and FORMATTED where
 * Intl writes one. Options are not combined: each is read with the first one of the others.
 */
export function readings(message: string): string[] {
  return [...new Set(read(parse(message)))];
}

/** Numbers, dates and times have to be written by Intl in every locale; a plural of one may be a plain argument of another. */
function kindOf(element: MessageFormatElement): string {
  if (element.type === TYPE.number) return ":number";
  if (element.type === TYPE.date) return ":date";
  return element.type === TYPE.time ? ":time" : "";
}

function missingIn(options: object, type: "cardinal" | "ordinal" | undefined, locale: string): string[] {
  const rules = new Intl.PluralRules(locale, { type: type ?? "cardinal" });
  return rules.resolvedOptions().pluralCategories.filter((category) => !(category in options));
}

function read(elements: MessageFormatElement[]): string[] {
  let found = [""];
  for (const element of elements) {
    const parts = readingsOf(element);
    const [first = ""] = parts;
    found = [...found.map((text) => text + first), ...parts.slice(1).map((part) => (found[0] ?? "") + part)];
  }
  return found;
}

function readingsOf(element: MessageFormatElement): string[] {
  if (element.type === TYPE.literal) return [element.value];
  if (element.type === TYPE.tag) return read(element.children);
  if (element.type === TYPE.number || element.type === TYPE.date || element.type === TYPE.time) return [FORMATTED];
  if (element.type === TYPE.plural || element.type === TYPE.select)
    return Object.values(element.options).flatMap((option) => read(option.value));
  return [ARGUMENT];
}
