/**
 * The map in cells of about 10 km: rows of 0.1° of latitude, each with as many columns as keep a cell that wide.
 * Nothing finer than a cell is stored, and "near" compares cells on both sides, so that no number of queries locates a
 * home (product.md 4).
 */

/** A member without a town; near to no other member. */
export const NO_CELL = 0;
/** A member may change cell this often in a day. */
export const CELL_MOVES_PER_DAY = 3;

const ROWS = 1_800;
/** Columns at the equator; numbers of a row begin at a multiple of it. */
const COLUMNS = 3_600;
const KM_PER_DEGREE = 111.32;

const radians = (degrees: number) => (degrees * Math.PI) / 180;
const latitudeOf = (row: number) => (row + 0.5) / 10 - 90;
const columnsIn = (row: number) => Math.max(1, Math.floor(COLUMNS * Math.cos(radians(latitudeOf(row)))));

/** The cell of a position (degrees); 1 and up. */
export function cellOf(lat: number, lon: number): number {
  const row = Math.min(ROWS - 1, Math.max(0, Math.floor((lat + 90) * 10)));
  const columns = columnsIn(row);
  const column = Math.min(columns - 1, Math.max(0, Math.floor(((lon + 180) / 360) * columns)));
  return 1 + row * COLUMNS + column;
}

/** The middle of a cell, in degrees. */
export function middleOf(cell: number): { lat: number; lon: number } {
  const row = Math.floor((cell - 1) / COLUMNS);
  return { lat: latitudeOf(row), lon: (((cell - 1) % COLUMNS) + 0.5) * (360 / columnsIn(row)) - 180 };
}

/** Kilometres between two positions in degrees, on a sphere. */
export function kilometresBetween(one: { lat: number; lon: number }, other: { lat: number; lon: number }): number {
  const [lat, lon] = [radians(other.lat - one.lat) / 2, radians(other.lon - one.lon) / 2];
  const half = Math.sin(lat) ** 2 + Math.cos(radians(one.lat)) * Math.cos(radians(other.lat)) * Math.sin(lon) ** 2;
  return 2 * 6_371 * Math.asin(Math.min(1, Math.sqrt(half)));
}

/** All cells whose centres are at most `km` kilometres from the centre of this one, unordered. */
export function cellsAround(cell: number, km: number): number[] {
  const here = middleOf(cell);
  const middleRow = Math.floor((cell - 1) / COLUMNS);
  const reach = Math.ceil(km / (KM_PER_DEGREE / 10));
  const cells: number[] = [];
  for (let row = Math.max(0, middleRow - reach); row <= Math.min(ROWS - 1, middleRow + reach); row++) {
    const columns = columnsIn(row);
    const middle = Math.floor(((here.lon + 180) / 360) * columns);
    const kmPerColumn = (360 / columns) * KM_PER_DEGREE * Math.cos(radians(latitudeOf(row)));
    const aside = Math.min(Math.floor(columns / 2), Math.ceil(km / kmPerColumn) + 1);
    for (let step = -aside; step <= aside; step++) {
      // round the world: the neighbour of the last column is the first
      const one = 1 + row * COLUMNS + ((middle + step + columns) % columns);
      if (kilometresBetween(here, middleOf(one)) <= km) cells.push(one);
    }
  }
  return [...new Set(cells)];
}
