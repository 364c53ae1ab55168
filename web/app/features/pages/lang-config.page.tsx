import { isCountry, LOCALES, type Locale } from "@serenade/contract/locales";
import { PlacesApi } from "@serenade/contract/site";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { paths } from "~/paths.ts";
import { useLanguage } from "~/platform/language.ts";
import type { PageHandle } from "~/platform/page-handle.ts";
import { loaderApi } from "~/platform/route-api.ts";
import { useSettings } from "~/root-data.ts";
import { LOCALE_NAMES } from "~/shell/locale-names.ts";
import { PageTitle } from "~/shell/page-title.tsx";
import { Button } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { SelectField } from "~/ui/field.tsx";
import type { Route } from "./+types/lang-config.page";

export const handle: PageHandle = { storedSeconds: 60 };

/** §2 lang-config: language and country, with a preview of dates, numbers and prices in both. */
export async function loader(visit: Route.LoaderArgs) {
  const { countries } = await loaderApi(visit)(PlacesApi.regions);
  return { countries: countries.map(({ code, name }) => ({ code, name })) };
}

export default function LangConfig({ loaderData: { countries } }: Route.ComponentProps) {
  const t = useTranslations("pages.language");
  const current = useLanguage();
  const settings = useSettings();
  const [language, setLanguage] = useState<Locale>(current);
  const [country, setCountry] = useState(settings?.geoip_selected_country ?? "");
  const here = country || settings?.geoip_country || null;
  return (
    <div className="page grid max-w-form gap-6 py-8 lg:py-12">
      <PageTitle description={t("lead")}>{t("title")}</PageTitle>
      <div className="grid gap-2">
        <h1 className="text-2xl">{t("title")}</h1>
        <p className="text-ink-soft">{t("lead")}</p>
      </div>
      <Card>
        <form method="post" action={paths.appearance()} className="grid gap-5">
          <input type="hidden" name="back" value={paths.langConfig()} />
          <SelectField
            name="language"
            label={t("language")}
            defaultValue={current}
            onChange={({ target }) => setLanguage(LOCALES.find((locale) => locale === target.value) ?? current)}
          >
            {LOCALES.map((locale) => (
              <option key={locale} value={locale} lang={locale}>
                {LOCALE_NAMES[locale].name}
              </option>
            ))}
          </SelectField>
          <SelectField
            name="country"
            label={t("country")}
            defaultValue={settings?.geoip_selected_country ?? ""}
            onChange={({ target }) => setCountry(target.value)}
          >
            <option value="">{t("where_i_am")}</option>
            {countries.map(({ code, name }) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </SelectField>
          <Preview language={language} country={here} />
          <Button type="submit" size="large" wide>
            {t("save")}
          </Button>
        </form>
      </Card>
    </div>
  );
}

const EXAMPLE_DATE = new Date("2026-12-31T20:30:00Z");
const EXAMPLE_NUMBER = 12_345.6;

/** How a date, a number and the price of a message are written; on the server in the language and country of the page. */
function Preview({ language, country }: { language: Locale; country: string | null }) {
  const t = useTranslations("pages.language");
  const settings = useSettings();
  const tag = isCountry(country) ? `${language}-${country}` : language;
  const price = settings?.minimum_message_costs[country ?? "NL"];
  const rows: [string, string][] = [
    [
      t("date"),
      new Intl.DateTimeFormat(tag, { dateStyle: "full", timeStyle: "short", timeZone: "UTC" }).format(EXAMPLE_DATE),
    ],
    [t("number"), new Intl.NumberFormat(tag).format(EXAMPLE_NUMBER)],
    ...(price
      ? [
          [
            t("price"),
            new Intl.NumberFormat(tag, {
              style: "currency",
              currency: price.currency,
              maximumFractionDigits: 2,
            }).format(Number(price.costs)),
          ] satisfies [string, string],
        ]
      : []),
  ];
  return (
    <section aria-label={t("preview")} aria-live="polite" className="rounded-control bg-sunken p-4">
      <h2 className="text-sm font-semibold">{t("preview")}</h2>
      <dl className="mt-2 grid gap-1 text-sm">
        {rows.map(([name, value]) => (
          <div key={name} className="flex flex-wrap justify-between gap-x-4">
            <dt className="text-ink-soft">{name}</dt>
            <dd lang={language} className="font-medium">
              {value}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
