/**
 * The policy that the Content-Security-Policy names. It makes the browser trust the addresses of our own workers and the shapes
 * of our own drawings, and nothing else.
 */
interface Rules {
  createScriptURL: (url: string) => string;
  createHTML: (html: string) => string;
}
interface TrustedTypes {
  createPolicy(name: string, rules: Rules): Rules;
}

/** The service worker, and the files that the build names by their content (`/assets/pbkdf2-Co4Z2U4M.js`). */
const OURS = /^\/(?:sw-push|assets\/[\w-]+)\.js$/;

/** Shapes and what colours them: no element that runs or loads something, no handler, no link, no style. */
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

// the development server sends no policy and has other addresses
const trusted = (url: string): string => (import.meta.env.DEV ? url : (policy?.createScriptURL(url) ?? url));

/** Where the service worker is, as `register` takes it. */
export const workerUrl = (): string => trusted("/sw-push.js");

/** Starts a worker whose address comes from the build (an import that ends in `?worker&url`). */
export const startWorker = (url: string): Worker => new Worker(trusted(url), { type: "module" });

/** The shapes of a drawing, as `innerHTML` takes them; the server has no policy and checks them all the same. */
export const trustedShapes = (svg: string): string => policy?.createHTML(svg) ?? shapesOnly(svg);
