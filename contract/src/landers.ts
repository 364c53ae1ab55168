/** Landing pages (§2 Landing pages). */
import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { COUNTRIES } from "./locales.ts";

export const LandersApi = {
  map: endpoint({
    method: "GET",
    path: "/api/landers.php",
    summary: "Members per region of a country, with where its regions and towns are. Counts are up to ten minutes old",
    query: z.strictObject({ country: z.enum(COUNTRIES) }),
    answer: z.object({
      country: z.string(),
      /** In the caller's locale. */
      name: z.string(),
      regions: z.array(
        z.object({
          code: z.string(),
          name: z.string(),
          /** The middle of the region's inhabitants, in degrees. */
          lat: z.number(),
          lon: z.number(),
          /** Members who can be found; null: fewer than MAP_LEAST_MEMBERS. */
          members: z.nullable(z.int()),
        }),
      ),
      /** The larger towns: lat, lon, lat, lon, … in degrees. */
      towns: z.array(z.number()),
    }),
  }),
};
