import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import compile from "icu-minify/compile";
import type { Plugin } from "vite";

const FOLDER = fileURLToPath(new URL("../../texts/", import.meta.url));
const TABLE = "virtual:texts";
const LOCALE = /^virtual:texts\/([a-z]{2})$/;

/** texts/<locale>/<namespace>.json (ICU) → one module per locale, compiled, and a table of their loaders. */
export function texts(): Plugin {
  return {
    name: "texts",
    resolveId(id) {
      if (id === TABLE || LOCALE.test(id)) return `\0${id}`;
    },
    load(id) {
      if (id === `\0${TABLE}`) return tableModule();
      const locale = LOCALE.exec(id.slice(1))?.[1];
      if (!id.startsWith("\0") || !locale) return;
      for (const file of filesOf(locale)) this.addWatchFile(file);
      return { code: `export default ${JSON.stringify(messagesOf(locale))}`, map: null, moduleType: "js" };
    },
    configureServer(server) {
      server.watcher.add(FOLDER);
      const changed = (file: string) => {
        if (!file.startsWith(FOLDER) || !file.endsWith(".json")) return;
        for (const environment of Object.values(server.environments))
          for (const [id, node] of environment.moduleGraph.idToModuleMap)
            if (id.startsWith("\0virtual:texts")) environment.moduleGraph.invalidateModule(node);
        server.ws.send({ type: "full-reload" });
      };
      server.watcher.on("change", changed).on("add", changed).on("unlink", changed);
    },
  };
}

function tableModule() {
  const entries = localesOnDisk().map((locale) => `${locale}: () => import("virtual:texts/${locale}")`);
  return `export default { ${entries.join(", ")} }`;
}

function localesOnDisk() {
  return readdirSync(FOLDER).filter((name) => /^[a-z]{2}$/.test(name));
}

function filesOf(locale: string) {
  const folder = join(FOLDER, locale);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith(".json"))
    .sort()
    .map((name) => join(folder, name));
}

function messagesOf(locale: string) {
  const merged: Record<string, unknown> = {};
  for (const file of filesOf(locale))
    merged[basename(file, ".json")] = compiled(JSON.parse(readFileSync(file, "utf8")));
  return merged;
}

function compiled(node: unknown): unknown {
  if (typeof node === "string") return compile(node);
  if (Array.isArray(node)) return node.map(compiled);
  return Object.fromEntries(Object.entries(node as object).map(([key, value]) => [key, compiled(value)]));
}
