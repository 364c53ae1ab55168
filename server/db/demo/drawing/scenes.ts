/**
 * Backgrounds of portraits: everyday places in soft light, drawn for 800 × 1000 and blurred like the far end of a
 * photograph.
 */
import type { Random } from "../random.ts";
import { fade, glow, lights, range, ridge, sky } from "./strokes.ts";

export interface Scene {
  svg: string;
  /** How far out of focus, in pixels of 800. */
  blur: number;
  /** Warmth of its light, 0 … 1. */
  warmth: number;
}

type Draw = (random: Random) => Scene;

export const SCENES = {
  dusk,
  beach,
  cafe,
  hills,
  park,
  wall,
  lake,
  room,
  kitchen,
  books,
  workshop,
  mountains,
  street,
  sea,
  balcony,
  meadow,
} satisfies Record<string, Draw>;
export type SceneName = keyof typeof SCENES;

function dusk(random: Random): Scene {
  const [top, middle, low] = random.pick([
    ["#1d2347", "#6b3f6b", "#f0a06a"],
    ["#16263f", "#3f5878", "#f2b880"],
    ["#2a1f3d", "#8a4a5f", "#f6c089"],
  ] as const);
  const houses = range(9, (i) => {
    const height = random.int(130, 330);
    const x = i * 92 - 20;
    const windows = range(
      random.int(3, 8),
      () =>
        `<rect x="${x + random.int(12, 74)}" y="${640 - height + random.int(16, height - 20)}" width="14" height="20" fill="#ffd9a0" opacity=".75"/>`,
    );
    return `<rect x="${x}" y="${640 - height}" width="96" height="${height}" fill="${top}" opacity=".66"/>${windows}`;
  });
  return {
    svg: `${sky(top, middle, low)}${houses}<rect y="640" width="800" height="360" fill="${top}" opacity=".8"/>${lights(random, ["#ffcf8a", "#ff9d6b", "#ffe7bd", "#8fb6e8"], 22, [380, 900], 0.6)}`,
    blur: 9,
    warmth: 0.26,
  };
}

function beach(random: Random): Scene {
  const [high, low, water, deep] = random.pick([
    ["#8fc7e8", "#fde3c3", "#4aa0b5", "#2b7d97"],
    ["#f2a98f", "#fdd9a8", "#7f8fb0", "#596a93"],
    ["#a9d5e6", "#fdf0d6", "#5fb3b3", "#3c8f97"],
  ] as const);
  const sun = random.pick([150, 650]);
  const waves = range(
    9,
    (i) =>
      `<rect x="${random.int(-60, 560)}" y="${534 + i * 17}" width="${random.int(120, 320)}" height="5" rx="2" fill="#fff" opacity="${0.16 + i * 0.03}"/>`,
  );
  return {
    svg: `${sky(high, low, low)}${glow(sun, 400, 280, "#fff3cf", 0.95)}<rect y="520" width="800" height="180" fill="${water}"/>${fade("w", deep, 520, 180)}${waves}<path d="M0 690c160 -34 300 20 460 -4s240 -26 340 -8v322h-800z" fill="#e6c896"/>${range(3, (i) => `<path d="M${120 + i * 260 + random.int(-60, 60)} 560l60 120h-120z" fill="${random.pick(["#c8553d", "#f2e3c9", "#3d6c8c"])}" opacity=".7"/>`)}`,
    blur: 8,
    warmth: 0.22,
  };
}

function cafe(random: Random): Scene {
  const [back, warm, wood] = random.pick([
    ["#6b4a3a", "#c98f5e", "#3d2a22"],
    ["#54504a", "#b08a63", "#2f2b28"],
    ["#3f5550", "#b99a6d", "#26302c"],
  ] as const);
  const lamps = range(3, (i) => {
    const [x, y] = [100 + i * 290 + random.int(-30, 30), random.int(130, 260)];
    return `<path d="M${x} 0v${y - 44}" stroke="${wood}" stroke-width="5"/>${glow(x, y, 240, "#ffd795", 0.8)}<path d="M${x - 50} ${y}a50 46 0 0 1 100 0z" fill="${wood}"/><ellipse cx="${x}" cy="${y + 4}" rx="34" ry="12" fill="#fff2cf"/>`;
  });
  const shelf = (y: number) =>
    `${range(10, (i) => `<rect x="${20 + i * 80 + random.int(0, 18)}" y="${y - random.int(34, 96)}" width="${random.int(24, 52)}" height="100" rx="9" fill="${random.pick(["#d8b48a", "#a9674a", "#7d8f7a", "#e6d2b0", "#8b5a4a", "#4f6b74"])}" opacity=".75"/>`)}<rect y="${y}" width="800" height="64" fill="${back}"/><rect y="${y}" width="800" height="12" fill="${wood}"/>`;
  return {
    svg: `${sky(back, warm, back)}${shelf(430)}${shelf(600)}${lamps}<rect y="760" width="800" height="240" fill="${wood}" opacity=".8"/>${lights(random, ["#ffd795", "#ffedc9"], 7, [300, 800], 0.4)}`,
    blur: 9,
    warmth: 0.24,
  };
}

