/**
 * Backgrounds of the drawn portraits: blurred places in soft light. Each is SVG for a canvas of WIDTH × HEIGHT pixels;
 * light is all gradients, because a blur filter costs more than the rest of the picture.
 */
import type { Random } from "./random.ts";

export const WIDTH = 800;
export const HEIGHT = 1000;

type Scene = (random: Random) => string;

export const SCENES = { evening, beach, cafe, hills, park, studio, lake, room } satisfies Record<string, Scene>;
export type SceneName = keyof typeof SCENES;

export const SCENE_WEIGHTS: Record<SceneName, number> = {
  evening: 16,
  beach: 14,
  cafe: 16,
  hills: 12,
  park: 14,
  studio: 8,
  lake: 12,
  room: 8,
};

function evening(random: Random): string {
  const [top, middle, low] = random.pick([
    ["#1d2347", "#6b3f6b", "#f0a06a"],
    ["#16263f", "#3f5878", "#f2b880"],
    ["#2a1f3d", "#8a4a5f", "#f6c089"],
  ] as const);
  const houses = range(9, (i) => {
    const height = random.int(130, 330);
    const x = i * 92 - 20;
    const windows = range(random.int(3, 7), () => {
      const [dx, dy] = [random.int(12, 74), random.int(16, height - 20)];
      return `<rect x="${x + dx}" y="${640 - height + dy}" width="9" height="13" rx="2" fill="#ffd9a0" opacity=".55"/>`;
    });
    return `<rect x="${x}" y="${640 - height}" width="96" height="${height}" fill="${top}" opacity=".62"/>${windows}`;
  });
  return `${sky(top, middle, low)}${houses}<rect y="640" width="800" height="360" fill="${top}" opacity=".78"/>${bokeh(random, ["#ffcf8a", "#ff9d6b", "#ffe7bd"], 16, [420, 900], 0.5)}`;
}

function beach(random: Random): string {
  const [high, low, sea, deep] = random.pick([
    ["#8fc7e8", "#fde3c3", "#4aa0b5", "#2b7d97"],
    ["#f2a98f", "#fdd9a8", "#7f8fb0", "#596a93"],
    ["#a9d5e6", "#fdf0d6", "#5fb3b3", "#3c8f97"],
  ] as const);
  const horizon = 520;
  const sun = random.pick([180, 620]);
  const waves = range(9, (i) => {
    const [y, x] = [horizon + 14 + i * 17, random.int(-60, 560)];
    return `<rect x="${x}" y="${y}" width="${random.int(120, 320)}" height="4" rx="2" fill="#fff" opacity="${0.12 + i * 0.02}"/>`;
  });
  return `${sky(high, low, low)}${glow(sun, horizon - 120, 260, "#fff3cf", 0.9)}<circle cx="${sun}" cy="${horizon - 120}" r="52" fill="#fff1c9"/>
<rect y="${horizon}" width="800" height="180" fill="${sea}"/>${verticalFade("sea", deep, horizon, 180)}${waves}
<path d="M0 690c160 -34 300 20 460 -4s240 -26 340 -8v322h-800z" fill="#ecd3a6"/><path d="M0 706c160 -34 300 20 460 -4s240 -26 340 -8v306h-800z" fill="#e2c391"/>`;
}

