/**
 * The brand colours as mail programs render them: on the elements, with one style sheet for those that know a dark
 * scheme.
 */
export const PAPER = "#fbf8f4";
export const SURFACE = "#ffffff";
export const SUNKEN = "#f3eee7";
export const INK = "#16212b";
export const INK_SOFT = "#55616c";
export const LINK = "#0a6590";
export const LINE = "#e8e1d8";
export const STRONG = "#0a6590";

/** Class names for the dark scheme, which inline styles cannot express. */
export const CLASSES = {
  paper: "m-paper",
  surface: "m-surface",
  sunken: "m-sunken",
  ink: "m-ink",
  soft: "m-soft",
  link: "m-link",
  line: "m-line",
  strong: "m-strong",
} as const;

const RULES = [
  // the cell that react-email puts into the body carries its ground too
  ".m-paper,.m-paper>table>tbody>tr>td{background-color:#10171e!important}",
  ".m-surface{background-color:#18222c!important;border-color:#2b3947!important}",
  ".m-sunken{background-color:#0c1218!important}",
  ".m-ink{color:#eef3f6!important}",
  ".m-soft{color:#a8b7c3!important}",
  ".m-link{color:#7fcbf1!important}",
  ".m-line{border-color:#2b3947!important}",
  ".m-strong{background-color:#0f75aa!important;color:#ffffff!important}",
].join("");

export const DARK = `:root{color-scheme:light dark;supported-color-schemes:light dark}@media (prefers-color-scheme:dark){${RULES}}`;

export const text = (fontSize: number) => ({
  fontFamily: "Inter,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif",
  fontSize,
  lineHeight: 1.6,
});
