/** The UI kit is independent of the product: no texts, no API, no feature names. */
import type { Check } from "./sources.ts";

export const checkKit: Check = (sources) =>
  sources
    .filter(({ file }) => file.startsWith("web/app/ui/"))
    .flatMap(({ file, imports, text }) => {
      const findings = imports
        .filter((target) => /^web\/app\/(features|shell|layouts|platform)\/|^@serenade\/texts/.test(target))
        .map((target) => ({ file, why: `the UI kit imports ${target}` }));
      if (/useTranslations/.test(text))
        findings.push({ file, why: "the UI kit has no texts of its own; pass them as properties" });
      return findings;
    });
