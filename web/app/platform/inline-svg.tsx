import { trustedShapes } from "./trusted-types.ts";

/** An inline SVG: its view box, and its shapes for dangerouslySetInnerHTML. */
export interface Svg {
  viewBox: string;
  shapes: { __html: string };
}

const FILE = /^<svg [^>]*viewBox="([^"]+)">(.+)<\/svg>\s*$/s;

/** Parses an .svg file imported with `?raw`. Call it once per file: a new object makes React parse the shapes again. */
export function readSvg(file: string): Svg {
  const [, viewBox, shapes] = FILE.exec(file) ?? [];
  if (!viewBox || !shapes) throw new TypeError("not a drawing of ours");
  return { viewBox, shapes: { __html: trustedShapes(shapes.trim().replace(/>\s+</g, "><")) } };
}

/** An inline drawing, which uses the theme's colours and needs no request. Decorative unless it has a label. */
export function InlineSvg({
  svg,
  label,
  viewBox = svg.viewBox,
  ...place
}: {
  svg: Svg;
  label?: string;
  /** Shows a part of the drawing. */
  viewBox?: string;
  preserveAspectRatio?: string;
  className: string;
}) {
  const speaks = label ? ({ role: "img", "aria-label": label } as const) : ({ "aria-hidden": true } as const);
  // biome-ignore lint/security/noDangerouslySetInnerHtml: our own file, and trustedShapes allows only shapes
  return <svg {...speaks} viewBox={viewBox} {...place} dangerouslySetInnerHTML={svg.shapes} />;
}
