import { fileURLToPath } from "node:url";
import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";
import { chunkReload } from "./plugins/chunk-reload.ts";
import { chunkFile, chunkGroups } from "./plugins/chunks.ts";
import { contractForBrowsers } from "./plugins/contract-for-browsers.ts";
import { inlineScripts } from "./plugins/inline-scripts.ts";
import { precompress } from "./plugins/precompress.ts";
import { serviceWorker } from "./plugins/service-worker.ts";
import { texts } from "./plugins/texts.ts";

export default defineConfig({
  root: fileURLToPath(new URL(".", import.meta.url)),
  plugins: [
    chunkReload(),
    contractForBrowsers(),
    inlineScripts(),
    texts(),
    tailwindcss(),
    reactRouter(),
    precompress(),
    serviceWorker(),
  ],
  resolve: {
    alias: {
      "~": fileURLToPath(new URL("./app", import.meta.url)),
      // the texts are compiled at build time: the ICU parser never reaches the browser
      "use-intl/format-message": "use-intl/format-message/format-only",
    },
  },
  // applies the alias on the server too, and compiles the workspaces' TypeScript
  ssr: { noExternal: ["use-intl", "@serenade/contract", "@serenade/texts"] },
  // without these a cold dev server discovers dependencies late and reloads during a navigation
  optimizeDeps: { entries: ["app/**/*.{ts,tsx}"], include: ["@formatjs/fast-memoize"] },
  build: { sourcemap: false, manifest: true, assetsInlineLimit: 0 },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: { groups: chunkGroups },
            chunkFileNames: chunkFile,
          },
        },
      },
    },
  },
});