function cafe(random: Random): string {
  const [wall, warm, wood] = random.pick([
    ["#6b4a3a", "#c98f5e", "#3d2a22"],
    ["#54504a", "#b08a63", "#2f2b28"],
    ["#4d5a52", "#b99a6d", "#2c332f"],
  ] as const);
  const lamps = range(3, (i) => {
    const [x, y] = [120 + i * 280 + random.int(-30, 30), random.int(130, 250)];
    return `<path d="M${x} 0v${y - 44}" stroke="${wood}" stroke-width="4"/>${glow(x, y, 230, "#ffd795", 0.75)}<path d="M${x - 46} ${y}a46 46 0 0 1 92 0z" fill="${wood}"/><ellipse cx="${x}" cy="${y + 4}" rx="30" ry="10" fill="#fff2cf"/>`;
  });
  const shelf = (y: number) => {
    const things = range(9, (i) => {
      const height = random.int(34, 86);
      const color = random.pick(["#d8b48a", "#a9674a", "#7d8f7a", "#e6d2b0", "#8b5a4a"]);
      return `<rect x="${30 + i * 86 + random.int(0, 18)}" y="${y - height}" width="${random.int(30, 56)}" height="${height}" rx="9" fill="${color}" opacity=".5"/>`;
    });
    return `${things}<rect y="${y}" width="800" height="12" fill="${wood}" opacity=".75"/>`;
  };
  return `${sky(wall, warm, wall)}${shelf(430)}${shelf(600)}${lamps}${bokeh(random, ["#ffd795", "#ffedc9"], 8, [300, 800], 0.35)}<rect y="760" width="800" height="240" fill="${wood}" opacity=".7"/>`;
}

function hills(random: Random): string {
  const [high, low, ...layers] = random.pick([
    ["#f9d9b0", "#fdeedb", "#c9b7a8", "#9aa58f", "#6d8a74", "#44664f"],
    ["#cfe6f2", "#fdf3e1", "#b4c9d3", "#8fae9f", "#5f8a72", "#3b6550"],
    ["#f4c7b0", "#fbe6cf", "#cfa8a8", "#a1859a", "#735f82", "#4a4368"],
  ] as const);
  const sun = random.int(140, 660);
  const ridges = layers.map((color, i) => {
    const y = 430 + i * 105;
    const [a, b, c] = [random.int(-70, 40), random.int(-50, 60), random.int(-60, 30)];
    return `<path d="M0 ${y}c130 ${a} 240 ${b} 400 ${a / 2}s270 ${c} 400 ${b / 2}v700h-800z" fill="${color}"/>`;
  });
  return `${sky(high, low, low)}${glow(sun, 260, 280, "#fff6dc", 0.9)}<circle cx="${sun}" cy="260" r="58" fill="#fff4d6"/>${ridges}`;
}

function park(random: Random): string {
  const [dark, mid, light, accent] = random.pick([
    ["#2f5a45", "#6f9d6a", "#dbe7a8", "#f6f0b8"],
    ["#7a4326", "#c9823f", "#f2cf86", "#fbe6b0"],
    ["#4b5d4f", "#93a97c", "#eadfc0", "#f7c9c0"],
  ] as const);
  const trunks = range(3, (i) => {
    const x = 60 + i * 290 + random.int(-40, 60);
    return `<path d="M${x} 1000c10 -300 -6 -520 14 -760h34c-10 240 10 470 22 760z" fill="${dark}" opacity=".45"/>`;
  });
  const leaves = bokeh(random, [dark, mid, mid, light], 34, [-60, 470], 0.55, [50, 140]);
  return `${sky(mid, light, mid)}${trunks}${leaves}${bokeh(random, [light, accent], 18, [60, 640], 0.5, [16, 54])}<path d="M0 800c200 -40 560 -40 800 -6v206h-800z" fill="${dark}" opacity=".7"/>`;
}

function studio(random: Random): string {
  const [edge, centre] = random.pick([
    ["#7d93a6", "#dfe8ee"],
    ["#a8806f", "#f3ddcd"],
    ["#6f8579", "#dfe9df"],
    ["#8b7a96", "#e9dfee"],
    ["#a99565", "#f6ead0"],
  ] as const);
  return `<rect width="800" height="1000" fill="${edge}"/>${glow(random.int(260, 540), 400, 640, centre, 1)}`;
}

