/**
 * IP address → country, offline. The data set (CC0, from the regional registries' WHOIS) is as old as the package:
 * renew @ip-location-db/geo-whois-asn-country-mmdb about once a month.
 */
import { fileURLToPath } from "node:url";
import { type Country, isCountry } from "@serenade/contract/locales";
import { open, validate } from "maxmind";

export type FindCountry = (address: string) => Country | null;

const DATABASE = "@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb";

/** Opens the database (8 MB in memory). The function answers null for private, unknown, malformed and foreign addresses. */
export async function openGeoip(): Promise<FindCountry> {
  const reader = await open(fileURLToPath(import.meta.resolve(DATABASE)));
  return (address) => {
    const row = validate(address) ? (reader.get(address) as { country_code?: string } | null) : null;
    return isCountry(row?.country_code) ? row.country_code : null;
  };
}
