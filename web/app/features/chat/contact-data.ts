/**
 * Finds contact data in a message: URLs, email addresses, phone numbers, ways to pay (product.md 6). From an unanswered sender it
 * stays plain text with a warning; after an answer URLs become links.
 */

export type ContactData = "link" | "mail" | "phone" | "payment";

const LINK = /\b(?:https?:\/\/|www\.)[^\s<>"'`]+/giu;
/** Domain names without "www": only under top-level domains that are not words in the supported languages. */
const BARE_LINK =
  /[a-z0-9-]\.(?:com|net|org|info|biz|xyz|site|online|club|app|link|live|chat|shop|top|vip|me\/|gg\/|ly\/|co\/|io\/)/iu;
/** A few characters around the sign identify it; unbounded parts would be matched again at every letter. */
const MAIL = /[\p{L}\p{N}._%+-]@[\p{L}\p{N}-][\p{L}\p{N}.-]*\.\p{L}{2}/u;
const DIGITS = /(?:\+|\b)\d(?:[\s().\-/]{0,3}\d){6,15}(?!\d)/gu;
const DATE = /^(?:\d{4}\s?[-./]\s?\d{1,2}\s?[-./]\s?\d{1,2}|\d{1,2}\s?[-./]\s?\d{1,2}\s?[-./]\s?\d{4})$/u;
const IBAN = /\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]){11,30}\b/giu;
const WALLET = /\b(?:bc1[a-z0-9]{25,60}|[13][a-km-zA-HJ-NP-Z1-9]{25,34}|0x[0-9a-fA-F]{40})\b/u;
const CASHTAG = /(?:^|\s)[$€£][a-z][a-z0-9_]{2,20}\b/iu;
const WAYS_TO_PAY =
  /\b(?:pay ?pal|venmo|cash ?app|zelle|revolut|western union|money ?gram|bit ?coin|usdt|gift ?cards?|paysafe ?card)\b/iu;
const PHONE_DIGITS = 8;

/** The kinds of contact data in a text, in a fixed order. */
export function contactDataIn(text: string): ContactData[] {
  const found: ContactData[] = [];
  if (text.search(LINK) >= 0 || BARE_LINK.test(text)) found.push("link");
  if (MAIL.test(text)) found.push("mail");
  if (hasPhone(text)) found.push("phone");
  if (hasWayToPay(text)) found.push("payment");
  return found;
}

function hasPhone(text: string): boolean {
  return [...text.matchAll(DIGITS)].some(
    ([number]) => number.replace(/\D/g, "").length >= PHONE_DIGITS && !DATE.test(number.trim()),
  );
}

const hasWayToPay = (text: string): boolean =>
  WALLET.test(text) ||
  CASHTAG.test(text) ||
  WAYS_TO_PAY.test(text) ||
  [...text.matchAll(IBAN)].some(([account]) => isIban(account));

/** IBAN checksum: with the first four characters moved to the end and letters as numbers, the remainder by 97 is 1 (ISO 13616). */
function isIban(text: string): boolean {
  const plain = text.replaceAll(" ", "").toUpperCase();
  for (let length = plain.length; length >= 15; length--) {
    const account = plain.slice(0, length);
    const digits = (account.slice(4) + account.slice(0, 4)).replace(/[A-Z]/g, (letter) =>
      String(letter.charCodeAt(0) - 55),
    );
    let rest = 0;
    for (const digit of digits) rest = (rest * 10 + Number(digit)) % 97;
    if (rest === 1) return true;
  }
  return false;
}

export interface Part {
  text: string;
  /** http or https; null for plain text. */
  href: string | null;
}

/** Splits the text into parts. Punctuation after an address belongs to the sentence. */
export function partsOf(text: string): Part[] {
  const parts: Part[] = [];
  let at = 0;
  for (const match of text.matchAll(LINK)) {
    const shown = withoutEnd(match[0]);
    const href = hrefOf(shown);
    if (!href) continue;
    if (match.index > at) parts.push({ text: text.slice(at, match.index), href: null });
    parts.push({ text: shown, href });
    at = match.index + shown.length;
  }
  if (at < text.length || parts.length === 0) parts.push({ text: text.slice(at), href: null });
  return parts;
}

const SIGN = /[\p{P}\p{S}]/u;

/** The URL without trailing punctuation, except a final slash. Scans from the end: a URL may be all punctuation. */
function withoutEnd(address: string): string {
  const characters = [...address];
  let end = characters.length;
  while (end > 0 && SIGN.test(characters[end - 1]!)) end--;
  return characters.slice(0, characters[end] === "/" ? end + 1 : end).join("");
}

function hrefOf(shown: string): string | null {
  const url = URL.parse(/^www\./i.test(shown) ? `https://${shown}` : shown);
  const safe =
    url && (url.protocol === "https:" || url.protocol === "http:") && url.username === "" && url.password === "";
  return safe && url.hostname.includes(".") ? url.href : null;
}
