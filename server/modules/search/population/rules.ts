/** Which of two ways through an index finds a page sooner: past everybody by last activity, or through each year of birth by itself. */

/** How many members there are by country, gender and year of birth. Country 0 is everywhere. */
export interface Population {
  /** By year since FIRST_YEAR. */
  born(country: number, gender: number): Int32Array;
  /** Of every gender without one. */
  all(country: number, gender?: number): number;
}

export interface PopulationRow {
  country: number;
  gender: number;
  year: number;
  n: number;
}

/** What a search asks for, as far as its way hangs on it. */
export interface Span {
  place: "region" | "country" | "all";
  /** Number of the country, of a region the one that it lies in; 0 is everywhere. */
  country: number;
  genders: number[];
  from: string;
  to: string;
}

export const FIRST_YEAR = 1900;
export const LAST_YEAR = 2099;
const NOBODY = new Int32Array(LAST_YEAR - FIRST_YEAR + 1);

// In rows passed by, as measured on a million members. A row that is passed is no bargain: the newest are not all-visible yet.
const START = 25;
const RETURNED = 2;

export function openPopulation(rows: PopulationRow[]): Population {
  const born = new Map<number, Int32Array>();
  const all = new Map<number, number>();
  const key = (country: number, gender: number) => country * 8 + gender;
  for (const { country, gender, year, n } of rows) {
    const years = born.get(key(country, gender)) ?? NOBODY.slice();
    born.set(key(country, gender), years);
    years[year - FIRST_YEAR] = n;
    for (const counted of [gender, 0]) all.set(key(country, counted), (all.get(key(country, counted)) ?? 0) + n);
  }
  return {
    born: (country, gender) => born.get(key(country, gender)) ?? NOBODY,
    all: (country, gender = 0) => all.get(key(country, gender)) ?? 0,
  };
}

/**
 * Whether a walk per year costs less than one past everybody of another age. Where many are of the age, the newest members hold
 * enough of them; where few are (people of eighty), such a walk would read the whole index.
 *
 * @param rows how many are wanted, those of the pages before included
 * @param walks how many walks there are for one gender and one year
 */
export function goesByYear(
  { place, country, genders, from, to }: Span,
  { rows, walks }: { rows: number; walks: number },
  { born, all }: Population,
): boolean {
  const [first, last] = [Math.max(0, yearOf(from)), Math.min(NOBODY.length - 1, yearOf(to))];
  let byYear = 0;
  let byActivity = 0;
  let fitting = 0;
  for (const gender of genders) {
    const years = born(country, gender);
    let fit = 0;
    for (let year = first; year <= last; year++) {
      const n = years[year]!;
      fit += n;
      byYear += walks * START + RETURNED * Math.min(n, walks * rows);
    }
    byActivity += passed(rows, all(country, gender), fit);
    fitting += fit;
  }
  // everywhere there is one walk, past those of other genders, too
  return byYear < (place === "all" ? passed(rows, all(country), fitting) : byActivity);
}

const yearOf = (day: string) => Number(day.slice(0, 4)) - FIRST_YEAR;
const passed = (rows: number, everybody: number, fit: number) =>
  Math.min(everybody, (rows * everybody) / Math.max(1, fit));
