import { trustedShapes } from "./trusted-types.ts";

/** A drawing of ours: its own view box, and its shapes as React takes them. */
export interface Svg {
  viewBox: string;
  shapes: { __html: string };
}

const FILE = /^<svg [^>]*viewBox="([^"]+)">(.+)<\/svg>\s*$/s;

/** Reads an .svg file that was imported with `?raw`. Once for each file: for another object React would parse the shapes again. */
export function readSvg(file: string): Svg {
  const [, viewBox, shapes] = FILE.exec(file) ?? [];
  if (!viewBox || !shapes) throw new TypeError("not a drawing of ours");
  return { viewBox, shapes: { __html: trustedShapes(shapes.trim().replace(/>\s+</g, "><")) } };
}

/** A drawing in the page itself, so that it takes the colours of the theme and needs no request. Decoration unless it has a label. */
export function InlineSvg({
  svg,
  label,
  viewBox = svg.viewBox,
  ...place
}: {
  svg: Svg;
  label?: string;
  /** Another part of the drawing than the whole. */
  viewBox?: string;
  preserveAspectRatio?: string;
  className: string;
}) {
  const speaks = label ? ({ role: "img", "aria-label": label } as const) : ({ "aria-hidden": true } as const);
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a file of ours, and trustedShapes lets nothing but shapes through
  return <svg {...speaks} viewBox={viewBox} {...place} dangerouslySetInnerHTML={svg.shapes} />;
}