function hills(random: Random): Scene {
  const [high, low, ...layers] = random.pick([
    ["#f9d9b0", "#fdeedb", "#c9b7a8", "#9aa58f", "#6d8a74", "#44664f"],
    ["#cfe6f2", "#fdf3e1", "#b4c9d3", "#8fae9f", "#5f8a72", "#3b6550"],
    ["#f4c7b0", "#fbe6cf", "#cfa8a8", "#a1859a", "#735f82", "#4a4368"],
  ] as const);
  const ridges = layers.map((color, i) => {
    const y = 430 + i * 105;
    const [a, b, c] = [random.int(-70, 40), random.int(-50, 60), random.int(-60, 30)];
    return `<path d="M0 ${y}c130 ${a} 240 ${b} 400 ${a / 2}s270 ${c} 400 ${b / 2}v700h-800z" fill="${color}"/>`;
  });
  return {
    svg: `${sky(high, low, low)}${glow(random.int(140, 660), 260, 300, "#fff6dc", 0.95)}${ridges.join("")}`,
    blur: 6,
    warmth: 0.2,
  };
}

function park(random: Random): Scene {
  const [dark, mid, light, accent] = random.pick([
    ["#2f5a45", "#6f9d6a", "#dbe7a8", "#f6f0b8"],
    ["#7a4326", "#c9823f", "#f2cf86", "#fbe6b0"],
    ["#3d5548", "#86a070", "#e6e0b8", "#f7e9c0"],
  ] as const);
  const trunks = range(
    4,
    (i) =>
      `<path d="M${20 + i * 220 + random.int(-40, 60)} 1000c10 -300 -6 -520 14 -1000h44c-10 480 10 700 22 1000z" fill="${dark}" opacity=".55"/>`,
  );
  return {
    svg: `${sky(mid, light, mid)}${trunks}${lights(random, [dark, mid, mid, light], 44, [-60, 520], 0.6, [40, 120])}${lights(random, [light, accent], 26, [40, 640], 0.6, [12, 44])}<path d="M0 760c200 -40 560 -40 800 -6v246h-800z" fill="${dark}" opacity=".8"/>`,
    blur: 9,
    warmth: 0.22,
  };
}

function wall(random: Random): Scene {
  const [edge, centre] = random.pick([
    ["#6d8496", "#c9d6de"],
    ["#a2705c", "#ecc9b2"],
    ["#5f7a6c", "#c8d8ca"],
    ["#7d6a8b", "#d9cbe0"],
    ["#a38a50", "#f0dfb4"],
    ["#34495a", "#7f98a8"],
    ["#7a3f38", "#c98674"],
  ] as const);
  const patches = range(
    16,
    () =>
      `<ellipse cx="${random.int(0, 800)}" cy="${random.int(0, 1000)}" rx="${random.int(60, 240)}" ry="${random.int(60, 200)}" fill="${random.pick([edge, centre])}" opacity=".22"/>`,
  );
  return {
    svg: `<rect width="800" height="1000" fill="${edge}"/>${glow(random.int(200, 600), 380, 640, centre, 1)}${patches}`,
    blur: 14,
    warmth: 0.16,
  };
}

function lake(random: Random): Scene {
  const [high, low, far, near, water] = random.pick([
    ["#27406b", "#f3b79a", "#5a6491", "#37426b", "#4d5f8d"],
    ["#7fb4d6", "#fbe3cb", "#7f9fb5", "#4f7488", "#6fa0b8"],
    ["#3a3560", "#e89a86", "#6d5580", "#453a63", "#5e5282"],
  ] as const);
  const [a, b] = [random.int(210, 330), random.int(520, 640)];
  const glints = range(
    14,
    (i) =>
      `<rect x="${random.int(0, 640)}" y="${590 + i * 22}" width="${random.int(60, 200)}" height="5" rx="2" fill="${low}" opacity=".4"/>`,
  );
  return {
    svg: `${sky(high, low, low)}${ridge(random, a + 130, 110, far)}${ridge(random, b - 70, 60, near)}<rect y="560" width="800" height="440" fill="${water}"/>${fade("w", high, 560, 440)}${glints}`,
    blur: 6,
    warmth: 0.22,
  };
}

