/**
 * What in a message leads out of the conversation: addresses of pages, mail addresses, phone numbers, ways to pay (product.md 6).
 * From somebody who was not answered yet they stay text with a word of caution; after an answer addresses of pages are links.
 */

export type ContactData = "link" | "mail" | "phone" | "payment";

const LINK = /\b(?:https?:\/\/|www\.)[^\s<>"'`]+/giu;
/** Names of sites without "www": only under endings that are no words of our languages at the end of a sentence. */
const BARE_LINK =
  /[a-z0-9-]\.(?:com|net|org|info|biz|xyz|site|online|club|app|link|live|chat|shop|top|vip|me\/|gg\/|ly\/|co\/|io\/)/iu;
/** What stands right before and after the sign is enough to know one; a part of any length would be searched for at every letter. */
const MAIL = /[\p{L}\p{N}._%+-]@[\p{L}\p{N}-][\p{L}\p{N}.-]*\.\p{L}{2}/u;
const DIGITS = /(?:\+|\b)\d(?:[\s().\-/]{0,3}\d){6,15}(?!\d)/gu;
const DATE = /^(?:\d{4}\s?[-./]\s?\d{1,2}\s?[-./]\s?\d{1,2}|\d{1,2}\s?[-./]\s?\d{1,2}\s?[-./]\s?\d{4})$/u;
const IBAN = /\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]){11,30}\b/giu;
const WALLET = /\b(?:bc1[a-z0-9]{25,60}|[13][a-km-zA-HJ-NP-Z1-9]{25,34}|0x[0-9a-fA-F]{40})\b/u;
const CASHTAG = /(?:^|\s)[$€£][a-z][a-z0-9_]{2,20}\b/iu;
const WAYS_TO_PAY =
  /\b(?:pay ?pal|venmo|cash ?app|zelle|revolut|western union|money ?gram|bit ?coin|usdt|gift ?cards?|paysafe ?card)\b/iu;
const PHONE_DIGITS = 8;

/** The kinds that a text holds, in a fixed order. */
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

/** Its digits, with the first four at the end and letters as numbers, leave 1 when divided by 97 (ISO 13616). */
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
  /** http or https; null where it is no link. */
  href: string | null;
}

/** The text in pieces, which together are the text again. Signs at the end of an address belong to the sentence. */
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

/** The address without the signs after it, save a slash that follows its last letter. From the end, because an address may be all signs. */
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
