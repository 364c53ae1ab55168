/**
 * Splits a text of any length into PostgreSQL notifications, which hold less than 8000 bytes: `origin.place.of.piece`,
 * in ASCII so that it can be cut anywhere. Notifications of one transaction arrive together and in order.
 */
const MAX_BYTES = 7_900;

export function splitText(origin: string, text: string): string[] {
  const ascii = text.replaceAll(/[^\0-\x7f]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`);
  const of = Math.max(1, Math.ceil(ascii.length / MAX_BYTES));
  return Array.from(
    { length: of },
    (_, place) => `${origin}.${place}.${of}.${ascii.slice(place * MAX_BYTES, (place + 1) * MAX_BYTES)}`,
  );
}

interface Joiner {
  /** The whole text with its last piece; null before that, and for texts whose first piece was missed. */
  add(payload: string): string | null;
}

export function openJoiner(): Joiner {
  const begun = new Map<string, string[]>();
  return {
    add: (payload) => {
      const [, origin, place, of, piece] = /^(\w+)\.(\d+)\.(\d+)\.(.*)$/s.exec(payload)!;
      const pieces = place === "0" ? [] : begun.get(origin!);
      if (pieces?.length !== Number(place)) {
        begun.delete(origin!);
        return null;
      }
      pieces.push(piece!);
      begun.set(origin!, pieces);
      if (pieces.length < Number(of)) return null;
      begun.delete(origin!);
      return pieces.join("");
    },
  };
}
