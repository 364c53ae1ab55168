import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import compile from "icu-minify/compile";
import type { Plugin } from "vite";

const FOLDER = fileURLToPath(new URL("../../texts/", import.meta.url));
const TABLE = "virtual:texts";
const CATALOG = /^virtual:texts\/([a-z]{2})(?:\/(\w+))?$/;
const AWAITED = /^virtual:texts-of\/(\w+)$/;

/** Namespaces that pages load when they need one of them; the others, of the shell and the pages behind the tabs, come at once. */
const GROUPS: Record<string, string[]> = {
  entrance: ["home", "landing", "account", "slugs"],
  landers: ["landers"],
  joining: ["steps"],
  self: ["profile", "photos", "settings", "security", "factors"],
  money: ["payments"],
  pages: ["pages"],
  chat: ["chat"],
  play: ["swipe", "finder", "gifts", "report"],
};
/** Only the server words these. */
const SERVER_ONLY = new Set(["mail", "receipt", "icebreakers"]);
const groupOf = (namespace: string) => Object.keys(GROUPS).find((name) => GROUPS[name]!.includes(namespace));

/**
 * texts/<locale>/<namespace>.json (ICU) → compiled modules and a table of their loaders: one for each locale, with everything,
 * on the server; in the browser one with the common namespaces and the loaders of its groups, and one for each group. A file that translates a namespace of a
 * group awaits the group, so a page is not shown before its words are there.
 */
export function texts(): Plugin {
  return {
    name: "texts",
    resolveId(id) {
      if (id === TABLE || CATALOG.test(id) || AWAITED.test(id)) return `\0${id}`;
    },
    load(id) {
      const inBrowser = this.environment.name === "client";
      if (id === `\0${TABLE}`) return `export default ${loadersOf(localesOnDisk())}`;
      if (!id.startsWith("\0")) return;
      const awaited = AWAITED.exec(id.slice(1))?.[1];
      if (awaited) return `import { loadGroup } from "~/platform/texts.ts";\nawait loadGroup("${awaited}");`;
      const [, locale, group] = CATALOG.exec(id.slice(1)) ?? [];
      if (!locale) return;
      for (const file of filesOf(locale)) this.addWatchFile(file);
      const messages = messagesOf(locale, (namespace) =>
        inBrowser ? !SERVER_ONLY.has(namespace) && groupOf(namespace) === group : true,
      );
      if (inBrowser && messages.errors) messages.errors = onlyNamed(messages.errors as Record<string, unknown>);
      // the words of a notification come with it
      if (inBrowser && messages.push) delete (messages.push as Record<string, unknown>).notice;
      const groups =
        inBrowser && !group ? `export const groups = ${loadersOf(Object.keys(GROUPS), `${locale}/`)};\n` : "";
      return { code: `${groups}export default ${JSON.stringify(messages)}`, map: null, moduleType: "js" };
    },
    transform(code, id) {
      if (this.environment.name !== "client" || !/[\\/]web[\\/]app[\\/]/.test(id)) return;
      const namespaces = [...code.matchAll(/useTranslations\("(\w+)/g)].map(([, namespace]) => namespace!);
      const groups = new Set(namespaces.map(groupOf).filter(Boolean));
      if (groups.size === 0) return;
      return { code: [...groups].map((name) => `import "virtual:texts-of/${name}";\n`).join("") + code, map: null };
    },
    generateBundle(_options, bundle) {
      if (this.environment.name !== "client") return;
      const source = JSON.stringify(groupsOfEntries(Object.values(bundle) as Output[]));
      this.emitFile({ type: "asset", fileName: TEXTS_OF_ROUTES, source });
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

/** Read by the server (server/app.ts), which announces the texts of a page before its scripts ask for them. */
const TEXTS_OF_ROUTES = ".vite/texts.json";

interface Output {
  type: string;
  fileName: string;
  isEntry?: boolean;
  imports?: string[];
  moduleIds?: string[];
}

/** File of an entry → the groups that it awaits, itself or through what it imports. */
function groupsOfEntries(outputs: Output[]): Record<string, string[]> {
  const chunks = new Map(outputs.filter(({ type }) => type === "chunk").map((chunk) => [chunk.fileName, chunk]));
  const groupsOf = (file: string, seen = new Set<string>()): string[] => {
    const chunk = chunks.get(file);
    if (!chunk || seen.has(file)) return [];
    seen.add(file);
    const own = (chunk.moduleIds ?? []).flatMap((id) => AWAITED.exec(id.slice(1))?.[1] ?? []);
    return [...own, ...(chunk.imports ?? []).flatMap((one) => groupsOf(one, seen))];
  };
  const entries = [...chunks.values()].filter(({ isEntry }) => isEntry);
  return Object.fromEntries(entries.map(({ fileName }) => [`/${fileName}`, [...new Set(groupsOf(fileName))].sort()]));
}

const APP = fileURLToPath(new URL("../app/", import.meta.url));

/** The API words its refusals itself; the browser needs the few that its sources name. */
function onlyNamed(errors: Record<string, unknown>): Record<string, unknown> {
  const files = readdirSync(APP, { recursive: true, encoding: "utf8" }).filter((name) => /\.tsx?$/.test(name));
  const sources = files.map((name) => readFileSync(join(APP, name), "utf8")).join();
  return Object.fromEntries(Object.entries(errors).filter(([code]) => sources.includes(`"${code}"`)));
}

/** A map of names to functions that load their texts. */
const loadersOf = (names: string[], folder = "") =>
  `{ ${names.map((name) => `"${name}": () => import("virtual:texts/${folder}${name}")`).join(", ")} }`;

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

function messagesOf(locale: string, includes: (namespace: string) => boolean) {
  const merged: Record<string, unknown> = {};
  for (const file of filesOf(locale)) {
    const namespace = basename(file, ".json");
    if (includes(namespace)) merged[namespace] = compiled(JSON.parse(readFileSync(file, "utf8")));
  }
  return merged;
}

function compiled(node: unknown): unknown {
  if (typeof node === "string") return compile(node);
  if (Array.isArray(node)) return node.map(compiled);
  return Object.fromEntries(Object.entries(node as object).map(([key, value]) => [key, compiled(value)]));
}
