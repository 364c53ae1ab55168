/** Pictures without people: what a member does, on a table or out of doors. Each is SVG for 800 × 1000. */
import type { Interest } from "@serenade/contract/interests";
import type { Random } from "../random.ts";
import { fade, glow, lights, range, ridge, sky } from "./strokes.ts";

type Draw = (random: Random) => string;

export const THINGS = {
  coffee,
  tea,
  wine,
  beer,
  books,
  guitar,
  camera,
  boots,
  bicycle,
  cooking,
  cat,
  dog,
  plants,
  records,
  easel,
  dumbbells,
  games,
  suitcase,
  surfboard,
  tent,
  sushi,
  ticket,
} satisfies Record<string, Draw>;
export type ThingName = keyof typeof THINGS;

/** What a member with this interest would photograph. */
export const THING_OF: Partial<Record<Interest, ThingName>> = {
  coffee: "coffee",
  tea: "tea",
  wine: "wine",
  beer: "beer",
  reading: "books",
  music: "guitar",
  photography: "camera",
  hiking: "boots",
  biking: "bicycle",
  cooking: "cooking",
  vegetarian: "cooking",
  animals: "cat",
  art: "easel",
  gym: "dumbbells",
  sports: "dumbbells",
  videogames: "games",
  travelling: "suitcase",
  beach: "surfboard",
  adventure: "tent",
  sushi: "sushi",
  theater: "ticket",
  movies: "ticket",
  dancing: "records",
  party: "records",
  relationship: "plants",
};

const shadow = (x: number, y: number, rx: number, ry: number): string =>
  `<ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${ry}" fill="#1d120c" opacity=".32"/>`;

/** A form that is lighter where the light comes from. */
function round(id: string, color: string, light = "#ffffff", dark = "#000000"): string {
  return `<linearGradient id="${id}"><stop stop-color="${blend(color, light, 0.38)}"/><stop offset=".4" stop-color="${color}"/><stop offset="1" stop-color="${blend(color, dark, 0.5)}"/></linearGradient>`;
}

function blend(a: string, b: string, t: number): string {
  const at = (c: string, i: number) => Number.parseInt(c.slice(i, i + 2), 16);
  return `#${[1, 3, 5]
    .map((i) =>
      Math.round(at(a, i) + (at(b, i) - at(a, i)) * t)
        .toString(16)
        .padStart(2, "0"),
    )
    .join("")}`;
}

/** A room at the back, a table in front, light from a window on the left. */
function table(random: Random): string {
  const [back, low, wood, edge] = random.pick([
    ["#b9c6c4", "#e6dccb", "#a9754a", "#6f4629"],
    ["#5d6d72", "#a89a86", "#8b5f3d", "#55371f"],
    ["#d9b896", "#f2e2c8", "#c9a074", "#8d6840"],
    ["#7d8f7a", "#d5d3b4", "#6d4a33", "#422a1b"],
    ["#46566b", "#9aa3a8", "#c8b294", "#8f7a5c"],
    ["#c48d7a", "#f0d3ba", "#7b5136", "#4b2f1d"],
  ] as const);
  const y = random.int(520, 600);
  const boards = range(
    7,
    (i) => `<path d="M${-200 + i * 190} 1000L${140 + i * 86} ${y}" stroke="${edge}" stroke-width="3" opacity=".5"/>`,
  );
  const window = random.int(-40, 120);
  return `${sky(back, low, low)}<rect x="${window}" y="60" width="230" height="${y - 190}" fill="#fff6df" opacity=".9"/><path d="M${window + 115} 60v${y - 190}M${window} ${y / 2 - 40}h230" stroke="${back}" stroke-width="12"/>${glow(window + 120, 260, 460, "#fff0cc", 0.75)}<rect y="${y}" width="800" height="${1000 - y}" fill="${wood}"/>${boards}${fade("t", edge, y, 1000 - y)}<path d="M0 ${y}h520L300 1000H0z" fill="#fff0cf" opacity=".22"/>`;
}

function cup(x: number, y: number, size: number, color: string, drink: string): string {
  return `<g transform="translate(${x} ${y}) scale(${size})"><defs>${round("cup", color)}</defs>${shadow(30, 104, 150, 26)}<ellipse cy="96" rx="132" ry="26" fill="${blend(color, "#000000", 0.12)}"/><ellipse cy="90" rx="132" ry="24" fill="${blend(color, "#ffffff", 0.2)}"/><path d="M84 10c70 -14 70 72 4 62" fill="none" stroke="${blend(color, "#000000", 0.25)}" stroke-width="17"/><path d="M-92 -10c0 80 34 108 92 108s92 -28 92 -108z" fill="url(#cup)"/><ellipse cy="-10" rx="92" ry="24" fill="${blend(color, "#ffffff", 0.35)}"/><ellipse cy="-6" rx="80" ry="18" fill="${drink}"/></g>`;
}

