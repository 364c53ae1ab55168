import { type Locale, localeOfTag } from "@serenade/contract/locales";
import { useLocale } from "use-intl/react";

/** The interface's language. `useLocale` returns the regional locale ("en-GB"), which formats dates and numbers. */
export const useLanguage = (): Locale => localeOfTag(useLocale());
