/** What a journey needs of a browser, whichever drives it. Elements are found by role and label, as people find them. */

export interface Target {
  /** A role of WAI-ARIA, or "text" for whatever shows it. */
  role: "link" | "button" | "textbox" | "heading" | "text";
  /** The accessible name, whole, or its beginning where it ends in "…". */
  name: string;
}

export interface Browser {
  name: string;
  goTo(url: string): Promise<void>;
  address(): Promise<string>;
  click(target: Target): Promise<void>;
  /** Replaces what the field holds. */
  type(target: Target, text: string): Promise<void>;
  press(key: "Enter" | "Tab" | "Escape"): Promise<void>;
  /** Runs in the page; `script` is the body of a function. */
  read<T>(script: string): Promise<T>;
  picture(file: string): Promise<void>;
  close(): Promise<void>;
}

/** The body of a function that returns the visible element of a target, or null. */
export const finder = ({ role, name }: Target): string => `
  const wanted = ${JSON.stringify(name.replace(/…$/, ""))}, starts = ${name.endsWith("…")};
  const SELECTORS = {
    link: "a[href]", button: "button,summary", heading: "h1,h2,h3",
    textbox: "input:not([type=hidden]):not([type=checkbox]):not([type=radio]),textarea", text: "body *",
  };
  const nameOf = (node) => {
    const label = node.getAttribute("aria-label") || [...(node.labels ?? [])].map((one) => one.textContent).join(" ");
    return (label || node.textContent || node.value || "").replace(/\\s+/g, " ").trim();
  };
  const shown = (node) => node.checkVisibility() && node.getBoundingClientRect().width > 0;
  const fits = (node) => (starts ? nameOf(node).startsWith(wanted) : nameOf(node) === wanted);
  const found = [...document.querySelectorAll(SELECTORS[${JSON.stringify(role)}])].filter((node) => shown(node) && fits(node));
  return found.at(-1) ?? null;`;

const WAIT_MS = 20_000;

/** Repeats until the result is truthy. */
export async function until<T>(what: string, look: () => Promise<T>): Promise<NonNullable<T>> {
  const end = performance.now() + WAIT_MS;
  for (;;) {
    const found = await look().catch(() => null);
    if (found) return found as NonNullable<T>;
    if (performance.now() > end) throw new Error(`waited ${WAIT_MS / 1000} s in vain for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