function coffee(random: Random): string {
  const color = random.pick(["#f0e9de", "#5f7f8c", "#c9735a", "#3d4a52", "#d9b26a"]);
  const art = `<path d="M392 704c-40 -20 -56 6 -10 26c46 -18 44 -44 10 -26z" fill="#f5e6cf" opacity=".9"/>`;
  const croissant = `<g transform="translate(610 800)">${shadow(6, 46, 120, 24)}<ellipse cy="40" rx="130" ry="26" fill="#efe7da"/><path d="M-96 30c-8 -70 60 -104 104 -84c60 -14 104 40 92 84c-30 -38 -60 -40 -96 -38s-70 8 -100 38z" fill="#c98a45"/><path d="M-60 -8q20 -30 44 -38M-6 -10q4 -30 16 -44M44 -6q-2 -22 -8 -44" stroke="#8d5523" stroke-width="7" fill="none"/></g>`;
  return `${table(random)}${cup(390, 720, 1.35, color, "#6b3f22")}${art}${random.chance(0.6) ? croissant : ""}`;
}

function tea(random: Random): string {
  const color = random.pick(["#8fae9c", "#e6dcc8", "#4f6d8c", "#b9605a"]);
  return `${table(random)}<g transform="translate(300 640)"><defs>${round("pot", color)}</defs>${shadow(20, 160, 210, 34)}<path d="M150 20c90 -10 60 -90 110 -110l16 20c-40 30 -20 130 -120 140z" fill="${blend(color, "#000000", 0.3)}"/><path d="M-150 -30c-90 -20 -90 130 0 120" fill="none" stroke="${blend(color, "#000000", 0.15)}" stroke-width="26"/><path d="M-160 20c0 -90 70 -120 160 -120s160 30 160 120s-60 140 -160 140s-160 -50 -160 -140z" fill="url(#pot)"/><path d="M-70 -92h140v-22h-140z" fill="${blend(color, "#ffffff", 0.1)}"/><circle cy="-128" r="22" fill="${color}"/></g>${cup(610, 800, 0.9, color, "#b5702c")}`;
}

function bottle(x: number, y: number, glass: string, label: string): string {
  return `<g transform="translate(${x} ${y})"><defs>${round("b", glass)}</defs>${shadow(20, 4, 90, 20)}<path d="M-58 0v-250c0 -60 36 -60 36 -130v-90h44v90c0 70 36 70 36 130v250z" fill="url(#b)"/><rect x="-58" y="-210" width="116" height="120" fill="${label}"/><path d="M-40 -10v-240" stroke="#fff" stroke-width="9" opacity=".35"/></g>`;
}

function wineGlass(x: number, y: number, color: string): string {
  return `<g transform="translate(${x} ${y})">${shadow(10, 2, 80, 16)}<ellipse rx="70" ry="14" fill="#ffffff" opacity=".5"/><rect x="-5" y="-160" width="10" height="160" fill="#fff" opacity=".55"/><path d="M-76 -330c-10 110 20 170 76 172c56 -2 86 -62 76 -172z" fill="#ffffff" opacity=".22"/><path d="M-78 -270c0 70 30 110 78 112c48 -2 78 -42 78 -112z" fill="${color}" opacity=".9"/><ellipse cy="-270" rx="78" ry="14" fill="${blend(color, "#ffffff", 0.25)}"/><path d="M-52 -310c-6 60 0 90 20 120" stroke="#fff" stroke-width="7" opacity=".5" fill="none"/></g>`;
}

function wine(random: Random): string {
  const red = random.chance(0.6);
  const color = red ? "#6b1e2e" : "#e3c66a";
  return `${table(random)}${bottle(250, 800, red ? "#22352c" : "#6f7d3c", "#efe6d2")}${wineGlass(450, 850, color)}${wineGlass(610, 800, color)}`;
}

function beer(random: Random): string {
  const color = random.pick(["#d9932f", "#b5651f", "#e8b94a"]);
  const glass = (x: number, y: number) =>
    `<g transform="translate(${x} ${y})"><defs>${round(`beer${x}`, color)}</defs>${shadow(12, 2, 110, 22)}<path d="M-86 -290l16 290h140l16 -290z" fill="url(#beer${x})"/><path d="M-90 -330c40 -40 140 -40 180 0l-6 70c-50 24 -120 24 -168 0z" fill="#fbf3e0"/><path d="M-56 -240l10 210" stroke="#fff" stroke-width="12" opacity=".4"/></g>`;
  return `${table(random)}${glass(300, 820)}${glass(560, 860)}`;
}

