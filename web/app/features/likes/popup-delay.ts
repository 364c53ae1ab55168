const LONGEST_SECONDS = 3_600;

/** The seconds of `?t=`, an integer or decimal; null if invalid. */
export function secondsIn(search: string): number | null {
  const text = new URLSearchParams(search).get("t");
  if (text === null || !/^\d{1,4}(\.\d{1,3})?$/.test(text)) return null;
  return Math.min(LONGEST_SECONDS, Number(text));
}

/** The rest of the query. */
export function withoutSeconds(search: string): string {
  const params = new URLSearchParams(search);
  params.delete("t");
  return params.toString();
}
