/**
 * The Trusted Types policy of the Content-Security-Policy. It allows the URLs of our own workers and the shapes
 * of our own drawings, and nothing else.
 */
interface Rules {
  createScriptURL: (url: string) => string;
  createHTML: (html: string) => string;
}
interface TrustedTypes {
  createPolicy(name: string, rules: Rules): Rules;
}

/** The service worker, and built files with a content hash (`/assets/pbkdf2-Co4Z2U4M.js`). */
const OURS = /^\/(?:sw-push|assets\/[\w-]+)\.js$/;

/** Shapes and gradients only: no element that runs or loads something, no handler, link or style. */
const SHAPES =
  /^(?:<\/?(?:circle|defs|ellipse|g|linearGradient|path|radialGradient|rect|stop)(?: (?!on|href|style)[a-z][a-z\d-]*="[^"<>]*")*(?: \/)?>)*$/;

function shapesOnly(svg: string): string {
  if (!SHAPES.test(svg)) throw new TypeError("not a drawing of ours");
  return svg;
}

const policy = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy("serenade", {
  createScriptURL: (url) => {
    if (!OURS.test(url)) throw new TypeError("not a script of ours");
    return url;
  },
  createHTML: shapesOnly,
});

// the development server sends no policy and uses other URLs
const trusted = (url: string): string => (import.meta.env.DEV ? url : (policy?.createScriptURL(url) ?? url));

/** The service worker's URL, for `register`. */
export const workerUrl = (): string => trusted("/sw-push.js");

/** Starts a worker from a built URL (an import that ends in `?worker&url`). */
export const startWorker = (url: string): Worker => new Worker(trusted(url), { type: "module" });

/** The shapes of a drawing, for `innerHTML`; the server has no policy but checks them too. */
export const trustedShapes = (svg: string): string => policy?.createHTML(svg) ?? shapesOnly(svg);
