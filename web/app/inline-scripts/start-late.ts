/**
 * Before React runs. Visitors' pages load no script until the visitor interacts with them (decision 072). This one, inlined, starts React
 * on the first touch, key or focus, or when the pointer reaches something that can be pressed. Links, forms, menus and
 * labels work natively until then. A click on a button that needs React is held and repeated once React is there, and
 * what was typed or ticked meanwhile is given to it. On a member's page, which starts at once, it holds clicks and fields too.
 */
import { HYDRATED, INVALID_FIELD, LATE_SCRIPT, READY } from "../platform/late-start.ts";

const PRESSED = "a,button,summary,input,select,textarea,label";
const NEEDS_REACT = "button[type=button],a[data-needs-script]";
const held: HTMLElement[] = [];

function start(): void {
  const script = document.getElementById(LATE_SCRIPT) as HTMLScriptElement | null;
  if (!script || script.type === "module") return; // a member's page, or started before
  // the type is read when a script is inserted, so it is inserted once more
  script.type = "module";
  script.parentNode?.insertBefore(script, script.nextSibling);
}

function hold(event: MouseEvent): void {
  const inNewTab = event.metaKey || event.ctrlKey || event.shiftKey;
  const button = (event.target as Element).closest<HTMLElement>(inNewTab ? "button[type=button]" : NEEDS_REACT);
  if (!button) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  held.push(button);
  start();
}

/** Menus close on a press elsewhere and on Escape. */
function closeMenus({ target, type, key }: Partial<KeyboardEvent>): void {
  if (type === "keydown" && key !== "Escape") return;
  for (const menu of document.querySelectorAll<HTMLDetailsElement>("details[data-menu][open]"))
    if (type === "keydown" || !menu.contains(target as Node)) menu.open = false;
}

/** A member is logged in, or was, and what they left in this browser has not been cleared. */
function holdsMemberData(): boolean {
  try {
    return Object.keys(localStorage).some((key) => key.startsWith("own:"));
  } catch {
    return false;
  }
}

/**
 * React listens for changes only, and compares them with the value that it found at hydration: each field that was changed
 * before is set back and changed once more. React sees what goes through the element's own property, which it has replaced,
 * and not what goes through the prototype's.
 */
function giveFields(): void {
  for (const field of document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>("input,textarea")) {
    const box = /^(checkbox|radio)$/.test(field.type) ? (field as HTMLInputElement) : null;
    if (box) {
      if (box.checked === box.defaultChecked || (box.type === "radio" && !box.checked)) continue;
      box.checked = !box.checked;
      box.click();
    } else if (field.type !== "file" && field.value !== field.defaultValue) {
      const { value, selectionStart, selectionEnd } = field;
      field.value = "";
      Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value")?.set?.call(field, value);
      // null where the type has no selection (email, number)
      if (selectionStart !== null) field.setSelectionRange(selectionStart, selectionEnd);
      field.dispatchEvent(new Event("input", { bubbles: true }));
    }
  }
  for (const field of document.querySelectorAll("select")) {
    const initial = [...field.options].findLastIndex((option) => option.defaultSelected);
    if (field.selectedIndex !== Math.max(initial, 0)) field.dispatchEvent(new Event("change", { bubbles: true }));
  }
}

const listening = new AbortController();
if (window.__ready) listening.abort(); // a cached module of a member's page was faster
const options = { capture: true, passive: true, signal: listening.signal };
for (const type of ["pointerdown", "touchstart", "keydown", "focusin"]) addEventListener(type, start, options);
for (const type of ["pointerdown", "keydown"]) addEventListener(type, closeMenus, options);
addEventListener("pointerover", ({ target }) => (target as Element).closest?.(PRESSED) && start(), options);
addEventListener("click", hold, { capture: true, signal: listening.signal });
addEventListener(HYDRATED, giveFields, { once: true });
addEventListener(
  READY,
  () => {
    listening.abort();
    for (const button of held) button.click();
  },
  { once: true },
);
/**
 * Going back to a page of before the login: the browser shows its stored copy, without the member. It is loaded again before React
 * runs, which would take the member for logged out and clear what they stored.
 */
const [visit] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
if (document.getElementById(LATE_SCRIPT)) {
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted && holdsMemberData()) location.reload();
  });
  if (holdsMemberData()) {
    if (visit?.type === "back_forward") location.reload();
    else start();
  }
}

// once the page is there: when React comes, its reader has moved on
document.querySelector<HTMLElement>(INVALID_FIELD)?.focus();
