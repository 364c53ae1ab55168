import type { Plugin } from "vite";

/**
 * React Router answers a failed route chunk with an unconditional location.reload() of the page being left.
 * The specification requires at most one reload per 60 s (§4, §9): this plugin replaces that statement by the guard of
 * app/inline-scripts/chunk-guard.ts. The build fails when React Router changes the code.
 */
export function chunkReload(): Plugin {
  let patched = false;
  return {
    name: "chunk-reload",
    apply: "build",
    enforce: "pre",
    transform: {
      filter: { id: /react-router\/dist\/production\/lib\/dom\/ssr\/routeModules\.js$/ },
      handler(code) {
        const next = code.replace(
          "window.location.reload();",
          "(window.__chunkReload ?? (() => window.location.reload()))();",
        );
        if (next === code) this.error("react-router's routeModules.js changed: review web/plugins/chunk-reload.ts");
        patched = true;
        return { code: next, map: null };
      },
    },
    buildEnd(err) {
      if (!err && this.environment?.name === "client" && !patched)
        this.error("chunk-reload: routeModules.js was never seen");
    },
  };
}
