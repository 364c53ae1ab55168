/** Where a member lives and which language they use there. Towns come up about as often as they have inhabitants. */
import { COUNTRY_LOCALES, type Country, type Locale } from "@serenade/contract/locales";
import { listCities, listRegions } from "../../modules/site/places/queries.ts";
import type { Random } from "./random.ts";

/** lat and lon are the town's, in degrees. */
export type Home = { country: Country; region: string; city: string; lat: number; lon: number; locale: Locale };

type Towns = { town: Omit<Home, "locale">[]; upTo: number[] };
type Shares = Partial<Record<Locale, number>>;

const COUNTRY_WEIGHTS: Record<Country, number> = {
  NL: 13,
  DE: 13,
  US: 12,
  GB: 10,
  FR: 10,
  ES: 7,
  IT: 7,
  BE: 6,
  PL: 5,
  SE: 4,
  CA: 4,
  AU: 3,
  CH: 3,
  AT: 3,
  DK: 3,
  NO: 3,
  FI: 3,
  IE: 2,
  NZ: 2,
};
/** Above 1, because dating sites are of the city. */
const CROWD = 1.1;

/** Countries of one language need no line here; elsewhere the region decides, `else` the rest. */
const SPOKEN: Partial<Record<Country, Record<string, Shares> & { else: Shares }>> = {
  US: { else: { en: 88, es: 12 } },
  CA: { "CA-QC": { fr: 86, en: 14 }, "CA-NB": { fr: 30, en: 70 }, else: { en: 1 } },
  BE: {
    "BE-BRU": { fr: 75, nl: 25 },
    "BE-WLG": { fr: 92, de: 8 },
    "BE-WBR": { fr: 1 },
    "BE-WHT": { fr: 1 },
    "BE-WLX": { fr: 1 },
    "BE-WNA": { fr: 1 },
    else: { nl: 1 },
  },
  CH: {
    "CH-GE": { fr: 1 },
    "CH-JU": { fr: 1 },
    "CH-NE": { fr: 1 },
    "CH-VD": { fr: 1 },
    "CH-FR": { fr: 70, de: 30 },
    "CH-VS": { fr: 70, de: 30 },
    "CH-TI": { it: 1 },
    else: { de: 1 },
  },
  FI: { "FI-01": { sv: 1 }, "FI-12": { sv: 50, fi: 50 }, "FI-18": { sv: 8, fi: 92 }, else: { fi: 97, sv: 3 } },
};

const loaded = new Map<Country, Towns>();

export function homeOf(random: Random): Home {
  const country = random.weighted(COUNTRY_WEIGHTS);
  const { town, upTo } = townsOf(country);
  const home = town[firstAbove(upTo, random.next() * upTo.at(-1)!)]!;
  return { ...home, locale: localeIn(country, home.region, random) };
}

function localeIn(country: Country, region: string, random: Random): Locale {
  const spoken = SPOKEN[country];
  return spoken ? random.weighted(spoken[region] ?? spoken.else) : COUNTRY_LOCALES[country][0];
}

function townsOf(country: Country): Towns {
  const known = loaded.get(country);
  if (known) return known;
  const towns: Towns = { town: [], upTo: [] };
  let total = 0;
  for (const { code } of listRegions("en")[country])
    for (const { name, lat, lon, population } of listCities(country, code)) {
      total += population ** CROWD;
      towns.town.push({ country, region: code, city: name, lat, lon });
      towns.upTo.push(total);
    }
  loaded.set(country, towns);
  return towns;
}

/** Index of the first of the ascending numbers that is greater than the value. */
function firstAbove(ascending: number[], value: number): number {
  let low = 0;
  let high = ascending.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ascending[middle]! > value) high = middle;
    else low = middle + 1;
  }
  return low;
}
