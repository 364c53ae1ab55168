/** Browser and system from a user agent. The order matters: most agents name several. */
const BROWSERS: [RegExp, string][] = [
  [/\bEdgA?(iOS)?\//, "Edge"],
  [/\bOPR\/|\bOpera\b/, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\bFirefox\/|\bFxiOS\//, "Firefox"],
  [/Chrome\/|\bCriOS\/|\bChromium\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];
const SYSTEMS: [RegExp, string][] = [
  [/\biPhone\b|\biPod\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bMac OS X\b|\bMacintosh\b/, "macOS"],
  [/\bLinux\b|\bX11\b/, "Linux"],
];

const named = (list: [RegExp, string][], agent: string): string | null =>
  list.find(([pattern]) => pattern.test(agent))?.[1] ?? null;

export const browserOf = (agent: string): string | null => named(BROWSERS, agent);
export const systemOf = (agent: string): string | null => named(SYSTEMS, agent);
