/** The site: one brand with its name, language, niche and prices (§3 Settings, §7). */
import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { nothing, text, time, unitPrice } from "./fields.ts";
import { COUNTRIES, LOCALES } from "./locales.ts";

const locale = z.enum(LOCALES);

export const Settings = z.object({
  name: z.string(),
  domain: z.string(),
  domain_language: locale,
  /** Prefix of a photo's file name that makes its address. */
  cdn_prefix: z.string(),
  niche: z.int(),
  signups: z.enum(["all", "with_trafficsource", "invite_only"]),
  logged_out_search: z.boolean(),
  logged_out_search_trafficsource: z.boolean(),
  geoip_country: z.nullable(z.string()),
  geoip_selected_country: z.nullable(z.string()),
  enable_site_entry_popup: z.enum(["yes", "no"]),
  push_public_key: z.nullable(z.string()),
  support_phone: z.string(),
  support_email: z.string(),
  /** Price of one message in the best bundle, per country. */
  minimum_message_costs: z.record(z.string(), unitPrice),
  fictional_icon: z.boolean(),
  fictional_warning: z.nullable(z.object({ singular: z.string(), plural: z.string() })),
  description: z.string(),
  index_title: z.string(),
  countries: z.array(z.enum(COUNTRIES)),
  visible_profile_fields: z.array(z.string()),
  visible_profile_notes: z.array(z.string()),
  message_credits: z.int(),
  signup_credits: z.int(),
  photo_credits: z.int(),
  gift_credits: z.int(),
  message_length: z.int(),
  search_fields: z.array(z.string()),
  refund_days: z.int(),
  member_resell: z.boolean(),
  company_id: z.string(),
  mail_name: z.string(),
  min_age: z.int(),
  /** True in demo mode: every member is invented, and a banner says so. */
  demo: z.boolean(),
});
export type Settings = z.output<typeof Settings>;

export const SettingsApi = {
  read: endpoint({
    method: "GET",
    path: "/api/settings.php",
    summary: "Settings of the site that the Host header names",
    query: z.looseObject({}),
    answer: Settings,
  }),
};

export const CompanyApi = {
  read: endpoint({
    method: "GET",
    path: "/api/companyinfo.php",
    summary: "The company behind the site",
    answer: z.object({
      name: z.string(),
      address: z.string(),
      kvk: z.string(),
      city: z.string(),
      country: z.string(),
      tradenames: z.array(z.string()),
      vat_numbers: z.record(z.string(), z.string()),
      support_phone: z.string(),
      delete_discount: z.int(),
      added: time,
    }),
  }),
};

/** A place to choose, with the names of its region and country in the caller's locale. */
const FoundPlace = z.object({
  country: z.string(),
  countryregion: z.string(),
  city: z.string(),
  region: z.string(),
  country_name: z.string(),
});
export type FoundPlace = z.output<typeof FoundPlace>;

export const PlacesApi = {
  regions: endpoint({
    method: "GET",
    path: "/api/regions.php",
    summary: "Countries and their regions (ISO 3166-2), named in the caller's locale",
    answer: z.object({
      countries: z.array(
        z.object({
          code: z.string(),
          name: z.string(),
          regions: z.array(z.object({ code: z.string(), name: z.string() })),
        }),
      ),
    }),
  }),
  cities: endpoint({
    method: "GET",
    path: "/api/cities.php",
    summary: "Larger places of a region, to choose a place by name",
    query: z.strictObject({ countryregion: text(4, 6) }),
    answer: z.object({ cities: z.array(z.object({ name: z.string(), lat: z.number(), lon: z.number() })) }),
  }),
  search: endpoint({
    method: "GET",
    path: "/api/places.php",
    summary: "Towns and regions whose name begins with a text, those of `country` first; a region has no city",
    query: z.strictObject({ text: text(1, 80), country: z.optional(z.enum(COUNTRIES)) }),
    answer: z.object({ places: z.array(FoundPlace) }),
  }),
  interests: endpoint({
    method: "GET",
    path: "/api/interests.php",
    summary: "Interests a member can choose, named in the caller's locale, with their icons",
    answer: z.object({ interests: z.array(z.object({ id: z.string(), name: z.string(), icon: z.string() })) }),
  }),
  geocode: endpoint({
    method: "GET",
    path: "/api/geocode.php",
    summary: "Country, region and place of a position; the client rounds to two decimals",
    query: z.strictObject({ lat: text(1, 12), lon: text(1, 12) }),
    answer: z.object({
      country: z.nullable(z.string()),
      countryregion: z.nullable(z.string()),
      city: z.nullable(z.string()),
    }),
  }),
  geocodePosted: endpoint({
    method: "POST",
    path: "/api/geocode.php",
    summary: "The same with the position in the body, so that it is not in addresses and logs",
    body: z.strictObject({
      lat: z.number().check(z.gte(-90), z.lte(90)),
      lon: z.number().check(z.gte(-180), z.lte(180)),
    }),
    answer: z.object({
      country: z.nullable(z.string()),
      countryregion: z.nullable(z.string()),
      city: z.nullable(z.string()),
    }),
  }),
};

export const BeaconApi = {
  hidden: endpoint({
    method: "POST",
    path: "/api/page-hidden.php",
    summary: "Beacon: the page is in the background, so the member's presence ends early",
    body: nothing,
    answer: nothing,
    status: 204,
  }),
};
