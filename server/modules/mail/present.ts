/**
 * An outbox row → subject, text and HTML in the receiver's locale. Texts are from texts/, the layout from templates/.
 */
import { existsSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { Locale } from "@serenade/contract/locales";
import { translator } from "@serenade/texts/catalog";
import type { SiteRow } from "../site/tables.ts";
import type { RenderedMail } from "./gateway.ts";
import { isOptional, type Lack, type ListedMember } from "./rules.ts";
import type { OutboxRow } from "./tables.ts";

type Params = Record<string, string>;
type Templates = typeof import("./templates/render.tsx");

const BUNDLE = fileURLToPath(new URL("../../build/mails.mjs", import.meta.url));

/** The templates, bundled (tools/build-mails.ts): the server itself has no JSX and no react-email. */
export async function loadTemplates(): Promise<Templates> {
  if (!existsSync(BUNDLE)) throw new Error("The mails are not built. Run: npm run build");
  return import(pathToFileURL(BUNDLE).href);
}

/**
 * Texts of each kind: namespace mail, keys <kind>.subject, .title, .body, .button, .note; the button opens
 * `params.url`. Members and gaps of a profile are listed below the body, each with its link.
 */
export async function renderMail(
  row: Pick<OutboxRow, "kind" | "params" | "locale"> & Partial<Pick<OutboxRow, "member_id">>,
  { settings, company }: Pick<SiteRow, "settings" | "company">,
  unsubscribeUrl: string | null = null,
): Promise<RenderedMail> {
  const t = translator(row.locale as Locale, "mail") as unknown as Say;
  const { people, lacks, ...values } = row.params as Params & { people?: ListedMember[]; lacks?: Lack[] };
  const params: Params = { site: settings.name, change: "other", ...values };
  const say = (part: string) => t(`${row.kind}.${part}`, params);
  const label = say("button");
  const { url } = params;
  const { renderLetter } = await loadTemplates();
  const letter = await renderLetter({
    locale: row.locale,
    site: settings.name,
    title: say("title"),
    body: say("body"),
    note: say("note"),
    items: [...(people ?? []).map(presentMember), ...(lacks ?? []).map((one) => presentLack(one, say))],
    facts: t.has(`${row.kind}.facts`) ? factsOf(say, params) : [],
    button: label && url ? { label, url, hint: t("link_hint", params) } : null,
    foot: {
      why: t(isOptional(row.kind) ? "footer_notice" : row.member_id === null ? "footer_no_account" : "footer", params),
      company: [company.name, company.address, company.city].filter(Boolean).join(" · "),
      unsubscribe: unsubscribeUrl ? { label: t("unsubscribe", params), url: unsubscribeUrl } : null,
    },
  });
  return { subject: say("subject"), ...letter };
}

const presentMember = ({ name, age, region, url }: ListedMember) => ({ label: `${name}, ${age}`, hint: region, url });
const presentLack = ({ lack, url }: Lack, say: (part: string) => string) => ({
  label: say(`lacks.${lack}`),
  hint: say(`hints.${lack}`),
  url,
});

interface Say {
  (key: string, params: Params): string;
  has(key: string): boolean;
}

const FACTS = ["device", "place", "time"] as const;

/** What is not known is not mentioned. */
const factsOf = (say: (part: string) => string, params: Params) =>
  FACTS.flatMap((fact) => (params[fact] ? [{ name: say(`facts.${fact}`), value: params[fact] }] : []));
