/**
 * Builds the fonts, Inter with the letters that are used. For the pages (web/app/styles/fonts) 28 kB instead of 48 for Latin:
 * every page loads it before its first words are final. For receipts and shared pictures (server/fonts) without the rules of
 * contextual letters, whose parsing took 150 of the 200 ms of a receipt. Run by hand after a change: npx node tools/build-fonts.ts
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import subsetFont from "subset-font";

const FONTS = new URL("../web/app/styles/fonts/", import.meta.url);
const SERVER_FONTS = new URL("../server/fonts/", import.meta.url);
const require = createRequire(new URL("../web/package.json", import.meta.url));
const requireOfServer = createRequire(new URL("../server/package.json", import.meta.url));
/** The weights of the styles: from text to the landers' titles. */
const WEIGHTS = { wght: { min: 400, max: 750 } };

const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => String.fromCodePoint(from + at)).join("");

/** The ranges of styles/fonts.css; the package's file has no other letters. */
const LETTERS: Record<string, string> = {
  latin: `${range(0x20, 0x7e)}${range(0xa0, 0xff)}ıŒœʻʼˆ˚˜${range(0x2000, 0x206f)}€™←↑→↓−∕`,
  "latin-ext": `${range(0x100, 0x2ba)}${range(0x1e00, 0x1eff)}${range(0x20a0, 0x20c0)}`,
};

mkdirSync(FONTS, { recursive: true });
for (const [name, letters] of Object.entries(LETTERS)) {
  const whole = readFileSync(require.resolve(`@fontsource-variable/inter/files/inter-${name}-wght-normal.woff2`));
  const part = await subsetFont(whole, letters, { targetFormat: "woff2", variationAxes: WEIGHTS });
  writeFileSync(new URL(`inter-${name}.woff2`, FONTS), part);
  console.info(`inter-${name}.woff2: ${whole.length} → ${part.length} bytes`);
}

/** A company or a page may have a name in Greek or Cyrillic; the package's files have no other scripts. */
const SCRIPTS = `${LETTERS.latin}${LETTERS["latin-ext"]}${range(0x370, 0x3ff)}${range(0x400, 0x52f)}№`;
const STYLES = {
  regular: "400Regular/Inter_400Regular",
  semibold: "600SemiBold/Inter_600SemiBold",
  bold: "700Bold/Inter_700Bold",
};

mkdirSync(SERVER_FONTS, { recursive: true });
for (const [name, style] of Object.entries(STYLES)) {
  const whole = readFileSync(requireOfServer.resolve(`@expo-google-fonts/inter/${style}.ttf`));
  const part = await subsetFont(whole, SCRIPTS, {
    targetFormat: "truetype",
    keepFeatures: ["kern"],
    noLayoutClosure: true,
    noHinting: true,
  });
  writeFileSync(new URL(`inter-${name}.ttf`, SERVER_FONTS), part);
  console.info(`inter-${name}.ttf: ${whole.length} → ${part.length} bytes`);
}
