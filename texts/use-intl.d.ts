import type { Locale as AppLocale } from "@serenade/contract/locales";
import type messages from "./messages.d.ts";

declare module "use-intl" {
  interface AppConfig {
    Locale: AppLocale;
    Messages: typeof messages;
  }
}
