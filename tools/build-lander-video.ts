/**
 * The films of the landers, drawn from the scenes of the home page, with a poster of each: wide (960 × 540) and tall (540 × 960), H.264
 * and VP9, seamless. Run by hand after a change of a drawing; needs ffmpeg (apt-get install ffmpeg), which nothing else does:
 * npx node tools/build-lander-video.ts [video]
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import sharp from "sharp";

const DRAWINGS = new URL("../web/app/features/home/drawings/", import.meta.url);
const FOLDER = fileURLToPath(new URL("../web/public/landers/", import.meta.url));
const FRAMES_A_SECOND = 24;
const MOST_BYTES = 1_500_000;
const MOST_POSTER_BYTES = 60_000;

/** The height of a drawing in its own units, and the left edges of what is shown of it. */
const HEIGHT = 720;
const LEFT = {
  evening: { wide: 160, tall: 884 },
  night: { wide: 160, tall: 903 },
  garden: { wide: 160, tall: 905 },
  outdoors: { wide: 160, tall: 790 },
};
type SceneName = keyof typeof LEFT;

const FORMATS = {
  wide: { width: 960, height: 540 },
  tall: { width: 540, height: 960 },
} as const;
type Format = keyof typeof FORMATS;

/** Layers of a frame, from the bottom up; `turn` is the time from 0 to 1, and both ends show the same. */
type Layers = { scene: SceneName; zoom: number; opacity: number }[];
interface Film {
  seconds: number;
  layers(turn: number): Layers;
}

const FADE = 0.3;
const SCENES: SceneName[] = ["evening", "night", "garden", "outdoors"];
const FILMS: Record<string, Film> = {
  video: { seconds: 8, layers: (turn) => [{ scene: "evening", zoom: 1.04 + 0.03 * wave(turn, 1), opacity: 1 }] },
  transitionsvideolanding: { seconds: 10, layers: evenings },
};

/** One scene after another, each a little closer at its end than at its beginning. */
function evenings(turn: number): Layers {
  const at = turn * SCENES.length;
  const current = Math.floor(at);
  const gone = at - current;
  const zoomOf = (time: number) => 1.01 + 0.07 * (time / (1 + FADE));
  const shown: Layers = [{ scene: SCENES[current]!, zoom: zoomOf(gone + FADE), opacity: 1 }];
  const left = 1 - gone;
  if (left < FADE)
    shown.push({
      scene: SCENES[(current + 1) % SCENES.length]!,
      zoom: zoomOf(FADE - left),
      opacity: soft(1 - left / FADE),
    });
  return shown;
}

/** From -1 to 1, `times` waves in a turn. */
const wave = (turn: number, times: number, shift = 0): number => Math.sin(2 * Math.PI * (turn * times + shift));
const soft = (x: number): number => x * x * (3 - 2 * x);

const drawings = Object.fromEntries(
  SCENES.map((name) => [name, readFileSync(new URL(`${name}.svg`, DRAWINGS), "utf8")]),
) as Record<SceneName, string>;

/** Lights flicker, stars twinkle, reflections drift: each with whole waves, so that the end meets the beginning. */
function moved(drawing: string, turn: number): string {
  let at = 0;
  const next = (times: number) => wave(turn, times + (at % 2), (at++ * 0.37) % 1);
  return drawing
    .replace(
      /(r="\d+" fill="url\(#[\w-]*glow[\w-]*\)")/g,
      (found) => `${found} opacity="${(0.82 + 0.18 * next(2)).toFixed(3)}"`,
    )
    .replace(/r="([\d.]+)" opacity="([\d.]+)"/g, (_, r, opacity) => {
      const shown = Math.min(1, Number(opacity) * (1 + 0.4 * next(1)));
      return `r="${r}" opacity="${shown.toFixed(3)}"`;
    })
    .replace(
      /<rect x="(-?\d+)" (y="\d+" width="\d+" height="3" rx="1.5") opacity="([\d.]+)"/g,
      (_, x, rest, opacity) => {
        const drift = next(1);
        return `<rect x="${(Number(x) + 7 * drift).toFixed(2)}" ${rest} opacity="${(Number(opacity) * (1 + 0.3 * drift)).toFixed(3)}"`;
      },
    )
    .replace(/(<path d="M1086 548c5 6[^>]*)\/>/, (_, flame) => {
      const lean = wave(turn, 5) + 0.6 * wave(turn, 8, 0.2);
      return `<g transform="translate(1086 566) skewX(${(4 * lean).toFixed(2)}) scale(1 ${(1 + 0.09 * wave(turn, 6, 0.4)).toFixed(3)}) translate(-1086 -566)">${flame}/></g>`;
    });
}

