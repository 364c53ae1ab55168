/** The browser's build has no schemas in endpoints (web/plugins/contract-for-browsers.ts). */
import { type Check, isTest } from "./sources.ts";

const OF_ENDPOINT = /\b[A-Z]\w*Api\.\w+\.(body|query|answer|summary)\b/;

export const checkSchemas: Check = (sources) =>
  sources
    .filter(({ file, text }) => file.startsWith("web/app/") && !isTest(file) && OF_ENDPOINT.test(text))
    .map(({ file, text }) => ({
      file,
      why: `${OF_ENDPOINT.exec(text)![0]}: the browser's build removes it; import the schema by name`,
    }));
