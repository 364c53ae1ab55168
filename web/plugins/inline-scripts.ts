import { rolldown } from "rolldown";
import type { Plugin } from "vite";

const SUFFIX = "?inline-script";

/** `import script from "./file.ts?inline-script"`: the file, bundled and minified, as the text of an inline script. */
export function inlineScripts(): Plugin {
  return {
    name: "inline-scripts",
    enforce: "pre",
    async load(id) {
      if (!id.endsWith(SUFFIX)) return;
      // the server renders it; in the browser React leaves what is there
      if (this.environment.name === "client") return { code: 'export default ""', moduleType: "js" };
      const file = id.slice(0, -SUFFIX.length);
      this.addWatchFile(file);
      const bundle = await rolldown({ input: file, treeshake: true });
      const { output } = await bundle.generate({ format: "iife", minify: true });
      await bundle.close();
      return { code: `export default ${JSON.stringify(output[0].code.trim())}`, moduleType: "js" };
    },
  };
}