function books(random: Random): string {
  const colors = ["#a9483c", "#d9a552", "#3f6470", "#e8dcc2", "#6b7d4f", "#54415e", "#2c3f55"];
  const pile = range(random.int(4, 6), (i) => {
    const color = random.pick(colors);
    const [w, x] = [random.int(300, 400), random.int(-24, 24)];
    const y = 800 - i * 58;
    return `<g><rect x="${390 - w / 2 + x}" y="${y}" width="${w}" height="54" rx="5" fill="${color}"/><rect x="${390 - w / 2 + x + 10}" y="${y + 8}" width="${w - 30}" height="36" fill="#f1e8d6"/><rect x="${390 - w / 2 + x}" y="${y}" width="26" height="54" fill="${blend(color, "#000000", 0.3)}"/><rect x="${390 - w / 2 + x}" y="${y}" width="${w}" height="9" fill="${color}"/></g>`;
  });
  return `${table(random)}${shadow(410, 860, 240, 34)}${pile}${cup(650, 850, 0.62, random.pick(colors), "#6b3f22")}`;
}

function guitar(random: Random): string {
  const wood = random.pick(["#c98a45", "#8b4a26", "#d9a860", "#5a2f1e"]);
  const [back, floor] = random.pick([
    ["#8fa3a5", "#7a5638"],
    ["#c9a58a", "#5c4030"],
    ["#5f6d80", "#8d6f52"],
    ["#a8b39a", "#6d4a33"],
  ] as const);
  return `${sky(back, blend(back, "#ffffff", 0.35), back)}${glow(140, 200, 520, "#fff0cc", 0.7)}<rect y="800" width="800" height="200" fill="${floor}"/><rect x="480" y="560" width="330" height="320" rx="40" fill="${blend(floor, "#304858", 0.5)}"/>${shadow(420, 890, 230, 30)}<g transform="translate(400 690) rotate(${random.int(-14, -6)})"><defs>${round("g", wood)}</defs><rect x="-24" y="-560" width="48" height="420" fill="#3a2418"/><rect x="-34" y="-640" width="68" height="96" rx="12" fill="#4a2d1c"/>${range(9, (i) => `<path d="M-24 ${-530 + i * 40}h48" stroke="#cbb58a" stroke-width="3"/>`)}<path d="M0 -190c110 0 136 60 112 120c-16 40 60 60 60 150c0 90 -80 130 -172 130s-172 -40 -172 -130c0 -90 76 -110 60 -150c-24 -60 2 -120 112 -120z" fill="url(#g)" stroke="#2e1a10" stroke-width="7"/><circle cy="-20" r="52" fill="#1d110b"/><circle cy="-20" r="60" fill="none" stroke="#e6cf9c" stroke-width="5"/><rect x="-64" y="96" width="128" height="22" rx="6" fill="#2e1a10"/>${range(6, (i) => `<path d="M${-15 + i * 6} -560L${-20 + i * 8} 104" stroke="#efe6d0" stroke-width="2" opacity=".8"/>`)}</g>`;
}

function camera(random: Random): string {
  const skin = random.pick(["#2b2a2c", "#6b3f2a", "#34434f"]);
  return `${table(random)}<g transform="translate(400 720)"><defs>${round("cam", skin)}<radialGradient id="lens" cx=".35" cy=".3"><stop stop-color="#8fb6d6"/><stop offset=".4" stop-color="#2b3c5c"/><stop offset="1" stop-color="#0d0f14"/></radialGradient></defs>${shadow(20, 140, 280, 36)}<rect x="-240" y="-120" width="480" height="250" rx="26" fill="#c9c6c0"/><rect x="-240" y="-64" width="480" height="160" fill="url(#cam)"/><rect x="-120" y="-170" width="200" height="60" rx="14" fill="#b3afa8"/><rect x="130" y="-150" width="64" height="34" rx="8" fill="#8f8b85"/><circle cy="10" r="128" fill="#3b3a3c"/><circle cy="10" r="104" fill="#1a1a1c"/><circle cy="10" r="80" fill="url(#lens)"/><circle cx="-26" cy="-18" r="18" fill="#fff" opacity=".6"/></g>${range(3, (i) => `<rect x="${120 + i * 190}" y="${880 + (i % 2) * 16}" width="170" height="120" fill="#f3ece0" transform="rotate(${random.int(-12, 12)} ${200 + i * 190} 930)"/>`)}`;
}

function boots(random: Random): string {
  const leather = random.pick(["#8b5a33", "#5c4030", "#6f6a4a", "#9c4f38"]);
  const [high, low, far, near] = random.pick([
    ["#8fb7d8", "#e6eef0", "#7f97ae", "#5d7a58"],
    ["#f0b48f", "#fbe3c8", "#8f7a94", "#6b6a4c"],
    ["#a9c3cf", "#eef0e4", "#6d8f7d", "#4c6b4a"],
  ] as const);
  const boot = (x: number, flip: number) =>
    `<g transform="translate(${x} 840) scale(${flip} 1)">${shadow(20, 34, 170, 24)}<path d="M-80 -260h120l16 130c60 20 120 30 130 90v56h-266z" fill="${leather}"/><path d="M-80 -260h60l10 276h-70z" fill="${blend(leather, "#000000", 0.28)}"/><path d="M-88 10h278v26h-278z" fill="#2e241e"/><path d="M-86 -268h130v30h-130z" fill="${blend(leather, "#ffffff", 0.25)}"/>${range(4, (i) => `<path d="M16 ${-220 + i * 40}l50 ${14 + i * 4}" stroke="#e8cf9a" stroke-width="8"/>`)}</g>`;
  return `${sky(high, low, low)}${ridge(random, 420, 120, far)}${ridge(random, 560, 60, blend(far, near, 0.6))}<path d="M0 700c220 -50 520 10 800 -30v330h-800z" fill="${near}"/>${lights(random, [blend(near, "#ffffff", 0.25), blend(near, "#000000", 0.25)], 40, [720, 1000], 0.5, [10, 40])}<path d="M40 860c200 -40 500 -36 720 0v140h-720z" fill="#8d857a"/>${boot(250, 1)}${boot(520, 1)}`;
}

