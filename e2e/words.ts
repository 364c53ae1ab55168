/** The texts on the screens, by their keys. */
import { readFileSync } from "node:fs";

/** Texts of a locale; `pattern` turns one with parameters into a regular expression. */
export function wordsOf(locale: string) {
  const read = (space: string) =>
    JSON.parse(readFileSync(new URL(`../texts/${locale}/${space}.json`, import.meta.url), "utf8"));
  const spaces: Record<string, unknown> = {
    credits: read("credits"),
    payments: read("payments"),
    errors: read("errors"),
    settings: read("settings"),
    shell: read("shell"),
  };
  const text = (path: string): string => {
    let value: unknown = spaces;
    for (const key of path.split(".")) value = (value as Record<string, unknown>)[key];
    return String(value);
  };
  const pattern = (path: string): RegExp =>
    new RegExp(
      text(path)
        .split(/\{(?:[^{}]|\{[^{}]*\})*\}/)
        .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"))
        .join(".+"),
    );
  return { text, pattern };
}
export type Words = ReturnType<typeof wordsOf>;
