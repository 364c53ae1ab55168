/**
 * Words that texts must not contain, by locale: wrong, misleading, or a synonym of a term in the glossary
 * (docs/glossary.md). `only` names the keys where the word is right; the literal texts of the specification are among them.
 */
export interface ForbiddenWord {
  pattern: RegExp;
  instead: string;
  only?: readonly string[];
}

/** Literal in the specification, letter by letter (specification.test.ts). */
const PAYMENT_FAILED = ["errors.payment_failed", "payments.state.failed"];
/** The navigation of §2 and the page /premium itself. */
const PREMIUM = ["shell.nav.premium", "credits.premium.title"];

export const FORBIDDEN: Readonly<Record<string, readonly ForbiddenWord[]>> = {
  en: [
    { pattern: /(?<!e-)\bmails?\b/i, instead: "email" },
    { pattern: /\be-mails?\b/i, instead: "email", only: ["errors.email_not_found"] },
    { pattern: /get premium/i, instead: "buy credits", only: PREMIUM },
    { pattern: /\bbundles?\b/i, instead: "pack" },
    { pattern: /\b(some|any|every)body\b/i, instead: "someone, anyone, everyone" },
    { pattern: /\bwhom\b/i, instead: "who" },
    { pattern: /\bone press\b|\bpress the button\b/i, instead: "tap" },
    { pattern: /\bgo on\b/i, instead: "continue" },
    { pattern: /\bby itself\b/i, instead: "automatically" },
    { pattern: /\bsecond (factor|step)\b/i, instead: "two-step verification" },
    { pattern: /\bpush messages?\b/i, instead: "push notification" },
    { pattern: /[a-z]'[a-z]/i, instead: "’", only: ["errors.blocked"] },
    {
      pattern: /\b(un)?(colo|harbo|favo|behavio|neighbo|hono|humo|rumo|flavo|labo)ur/i,
      instead: "-or: color, harbor, favorite",
    },
    { pattern: /\b(theatre|centre|metre|kilometre)s?\b/i, instead: "theater, center, meter" },
    { pattern: /(recogn|organ|apolog|real|custom|personal)is(e|ed|es|ing)\b/i, instead: "-ize" },
    { pattern: /\bgrey\b/i, instead: "gray" },
    {
      pattern: /\b(cancell|travell|labell)(ed|ing|er|ers)\b/i,
      instead: "canceled, traveling, labeled",
      only: PAYMENT_FAILED,
    },
    { pattern: /\bany more[.,;]|\bany more$|\bstraight away\b/i, instead: "anymore, right away" },
    { pattern: /\b(catalogue|dialogue|programme|cheque|licence|jewellery)s?\b/i, instead: "the American spelling" },
  ],
  de: [
    { pattern: /\b(An|Ab)meld(en|ung|ungen)\b|\b(an|ab)melden\b/, instead: "Registrierung, einloggen, ausloggen" },
    { pattern: /(?<!E-)\bMails?\b/, instead: "E-Mail" },
    { pattern: /\bKn(opf|öpfe)\b/, instead: "Button" },
    { pattern: /\bUnterhaltung(en)?\b/, instead: "Gespräch" },
    { pattern: /\bgeliked\b/i, instead: "gelikt" },
    { pattern: /\bPush-Nachricht(en)?\b/, instead: "Push-Benachrichtigung" },
    { pattern: /\b[Ff]reigeben\b/, instead: "Blockierung aufheben" },
    { pattern: /\b(Ihnen|Ihre[mnrs]?)\b/, instead: "du" },
  ],
  nl: [
    { pattern: /(?<!e-)\bmails?\b/i, instead: "e-mail" },
    { pattern: /\b(wazig|onscherp)e?\b/i, instead: "vervaagd" },
    { pattern: /\bpushberichten\b/i, instead: "pushmelding" },
    { pattern: /\b(u|uw)\b/i, instead: "je" },
    { pattern: /\bverlengt? vanzelf\b/i, instead: "automatisch verlengd" },
  ],
  da: [
    { pattern: /\bfotos?\b|\bfotoet\b/i, instead: "billede" },
    { pattern: /\be-mails?\b(?!adresse)/i, instead: "mail" },
    { pattern: /åbningslinje/i, instead: "åbningsreplik" },
    { pattern: /\bden anden faktor\b/i, instead: "totrinsbekræftelse" },
    { pattern: /\baf sig selv\b/i, instead: "automatisk" },
  ],
  sv: [
    { pattern: /\bfoto(t|n)?\b/i, instead: "bild" },
    { pattern: /\bpassnyck/i, instead: "lösennyckel" },
    { pattern: /\bden andra faktorn\b/i, instead: "tvåstegsverifiering" },
    { pattern: /\bav sig själv\b/i, instead: "automatiskt" },
  ],
  nb: [
    { pattern: /(?<![\p{L}])lik(?![\p{L}])/iu, instead: "gi en like, liker (lik is a corpse)" },
    { pattern: /\bpassnøk/i, instead: "tilgangsnøkkel" },
    { pattern: /\bden andre faktoren\b/i, instead: "totrinnsbekreftelse" },
    { pattern: /\bfoto(et|er)?\b/i, instead: "bilde" },
    { pattern: /\bavslag\b/i, instead: "rabatt" },
    { pattern: /\bbelast/i, instead: "trekke" },
    { pattern: /\bpush-melding/i, instead: "push-varsel" },
  ],
  fr: [
    { pattern: /(?<!e-)\bmails?\b/i, instead: "e-mail" },
    { pattern: /\blots?\b/i, instead: "pack" },
    { pattern: /\bdémonstration\b/i, instead: "démo" },
    { pattern: /\bdeuxième (étape|facteur)\b|\bsecond facteur\b/i, instead: "double authentification" },
    { pattern: /\bimages?\b/i, instead: "photo" },
  ],
  es: [
    { pattern: /\bpasar de\b/i, instead: "omitir" },
    { pattern: /\bmensajes? push\b/i, instead: "notificación push" },
    { pattern: /\bsegundo (factor|paso)\b/i, instead: "verificación en dos pasos" },
    { pattern: /\bdemostración\b/i, instead: "demo" },
    { pattern: /\busted(es)?\b/i, instead: "tú" },
    { pattern: /una noche con\b/i, instead: "una velada con" },
  ],
  it: [
    { pattern: /(?<!e-)\bmails?\b/i, instead: "e-mail" },
    { pattern: /\bdi fantasia\b/i, instead: "fittizio" },
    { pattern: /\bmessaggi? push\b/i, instead: "notifica push" },
    { pattern: /\bsecondo (fattore|passaggio)\b/i, instead: "verifica in due passaggi" },
    { pattern: /\bdimostrazione\b/i, instead: "demo" },
  ],
  pl: [
    { pattern: /\bczłon(ek|kowie|ków|kini)\b/i, instead: "osoba" },
    { pattern: /\bużytkowni(k|cy|ków)\b/i, instead: "osoba" },
    { pattern: /\bdrugi (składnik|krok)\b/i, instead: "weryfikacja dwuetapowa" },
    { pattern: /\bdemonstracj/i, instead: "wersja pokazowa" },
    { pattern: /\brachun(ek|ki)\b/i, instead: "potwierdzenie (zakupu)" },
    {
      pattern: /(?<![\p{L}])(ty|ciebie|tobie|tobą|cię|twój|twoja|twoje|twojego|twojej|twoim|twoją|twoich)(?![\p{L}])/u,
      instead: "Ty, Ciebie, Twój with a capital",
    },
  ],
  fi: [
    { pattern: /\bpääsyavai/i, instead: "avainkoodi" },
    { pattern: /käyttäjä(?!nim)/i, instead: "jäsen" },
    { pattern: /\bhenkilö(?!tie|llis)/i, instead: "jäsen" },
    { pattern: /\bpalvelussa\b/i, instead: "sivustolla" },
    { pattern: /\bpush-viesti/i, instead: "push-ilmoitus" },
    { pattern: /\btoinen (tunniste|vaihe)\b/i, instead: "kaksivaiheinen vahvistus" },
    { pattern: /\besittely/i, instead: "demo" },
  ],
};
