/** The image library: a picture of 1200 × 630 with the page's title and the site's name (Open Graph). */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import sharp from "sharp";

const BACKGROUND = readFileSync(fileURLToPath(new URL("background.webp", import.meta.url)));
/** A machine may have no fonts at all. */
const FONT = fileURLToPath(new URL("../../../fonts/inter-bold.ttf", import.meta.url));
const [WIDTH, MARGIN] = [760, 72];

/** JPEG, which every service that shows links can read. */
export async function drawSharePicture({ title, site }: { title: string; site: string }): Promise<Buffer> {
  const heading = await textOf(title, { size: 64, color: "#ffffff", width: WIDTH, height: 340 });
  const name = await textOf(site, { size: 34, color: "#f5b07a", width: WIDTH, height: 60 });
  return sharp(BACKGROUND)
    .composite([
      { input: heading, left: MARGIN, top: MARGIN },
      { input: name, left: MARGIN, top: 530 },
    ])
    .jpeg({ quality: 82 })
    .toBuffer();
}

/** Shrinks a text that is too long for its place. */
function textOf(
  text: string,
  { size, color, width, height }: { size: number; color: string; width: number; height: number },
) {
  const markup = `<span foreground="${color}">${escapeMarkup(text)}</span>`;
  const input = (points: number) =>
    sharp({
      text: { text: markup, font: `Inter Bold ${points}`, fontfile: FONT, width, rgba: true, dpi: 72, spacing: 8 },
    })
      .png()
      .toBuffer({ resolveWithObject: true });
  const draw = async (points: number): Promise<Buffer> => {
    const { data, info } = await input(points);
    return (info.height <= height && info.width <= width) || points < 24 ? data : draw(points - 8);
  };
  return draw(size);
}

const escapeMarkup = (text: string): string =>
  text.replace(/[&<>]/g, (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;" })[sign]!);
