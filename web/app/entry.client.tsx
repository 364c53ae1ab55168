import { type Locale, localeOfTag } from "@serenade/contract/locales";
import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { IntlProvider } from "use-intl/react";
import { loadTexts } from "./platform/texts.ts";

const tag = document.documentElement.lang;

loadTexts(localeOfTag(tag)).then((messages) => {
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <IntlProvider locale={tag as Locale} messages={messages} timeZone="UTC">
          <HydratedRouter />
        </IntlProvider>
      </StrictMode>,
      { onRecoverableError: (error) => console.error("HYDRATION", error) },
    );
  });
});
