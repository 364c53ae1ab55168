/** What a new site starts with (product.md 2), and the version of its terms. Its prices: prices/rules.ts. */

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
import type { Company, SiteSettings } from "./tables.ts";

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

/** Stores the country that a visitor chose. */
export const COUNTRY_COOKIE = "country";

/** §7: the terms are of this date unless the company was added later. */
const FIRST_TERMS = "2023-12-01T12:00:00.000Z";

/** The version of the terms in force, as its date (ISO 8601, UTC). */
export function termsVersion({ added }: Pick<Company, "added">): string {
  const since = new Date(added).toISOString();
  return since > FIRST_TERMS ? since : FIRST_TERMS;
}

/** "+31 20-123 45 67" → "+31201234567": the support phone without dashes and spaces (§5). */
export const dialable = (phone: string): string => phone.replace(/[-\s]/g, "");
