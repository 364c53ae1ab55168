import { type Locale, localeOfTag } from "@serenade/contract/locales";
import { useLocale } from "use-intl/react";

/** The interface's language. `useLocale` says it as written where the visitor lives ("en-GB"), which dates and numbers follow. */
export const useLanguage = (): Locale => localeOfTag(useLocale());
