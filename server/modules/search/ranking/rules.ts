/** Which of the members that match come first: last active first, of the same moment the newest member; stable across pages. */
import TinyQueue from "tinyqueue";
import type { Bitmap } from "../../../kernel/bitmap.ts";
import type { SearchIndex } from "../index/rules.ts";

/** Ids of a page of the matches. */
export function newestOf(
  index: SearchIndex,
  matches: Bitmap,
  { limit, offset }: { limit: number; offset: number },
): number[] {
  const wanted = offset + limit;
  const lately = matches.copy();
  lately.intersect(index.recent);
  let first = firstOf(index, lately, wanted);
  if (first.length < wanted) first = firstOf(index, matches, wanted);
  return first.slice(offset).map((at) => index.ids[at]!);
}

/** The first `wanted` matches: a queue with the last of them on top, which most other matches never enter. */
function firstOf({ lastActive, ids }: SearchIndex, matches: Bitmap, wanted: number): number[] {
  const compare = (one: number, other: number) => lastActive[one]! - lastActive[other]! || ids[one]! - ids[other]!;
  const queue = new TinyQueue<number>([], compare);
  let oldest = Number.NEGATIVE_INFINITY;
  matches.forEach((at) => {
    if (lastActive[at]! < oldest) return;
    if (queue.length === wanted) {
      if (compare(at, queue.peek()!) < 0) return;
      queue.pop();
    }
    queue.push(at);
    if (queue.length === wanted) oldest = lastActive[queue.peek()!]!;
  });
  return queue.data.sort((one, other) => compare(other, one));
}
