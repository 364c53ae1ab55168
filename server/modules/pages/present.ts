/** What pages may say about their site: the values of their placeholders. */
import { type Locale, regionalTag } from "@serenade/contract/locales";
import { translator } from "@serenade/texts/catalog";
import { countryName } from "../site/places/queries.ts";
import { termsVersion } from "../site/rules.ts";
import type { Company, SiteRow } from "../site/tables.ts";
import type { PageValues } from "./rules.ts";

export function pageValues({ domain, settings, company }: SiteRow, locale: Locale): PageValues {
  const t = translator(locale, "credits");
  const { message_credits, signup_credits } = settings;
  return {
    site: settings.name,
    domain,
    company: company.name,
    address: addressOf(company, locale),
    registration: company.kvk,
    support_email: settings.support_email,
    support_phone: settings.support_phone,
    refund_days: String(settings.refund_days),
    min_age: String(settings.min_age),
    message_credits: String(message_credits),
    signup_credits: String(signup_credits),
    message_price: t("plain.message", { count: message_credits }),
    signup_gift: signup_credits > 0 ? t("plain.start", { count: signup_credits }) : "",
    terms_date: new Intl.DateTimeFormat(regionalTag(locale, []), { dateStyle: "long", timeZone: "UTC" }).format(
      new Date(termsVersion(company)),
    ),
  };
}

/** "Street 1, Amsterdam, Netherlands": the parts that the company has. */
const addressOf = ({ address, city, country }: Company, locale: Locale): string =>
  [address, city, countryName(country, locale) ?? country].filter(Boolean).join(", ");