function bicycle(random: Random): string {
  const paint = random.pick(["#b8412f", "#2f6f73", "#2c3f55", "#d9a03c", "#efe6d2", "#4f6b45"]);
  const [high, low] = random.pick([
    ["#9cc3dd", "#f3eedd"],
    ["#e3b896", "#fbe9cc"],
    ["#aab6c4", "#e6e6e2"],
  ] as const);
  const houses = range(8, (i) => {
    const color = random.pick(["#8c4f40", "#b5654a", "#d6b48a", "#5f4a42", "#e4d5ba", "#6c7c80"]);
    const y = random.int(150, 240);
    const x = i * 104 - 20;
    return `<rect x="${x}" y="${y}" width="102" height="420" fill="${color}"/><path d="M${x} ${y}l20 -30h16l15 -36l15 36h16l20 30z" fill="${color}"/>${range(8, (k) => `<rect x="${x + 16 + (k % 2) * 44}" y="${y + 40 + Math.floor(k / 2) * 84}" width="26" height="50" fill="${random.chance(0.3) ? "#ffe3ab" : "#3c4954"}"/>`)}`;
  });
  const wheel = (x: number) =>
    `<circle cx="${x}" cy="800" r="104" fill="none" stroke="#22201f" stroke-width="13"/><circle cx="${x}" cy="800" r="96" fill="none" stroke="#c9c6c0" stroke-width="4"/>${range(10, (i) => `<path d="M${x} 800L${x + 96 * Math.cos(i * 0.628)} ${800 + 96 * Math.sin(i * 0.628)}" stroke="#bdb9b2" stroke-width="2"/>`)}`;
  return `${sky(high, low, low)}${houses}<rect y="560" width="800" height="150" fill="#4f6b74"/>${fade("c", "#2b414c", 560, 150)}${range(14, () => `<rect x="${random.int(0, 740)}" y="${random.int(570, 700)}" width="${random.int(30, 110)}" height="5" rx="2" fill="#e6dcc8" opacity=".35"/>`)}<rect y="700" width="800" height="300" fill="#8f857a"/><path d="M0 640h800M0 700h800${Array.from({ length: 9 }, (_, i) => `M${i * 100} 640v70`).join("")}" stroke="#2e3436" stroke-width="11"/>${shadow(400, 912, 330, 22)}${wheel(230)}${wheel(570)}<g fill="none" stroke="${paint}" stroke-width="15" stroke-linecap="round"><path d="M230 800L330 620L500 620L400 800L230 800M330 620L400 800M500 620L570 800M490 560L505 640"/></g><path d="M490 560h60q20 0 24 24" fill="none" stroke="#3a3531" stroke-width="12"/><path d="M290 606h90q-20 26 -60 18z" fill="#3a2a20"/><rect x="520" y="600" width="110" height="70" rx="8" fill="#a9753f"/>${random.chance(0.6) ? lights(random, ["#e8604c", "#f2d35e", "#fff", "#e98aa2"], 14, [584, 610], 0.95, [9, 15]).replaceAll(/cx="(-?\d+)"/g, (_m, x) => `cx="${525 + (Math.abs(Number(x)) % 100)}"`) : ""}<circle cx="400" cy="800" r="20" fill="#22201f"/>`;
}

function cooking(random: Random): string {
  const bits = range(26, () => {
    const a = random.next() * 6.28;
    const r = Math.sqrt(random.next()) * 190;
    return `<ellipse cx="${400 + Math.cos(a) * r}" cy="${690 + Math.sin(a) * r * 0.62}" rx="${random.int(18, 40)}" ry="${random.int(12, 26)}" fill="${random.pick(["#d9452f", "#f0c04a", "#5c8a3c", "#e8e2c8", "#b5651f", "#7a2f4a"])}"/>`;
  });
  const leaves = range(
    6,
    () =>
      `<ellipse cx="${random.int(90, 300)}" cy="${random.int(860, 960)}" rx="46" ry="17" fill="${random.pick(["#4f7d3c", "#6b9a4f"])}" transform="rotate(${random.int(-60, 60)} 200 900)"/>`,
  );
  return `${table(random)}${shadow(420, 740, 320, 170)}<path d="M620 640l190 -70v46l-180 72z" fill="#2b2624"/><ellipse cx="400" cy="700" rx="270" ry="170" fill="#2f2c2b"/><ellipse cx="400" cy="690" rx="240" ry="148" fill="#453f3c"/>${bits}${leaves}${range(3, (i) => `<circle cx="${590 + i * 66}" cy="${890 + (i % 2) * 26}" r="40" fill="#c93a2a"/><circle cx="${578 + i * 66}" cy="${876 + (i % 2) * 26}" r="11" fill="#fff" opacity=".5"/>`)}`;
}

