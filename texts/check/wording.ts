import { ARGUMENT, FORMATTED, readings } from "./messages.ts";
import { FORBIDDEN } from "./words.ts";

/** Full key ("errors.network"), not including the locale. */
interface Text {
  locale: string;
  key: string;
  message: string;
}

/** Problems with the words of one valid message. */
export function wordingProblems({ locale, key, message }: Text): string[] {
  return problemsOf(locale, key, readings(message), false);
}

/** The same for a line of plain text, where braces are placeholders and nothing else of ICU applies. */
export function proseProblems({ locale, key, message }: Text): string[] {
  return problemsOf(locale, key, [message.replace(/\{\w+\}/g, ARGUMENT)], true);
}

function problemsOf(locale: string, key: string, texts: string[], prose: boolean): string[] {
  const spoken = key.startsWith("icebreakers.");
  const found = texts.flatMap((text) => [
    ...numberProblems(text),
    ...unitProblems(text),
    ...(locale === "fr" ? frenchSpaces(text) : []),
    ...(locale === "pl" && !prose ? polishSpaces(text) : []),
    ...(locale === "fr" && !spoken ? frenchTu(text) : []),
    ...forbiddenWords(locale, key, text, spoken),
  ]);
  return [...new Set(found)];
}

const VALUE = `[${ARGUMENT}${FORMATTED}#]`;
const SPACE = "[ \u00a0\u202f]?";
const PERCENT = new RegExp(`${VALUE}${SPACE}%|%${SPACE}${VALUE}`);
const CODES = "EUR|USD|GBP|CAD|AUD|NZD|CHF|DKK|SEK|NOK|PLN|kr|zł";
const MONEY = new RegExp(`[€$£¥]|(?<![\\p{L}])(${CODES})${SPACE}${VALUE}|${VALUE}${SPACE}(${CODES})(?![\\p{L}])`, "u");

/** Intl formats percent and money, with the order, the space and the sign of each locale. */
function numberProblems(text: string): string[] {
  const problems: string[] = [];
  if (PERCENT.test(text)) problems.push("percent beside an argument: use {x, number, ::percent}");
  if (MONEY.test(text)) problems.push("money is written by Intl: pass the formatted amount");
  return problems;
}

/** A number and its unit stay on one line. */
const unitProblems = (text: string): string[] =>
  /\d (MB|Mt|Mo)\b/.test(text) ? ["a no-break space before the unit"] : [];

/** Polish ends no line with a word of one letter. The static pages are exempt: their columns are wide. */
const polishSpaces = (text: string): string[] =>
  /(?<![\p{L}\p{N}])[aiouwz] (?=\S)/iu.test(text) ? ["Polish wants a no-break space after a word of one letter"] : [];

/** U+202F or U+00A0 before ; : ! ? » % € and after «, so that no line begins with a mark. */
function frenchSpaces(text: string): string[] {
  const marks = /(?<![\u00a0\u202f!?…]|^)[;!?»%€]|(?<![\u00a0\u202f]|^):(?=\s|$)|«(?![\u00a0\u202f])/u;
  return marks.test(text) ? ["French wants a no-break space before ; : ! ? » % € and after «"] : [];
}

/** The site says vous; only icebreakers, which members say to each other, say tu. */
function frenchTu(text: string): string[] {
  const tu =
    /(?<![\p{L}’'-])(tu|toi|te|ton|ta|tes|tien|tienne|tiens|tiennes)(?![\p{L}’'])|(?<![\p{L}’'-])t[’']\p{L}|-(toi|tu)(?!\p{L})/iu;
  return tu.test(text) ? ["says tu: the site says vous"] : [];
}

/** Lines that members say to each other have their own tone; the glossary applies to the rest. */
function forbiddenWords(locale: string, key: string, text: string, spoken: boolean): string[] {
  if (spoken && locale !== "en") return [];
  return (FORBIDDEN[locale] ?? [])
    .filter(({ pattern, only }) => !only?.includes(key) && pattern.test(text))
    .map(({ pattern, instead }) => `"${pattern.exec(text)?.[0]}": ${instead}`);
}
