import { useSettings } from "~/root-data.ts";
import { useCounters } from "./counters.ts";

/** The document's title: "(3) Messages · Serenade". The number is unread messages plus new likes (§2). */
export function PageTitle({ children, description }: { children: string; description?: string }) {
  const { total } = useCounters();
  const site = useSettings()?.name;
  const text = site && !children.includes(site) ? `${children} · ${site}` : children;
  return (
    <>
      <title>{total > 0 ? `(${total}) ${text}` : text}</title>
      {description && <meta name="description" content={description} />}
    </>
  );
}
