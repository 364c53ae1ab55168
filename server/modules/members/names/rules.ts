/**
 * Detects names that impersonate the site (security.md 2.4, T25): "Support", "admin", the site's own name, and
 * look-alikes. Names are compared by appearance: look-alike letters (Unicode's confusables), marks, width, case and
 * digits in place of letters make no difference.
 */
import unhomoglyph from "unhomoglyph";

/** Each of them alone impersonates the site, also with other words; in the languages of the product. */
const ROLES = `admin admins administrator administration administrador administradora administrateur administratrice
  amministratore amministratrice administratorin moderator moderators moderation moderatorin moderador moderadora moderateur
  moderatrice moderatore moderaattori moderatør moderaatio staff support soporte assistenza wsparcie helpdesk sysadmin
  webmaster postmaster noreply official officiel officieel offiziell oficial ufficiale virallinen officiell offisiell offisiel
  oficjalny customerservice customercare customersupport kundenservice kundendienst klantenservice klantendienst kundtjänst
  kundeservice asiakaspalvelu serviceclient servicioalcliente atencionalcliente servizioclienti obsługaklienta beheerder
  beheer ylläpito ylläpitäjä система администратор администрация админ модератор поддержка διαχειριστής υποστήριξη`
  .split(/\s+/)
  .filter(Boolean);
/** Neutral words that may accompany them. */
const BESIDE =
  "the of team desk help center centre service services account accounts site dating chat bot info real".split(" ");

/** Small capitals, which many letters of other scripts come down to, and what Unicode does not count as alike. */
const DRAWN: Record<string, string> = Object.fromEntries(
  [..."ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢʍиᴎпшд"].map((sign, at) => [sign, "abcdefghijklmnoprstuvwyzmuunwd"[at]!]),
);
const DIGITS: Record<string, string> = { 0: "o", 1: "i", 3: "e", 4: "a", 5: "s", 7: "t", 8: "b", 9: "g" };

/** True for a name that impersonates the site's team, or that hides one script's letters among another's. */
export function isImpersonating(name: string, siteName: string): boolean {
  if (splitName(name.normalize("NFKC")).some(mixesScripts)) return true;
  const roles = [...ROLES_SEEN, seen(siteName).replace(SEPARATORS, "")].filter((word) => word.length > 2);
  // some letters look like one letter and normalize to another: the long s is an s, and looks like an f
  return ["NFKC", "NFC"].some((form) => namesRole(splitName(seen(name.normalize(form))), roles));
}

/** Whether consecutive words, concatenated, are a role. */
const namesRole = (words: string[], roles: readonly string[]): boolean =>
  words.some((_, from) => words.some((_, to) => to >= from && isMadeOf(words.slice(from, to + 1).join(""), roles)));

const SEPARATORS = /[^\p{L}\p{M}\p{N}]+/gu;
const splitName = (name: string): string[] => name.split(SEPARATORS).filter(Boolean);

/** The visual skeleton of a name, in lower case; digits stay, because they are ambiguous. */
function seen(name: string): string {
  const latin = bare([...name.normalize("NFD")].map((sign) => (sign > "\u007f" ? unhomoglyph(sign) : sign)).join(""));
  const drawn = [...latin].map((sign) => DRAWN[sign] ?? (sign > "\u007f" ? unhomoglyph(sign) : sign)).join("");
  return bare(drawn).toLowerCase().replace(/rn/g, "m").replace(/vv/g, "w").replace(/cl/g, "d").replace(/[lj|]/g, "i");
}

/** Without marks. */
const bare = (text: string): string => text.normalize("NFD").replace(/\p{M}/gu, "");

/** Whether the text consists of roles and neutral words, with at least one role; digits may be anywhere. */
function isMadeOf(text: string, roles: readonly string[]): boolean {
  // for each position: whether the text up to it consists of such words, without and with a role
  const plain = Array<boolean>(text.length + 1).fill(false);
  const role = Array<boolean>(text.length + 1).fill(false);
  plain[0] = true;
  for (let at = 0; at < text.length; at++) {
    if (!plain[at] && !role[at]) continue;
    const reach = (to: number, isRole: boolean) => {
      if (isRole || role[at]) role[to] = true;
      if (!isRole && plain[at]) plain[to] = true;
    };
    if (text[at]! >= "0" && text[at]! <= "9") reach(at + 1, false);
    for (const word of roles) if (isAt(text, at, word)) reach(at + word.length, true);
    for (const word of BESIDE_SEEN) if (isAt(text, at, word)) reach(at + word.length, false);
  }
  return role[text.length]!;
}

const isAt = (text: string, at: number, word: string): boolean =>
  at + word.length <= text.length &&
  [...word].every((letter, index) => {
    const sign = text[at + index]!;
    return sign === letter || DIGITS[sign] === letter;
  });

const ROLES_SEEN = ROLES.map(seen);
const BESIDE_SEEN = BESIDE.map(seen);

/** Alphabetic scripts; East Asian ones are written without spaces and mixed with Latin letters. */
const ALPHABETS = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Coptic}/u,
  /\p{Script=Armenian}/u,
  /\p{Script=Georgian}/u,
  /\p{Script=Cherokee}/u,
  /\p{Script=Hebrew}/u,
  /\p{Script=Arabic}/u,
  /\p{Script=Devanagari}/u,
  /\p{Script=Thai}/u,
  /\p{Script=Lisu}/u,
  /\p{Script=Tifinagh}/u,
  /\p{Script=Canadian_Aboriginal}/u,
  /\p{Script=Deseret}/u,
  /\p{Script=Gothic}/u,
  /\p{Script=Osage}/u,
  /\p{Script=Vai}/u,
  /\p{Script=Bamum}/u,
  /\p{Script=Ethiopic}/u,
];

const mixesScripts = (word: string): boolean => ALPHABETS.filter((script) => script.test(word)).length > 1;