function cat(random: Random): string {
  const fur = random.pick(["#3a3532", "#c98a4f", "#8d857c", "#e6dccd", "#5c4a3c"]);
  const dark = blend(fur, "#000000", 0.3);
  const [high, low] = random.pick([
    ["#9cc3dd", "#f3eedd"],
    ["#e3a080", "#fbdcb0"],
    ["#7d92a8", "#d9dfe0"],
  ] as const);
  return `<defs>${round("fur", fur)}</defs>${sky(high, low, low)}${ridge(random, 520, 60, "#7d9a86")}${lights(random, ["#5c7f5a", "#7d9f6c"], 14, [520, 640], 0.8, [30, 70])}<path d="M0 0h800v1000h-800zM70 60v600h310v-600zM420 60v600h310v-600z" fill-rule="evenodd" fill="#e9e0d0"/><rect y="720" width="800" height="60" fill="#f4ecdf"/><rect y="780" width="800" height="220" fill="#c9b9a0"/>${shadow(430, 730, 210, 22)}<path d="M560 700c110 10 150 70 120 150c-8 22 -44 16 -36 -10c20 -60 -20 -84 -90 -86z" fill="${dark}"/><path d="M320 726c-10 -150 30 -240 110 -270c100 0 170 140 160 270z" fill="url(#fur)"/><path d="M300 400l8 -96l64 46c26 -8 52 -8 78 0l62 -46l10 100c10 80 -50 120 -112 120s-120 -44 -110 -124z" fill="url(#fur)"/><path d="M318 330l8 50l34 -24zM500 330l-8 52l-36 -26z" fill="#b5736b" opacity=".6"/><path d="M440 720c-4 -70 4 -120 30 -180" stroke="${dark}" stroke-width="7" fill="none" opacity=".6"/>${range(4, (i) => `<path d="M${500 + i * 20} ${560 + i * 30}q30 10 40 40" stroke="${dark}" stroke-width="10" fill="none" opacity=".6"/>`)}<rect x="600" y="600" width="110" height="120" rx="12" fill="#b5654a"/>${lights(random, ["#4f7d4a", "#6b9a5c"], 16, [490, 610], 0.9, [14, 34]).replaceAll(/cx="(-?\d+)"/g, (_m, x) => `cx="${600 + (Math.abs(Number(x)) % 110)}"`)}`;
}

function dog(random: Random): string {
  const fur = random.pick(["#c9914f", "#6b4a33", "#2e2927", "#e6d6bb"]);
  const dark = blend(fur, "#000000", 0.35);
  const rug = random.pick(["#8a4f3f", "#4f6a73", "#b59a6a", "#6f7d5c"]);
  return `<defs>${round("fur", fur)}</defs>${sky("#d9c4a8", "#e9dcc6", "#b3987a")}${glow(120, 240, 520, "#fff3d6", 0.8)}<rect x="470" y="180" width="400" height="420" rx="50" fill="${blend(rug, "#000000", 0.2)}"/><rect y="620" width="800" height="380" fill="#8d6845"/><ellipse cx="400" cy="850" rx="420" ry="130" fill="${rug}"/><ellipse cx="400" cy="850" rx="360" ry="104" fill="none" stroke="#f0e6d2" stroke-width="9" opacity=".6"/>${shadow(420, 850, 290, 44)}<path d="M150 840c-40 -140 90 -210 260 -210c180 0 290 90 260 210c-130 40 -400 40 -520 0z" fill="url(#fur)"/><path d="M640 800c70 0 100 -40 110 -90l26 16c0 80 -60 120 -136 114z" fill="${dark}"/><path d="M90 800c-10 -110 60 -150 130 -146c70 2 120 60 110 130c-8 60 -70 84 -130 80s-104 -20 -110 -64z" fill="url(#fur)"/><path d="M250 660c70 -10 100 60 90 140c-30 20 -66 -10 -76 -50z" fill="${dark}"/><ellipse cx="104" cy="808" rx="30" ry="22" fill="#1d1614"/><path d="M160 752q24 16 46 0" stroke="#1d1614" stroke-width="9" fill="none" stroke-linecap="round"/><path d="M128 850q40 20 90 6" stroke="${dark}" stroke-width="7" fill="none"/><path d="M300 858h150c20 30 -20 44 -60 40h-100c-24 -4 -20 -36 10 -40z" fill="${fur}"/>`;
}

