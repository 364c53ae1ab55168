import { type MessageFormatElement, parse, TYPE } from "@formatjs/icu-messageformat-parser";

/** Placeholder for an argument in the result of `readings`; no text contains it. */
export const ARGUMENT = "\uFFFC";
/** Placeholder for an argument formatted by Intl: {percent, number, ::percent}. */
export const FORMATTED = "\uFFFD";

/** Leaves of a tree of texts: full key and message. */
export function* flat(node: unknown, path: string): Generator<[key: string, message: string]> {
  if (typeof node === "string") yield [path, node];
  else for (const [key, value] of Object.entries(node as object)) yield* flat(value, `${path}.${key}`);
}

/**
 * The arguments and tags of a message, sorted: `{name}`, `{percent:number}`, `<link>`. Also reports the missing plural
 * categories of the language. Throws if the message is not valid ICU.
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
 * A message as users read it, once for each plural or select option, with ARGUMENT for a value and FORMATTED for one
 * formatted by Intl. Options are not combined: each is read with the first one of the others.
 */
export function readings(message: string): string[] {
  return [...new Set(read(parse(message)))];
}

/** Numbers, dates and times need Intl in every locale; a plural in one locale may be a plain argument in another. */
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
