import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { texts } from "./plugins/texts.ts";

/** Its own configuration: React Router's plugin must not be loaded for tests of single files. */
export default defineConfig({
  root: fileURLToPath(new URL(".", import.meta.url)),
  plugins: [texts()],
  resolve: {
    alias: {
      "~": fileURLToPath(new URL("./app", import.meta.url)),
      "use-intl/format-message": "use-intl/format-message/format-only",
    },
  },
  test: { name: "web", include: ["app/**/*.test.{ts,tsx}"], server: { deps: { inline: ["use-intl"] } } },
});
