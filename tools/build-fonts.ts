/**
 * Builds web/app/styles/fonts: Inter with the letters and weights that the pages use, 28 kB instead of 48 for Latin. Every page
 * loads it before its first words are final. Run by hand after a change: npx node tools/build-fonts.ts
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import subsetFont from "subset-font";

const FONTS = new URL("../web/app/styles/fonts/", import.meta.url);
const require = createRequire(new URL("../web/package.json", import.meta.url));
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
