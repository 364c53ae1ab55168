/** The visitor's theme, in a cookie so that the first paint is right. Undefined follows the device. */
export const THEME_COOKIE = "theme";
export const THEMES = ["light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

export function themeOf(cookies: string): Theme | undefined {
  const value = /(?:^|;\s*)theme=(\w+)/.exec(cookies)?.[1];
  return THEMES.find((theme) => theme === value);
}
