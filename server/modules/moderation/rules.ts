/** The number of a case, as people read it to one another on the phone: no letters and digits that look alike. */
const LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** An id (53 bits) in eleven letters: "04K2-9QF-7T3B". */
export function caseNumber(id: number): string {
  let letters = "";
  for (let rest = BigInt(id); letters.length < 11; rest /= 32n) letters = LETTERS[Number(rest % 32n)] + letters;
  return `${letters.slice(0, 4)}-${letters.slice(4, 7)}-${letters.slice(7)}`;
}