function plants(random: Random): string {
  const pot = (x: number, y: number, s: number) => {
    const color = random.pick(["#b5654a", "#efe6d8", "#4f6d7a", "#3a4038", "#d9a860"]);
    const leaf = random.pick(["#4d7a4f", "#6b9a5c", "#35604a", "#8aa86a"]);
    const leaves = range(14, (i) => {
      const a = -Math.PI * (0.06 + (i / 13) * 0.88);
      const l = random.int(150, 260) * s;
      return `<path d="M${x} ${y}q${Math.cos(a) * l * 0.3} ${Math.sin(a) * l} ${Math.cos(a) * l} ${Math.sin(a) * l * 0.9}q${-Math.cos(a) * l * 0.2} ${l * 0.5} ${-Math.cos(a) * l} ${-Math.sin(a) * l * 0.9}z" fill="${blend(leaf, i % 2 ? "#000000" : "#ffffff", 0.15)}"/>`;
    });
    return `${shadow(x + 10, y + 150 * s, 100 * s, 18 * s)}${leaves}<path d="M${x - 80 * s} ${y - 10}h${160 * s}l${-22 * s} ${160 * s}h${-116 * s}z" fill="${color}"/><path d="M${x - 88 * s} ${y - 14}h${176 * s}v${30 * s}h${-176 * s}z" fill="${blend(color, "#ffffff", 0.15)}"/>`;
  };
  return `${table(random)}${pot(190, 640, 0.9)}${pot(600, 650, 1.05)}${pot(400, 780, 1.15)}`;
}

function records(random: Random): string {
  const label = random.pick(["#d9452f", "#e8b94a", "#3f7f8c", "#efe6d2"]);
  return `${table(random)}${shadow(410, 860, 360, 40)}<path d="M90 700l90 -130h440l90 130v150h-620z" fill="#6b4229"/><path d="M90 700h620v150h-620z" fill="#8b5a38"/><ellipse cx="370" cy="640" rx="220" ry="78" fill="#161514"/><ellipse cx="370" cy="636" rx="170" ry="60" fill="none" stroke="#3a3836" stroke-width="3"/><ellipse cx="370" cy="636" rx="130" ry="46" fill="none" stroke="#3a3836" stroke-width="3"/><ellipse cx="370" cy="636" rx="76" ry="27" fill="${label}"/><ellipse cx="370" cy="636" rx="8" ry="4" fill="#161514"/><path d="M300 590q60 -16 120 -6" stroke="#fff" stroke-width="9" opacity=".3" fill="none"/><path d="M630 600l-40 80l-110 -20" stroke="#d6d2ca" stroke-width="12" fill="none"/><circle cx="630" cy="600" r="26" fill="#b3afa8"/>${range(2, (i) => `<circle cx="${560 + i * 80}" cy="780" r="24" fill="#2e241e"/>`)}`;
}

function easel(random: Random): string {
  const [a, b, c] = random.pick([
    ["#8fb7d8", "#e9b872", "#4f7d6a"],
    ["#e08a6a", "#f2d9a8", "#5c4a78"],
    ["#a9c3a0", "#f0e6d2", "#3f6470"],
  ] as const);
  return `${sky("#c9c3b8", "#e6dfd2", "#a89a86")}${glow(90, 180, 560, "#fff6df", 0.8)}<rect y="820" width="800" height="180" fill="#8d6f52"/>${shadow(410, 920, 260, 30)}<path d="M400 120L210 940M400 120L590 940M400 120V900" stroke="#7a5230" stroke-width="20"/><rect x="180" y="230" width="440" height="430" fill="#f5efe4"/><rect x="200" y="250" width="400" height="390" fill="${a}"/><circle cx="${random.int(280, 520)}" cy="360" r="50" fill="${b}"/><path d="M200 500c100 -90 180 20 260 -50s100 0 140 20v170h-400z" fill="${c}"/><path d="M200 580c140 -40 240 30 400 -20v80h-400z" fill="${blend(c, "#000000", 0.35)}"/><rect x="170" y="660" width="460" height="22" fill="#5c3d22"/>${range(5, (i) => `<circle cx="${120 + i * 24}" cy="${850 + (i % 2) * 40}" r="17" fill="${random.pick(["#d9452f", "#f0c04a", "#3f6fa0", "#5c8a3c", "#fff"])}"/>`)}`;
}

