/** "50", "49,99", "1 000.50" → minor units; empty is no limit. Invalid input becomes -1, which the API refuses with a message. */
export function minorOf(text: string): number | null {
  const plain = text.replace(/[\s\u00a0\u202f]/g, "").replace(",", ".");
  if (plain === "") return null;
  return /^\d{1,7}(\.\d{1,2})?$/.test(plain) ? Math.round(Number(plain) * 100) : -1;
}
