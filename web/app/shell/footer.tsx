import { Link } from "react-router";
import { useTranslations } from "use-intl/react";
import { paths } from "~/paths.ts";
import { useLanguage } from "~/platform/language.ts";
import { useSettings } from "~/root-data.ts";
import { classes } from "~/ui/classes.ts";
import { LanguageSwitcher } from "./language-switcher.tsx";
import { ThemeSwitcher } from "./theme-switcher.tsx";

/**
 * §2 Footer. Terms, privacy, cookies, access ban, complaints, return policy, FAQ and service join when their pages exist.
 * `languageAbove`: the head of the page offers the languages on a phone, too.
 */
export function Footer({ languageAbove = false }: { languageAbove?: boolean }) {
  const t = useTranslations("shell.footer");
  const settings = useSettings();
  const locale = useLanguage();
  if (!settings) return null;
  return (
    <footer className="mt-auto border-t border-line bg-sunken">
      <div className="page grid gap-3 py-4 text-sm text-ink-soft sm:gap-5 sm:py-8">
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 sm:gap-y-3">
          <ul className="flex flex-wrap gap-x-6">
            <li>
              <Link
                to={paths.pricing()}
                className="inline-flex min-h-11 items-center font-medium text-ink hover:underline"
              >
                {t("pricing")}
              </Link>
            </li>
            <li>
              <Link
                to={paths.withdrawal()}
                className="inline-flex min-h-11 items-center font-medium text-ink hover:underline"
              >
                {t("withdrawal")}
              </Link>
            </li>
          </ul>
          <div className="flex flex-wrap items-center gap-3">
            <div className={classes(languageAbove && "max-md:hidden")}>
              <LanguageSwitcher side="above" align="start" />
            </div>
            <ThemeSwitcher />
          </div>
        </div>
        <p className="max-w-text max-sm:text-xs">
          {t("disclaimer", { site: settings.name, age: String(settings.min_age) })}
        </p>
        {locale === "en" && <p className="max-w-text max-sm:text-xs">{t("us", { site: settings.name })}</p>}
        <p className="max-sm:text-xs">
          {t("rights", { site: settings.name, year: String(new Date().getUTCFullYear()) })}
        </p>
      </div>
    </footer>
  );
}