function room(random: Random): Scene {
  const [back, shade, frame] = random.pick([
    ["#d9c4a8", "#b3987a", "#7d5f47"],
    ["#b7c9c2", "#8aa297", "#4f6158"],
    ["#cdb4b8", "#a0838d", "#6d4f5b"],
    ["#8fa3b0", "#65798a", "#38485a"],
  ] as const);
  const x = random.pick([110, 690]);
  const plant = 800 - x;
  const frames = range(random.int(1, 3), (i) => {
    const [fx, fy, fw, fh] = [
      180 + i * 180 + random.int(-40, 40),
      random.int(60, 220),
      random.int(110, 200),
      random.int(110, 220),
    ];
    return `<rect x="${fx}" y="${fy}" width="${fw}" height="${fh}" fill="${frame}"/><rect x="${fx + 14}" y="${fy + 14}" width="${fw - 28}" height="${fh - 28}" fill="${random.pick(["#e9d3b0", "#c98f6a", "#7f9fb0", "#f2ece0", "#5d7a6a"])}"/>`;
  });
  const sofa = random.pick(["#8a4f3f", "#4f6a73", "#b59a6a", "#5c5168", "#6f7d5c"]);
  const stems = range(11, (i) => {
    const bend = (i - 5) * 44;
    const height = 340 + random.int(-40, 60) - Math.abs(i - 5) * 26;
    return `<path d="M${plant} 820q${bend / 3} ${-height / 2} ${bend} ${-height}q30 ${height * 0.55} ${-bend} ${height}" fill="${random.pick(["#4d7056", "#5f8264", "#3c5c47"])}" opacity=".9"/>`;
  });
  return {
    svg: `${sky(back, back, shade)}${frames}${glow(x, 380, 380, "#fff0c8", 0.95)}<path d="M${x} 420v480" stroke="${frame}" stroke-width="10"/><path d="M${x - 54} 330h108l34 120h-176z" fill="#fbe7bf"/>${stems}<rect x="-40" y="${random.int(640, 760)}" width="900" height="400" rx="60" fill="${sofa}"/>`,
    blur: 9,
    warmth: 0.22,
  };
}

function kitchen(random: Random): Scene {
  const [tile, cupboard, top] = random.pick([
    ["#dfe6e2", "#6f8f86", "#a9764c"],
    ["#efe4d2", "#b8835c", "#5f4636"],
    ["#d6dde6", "#4f6a86", "#c29a6c"],
    ["#e8d8c8", "#a85f4a", "#70503c"],
  ] as const);
  const window = random.pick([30, 520]);
  const tiles = range(6, (i) => `<path d="M0 ${330 + i * 56}h800" stroke="#fff" stroke-width="4" opacity=".5"/>`);
  const things = range(
    7,
    (i) =>
      `<rect x="${40 + i * 108 + random.int(0, 30)}" y="${620 - random.int(50, 130)}" width="${random.int(34, 70)}" height="150" rx="14" fill="${random.pick(["#e9b872", "#c65b45", "#f3ead8", "#5c8168", "#40586b"])}"/>`,
  );
  return {
    svg: `<rect width="800" height="1000" fill="${tile}"/>${tiles}<rect x="0" y="0" width="800" height="240" fill="${cupboard}"/>${range(3, (i) => `<path d="M${200 + i * 200} 0v240" stroke="#00000030" stroke-width="6"/>`)}<rect x="${window}" y="60" width="250" height="420" fill="#fff8e2"/><path d="M${window + 125} 60v420M${window} 270h250" stroke="${cupboard}" stroke-width="10"/>${glow(window + 125, 270, 430, "#fff3cf", 0.8)}${things}<rect y="620" width="800" height="44" fill="${top}"/><rect y="664" width="800" height="336" fill="${cupboard}"/>`,
    blur: 9,
    warmth: 0.22,
  };
}