async function render({ scene, zoom }: Layers[number], turn: number, format: Format): Promise<Buffer> {
  const { width, height } = FORMATS[format];
  const shown = { width: (HEIGHT / height) * width, height: HEIGHT };
  const [wide, high] = [shown.width / zoom, shown.height / zoom];
  // towards the lower middle, where the people are
  const left = LEFT[scene][format] + (shown.width - wide) / 2;
  const top = (shown.height - high) * 0.8;
  const box = `viewBox="${left.toFixed(3)} ${top.toFixed(3)} ${wide.toFixed(3)} ${high.toFixed(3)}" width="${width}" height="${height}"`;
  const svg = moved(drawings[scene], turn).replace(/viewBox="[^"]+"/, box);
  return sharp(Buffer.from(svg)).removeAlpha().raw().toBuffer();
}

async function frame(film: Film, turn: number, format: Format): Promise<Buffer> {
  const [bottom, top] = film.layers(turn);
  const base = await render(bottom!, turn, format);
  if (!top) return base;
  const { width, height } = FORMATS[format];
  const over = await render(top, turn, format);
  const mixed = Buffer.allocUnsafe(width * height * 3);
  for (let at = 0; at < mixed.length; at++) mixed[at] = Math.round(base[at]! + (over[at]! - base[at]!) * top.opacity);
  return mixed;
}

const CODECS = {
  mp4: ["-c:v", "libx264", "-preset", "slow", "-crf", "21", "-pix_fmt", "yuv420p", "-movflags", "+faststart"],
  webm: ["-c:v", "libvpx-vp9", "-crf", "31", "-b:v", "0", "-row-mt", "1", "-pix_fmt", "yuv420p"],
};

async function build(name: string, film: Film, format: Format): Promise<void> {
  const { width, height } = FORMATS[format];
  const file = `${FOLDER}${name}-${format}`;
  const input = [
    "-f",
    "rawvideo",
    "-pix_fmt",
    "rgb24",
    "-s",
    `${width}x${height}`,
    "-r",
    String(FRAMES_A_SECOND),
    "-i",
    "-",
  ];
  const outputs = Object.entries(CODECS).flatMap(([ending, codec]) => [...codec, "-an", `${file}.${ending}`]);
  const ffmpeg = spawn("ffmpeg", ["-y", "-v", "error", ...input, ...outputs], {
    stdio: ["pipe", "inherit", "inherit"],
  });
  const ended = once(ffmpeg, "close");
  const frames = film.seconds * FRAMES_A_SECOND;
  for (let at = 0; at < frames; at++) {
    const pixels = await frame(film, at / frames, format);
    if (at === 0) await poster(pixels, file, format);
    if (!ffmpeg.stdin.write(pixels)) await once(ffmpeg.stdin, "drain");
  }
  ffmpeg.stdin.end();
  const [code] = await ended;
  if (code !== 0) throw new Error(`ffmpeg ended with ${code}`);
  for (const ending of ["mp4", "webm"]) check(`${file}.${ending}`, MOST_BYTES);
}

async function poster(pixels: Buffer, file: string, format: Format): Promise<void> {
  const raw = { ...FORMATS[format], channels: 3 as const };
  await sharp(pixels, { raw }).webp({ quality: 84, effort: 6 }).toFile(`${file}.webp`);
  check(`${file}.webp`, MOST_POSTER_BYTES);
}

function check(file: string, most: number): void {
  const { size } = statSync(file);
  console.info(`${file.slice(FOLDER.length)}: ${(size / 1000).toFixed(0)} kB`);
  if (size > most) throw new Error(`${file} has more than ${most} bytes`);
}

mkdirSync(FOLDER, { recursive: true });
const asked = process.argv[2];
for (const [name, film] of Object.entries(FILMS))
  if (!asked || asked === name) for (const format of ["wide", "tall"] as const) await build(name, film, format);
