/**
 * What the server says on a stream, as it goes on the wire (RFC 6455 §5.2): whole, never masked. A frame is one piece of memory,
 * made once for all tabs of a member, and leaves in one write; `ws` sends its head and its text as two, at a third more each.
 */
const FINAL = 0x80;
const TEXT = 0x1;
const PING = 0x9;
const SHORT = 125;
const SIXTEEN_BITS = 126;
const SIXTY_FOUR_BITS = 127;

/** A text in a frame of its own. */
export function textFrame(text: string): Buffer {
  const length = Buffer.byteLength(text);
  const head = headOf(length);
  const frame = Buffer.allocUnsafe(head.length + length);
  frame.set(head);
  frame.write(text, head.length);
  return frame;
}

/** Asks the other side whether it is still there, without a word. */
export const PING_FRAME: Buffer = Buffer.from([FINAL | PING, 0]);

function headOf(length: number): number[] {
  const first = FINAL | TEXT;
  if (length <= SHORT) return [first, length];
  if (length <= 0xffff) return [first, SIXTEEN_BITS, length >>> 8, length & 0xff];
  return [
    first,
    SIXTY_FOUR_BITS,
    0,
    0,
    0,
    0,
    length >>> 24,
    (length >>> 16) & 0xff,
    (length >>> 8) & 0xff,
    length & 0xff,
  ];
}
