/** Rows of sites and bundles. `settings` and `company` hold what an owner may change (§3 Settings, Company info). */
import type { Country, Locale } from "@serenade/contract/locales";

export interface SiteSettings {
  name: string;
  domain_language: Locale;
  niche: number;
  signups: "all" | "with_trafficsource" | "invite_only";
  /**
   * Hides membership: the same response to all at sign-up, reset and change of address; details by email (product.md
   * 3).
   */
  discreet_accounts: boolean;
  /** A blocked member learns nothing: the blocker is not found instead of "You're blocked by …". */
  discreet_blocks: boolean;
  logged_out_search: boolean;
  logged_out_search_trafficsource: boolean;
  enable_site_entry_popup: "yes" | "no";
  support_phone: string;
  support_email: string;
  description: string;
  index_title: string;
  countries: Country[];
  visible_profile_fields: string[];
  visible_profile_notes: string[];
  message_credits: number;
  signup_credits: number;
  photo_credits: number;
  gift_credits: number;
  message_length: number;
  search_fields: string[];
  refund_days: number;
  min_age: number;
  mail_name: string;
  /** The site has fictional profiles: they are labeled, and their warning is shown (product.md 11). */
  fictional_icon: boolean;
  /** A setting of the specification without an effect: no member is passed on (product.md 11). */
  member_resell: boolean;
  /** The operator's own number of the company; empty: the site's. */
  company_id: string;
  currency: string;
}

export interface Company {
  name: string;
  address: string;
  kvk: string;
  city: string;
  country: string;
  tradenames: string[];
  vat_numbers: Record<string, string>;
  support_phone: string;
  delete_discount: number;
  added: string;
}

/** How a site sends mail; what is missing is the installation's (environment). */
export interface SiteMail {
  /** Signs its mails; the key is PEM. */
  dkim?: { domain: string; selector: string; key: string };
  /** Domain of return paths. */
  bounce_domain?: string;
}

export interface SiteRow {
  id: number;
  domain: string;
  /** "https://example.com": where links in mails and providers lead; null: the installation's BASE_URL. */
  public_url: string | null;
  mail: SiteMail;
  settings: SiteSettings;
  company: Company;
}

export interface BundleRow {
  tier: "p0" | "p1" | "p2" | "p3";
  currency: string;
  credits: number;
  amount: number;
  popular: boolean;
}