function books(random: Random): Scene {
  const [wood, deep] = random.pick([
    ["#7a5236", "#3a2519"],
    ["#e6dccb", "#b9a88e"],
    ["#45525c", "#232c33"],
  ] as const);
  const palette = ["#a9483c", "#d9a552", "#3f6470", "#e8dcc2", "#6b7d4f", "#54415e", "#c77f58", "#2c3f55", "#8b2f36"];
  const shelves = range(6, (row) => {
    let x = random.int(-10, 10);
    let out = "";
    while (x < 800) {
      const wide = random.int(16, 40);
      const high = random.int(96, 142);
      if (random.chance(0.93))
        out += `<rect x="${x}" y="${176 + row * 172 - high}" width="${wide - 2}" height="${high}" fill="${random.pick(palette)}"/>`;
      x += wide;
    }
    return `${out}<rect y="${176 + row * 172}" width="800" height="20" fill="${wood}"/>`;
  });
  return {
    svg: `<rect width="800" height="1000" fill="${deep}"/>${shelves}${glow(random.pick([80, 720]), 200, 460, "#ffe2ac", 0.55)}`,
    blur: 8,
    warmth: 0.24,
  };
}

function workshop(random: Random): Scene {
  const [back, board] = random.pick([
    ["#8a8f8c", "#b98f62"],
    ["#6c6258", "#a67c52"],
    ["#5d6d72", "#c39a6b"],
  ] as const);
  const tools = range(
    12,
    (i) =>
      `<path d="M${40 + i * 64} ${230 + random.int(-10, 40)}v${random.int(70, 190)}" stroke="${random.pick(["#39332e", "#b34a33", "#c9b48c", "#4a5d68"])}" stroke-width="${random.int(10, 26)}" stroke-linecap="round"/>`,
  );
  const planks = range(
    5,
    (i) =>
      `<path d="M${640 + i * 34} 120l-30 760" stroke="${random.pick(["#caa06c", "#a9793f", "#8a5f35"])}" stroke-width="22"/>`,
  );
  return {
    svg: `${sky(back, back, "#3d3833")}<rect x="20" y="170" width="620" height="340" fill="${board}"/>${tools}${planks}<rect y="700" width="800" height="60" fill="#6b4a30"/><rect y="760" width="800" height="240" fill="#3b2b20"/><rect x="0" y="0" width="800" height="120" fill="#fff3d6" opacity=".55"/>${glow(random.pick([120, 600]), 120, 420, "#ffe9bd", 0.7)}`,
    blur: 9,
    warmth: 0.2,
  };
}

function mountains(random: Random): Scene {
  const [high, low, snow, rock, near] = random.pick([
    ["#6fa3cf", "#e9f1f5", "#b9cfe0", "#7f97ae", "#44614f"],
    ["#f0b48f", "#fbe3c8", "#dfae9e", "#8f7a94", "#4c4a64"],
    ["#8fb7d8", "#dfeaf0", "#c3d4e0", "#6d8196", "#5d7a58"],
  ] as const);
  const peaks = `${ridge(random, 330, 190, snow)}${ridge(random, 420, 170, rock)}${ridge(random, 540, 80, near)}`;
  const trees = range(
    30,
    (i) =>
      `<ellipse cx="${i * 28 + random.int(-14, 14)}" cy="800" rx="${random.int(16, 26)}" ry="${random.int(50, 130)}" fill="${near}" opacity=".85"/>`,
  );
  return {
    svg: `${sky(high, low, low)}${peaks}<path d="M0 640c200 -70 400 40 800 -40v400h-800z" fill="${near}" opacity=".7"/>${trees}<path d="M0 820h800v180h-800z" fill="${near}"/>`,
    blur: 6,
    warmth: 0.14,
  };
}

function street(random: Random): Scene {
  const fronts = range(7, (i) => {
    const x = i * 124 - 30;
    const y = random.int(60, 200);
    const color = random.pick(["#b5654a", "#d6b48a", "#8c4f40", "#e4d5ba", "#7c8a86", "#c98b5f", "#a9b5b8"]);
    const windows = range(
      12,
      (k) =>
        `<rect x="${x + 16 + (k % 2) * 54}" y="${y + 40 + Math.floor(k / 2) * 92}" width="34" height="60" fill="${random.chance(0.3) ? "#ffe3ab" : "#44525e"}"/>`,
    );
    return `<rect x="${x}" y="${y}" width="122" height="700" fill="${color}"/><path d="M${x} ${y}l61 -${random.int(30, 80)}l61 80z" fill="#5a4038"/>${windows}`;
  });
  const [high, low] = random.pick([
    ["#9cc3dd", "#eef3f0"],
    ["#e3b896", "#f8e7cf"],
    ["#aab6c4", "#e1e4e6"],
  ] as const);
  return {
    svg: `${sky(high, low, low)}${fronts}<rect y="740" width="800" height="260" fill="#8a857f"/><path d="M0 740h800v40h-800z" fill="#6a655f"/>${lights(random, ["#2f4a38", "#54784f", "#3d5f45"], 9, [420, 720], 0.8, [40, 90])}`,
    blur: 12,
    warmth: 0.18,
  };
}