function dumbbells(random: Random): string {
  const mat = random.pick(["#3f7f8c", "#7a5a8c", "#b5605a", "#5c7a4f"]);
  const bell = (x: number, y: number, turn: number) =>
    `<g transform="translate(${x} ${y}) rotate(${turn})">${shadow(10, 60, 190, 30)}<rect x="-100" y="-16" width="200" height="32" fill="#b9b6b0"/>${[-1, 1].map((s) => `<rect x="${s * 130 - 40}" y="-74" width="80" height="148" rx="18" fill="#2b2a2c"/><rect x="${s * 180 - 22}" y="-52" width="44" height="104" rx="12" fill="#3a393b"/><rect x="${s * 130 - 30}" y="-66" width="16" height="130" rx="8" fill="#fff" opacity=".14"/>`).join("")}</g>`;
  const bottleColor = random.pick(["#e8b94a", "#5f9fd0", "#d9654f"]);
  return `${sky("#aeb8ba", "#e3e2dc", "#9a948a")}${glow(120, 160, 560, "#fff6df", 0.8)}<rect y="540" width="800" height="460" fill="#b3895f"/>${fade("f", "#6f4a2c", 540, 460)}<path d="M60 1000L230 620h420l150 380z" fill="${mat}"/>${bell(420, 720, -8)}${bell(400, 880, 6)}<rect x="610" y="520" width="90" height="220" rx="26" fill="${bottleColor}"/><rect x="630" y="490" width="50" height="40" rx="8" fill="#2b2a2c"/>`;
}

function games(random: Random): string {
  const color = random.pick(["#e9e6e0", "#2e3038", "#b8412f", "#3f5f8c"]);
  const dark = blend(color, "#000000", 0.5);
  return `${sky("#2a2440", "#4a3f6b", "#241f33")}${glow(640, 260, 380, "#6fb6e8", 0.7)}${glow(140, 300, 320, "#e86fae", 0.55)}<rect x="180" y="150" width="470" height="290" rx="14" fill="#10131c"/><rect x="200" y="170" width="430" height="250" fill="#2f7fa3"/>${ridge(random, 330, 40, "#1c5475").replace("<path", '<path clip-path="url(#tv)"')}<defs><clipPath id="tv"><rect x="200" y="170" width="430" height="250"/></clipPath>${round("pad", color)}</defs><rect y="620" width="800" height="380" fill="#3a2c28"/>${fade("d", "#1d1512", 620, 380)}${shadow(410, 890, 280, 36)}<path d="M230 690c60 -40 110 -10 170 -10s110 -30 170 10c60 50 90 190 50 210s-90 -60 -130 -70h-180c-40 10 -90 90 -130 70s-10 -160 50 -210z" fill="url(#pad)"/><circle cx="310" cy="760" r="36" fill="${dark}"/><circle cx="450" cy="810" r="34" fill="${dark}"/>${[
    ["#e8604c", 0, -34],
    ["#5f9fd0", -34, 0],
    ["#f0c04a", 34, 0],
    ["#6bb36a", 0, 34],
  ]
    .map(([c, x, y]) => `<circle cx="${530 + Number(x)}" cy="${740 + Number(y)}" r="16" fill="${c}"/>`)
    .join("")}`;
}

function suitcase(random: Random): string {
  const color = random.pick(["#a9683c", "#2f6f73", "#b8412f", "#d9a03c", "#3f5068"]);
  return `${sky("#87b5d6", "#f4e5cd", "#e9d3b0")}${ridge(random, 470, 70, "#8fa3b0")}${range(6, (i) => `<path d="M${i * 150 - 40} 600v-${random.int(60, 150)}h90v150z" fill="${random.pick(["#c98b5f", "#d6b48a", "#b5654a", "#e4d5ba"])}"/>`)}<rect y="600" width="800" height="400" fill="#b9ada0"/>${fade("p", "#7d7168", 600, 400)}${shadow(420, 900, 280, 34)}<defs>${round("s", color)}</defs><path d="M330 520v-46c0 -30 140 -30 140 0v46" fill="none" stroke="#3a2a20" stroke-width="20"/><rect x="180" y="520" width="440" height="370" rx="30" fill="url(#s)"/><path d="M180 640h440M270 520v370M530 520v370" stroke="${blend(color, "#000000", 0.35)}" stroke-width="20"/><rect x="330" y="690" width="110" height="74" fill="#f2e3c9" transform="rotate(-7 380 720)"/><circle cx="470" cy="790" r="40" fill="#e8b94a"/><rect x="250" y="800" width="90" height="56" fill="#5f9fd0" transform="rotate(6 290 820)"/><path d="M560 520q60 -60 130 -30q-20 -70 -90 -60q-60 -40 -110 20z" fill="#d9b872"/>`;
}

