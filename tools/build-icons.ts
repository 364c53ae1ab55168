/**
 * Builds web/public/icons.svg: one sprite of <symbol>s, used as <svg><use href="/icons.svg#heart"/></svg>.
 * Outlines of @tabler/icons (MIT) on a 24 grid with a stroke of 2 in currentColor; icons missing there are drawn here on
 * the same grid. Run by hand after a change: node tools/build-icons.ts
 */
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { INTERESTS, type Interest } from "../contract/src/interests.ts";

const SPRITE = new URL("../web/public/icons.svg", import.meta.url);
const require = createRequire(new URL("../web/package.json", import.meta.url));

/** Tabler's name per interest; the value `drawn` refers to DRAWN. */
const INTEREST_ICONS: Record<Interest, string> = {
  adventure: "compass",
  animals: "paw",
  art: "palette",
  astrology: "zodiac-leo",
  beach: "beach",
  beer: "beer",
  biking: "bike",
  bondage: "drawn",
  coffee: "coffee",
  cooking: "chef-hat",
  dancing: "drawn",
  fashion: "hanger",
  gym: "barbell",
  hiking: "mountain",
  kissing: "drawn",
  movies: "movie",
  music: "music",
  party: "confetti",
  photography: "camera",
  politics: "building-bank",
  reading: "book",
  relationship: "hearts",
  shopping: "shopping-bag",
  sports: "ball-football",
  sushi: "bowl-chopsticks",
  tattoos: "drawn",
  tea: "teapot",
  theater: "masks-theater",
  travelling: "plane",
  vegetarian: "leaf",
  videogames: "device-gamepad-2",
  wine: "glass-full",
};

/** Names that are the same as Tabler's. */
const SAME_NAME =
  "search message heart crown user settings logout bell chevron-left chevron-right chevron-down chevron-up check plus minus camera photo map-pin send dots dots-vertical flag ban gift star eye eye-off lock mail phone sun moon filter refresh arrow-left arrow-right trash edit shield credit-card bolt clock calendar home download wifi-off sparkles".split(
    " ",
  );

/** Names that describe the meaning of the icon instead of its shape. */
const OTHER_NAME: Record<string, string> = {
  alert: "alert-triangle",
  close: "x",
  coin: "coins",
  device: "device-mobile",
  external: "external-link",
  fictional: "masks-theater",
  globe: "world",
  info: "info-circle",
  menu: "menu-2",
  smile: "mood-smile",
  undo: "arrow-back-up",
};

/** Icons that no icon set has: lips, cuffs, a heart with a banner, a mirror ball. */
const DRAWN: Partial<Record<Interest, string>> = {
  kissing: `<path d="M2.5 11.5c2.2 -.6 4 -4.5 6.6 -4.5c1.3 0 2 .9 2.9 .9s1.6 -.9 2.9 -.9c2.6 0 4.4 3.9 6.6 4.5c-2 3.7 -5.3 6.5 -9.5 6.5s-7.5 -2.8 -9.5 -6.5"/><path d="M2.5 11.5c3.5 .9 6.3 -.2 9.5 .7c3.2 -.9 6 .2 9.5 -.7"/>`,
  bondage: `<path d="M2 14a4 4 0 1 0 8 0a4 4 0 1 0 -8 0"/><path d="M14 14a4 4 0 1 0 8 0a4 4 0 1 0 -8 0"/><path d="M9 11l1.5 -2.5"/><path d="M15 11l-1.5 -2.5"/><path d="M10.5 6.5a1.5 2 0 1 0 3 0a1.5 2 0 1 0 -3 0"/>`,
  tattoos: `<path d="M5.2 11c-1.6 -2.6 -.8 -6.2 2.3 -7c1.8 -.5 3.5 .2 4.5 1.7c1 -1.5 2.7 -2.2 4.5 -1.7c3.1 .8 3.9 4.4 2.3 7"/><path d="M2 11h20l-2 3l2 3h-20l2 -3z"/><path d="M8 17l4 4l4 -4"/><path d="M9 14h6"/>`,
  dancing: `<path d="M12 3v3"/><path d="M5 13a7 7 0 1 0 14 0a7 7 0 1 0 -14 0"/><path d="M5.5 10.5h13"/><path d="M5.5 15.5h13"/><path d="M12 6c-4 4.5 -4 9.5 0 14c4 -4.5 4 -9.5 0 -14"/><path d="M3 4l.01 .01"/><path d="M21 5l.01 .01"/>`,
};

const symbols = [
  ...INTERESTS.map((name) => symbol(`interest-${name}`, INTEREST_ICONS[name], DRAWN[name])),
  ...[...SAME_NAME, ...Object.keys(OTHER_NAME)].sort().map((name) => symbol(name, OTHER_NAME[name] ?? name)),
  `<symbol id="heart-filled" viewBox="0 0 24 24"><g fill="currentColor" stroke="none">${shapes("filled/heart")}</g></symbol>`,
];
writeFileSync(SPRITE, `<svg xmlns="http://www.w3.org/2000/svg">\n${symbols.join("\n")}\n</svg>\n`);

/** Stroke and fill are on the inner group, because <use> does not inherit them from the sprite's root. */
function symbol(id: string, icon: string, drawn?: string): string {
  const inner = drawn ?? shapes(`outline/${icon}`);
  const style = 'fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"';
  return `<symbol id="${id}" viewBox="0 0 24 24"><g ${style}>${inner}</g></symbol>`;
}

/** The shapes of one Tabler file, without its frame and its invisible bounding box. */
function shapes(file: string): string {
  const svg = readFileSync(require.resolve(`@tabler/icons/${file}.svg`), "utf8");
  const body = svg.slice(svg.indexOf(">", svg.indexOf("<svg")) + 1, svg.lastIndexOf("</svg>"));
  return body
    .replace(/<path stroke="none" d="M0 0h24v24H0z" fill="none" \/>/, "")
    .replaceAll(/\s*\n\s*/g, "")
    .replaceAll(" />", "/>");
}
