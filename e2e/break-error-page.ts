/** Preloaded into a product of a test (`--import`): its error page throws while it is rendered. */
import { registerHooks } from "node:module";
import { brokenErrorPage } from "./broken-error-page.ts";

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    if (!url.includes("/web/build/server/") || !loaded.source) return loaded;
    return { ...loaded, source: brokenErrorPage(Buffer.from(loaded.source as Uint8Array).toString()) ?? loaded.source };
  },
});