function surfboard(random: Random): string {
  const board = random.pick(["#f2e3c9", "#e8604c", "#5fb3b3", "#f0c04a"]);
  const stripe = random.pick(["#2c3f55", "#fff", "#d9654f"]);
  return `${sky("#8fc7e8", "#fde3c3", "#fde3c3")}${glow(620, 330, 320, "#fff3cf", 0.95)}<rect y="470" width="800" height="220" fill="#4aa0b5"/>${fade("w", "#2b7d97", 470, 220)}${range(12, (i) => `<path d="M${random.int(-60, 600)} ${490 + i * 17}q60 -10 ${random.int(120, 240)} 0" stroke="#fff" stroke-width="6" opacity=".5" fill="none"/>`)}<path d="M0 680c200 -40 500 30 800 -14v334h-800z" fill="#e6c896"/>${fade("s", "#b98f58", 690, 310)}${shadow(470, 930, 150, 22)}<g transform="rotate(${random.int(6, 14)} 400 940)"><path d="M400 130c90 160 100 560 40 810h-80c-60 -250 -50 -650 40 -810z" fill="${board}"/><path d="M400 130c14 200 14 600 0 810" stroke="${stripe}" stroke-width="16" fill="none"/><path d="M352 620q48 30 96 0v60q-48 30 -96 0z" fill="${stripe}"/></g>${range(3, (i) => `<ellipse cx="${110 + i * 60}" cy="${900 + i * 22}" rx="34" ry="14" fill="${blend("#e6c896", "#7a5a30", 0.4)}"/>`)}`;
}

function tent(random: Random): string {
  const cloth = random.pick(["#d9773c", "#3f7f6a", "#c9a03c", "#7a4f8c"]);
  return `${sky("#1b2547", "#54527f", "#e0946a")}${range(60, () => `<circle cx="${random.int(0, 800)}" cy="${random.int(0, 420)}" r="${random.int(1, 3)}" fill="#fff" opacity=".8"/>`)}${ridge(random, 540, 110, "#37406a")}${ridge(random, 650, 50, "#232b45")}<path d="M0 740c240 -50 520 10 800 -20v280h-800z" fill="#1d2a26"/>${range(14, (i) => `<path d="M${i * 62 - 20} 760l24 -${random.int(120, 230)}l24 230z" fill="#141e22"/>`)}${glow(330, 780, 330, "#ffb45c", 0.75)}<path d="M330 560L90 860h480z" fill="${cloth}"/><path d="M330 560l-70 300h140z" fill="#ffe3a6"/><path d="M330 560l240 300h-170z" fill="${blend(cloth, "#000000", 0.35)}"/>${glow(660, 850, 200, "#ff8a3c", 0.9)}<path d="M640 880c-20 -50 20 -60 16 -110c40 30 50 80 30 110z" fill="#ffd36b"/><path d="M600 890h120M610 900l100 -16" stroke="#3a2418" stroke-width="16" stroke-linecap="round"/>`;
}

function sushi(random: Random): string {
  const roll = (x: number, y: number) =>
    `<g transform="translate(${x} ${y})"><path d="M-54 0v50c0 36 108 36 108 0v-50z" fill="#1f2a24"/><ellipse rx="54" ry="30" fill="#f5f0e6"/><ellipse rx="24" ry="13" fill="${random.pick(["#e8704c", "#7fa84f", "#f0c04a", "#d9452f"])}"/></g>`;
  const nigiri = (x: number, y: number) =>
    `<g transform="translate(${x} ${y})"><ellipse cy="22" rx="80" ry="34" fill="#f3eee4"/><path d="M-88 10c20 -54 140 -60 176 -6c10 30 -160 40 -176 6z" fill="#ee8a5f"/><path d="M-40 -18l20 30M0 -28l20 36M44 -22l14 28" stroke="#f8c4a4" stroke-width="7"/></g>`;
  return `${table(random)}${shadow(410, 800, 330, 90)}<path d="M90 690h620l-30 130h-560z" fill="#2e2b2c"/><path d="M90 690l60 -110h500l60 110z" fill="#474344"/>${range(4, (i) => roll(210 + i * 126, 620 + (i % 2) * 6))}${range(3, (i) => nigiri(230 + i * 170, 690))}<path d="M120 900L700 850M130 924L704 872" stroke="#8b5a33" stroke-width="13" stroke-linecap="round"/>`;
}

function ticket(random: Random): string {
  const curtain = random.pick(["#8b1f2b", "#3f2a5c", "#1f4a52"]);
  const folds = range(
    13,
    (i) =>
      `<path d="M${i * 64} 0q${random.int(-10, 26)} 400 0 760h64v-760z" fill="${i % 2 ? curtain : blend(curtain, "#000000", 0.35)}"/>`,
  );
  const seats = range(3, (row) =>
    range(
      6,
      (i) =>
        `<rect x="${i * 150 - 60 + row * 40}" y="${760 + row * 86}" width="124" height="190" rx="36" fill="${blend("#a33a3a", "#000000", 0.15 + row * 0.22)}"/>`,
    ),
  );
  return `<rect width="800" height="1000" fill="#140d12"/>${folds}<path d="M0 0h800v110q-100 60 -200 0q-100 60 -200 0q-100 60 -200 0q-100 60 -200 0z" fill="${blend(curtain, "#ffffff", 0.12)}"/>${glow(400, 420, 430, "#ffe3a6", 0.8)}<rect y="690" width="800" height="60" fill="#5c3d22"/>${seats}`;
}
