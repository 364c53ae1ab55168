import type { Block } from "@serenade/contract/pages";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl/react";
import { PageTitle } from "~/shell/page-title.tsx";
import { Icon } from "~/ui/icon.tsx";
import { Blocks, textOf } from "./blocks.tsx";

/** A page this long has a table of contents. */
const SECTIONS_FOR_CONTENTS = 5;

export interface StaticPage {
  title: string;
  description: string;
  blocks: Block[];
}

/** Title, table of contents where the page is long, text, and what the page has besides: a form, the company's data. */
export function PageFrame({ page, lead, children }: { page: StaticPage; lead?: ReactNode; children?: ReactNode }) {
  const sections = page.blocks.filter((block) => block.kind === "heading" && block.level === 2);
  const long = sections.length >= SECTIONS_FOR_CONTENTS;
  return (
    <div className="page py-8 lg:py-12">
      <PageTitle description={page.description}>{page.title}</PageTitle>
      <div className="grid gap-x-12 gap-y-6 lg:grid-cols-[minmax(0,1fr)_15rem]">
        <header className="grid max-w-text gap-2">
          <h1 className="text-2xl text-balance wrap-anywhere max-[22rem]:text-xl sm:text-3xl">{page.title}</h1>
          {lead && <p className="text-sm text-ink-soft">{lead}</p>}
        </header>
        {long && (
          <aside className="lg:order-last lg:row-span-2">
            <Contents sections={sections} />
          </aside>
        )}
        <div className="grid max-w-text gap-8 lg:col-start-1">
          <Blocks blocks={page.blocks} />
          {children}
        </div>
      </div>
    </div>
  );
}

/** Folded on a phone; beside the text from 992 px on, where it stays in view. */
function Contents({ sections }: { sections: Block[] }) {
  const t = useTranslations("pages");
  const links = (
    <ol className="grid gap-1 text-sm">
      {sections.map((block) =>
        block.kind === "heading" ? (
          <li key={block.id}>
            <a
              href={`#${block.id}`}
              className="inline-flex min-h-8 items-center text-link hover:underline max-lg:min-h-11"
            >
              {textOf(block.spans)}
            </a>
          </li>
        ) : null,
      )}
    </ol>
  );
  return (
    <>
      <details className="group rounded-control border border-line bg-surface px-4 lg:hidden">
        <summary className="flex min-h-11 cursor-pointer list-none items-center justify-between gap-4 font-semibold">
          {t("contents")}
          <Icon name="chevron-down" className="move size-5 text-ink-soft group-open:rotate-180" />
        </summary>
        <nav aria-label={t("contents")} className="pb-3">
          {links}
        </nav>
      </details>
      <nav aria-label={t("contents")} className="sticky top-24 grid gap-2 max-lg:hidden">
        <p className="text-sm font-semibold">{t("contents")}</p>
        {links}
      </nav>
    </>
  );
}