function sea(random: Random): Scene {
  const [high, low, water, deep] = random.pick([
    ["#5f9fd0", "#d9ecf3", "#2f7fa3", "#1c5475"],
    ["#efae88", "#fde0bd", "#6d86a0", "#3d5471"],
    ["#93a9b8", "#dfe5e6", "#5d7c88", "#38535f"],
  ] as const);
  const glints = range(
    26,
    () =>
      `<rect x="${random.int(-40, 760)}" y="${random.int(500, 960)}" width="${random.int(30, 140)}" height="6" rx="3" fill="#fff" opacity=".3"/>`,
  );
  const sails = range(random.int(1, 3), () => {
    const x = random.int(40, 760);
    return `<path d="M${x} 480v-110l52 110z" fill="#fff" opacity=".9"/>`;
  });
  return {
    svg: `${sky(high, low, low)}${range(6, () => `<ellipse cx="${random.int(0, 800)}" cy="${random.int(60, 330)}" rx="${random.int(90, 200)}" ry="${random.int(18, 46)}" fill="#fff" opacity=".4"/>`)}<rect y="480" width="800" height="520" fill="${water}"/>${fade("w", deep, 480, 520)}${sails}${glints}<path d="M0 470l140 -50l120 34l90 -14v44h-350z" fill="${deep}" opacity=".6"/>`,
    blur: 6,
    warmth: 0.18,
  };
}

function balcony(random: Random): Scene {
  const [high, low, roof] = random.pick([
    ["#87b5d6", "#f4e5cd", "#b5654a"],
    ["#e69a7c", "#fbd9a8", "#70434a"],
    ["#41577f", "#d8a18a", "#3a3550"],
  ] as const);
  const roofs = range(
    8,
    (i) =>
      `<path d="M${i * 116 - 60} ${560 + random.int(-40, 60)}l70 -60l70 60v300h-140z" fill="${roof}" opacity="${0.5 + random.next() * 0.4}"/>`,
  );
  const leaves = range(
    46,
    () =>
      `<ellipse cx="${random.int(0, 1) * 620 + random.int(-20, 200)}" cy="${random.int(560, 900)}" rx="${random.int(14, 40)}" ry="${random.int(10, 24)}" fill="${random.pick(["#3f6b4a", "#5d8a58", "#2f5340", "#d9654f", "#e8a0a8"])}" opacity=".9"/>`,
  );
  return {
    svg: `${sky(high, low, low)}${roofs}<rect y="730" width="800" height="270" fill="${roof}" opacity=".75"/>${range(17, (i) => `<path d="M${i * 50} 720v280" stroke="#2a2f36" stroke-width="8"/>`)}<rect y="706" width="800" height="18" fill="#2a2f36"/>${leaves}${lights(random, ["#ffe3a6", "#ffd083"], 9, [90, 230], 0.85, [12, 20])}`,
    blur: 7,
    warmth: 0.24,
  };
}

function meadow(random: Random): Scene {
  const [high, low, far, near] = random.pick([
    ["#9fcbe6", "#f3f1dc", "#9db786", "#6f9455"],
    ["#f5c79a", "#fdeccb", "#c9a868", "#9a8444"],
    ["#b9d4dd", "#eef0e4", "#8fae8e", "#547a5c"],
  ] as const);
  const flowers = lights(random, ["#f2d35e", "#e98aa2", "#fff", "#8c7bd1", "#e8604c"], 70, [620, 1000], 0.85, [5, 18]);
  return {
    svg: `${sky(high, low, low)}<path d="M0 520c200 -60 420 -20 800 -50v200h-800z" fill="${far}"/>${lights(random, ["#4f7350", "#6b8d5d", "#3f6047"], 16, [430, 520], 0.9, [30, 70])}<rect y="560" width="800" height="440" fill="${near}"/>${fade("m", "#3d5a35", 560, 440)}${flowers}`,
    blur: 8,
    warmth: 0.24,
  };
}
