import type { MemberCard } from "@serenade/contract/members";
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import { useTranslations } from "use-intl/react";
import { Virtualizer, type VirtualizerHandle } from "virtua";
import { Button } from "~/ui/button.tsx";
import { useMounted } from "~/ui/mounted.ts";
import { dayOf, useTimeZone } from "~/ui/time-zone.ts";
import { MessageBubble } from "./message-bubble.tsx";
import type { MessageRow } from "./message-rows.ts";
import { OlderNote } from "./older-note.tsx";
import type { Outgoing } from "./outbox.ts";
import { TypingDots } from "./typing-dots.tsx";
import { useUserScroll } from "./use-user-scroll.ts";

export interface Older {
  load: () => unknown;
  exist: boolean;
  loading: boolean;
  failed: boolean;
}

interface List {
  /** The other member. */
  member: Pick<MemberCard, "id" | "name">;
  rows: MessageRow[];
  /** Both members have written: URLs become links. */
  links?: boolean;
  /** Read receipts, for premium members. */
  receipts?: boolean;
  hiddenOlder?: number;
  older?: Older;
  typing?: boolean;
  onEndInView?: (inView: boolean) => void;
  onAgain: (outgoing: Outgoing) => void;
  onDiscard: (outgoing: Outgoing) => void;
}

/** Height of OlderNote; the virtual list needs it. */
const NOTE_PX = 80;
const NEWEST = 15;
const END_PX = 120;
const LOAD_OLDER_PX = 1_200;
const UNREACHED: Older = { load: () => {}, exist: false, loading: false, failed: false };

/**
 * The messages, anchored at the bottom. A virtual list renders those near the viewport; older messages are added above without a
 * jump, and new ones scroll into view while the end is visible.
 */
export function MessageList(list: List) {
  const mounted = useMounted();
  // the virtual list needs inline styles, which the CSP forbids in markup: until hydration the last messages are rendered plainly
  return mounted ? <Scroller {...list} /> : <Still {...list} />;
}

function Scroller({ rows, older = UNREACHED, hiddenOlder = 0, onEndInView, ...rest }: List) {
  const t = useTranslations("chat");
  const scroller = useRef<HTMLDivElement>(null);
  const list = useRef<VirtualizerHandle>(null);
  const { atEnd, updateAtEnd, toEnd } = useEnd(scroller, rows, onEndInView);
  const shift = useShift(rows);
  const lastRead = rows.findLast(({ state }) => state === "read");
  const loadOlder = useEffectEvent(() => {
    const near = (scroller.current?.scrollTop ?? 0) < LOAD_OLDER_PX;
    if (near && older.exist && !older.loading && !older.failed) older.load();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each loaded page may require another one
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
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard
        tabIndex={0}
        onScroll={updateAtEnd}
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

/** Always renders the newest messages too, so that one that has just arrived cannot be missing. */
const newestOf = (rows: MessageRow[]): number[] =>
  Array.from({ length: Math.min(NEWEST, rows.length) }, (_, back) => rows.length - 1 - back).reverse();

/** Scrolls along while the end is in view, and always after an own message. */
function useEnd(
  scroller: RefObject<HTMLDivElement | null>,
  rows: MessageRow[],
  onEndInView: ((inView: boolean) => void) | undefined,
) {
  const atEnd = useRef(true);
  const seen = useRef({ top: 0, end: 0 });
  const isUserScroll = useUserScroll(scroller);
  const toEnd = () => {
    const node = scroller.current;
    if (node) node.scrollTop = node.scrollHeight;
  };
  const updateAtEnd = () => {
    const node = scroller.current;
    if (!node) return;
    const end = node.scrollHeight - node.clientHeight;
    const near = end - node.scrollTop < END_PX;
    // Only scrolling leaves the end: by the user, or (find in page, a screen reader) while the size stays the same. A layout shift
    // (a taller message, an alert above the list) does not.
    const scrolledAway = isUserScroll() || (node.scrollTop < seen.current.top && end === seen.current.end);
    if (near || scrolledAway) atEnd.current = near;
    else if (atEnd.current) toEnd();
    seen.current = { top: node.scrollTop, end };
    onEndInView?.(atEnd.current);
  };
  const last = rows.at(-1);
  const follow = useEffectEvent(() => {
    if (atEnd.current || last?.mine) toEnd();
    updateAtEnd();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the last message changes
  useLayoutEffect(() => {
    follow();
    // estimated sizes are measured in the next frames
    const frame = requestAnimationFrame(() => follow());
    return () => cancelAnimationFrame(frame);
  }, [last?.key]);
  const resized = useEffectEvent(() => {
    if (atEnd.current) toEnd();
    updateAtEnd();
  });
  useEffect(() => {
    const observer = new ResizeObserver(() => resized());
    // observes the container and its content: the virtual list grows as messages are measured
    for (const node of scroller.current ? [scroller.current, ...scroller.current.children] : []) observer.observe(node);
    return () => observer.disconnect();
  }, [scroller]);
  return { atEnd, updateAtEnd, toEnd };
}

/** True only in the render that adds older messages above, which keeps the scroll position relative to the end. */
function useShift(rows: MessageRow[]): boolean {
  const first = rows[0]?.key;
  const before = useRef(first);
  const shift = before.current !== first && rows.some(({ key }) => key === before.current);
  useLayoutEffect(() => {
    before.current = first;
  }, [first]);
  return shift;
}

/** Shown when a message arrives while older ones are in view. */
function NewerButton({
  rows,
  atEnd,
  onPress,
  scroller,
}: {
  rows: MessageRow[];
  atEnd: RefObject<boolean>;
  onPress: () => void;
  scroller: RefObject<HTMLDivElement | null>;
}) {
  const t = useTranslations("chat.messages");
  const [waiting, setWaiting] = useState(false);
  const last = rows.at(-1);
  const update = useEffectEvent(() => setWaiting(!atEnd.current && !last?.mine));
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the last message changes
  useEffect(() => update(), [last?.key]);
  useEffect(() => {
    const node = scroller.current;
    const hide = () => atEnd.current && setWaiting(false);
    node?.addEventListener("scroll", hide, { passive: true });
    return () => node?.removeEventListener("scroll", hide);
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

/** A message with its position: first of its day, last of its group. */
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
  row: MessageRow;
  before: MessageRow | undefined;
  after: MessageRow | undefined;
  /** The newest message that the other member has read. */
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
