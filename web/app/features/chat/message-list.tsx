import type { MemberCard } from "@serenade/contract/members";
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import { useTranslations } from "use-intl/react";
import { Virtualizer, type VirtualizerHandle } from "virtua";
import { Button } from "~/ui/button.tsx";
import { useMounted } from "~/ui/mounted.ts";
import { dayOf, useTimeZone } from "~/ui/time-zone.ts";
import { MessageBubble } from "./message-bubble.tsx";
import { OlderNote } from "./older-note.tsx";
import type { Outgoing } from "./outbox.ts";
import type { Row } from "./rows.ts";
import { TypingDots } from "./typing-dots.tsx";
import { useHands } from "./use-hands.ts";

export interface Older {
  load: () => unknown;
  exist: boolean;
  loading: boolean;
  failed: boolean;
}

interface List {
  /** Whom the conversation is with. */
  member: Pick<MemberCard, "id" | "name">;
  rows: Row[];
  /** The two have answered each other: addresses of pages are links. */
  links?: boolean;
  /** Premium members see what was read. */
  receipts?: boolean;
  hiddenOlder?: number;
  older?: Older;
  typing?: boolean;
  onEndInView?: (inView: boolean) => void;
  onAgain: (outgoing: Outgoing) => void;
  onDiscard: (outgoing: Outgoing) => void;
}

/** Height of OlderNote, which the virtual list must know. */
const NOTE_PX = 80;
const NEWEST = 15;
const END_PX = 120;
const LOAD_OLDER_PX = 1_200;
const UNREACHED: Older = { load: () => {}, exist: false, loading: false, failed: false };

/**
 * The conversation from the bottom up. Only what is near the screen is in the document; older messages join above without a
 * jump, new ones are followed as long as the end is in view.
 */
export function MessageList(list: List) {
  const mounted = useMounted();
  // the virtual list sets styles, which the server must not: until it can, the last messages stand there as they are
  return mounted ? <Scroller {...list} /> : <Still {...list} />;
}

