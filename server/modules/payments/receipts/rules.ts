/** Value added tax on what is sold to consumers: which country's, at which rate, and how a price is split. */

/** Standard rates in hundredths of a percent, by country, the newest first. Other countries have no such tax. */
const VAT_RATES: Record<string, { from: string; rate: number }[]> = {
  AT: [{ from: "2016-01-01", rate: 2_000 }],
  BE: [{ from: "1996-01-01", rate: 2_100 }],
  CH: [
    { from: "2024-01-01", rate: 810 },
    { from: "2018-01-01", rate: 770 },
  ],
  DE: [{ from: "2021-01-01", rate: 1_900 }],
  DK: [{ from: "1992-01-01", rate: 2_500 }],
  ES: [{ from: "2012-09-01", rate: 2_100 }],
  FI: [
    { from: "2024-09-01", rate: 2_550 },
    { from: "2013-01-01", rate: 2_400 },
  ],
  FR: [{ from: "2014-01-01", rate: 2_000 }],
  GB: [{ from: "2011-01-04", rate: 2_000 }],
  IE: [{ from: "2021-03-01", rate: 2_300 }],
  IT: [{ from: "2013-10-01", rate: 2_200 }],
  NL: [{ from: "2012-10-01", rate: 2_100 }],
  NO: [{ from: "2005-01-01", rate: 2_500 }],
  PL: [{ from: "2011-01-01", rate: 2_300 }],
  SE: [{ from: "1990-07-01", rate: 2_500 }],
};

/** Hundredths of a percent on a day (ISO 8601); 0 where the country has no value added tax. */
export const vatRate = (country: string, day: string): number =>
  VAT_RATES[country]?.find(({ from }) => from <= day.slice(0, 10))?.rate ?? 0;

/** A price in minor units that includes the tax → what is left without it, and the tax; together they are the price again. */
export function splitVat(gross: number, rate: number): { net: number; vat: number } {
  const net = Math.round((gross * 10_000) / (10_000 + rate));
  return { net, vat: gross - net };
}

/** Where the buyer is: the country that the member stated, unless network and card agree on another one. */
export function taxCountry(evidence: { declared: string; network: string | null; card: string | null }): string {
  const { declared, network, card } = evidence;
  return network && network === card ? network : declared;
}

/** "2026-000123": unique for its company. */
export const receiptNumber = ({ year, number }: { year: number; number: number }): string =>
  `${year}-${String(number).padStart(6, "0")}`;
