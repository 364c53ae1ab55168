import { copyFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Plugin } from "vite";
import { compressFile } from "./precompress.ts";

/** The offline page's font, under fixed names: no stylesheet with a hash is left when the network is gone. */
const FONTS = {
  "offline-latin.woff2": "inter-latin.woff2",
  "offline-latin-ext.woff2": "inter-latin-ext.woff2",
};
/** React Router's manifest for the browser; the pages know the same version. */
const MANIFEST = /^manifest-([\da-f]{8})\.js$/;

/** After both builds: the service worker names the build that it belongs to, so that every build brings a new worker. */
export function serviceWorker(): Plugin {
  return {
    name: "service-worker",
    apply: "build",
    applyToEnvironment: (environment) => environment.name === "ssr",
    closeBundle: {
      order: "post",
      handler() {
        const { root } = this.environment.config;
        const client = resolve(root, "build/client");
        const assets = join(client, "assets");
        // missing when the build failed, whose error must not be hidden by one of ours
        if (!existsSync(assets)) return;
        const version = readdirSync(assets).flatMap((name) => MANIFEST.exec(name)?.[1] ?? [])[0];
        if (!version) this.error("the build has no manifest");
        const worker = join(client, "sw-push.js");
        writeFileSync(worker, readFileSync(worker, "utf8").replace('"development"', JSON.stringify(version)));
        compressFile(worker);
        for (const [name, file] of Object.entries(FONTS))
          copyFileSync(resolve(root, "app/styles/fonts", file), join(client, name));
      },
    },
  };
}
