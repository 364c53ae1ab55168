import { useTranslations } from "use-intl/react";
import { useRootData } from "~/root-data.ts";
import { useCounters } from "./counters.ts";

/**
 * The document's title: "(3) Messages · Serenade". The number is unread messages plus new likes (§2). A visitor's page has a
 * description for search engines, by default the site's.
 */
export function PageTitle({ children, description }: { children: string; description?: string }) {
  const { total } = useCounters();
  const t = useTranslations("shell");
  const root = useRootData();
  const site = root?.settings.name;
  const text = site && !children.includes(site) ? `${children} · ${site}` : children;
  const about = description || root?.settings.description || t("description", { site: site ?? "" });
  return (
    <>
      <title>{total > 0 ? `(${total}) ${text}` : text}</title>
      {root?.user === null && (
        <>
          <meta name="description" content={about} />
          <meta property="og:title" content={text} />
          <meta property="og:description" content={about} />
          <meta property="og:site_name" content={site} />
        </>
      )}
    </>
  );
}
