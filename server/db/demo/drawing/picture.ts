/** A picture of the demo community as a file: a portrait, or a place without people. */
import sharp from "sharp";
import { type Random, randomOf } from "../random.ts";
import { finish, paintOver } from "./paint.ts";
import type { Person, Rgb } from "./person.ts";
import { drawPerson } from "./portrait.ts";
import { SCENES, type SceneName } from "./scenes.ts";
import { planOf } from "./sitting.ts";
import { THINGS, type ThingName } from "./things.ts";

/** Pictures are drawn for this width; the height is always a quarter more. */
const WIDTH = 800;
const heightOf = (width: number): number => width * 1.25;

/** Number 0 is the main picture. */
export async function drawPortrait(person: Person, picture: number, width: number): Promise<Float32Array> {
  const height = heightOf(width);
  const size = width / WIDTH;
  const random = randomOf(person.number * 8 + picture, "sitting");
  const plan = planOf(person, person.number, picture, random);
  const scene = SCENES[plan.scene](random);
  const canvas = await backdrop(scene.svg, scene.blur * size, width, random, true);
  const { mean, bright } = coloursOf(canvas);
  await drawPerson(
    canvas,
    width,
    height,
    person,
    {
      pose: { ...plan.pose, scale: plan.pose.scale * size, x: plan.pose.x * size, y: plan.pose.y * size },
      expression: plan.expression,
      outfit: plan.outfit,
      scarf: plan.scarf,
      light: {
        key: unit([plan.lightLeft ? -0.72 : 0.72, 0.42, 0.62]),
        warm: [255, 240 - scene.warmth * 60, 224 - scene.warmth * 150],
        fill: mean,
        rim: bright,
        rimStrength: plan.rim,
        contrast: plan.contrast,
      },
    },
    random,
  );
  finish(canvas, width, height, plan.lightLeft, scene.warmth);
  return canvas;
}

/** What a member does: no person in it. */
export async function drawThing(name: ThingName, seed: number, width: number): Promise<Float32Array> {
  const random = randomOf(seed, name);
  return painted(await backdrop(THINGS[name](random), (1.2 * width) / WIDTH, width, random), width, 0.12);
}

/** Where a member lives or was: a scene without a person, and in focus. */
export async function drawScene(name: SceneName, seed: number, width: number): Promise<Float32Array> {
  const random = randomOf(seed, name);
  const scene = SCENES[name](random);
  return painted(await backdrop(scene.svg, (1.6 * width) / WIDTH, width, random), width, scene.warmth);
}

function painted(canvas: Float32Array, width: number, warmth: number): Float32Array {
  const height = heightOf(width);
  paintOver(canvas, width, height, Math.round((4 * width) / WIDTH), 0.9);
  finish(canvas, width, height, true, warmth);
  return canvas;
}

export const encode = (canvas: Float32Array, width: number, quality: number): Promise<Buffer> =>
  sharp(Buffer.from(Uint8ClampedArray.from(canvas).buffer), { raw: { width, height: heightOf(width), channels: 3 } })
    .webp({ quality, effort: 5, smartSubsample: true })
    .toBuffer();

async function backdrop(
  svg: string,
  blur: number,
  width: number,
  random: Random,
  varied = false,
): Promise<Float32Array> {
  const whole = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${heightOf(width)}" viewBox="${varied ? cropOf(random) : "0 0 800 1000"}">${svg}</svg>`;
  let image = sharp(Buffer.from(whole)).removeAlpha();
  if (random.chance(0.5)) image = image.flop();
  if (varied)
    image = image.modulate({
      hue: random.int(-16, 16),
      brightness: 0.86 + random.next() * 0.24,
      saturation: 0.8 + random.next() * 0.4,
    });
  if (blur > 0.4) image = image.blur(blur);
  return Float32Array.from(await image.raw().toBuffer());
}

/** Part of the scene, so that two pictures of one place differ. */
function cropOf(random: Random): string {
  const zoom = 0.68 + random.next() * 0.32;
  return `${(random.next() * 800 * (1 - zoom)).toFixed(0)} ${(random.next() * 1000 * (1 - zoom) * 0.7).toFixed(0)} ${(800 * zoom).toFixed(0)} ${(1000 * zoom).toFixed(0)}`;
}

function coloursOf(canvas: Float32Array): { mean: Rgb; bright: Rgb } {
  const sum = [0, 0, 0];
  const top = [0, 0, 0];
  let n = 0;
  let most = 1;
  for (let i = 0; i < canvas.length; i += 3 * 97) {
    const l = canvas[i]! + canvas[i + 1]! + canvas[i + 2]!;
    n++;
    for (let k = 0; k < 3; k++) {
      sum[k]! += canvas[i + k]!;
      if (l > 480) top[k]! += canvas[i + k]!;
    }
    if (l > 480) most++;
  }
  const mean = sum.map((v) => v / n) as unknown as Rgb;
  return { mean, bright: most > 20 ? (top.map((v) => v / most) as unknown as Rgb) : [210, 205, 200] };
}

function unit([x, y, z]: [number, number, number]): [number, number, number] {
  const l = Math.hypot(x, y, z);
  return [x / l, y / l, z / l];
}
