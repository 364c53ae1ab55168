import { useMounted } from "./mounted.ts";

/**
 * A description of the page for search engines (schema.org, JSON-LD). Only in the page that the server sends: crawlers read that one,
 * and Trusted Types allow no script elements later.
 */
export function StructuredData({ data }: { data: object }) {
  if (useMounted()) return null;
  const json = JSON.stringify({ "@context": "https://schema.org", ...data }).replaceAll("<", "\\u003c");
  // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON without "<"
  return <script type="application/ld+json" suppressHydrationWarning dangerouslySetInnerHTML={{ __html: json }} />;
}