function Scroller({ rows, older = UNREACHED, hiddenOlder = 0, onEndInView, ...rest }: List) {
  const t = useTranslations("chat");
  const scroller = useRef<HTMLDivElement>(null);
  const list = useRef<VirtualizerHandle>(null);
  const { atEnd, look, toEnd } = useEnd(scroller, rows, onEndInView);
  const shift = useShift(rows);
  const lastRead = rows.findLast(({ state }) => state === "read");
  const loadOlder = useEffectEvent(() => {
    const near = (scroller.current?.scrollTop ?? 0) < LOAD_OLDER_PX;
    if (near && older.exist && !older.loading && !older.failed) older.load();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each page that has come, another may be wanted
  useEffect(() => loadOlder(), [rows.length]);
  useEffect(() => {
    const node = scroller.current;
    if (!node) return;
    const onScroll = () => loadOlder();
    node.addEventListener("scroll", onScroll, { passive: true });
    return () => node.removeEventListener("scroll", onScroll);
  }, []);
  return (
    <div className="relative min-h-0 flex-1">
      <div
        ref={scroller}
        role="log"
        aria-label={t("log", { name: rest.member.name })}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        onScroll={look}
        className="flex h-full flex-col overflow-y-auto overscroll-contain px-3 [overflow-anchor:none] sm:px-4"
      >
        <div className="grow" />
        <OlderNote older={older} hidden={hiddenOlder} />
        <Virtualizer
          ref={list}
          scrollRef={scroller as RefObject<HTMLElement | null>}
          startMargin={NOTE_PX}
          shift={shift}
          bufferSize={600}
          keepMounted={newestOf(rows)}
          onResize={() => atEnd.current && toEnd()}
          data={rows}
        >
          {(row, at) => (
            <Line
              key={row.key}
              row={row}
              before={rows[at - 1]}
              after={rows[at + 1]}
              last={row === lastRead}
              {...rest}
            />
          )}
        </Virtualizer>
        <div className="h-8 shrink-0">{rest.typing && <TypingDots name={rest.member.name} />}</div>
      </div>
      <NewerButton rows={rows} atEnd={atEnd} onPress={toEnd} scroller={scroller} />
    </div>
  );
}

/** The newest are there whatever the virtual list takes to be in view: nothing that has just come may be missing. */
const newestOf = (rows: Row[]): number[] =>
  Array.from({ length: Math.min(NEWEST, rows.length) }, (_, back) => rows.length - 1 - back).reverse();

/** Follows the end while it is in view, and always after a message of one's own. */
function useEnd(
  scroller: RefObject<HTMLDivElement | null>,
  rows: Row[],
  onEndInView: ((inView: boolean) => void) | undefined,
) {
  const atEnd = useRef(true);
  const seen = useRef({ top: 0, end: 0 });
  const byHand = useHands(scroller);
  const toEnd = () => {
    const node = scroller.current;
    if (node) node.scrollTop = node.scrollHeight;
  };
  const look = () => {
    const node = scroller.current;
    if (!node) return;
    const end = node.scrollHeight - node.clientHeight;
    const near = end - node.scrollTop < END_PX;
    // Only somebody who scrolls leaves the end: by hand, or (a search in the page, a screen reader) while nothing has changed its
    // size. What turned out higher, or a notice that made the list lower, does not hide it.
    const leaves = byHand() || (node.scrollTop < seen.current.top && end === seen.current.end);
    if (near || leaves) atEnd.current = near;
    else if (atEnd.current) toEnd();
    seen.current = { top: node.scrollTop, end };
    onEndInView?.(atEnd.current);
  };
  const last = rows.at(-1);
  const follow = useEffectEvent(() => {
    if (atEnd.current || last?.mine) toEnd();
    look();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: when another message is the last one
  useLayoutEffect(() => {
    follow();
    // sizes that were estimated are measured in the next frames
    const frame = requestAnimationFrame(() => follow());
    return () => cancelAnimationFrame(frame);
  }, [last?.key]);
  const resized = useEffectEvent(() => {
    if (atEnd.current) toEnd();
    look();
  });
  useEffect(() => {
    const observer = new ResizeObserver(() => resized());
    // its own room, and what is in it: the virtual list grows as messages are measured
    for (const node of scroller.current ? [scroller.current, ...scroller.current.children] : []) observer.observe(node);
    return () => observer.disconnect();
  }, [scroller]);
  return { atEnd, look, toEnd };
}

/** True in exactly the render that adds older messages above: then the position is kept from the end. */
function useShift(rows: Row[]): boolean {
  const first = rows[0]?.key;
  const before = useRef(first);
  const shift = before.current !== first && rows.some(({ key }) => key === before.current);
  useLayoutEffect(() => {
    before.current = first;
  }, [first]);
  return shift;
}

/** Shown when a message has come while older ones were being read. */
function NewerButton({
  rows,
  atEnd,
  onPress,
  scroller,
}: {
  rows: Row[];
  atEnd: RefObject<boolean>;
  onPress: () => void;
  scroller: RefObject<HTMLDivElement | null>;
}) {
  const t = useTranslations("chat.messages");
  const [waiting, setWaiting] = useState(false);
  const last = rows.at(-1);
  const look = useEffectEvent(() => setWaiting(!atEnd.current && !last?.mine));
  // biome-ignore lint/correctness/useExhaustiveDependencies: when another message is the last one
  useEffect(() => look(), [last?.key]);
  useEffect(() => {
    const node = scroller.current;
    const gone = () => atEnd.current && setWaiting(false);
    node?.addEventListener("scroll", gone, { passive: true });
    return () => node?.removeEventListener("scroll", gone);
  }, [scroller, atEnd]);
  if (!waiting) return null;
  return (
    <Button
      size="small"
      icon="chevron-down"
      onClick={onPress}
      className="absolute! bottom-3 left-1/2 -translate-x-1/2 shadow-float"
    >
      {t("newest")}
    </Button>
  );
}

function Still({ rows, member, ...rest }: List) {
  const t = useTranslations("chat");
  return (
    <div
      role="log"
      aria-label={t("log", { name: member.name })}
      className="flex min-h-0 flex-1 flex-col justify-end overflow-hidden px-3 pb-8 sm:px-4"
    >
      {rows.slice(-15).map((row, at, all) => (
        <Line key={row.key} row={row} before={all[at - 1]} after={all[at + 1]} last={false} member={member} {...rest} />
      ))}
    </div>
  );
}

const GROUP_MS = 5 * 60_000;

/** A message with what its neighbours make of it: the first of its day, the last of its group. */
function Line({
  row,
  before,
  after,
  last,
  member,
  links = false,
  receipts = false,
  onAgain,
  onDiscard,
}: Pick<List, "member" | "links" | "receipts" | "onAgain" | "onDiscard"> & {
  row: Row;
  before: Row | undefined;
  after: Row | undefined;
  /** The newest that the other side has read. */
  last: boolean;
}) {
  const timeZone = useTimeZone();
  const day = dayOf(new Date(row.at), timeZone);
  const newDay = !before || dayOf(new Date(before.at), timeZone) !== day;
  const endsGroup =
    !after ||
    after.mine !== row.mine ||
    Date.parse(after.at) - Date.parse(row.at) > GROUP_MS ||
    after.state !== row.state;
  return (
    <MessageBubble
      row={row}
      member={member}
      links={links}
      newDay={newDay}
      endsGroup={endsGroup || (last && receipts)}
      receipts={receipts}
      lastRead={last}
      onAgain={onAgain}
      onDiscard={onDiscard}
    />
  );
}
