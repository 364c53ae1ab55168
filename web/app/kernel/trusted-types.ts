/** The policy that the Content-Security-Policy names: it makes the address of our own worker one that the browser trusts, and nothing else. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ): {
    createScriptURL(url: string): string;
  };
}

const WORKER = "/sw-push.js";

const policy = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy("serenade", {
  createScriptURL: (url) => {
    if (url !== WORKER) throw new TypeError("not a script of ours");
    return url;
  },
});

/** Where the service worker is, as `register` takes it. */
export const workerUrl = (): string => policy?.createScriptURL(WORKER) ?? WORKER;
