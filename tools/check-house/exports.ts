/** Exports that no file imports are dead code. */
import type { Finding, Source } from "./sources.ts";

/** A framework reads the exports of pages, layouts and entries by name; limits of the specification may be unused yet. */
const READ_BY_NAME = /\.page\.tsx$|^web\/app\/(root|entry\.|layouts\/)|^contract\/src\/limits\.ts$/;

export function checkUnusedExports(sources: Source[]): Finding[] {
  const everywhere = new Map<string, number>();
  const counted = sources.map((source) => ({ ...source, words: countWords(source.text) }));
  for (const { words } of counted)
    for (const [word, times] of words) everywhere.set(word, (everywhere.get(word) ?? 0) + times);
  return counted
    .filter(({ file }) => !READ_BY_NAME.test(file))
    .flatMap(({ file, text, words }) =>
      [...text.matchAll(/^export (?:async )?(const|function\*?|class|interface|type) (\w+)/gm)].flatMap(
        ([, kind, name]) => {
          const here = words.get(name!)!;
          // A type that a signature of its own file names is part of that signature; the contract is public.
          const named = here > 1 && (kind === "interface" || kind === "type" || file.startsWith("contract/"));
          if (everywhere.get(name!) !== here || named) return [];
          return [{ file, why: `${name} is exported and ${here > 1 ? "used here only" : "unused"}` }];
        },
      ),
    );
}

function countWords(text: string): Map<string, number> {
  const words = new Map<string, number>();
  for (const [word] of text.matchAll(/\w+/g)) words.set(word, (words.get(word) ?? 0) + 1);
  return words;
}
