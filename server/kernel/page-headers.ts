/** Security headers of pages. */

interface PageHeaderOptions {
  /** The inline scripts that this page may run: a nonce, or the hashes of a stored page. */
  scripts: string;
  url: string;
  dev: boolean;
  https: boolean;
}

const HSTS = "max-age=31536000";

export function pageHeaders({ scripts, url, dev, https }: PageHeaderOptions): Record<string, string> {
  const policy = [
    "default-src 'self'",
    `script-src 'self' ${scripts}`,
    dev ? "style-src 'self' 'unsafe-inline'" : "style-src 'self'",
    dev ? "connect-src 'self' ws:" : "connect-src 'self'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
    "worker-src 'self'",
    ...(dev ? [] : ["require-trusted-types-for 'script'", "trusted-types serenade"]),
  ];
  return {
    "content-security-policy": policy.join("; "),
    // a link from a mail carries its token in the address, which no other page may see
    "referrer-policy": hasToken(url) ? "no-referrer" : "strict-origin-when-cross-origin",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "geolocation=(self), camera=(), microphone=(), payment=()",
    ...(https ? { "strict-transport-security": HSTS } : {}),
  };
}

export const hasToken = (url: string): boolean => /[?&]token=/.test(url);
