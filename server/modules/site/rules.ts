/** What a new site starts with (product.md 2), and how prices follow from its bundles. */

import type { UnitPrice } from "@serenade/contract/fields";
import {
  GIFT_CREDITS,
  MESSAGE_CREDITS,
  MESSAGE_LENGTH,
  MIN_AGE,
  PHOTO_CREDITS,
  REFUND_DAYS,
  SIGNUP_CREDITS,
} from "@serenade/contract/limits";
import { COUNTRIES } from "@serenade/contract/locales";
import { SEARCH_FIELDS } from "@serenade/contract/search";
import type { BundleRow, Company, SiteSettings } from "./tables.ts";

export const DEFAULT_SETTINGS: SiteSettings = {
  name: "Serenade",
  domain_language: "en",
  niche: 1,
  signups: "all",
  discreet_accounts: false,
  discreet_blocks: false,
  logged_out_search: true,
  logged_out_search_trafficsource: true,
  enable_site_entry_popup: "yes",
  support_phone: "+31 20 000 0000",
  support_email: "support@example.test",
  description: "",
  index_title: "",
  countries: COUNTRIES,
  visible_profile_fields: ["sexuality", "hair_color", "eye_color", "body_type", "relationship_status", "tattoos"],
  visible_profile_notes: ["about"],
  message_credits: MESSAGE_CREDITS,
  signup_credits: SIGNUP_CREDITS,
  photo_credits: PHOTO_CREDITS,
  gift_credits: GIFT_CREDITS,
  message_length: MESSAGE_LENGTH,
  search_fields: [...SEARCH_FIELDS],
  refund_days: REFUND_DAYS,
  min_age: MIN_AGE,
  mail_name: "Serenade",
  fictional_icon: false,
  member_resell: false,
  company_id: "",
  currency: "EUR",
};

export const DEFAULT_COMPANY: Company = {
  name: "Serenade",
  address: "",
  kvk: "",
  city: "",
  country: "NL",
  tradenames: ["Serenade"],
  vat_numbers: {},
  support_phone: "",
  delete_discount: 25,
  added: "2026-11-21T00:00:00Z",
};

const CREDITS = { p0: 20, p1: 60, p2: 150, p3: 400 } as const;

/** Stores the country that a visitor chose. */
export const COUNTRY_COOKIE = "country";

/** Amounts of p0 to p3 in minor units, rounded as prices are where the currency is used. */
const PRICES: Record<string, [number, number, number, number]> = {
  EUR: [999, 2499, 4999, 9999],
  USD: [1099, 2699, 5499, 10999],
  GBP: [849, 2149, 4299, 8499],
  CAD: [1499, 3799, 7499, 14999],
  AUD: [1699, 4199, 8299, 16499],
  NZD: [1799, 4599, 8999, 17999],
  CHF: [990, 2490, 4890, 9790],
  DKK: [7500, 18500, 37500, 74500],
  SEK: [11500, 28500, 56900, 113900],
  NOK: [11900, 29500, 58900, 117900],
  PLN: [4299, 10799, 21499, 42999],
};

export const DEFAULT_BUNDLES: BundleRow[] = Object.entries(PRICES).flatMap(([currency, amounts]) =>
  (["p0", "p1", "p2", "p3"] as const).map((tier, index) => ({
    tier,
    currency,
    credits: CREDITS[tier],
    amount: amounts[index]!,
    popular: tier === "p1",
  })),
);

const CURRENCIES: Record<string, string> = {
  US: "USD",
  GB: "GBP",
  CA: "CAD",
  AU: "AUD",
  NZ: "NZD",
  CH: "CHF",
  DK: "DKK",
  SE: "SEK",
  NO: "NOK",
  PL: "PLN",
};

/** The currency that people of a country pay in; the euro where none of their own is offered. */
export const currencyOf = (country: string): string => CURRENCIES[country] ?? "EUR";

/** What one message costs in a bundle: a decimal number in the main unit, at most three digits behind the point. */
export function messagePrice({ amount, credits, currency }: BundleRow, messageCredits: number): UnitPrice {
  const thousandths = Math.round((amount * messageCredits * 1000) / (credits * 10 ** digitsOf(currency)));
  return { costs: String(thousandths / 1000), currency };
}

const digitsOf = (currency: string): number =>
  new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions().maximumFractionDigits ?? 2;

/** Per country the price of one message in the best bundle (§3 minimum_message_costs). */
export function minimumMessageCosts(
  countries: readonly string[],
  bundles: readonly BundleRow[],
  messageCredits: number,
): Record<string, UnitPrice> {
  const best = new Map<string, UnitPrice>();
  for (const bundle of bundles) {
    const price = messagePrice(bundle, messageCredits);
    const known = best.get(bundle.currency);
    if (!known || Number(price.costs) < Number(known.costs)) best.set(bundle.currency, price);
  }
  const entries = countries.flatMap((country) => {
    const price = best.get(currencyOf(country));
    return price ? [[country, price] as const] : [];
  });
  return Object.fromEntries(entries);
}

/** §7: the terms are of this date unless the company was added later. */
const FIRST_TERMS = "2023-12-01T12:00:00.000Z";

/** The version of the terms in force, as its date (ISO 8601, UTC). */
export function termsVersion({ added }: Pick<Company, "added">): string {
  const since = new Date(added).toISOString();
  return since > FIRST_TERMS ? since : FIRST_TERMS;
}

/** "+31 20-123 45 67" → "+31201234567": the support phone without dashes and spaces (§5). */
export const dialable = (phone: string): string => phone.replace(/[-\s]/g, "");

/** Set after a visitor's yes: the traffic source as a query, "network=friends&sub1=a". */
const SOURCE_COOKIE = "source";

/** A traffic source is a network or a ref, in the query or in the cookie (product.md 1). */
function hasSource(query: { network?: string | undefined; ref?: string | undefined }, cookie: string | undefined) {
  const kept = new URLSearchParams(cookie ?? "");
  return [query.network, query.ref, kept.get("network"), kept.get("ref")].some(Boolean);
}

/** §6 Visitor: one setting for visitors who came by a traffic source, one for all others. */
export function mayVisitorSearch(
  settings: Pick<SiteSettings, "logged_out_search" | "logged_out_search_trafficsource">,
  query: { network?: string | undefined; ref?: string | undefined },
  cookies: Record<string, string | undefined>,
): boolean {
  return hasSource(query, cookies[SOURCE_COOKIE])
    ? settings.logged_out_search_trafficsource
    : settings.logged_out_search;
}
