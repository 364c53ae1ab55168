/** A page that staff wrote for a site, in one language. */
import type { Locale } from "@serenade/contract/locales";

export interface PageRow {
  token: string;
  locale: Locale;
  title: string;
  description: string;
  markdown: string;
  in_footer: boolean;
}
