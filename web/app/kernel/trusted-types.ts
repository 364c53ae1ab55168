/** The policy that the Content-Security-Policy names: it makes the addresses of our own workers ones that the browser trusts, and nothing else. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ): {
    createScriptURL(url: string): string;
  };
}

/** The service worker, and the files that the build names by their content (`/assets/pbkdf2-Co4Z2U4M.js`). */
const OURS = /^\/(?:sw-push|assets\/[\w-]+)\.js$/;

const policy = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy("serenade", {
  createScriptURL: (url) => {
    if (!OURS.test(url)) throw new TypeError("not a script of ours");
    return url;
  },
});

// the development server sends no policy and has other addresses
const trusted = (url: string): string => (import.meta.env.DEV ? url : (policy?.createScriptURL(url) ?? url));

/** Where the service worker is, as `register` takes it. */
export const workerUrl = (): string => trusted("/sw-push.js");

/** Starts a worker whose address comes from the build (an import that ends in `?worker&url`). */
export const startWorker = (url: string): Worker => new Worker(trusted(url), { type: "module" });
