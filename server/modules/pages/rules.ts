/** Markdown of pages → blocks of the contract, and which language of a page a reader gets. */
import type { Locale } from "@serenade/contract/locales";
import type { Block, Span } from "@serenade/contract/pages";
import type { BlockContent, DefinitionContent, PhrasingContent, RootContent, Table } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmTableFromMarkdown } from "mdast-util-gfm-table";
import { gfmTable } from "micromark-extension-gfm-table";
import type { SiteRow } from "../site/tables.ts";

/** The version in the first of the languages that has one; else any. */
export const bestLocale = <Page extends { locale: Locale }>(
  versions: readonly Page[],
  languages: readonly Locale[],
): Page | null => {
  for (const language of languages) {
    const found = versions.find(({ locale }) => locale === language);
    if (found) return found;
  }
  return versions[0] ?? null;
};

/** The reader's language, then the site's, then English. */
export const languagesOf = (locale: Locale, { settings }: Pick<SiteRow, "settings">): Locale[] => [
  locale,
  settings.domain_language,
  "en",
];

/** What a page may say about its site: `{site}` in the Markdown is the value of `site`. */
export type PageValues = Record<string, string>;

/**
 * Parses a page. HTML in it is shown as text, images are dropped, and a link leads to a path of the site or to an
 * `https:`, `mailto:` or `tel:` address, else it is plain text. Values are filled in after parsing, so they are never
 * read as Markdown.
 */
export function blocksOf(markdown: string, values: PageValues): Block[] {
  const root = fromMarkdown(markdown, { extensions: [gfmTable()], mdastExtensions: [gfmTableFromMarkdown()] });
  const ids = new Set<string>();
  return root.children.flatMap((node) => blockOf(node, values, ids));
}

const EXCERPT = 400;

/** The first paragraph of a page as plain text, cut at a word; empty without one. */
export function firstParagraph(markdown: string, values: PageValues): string {
  const block = blocksOf(markdown, values).find((one) => one.kind === "paragraph");
  const text = (block?.spans ?? [])
    .map((span) => span.text)
    .join("")
    .replace(/\s+/g, " ")
    .trim();
  if (text.length <= EXCERPT) return text;
  const cut = text.lastIndexOf(" ", EXCERPT);
  return `${text.slice(0, cut > 0 ? cut : EXCERPT)}…`;
}

function blockOf(node: RootContent | BlockContent | DefinitionContent, values: PageValues, ids: Set<string>): Block[] {
  switch (node.type) {
    case "heading": {
      const spans = spansOf(node.children, values);
      return [{ kind: "heading", level: Math.min(Math.max(node.depth, 2), 3), id: anchorOf(spans, ids), spans }];
    }
    case "paragraph":
      return [{ kind: "paragraph", spans: spansOf(node.children, values) }];
    case "blockquote":
      return node.children.flatMap((child) =>
        child.type === "paragraph" ? [{ kind: "quote" as const, spans: spansOf(child.children, values) }] : [],
      );
    case "list":
      return [
        {
          kind: "list",
          ordered: node.ordered === true,
          items: node.children.map(({ children }) =>
            children.flatMap((child) => (child.type === "paragraph" ? spansOf(child.children, values) : [])),
          ),
        },
      ];
    case "table":
      return [tableOf(node, values)];
    case "html":
      return [{ kind: "paragraph", spans: [{ text: node.value }] }];
    default:
      return [];
  }
}

function tableOf({ children }: Table, values: PageValues): Block {
  const [head = [], ...rows] = children.map((row) => row.children.map((cell) => spansOf(cell.children, values)));
  return { kind: "table", head, rows };
}

function spansOf(nodes: readonly PhrasingContent[], values: PageValues, style: Omit<Span, "text"> = {}): Span[] {
  return nodes.flatMap((node): Span[] => {
    switch (node.type) {
      case "text":
        return [{ ...style, text: keepNumbers(fill(node.value.replaceAll("\n", " "), values)) }];
      case "inlineCode":
      case "html":
        return [{ ...style, text: node.value }];
      case "break":
        return [{ ...style, text: "\n" }];
      case "strong":
        return spansOf(node.children, values, { ...style, strong: true });
      case "emphasis":
        return spansOf(node.children, values, { ...style, em: true });
      case "link": {
        const href = fill(decodeBraces(node.url), values);
        return spansOf(node.children, values, isAllowed(href) ? { ...style, href } : style);
      }
      default:
        return [];
    }
  });
}

/** A path of this site (not of another host), or a valid address of a harmless kind. */
const isAllowed = (href: string): boolean =>
  /^(?:\/(?![/\\])|#|https:\/\/|mailto:|tel:)/.test(href) && URL.canParse(href, "https://here.invalid");

/** The parser percent-encodes braces in addresses. */
const decodeBraces = (url: string): string => url.replaceAll("%7B", "{").replaceAll("%7D", "}");

/** "{site}" → the value of `site`; an unknown name stays. */
export const fill = (text: string, values: PageValues): string =>
  text.replace(/\{([a-z_]+)\}/g, (whole, name: string) => values[name] ?? whole);

/** "+31 20 000 0000" stays on one line; more digits than a telephone number has may break. */
const keepNumbers = (text: string): string =>
  text.replace(/(?<!\d ?)\d(?: ?\d){5,14}(?! ?\d)/g, (number) => number.replaceAll(" ", "\u00a0"));

/** "Your data & you" → "your-data-you"; a second one of the same name gets a number. */
function anchorOf(spans: readonly Span[], ids: Set<string>): string {
  const words = spans
    .map(({ text }) => text)
    .join("")
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu);
  const base = words?.join("-") ?? "section";
  let id = base;
  for (let count = 2; ids.has(id); count++) id = `${base}-${count}`;
  ids.add(id);
  return id;
}