function lake(random: Random): string {
  const [high, low, far, near, water] = random.pick([
    ["#27406b", "#f3b79a", "#5a6491", "#37426b", "#4d5f8d"],
    ["#7fb4d6", "#fbe3cb", "#7f9fb5", "#4f7488", "#6fa0b8"],
    ["#3a3560", "#e89a86", "#6d5580", "#453a63", "#5e5282"],
  ] as const);
  const [a, b] = [random.int(210, 330), random.int(520, 640)];
  const glints = range(12, (i) => {
    const y = 590 + i * 22;
    return `<rect x="${random.int(0, 640)}" y="${y}" width="${random.int(60, 200)}" height="4" rx="2" fill="${low}" opacity=".3"/>`;
  });
  return `${sky(high, low, low)}<path d="M-40 560l${a - 60} -250l150 170l${b - a - 60} -220l${860 - b} 300z" fill="${far}"/><path d="M-20 570l130 -120l170 110l190 -150l190 140l160 -90v120z" fill="${near}"/><rect y="560" width="800" height="440" fill="${water}"/>${verticalFade("water", high, 560, 440)}${glints}`;
}

function room(random: Random): string {
  const [wall, shade, frame] = random.pick([
    ["#e9dccb", "#c9b49b", "#8d6f57"],
    ["#cfd9d4", "#a5b7af", "#5f7168"],
    ["#dfcfd3", "#b99fa8", "#7d5f6b"],
  ] as const);
  const lampX = random.pick([110, 690]);
  const plantX = 800 - lampX;
  const stems = range(9, (i) => {
    const bend = (i - 4) * 46;
    const height = 300 + random.int(-40, 60) - Math.abs(i - 4) * 26;
    return `<path d="M${plantX} 820q${bend / 3} ${-height / 2} ${bend} ${-height}q26 ${height * 0.55} ${-bend} ${height}" fill="${random.pick(["#5d7f64", "#6f9272", "#4c6c57"])}" opacity=".85"/>`;
  });
  return `${sky(wall, wall, shade)}<rect x="270" y="110" width="260" height="200" rx="6" fill="${frame}" opacity=".75"/><rect x="288" y="128" width="224" height="164" fill="#f7efe3"/><path d="M288 250c60 -50 110 10 224 -40v82h-224z" fill="${shade}"/><circle cx="440" cy="178" r="24" fill="#eab77f"/>
${glow(lampX, 380, 330, "#fff0c8", 0.95)}<path d="M${lampX} 420v480" stroke="${frame}" stroke-width="9"/><path d="M${lampX - 54} 330h108l34 110h-176z" fill="#fbe7bf"/>${stems}<rect x="${plantX - 56}" y="800" width="112" height="130" rx="16" fill="${frame}"/>`;
}

function sky(top: string, middle: string, bottom: string): string {
  return `<defs><linearGradient id="sky" x2="0" y2="1"><stop stop-color="${top}"/><stop offset=".55" stop-color="${middle}"/><stop offset="1" stop-color="${bottom}"/></linearGradient></defs><rect width="800" height="1000" fill="url(#sky)"/>`;
}

function verticalFade(id: string, color: string, y: number, height: number): string {
  return `<defs><linearGradient id="${id}" x2="0" y2="1"><stop stop-color="${color}" stop-opacity="0"/><stop offset="1" stop-color="${color}" stop-opacity=".8"/></linearGradient></defs><rect y="${y}" width="800" height="${height}" fill="url(#${id})"/>`;
}

/** Soft light around a point. */
function glow(x: number, y: number, radius: number, color: string, opacity: number): string {
  const id = `g${Math.round(x)}-${Math.round(y)}`;
  return `<defs><radialGradient id="${id}"><stop stop-color="${color}" stop-opacity="${opacity}"/><stop offset="1" stop-color="${color}" stop-opacity="0"/></radialGradient></defs><circle cx="${x}" cy="${y}" r="${radius}" fill="url(#${id})"/>`;
}

/** Lights out of focus between two heights. */
function bokeh(
  random: Random,
  colors: readonly string[],
  count: number,
  [from, to]: [number, number],
  opacity: number,
  [small, large]: [number, number] = [14, 58],
): string {
  return range(count, () => {
    const fade = (opacity * (0.35 + 0.65 * random.next())).toFixed(2);
    return `<circle cx="${random.int(-20, 820)}" cy="${random.int(from, to)}" r="${random.int(small, large)}" fill="${random.pick(colors)}" opacity="${fade}"/>`;
  });
}

function range(count: number, draw: (i: number) => string): string {
  return Array.from({ length: count }, (_, i) => draw(i)).join("");
}
