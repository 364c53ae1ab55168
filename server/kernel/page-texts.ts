/** The compiled texts that a page's scripts load, so that the response announces them before the scripts run. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** Addresses of the texts in one language for a page built from these modules. */
export type PageTexts = (locale: string, modules: readonly string[]) => string[];

const TEXTS = /virtual:texts\/([a-z]{2}(?:\/\w+)?)$/;

/** `build` is the folder of the browser's files; web/plugins/texts.ts writes which groups each module awaits. */
export function openPageTexts(build: string): PageTexts {
  const read = (name: string) => JSON.parse(readFileSync(join(build, ".vite", name), "utf8"));
  const files = new Map(
    Object.entries(read("manifest.json") as Record<string, { file: string }>).flatMap(([source, { file }]) => {
      const name = TEXTS.exec(source)?.[1];
      return name ? [[name, `/${file}`] as const] : [];
    }),
  );
  const groups = read("texts.json") as Record<string, string[]>;
  return (locale, modules) => {
    const needed = new Set(modules.flatMap((module) => groups[module] ?? []));
    return [locale, ...[...needed].map((group) => `${locale}/${group}`)].flatMap((name) => files.get(name) ?? []);
  };
}
