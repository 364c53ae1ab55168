import { type PointerEvent, type ReactNode, type RefObject, useEffect, useEffectEvent, useRef } from "react";
import { useTranslations } from "use-intl/react";
import { classes } from "~/ui/classes.ts";
import { isCalm, tick } from "~/ui/motion.ts";

/** Drag distance in pixels from which a swipe counts. */
const FAR = 90;
/** A flick counts sooner: pixels a millisecond, over at least so many pixels. */
const FAST = 0.55;
const FLICKED = 56;
const LEAVES_MS = 240;
/** A spring: past its place once, and back. */
const SPRING = "cubic-bezier(0.3, 1.6, 0.5, 1)";

/** Animates a card off to its side, from where the hand has left it; instantly with reduced motion. */
export async function leave(card: HTMLElement | null, liked: boolean): Promise<void> {
  tick();
  if (!card || isCalm()) return;
  const away = `translateX(${liked ? 140 : -140}%) translateY(4%) rotate(${liked ? 18 : -18}deg)`;
  const timing = { duration: LEAVES_MS, easing: "cubic-bezier(0.4, 0, 0.9, 0.6)", fill: "forwards" } as const;
  await card.animate({ transform: away, opacity: 0 }, timing).finished.catch(() => {});
}

/** A card to drag: right is yes, left is no, with a stamp that says which. Vertical drags still scroll the page. */
export function Swipeable({
  label,
  card,
  onSwipe,
  children,
}: {
  label: string;
  card: RefObject<HTMLElement | null>;
  onSwipe: (liked: boolean) => void;
  children: ReactNode;
}) {
  const t = useTranslations("swipe");
  const start = useRef<number | null>(null);
  const last = useRef({ x: 0, at: 0, speed: 0 });
  const drawn = (event: PointerEvent) => (start.current === null ? 0 : event.clientX - start.current);
  const place = (x: number) => {
    const { style } = card.current!;
    style.setProperty("--drawn", String(x / FAR));
    style.transform = x === 0 ? "" : `translateX(${x}px) rotate(${x / 24}deg)`;
  };
  const move = (event: PointerEvent) => {
    const { x, at, speed } = last.current;
    const now = (event.clientX - x) / Math.max(1, event.timeStamp - at);
    last.current = { x: event.clientX, at: event.timeStamp, speed: 0.6 * now + 0.4 * speed };
    place(drawn(event));
  };
  const letGo = (event: PointerEvent, counts: boolean) => {
    if (start.current === null) return;
    const x = drawn(event);
    const { speed } = last.current;
    start.current = null;
    card.current!.style.transition = "";
    const flicked = Math.abs(speed) > FAST && Math.abs(x) > FLICKED && Math.sign(speed) === Math.sign(x);
    if (counts && (Math.abs(x) >= FAR || flicked)) return onSwipe(x > 0);
    if (!isCalm()) card.current!.style.transition = `transform 380ms ${SPRING}`;
    place(0);
  };
  return (
    <article
      ref={card}
      aria-label={label}
      onPointerDown={(event) => {
        if (event.button !== 0 || (event.target as Element).closest("a")) return;
        start.current = event.clientX;
        last.current = { x: event.clientX, at: event.timeStamp, speed: 0 };
        event.currentTarget.setPointerCapture(event.pointerId);
        event.currentTarget.style.transition = "none";
      }}
      onPointerMove={(event) => start.current !== null && move(event)}
      onPointerUp={(event) => letGo(event, true)}
      onPointerCancel={(event) => letGo(event, false)}
      className="relative cursor-grab touch-pan-y select-none transition-transform duration-200 active:cursor-grabbing motion-reduce:transition-none [&_img]:pointer-events-none"
    >
      {children}
      <Stamp className="right-auto left-4 -rotate-12 bg-secondary text-on-secondary opacity-[clamp(0,var(--drawn,0),1)]">
        {t("liked")}
      </Stamp>
      <Stamp className="right-4 left-auto rotate-12 bg-surface text-ink opacity-[clamp(0,calc(0-var(--drawn,0)),1)]">
        {t("skipped")}
      </Stamp>
    </article>
  );
}

const Stamp = ({ className, children }: { className: string; children: string }) => (
  <span
    aria-hidden
    className={classes("absolute top-6 rounded-control px-4 py-2 text-lg font-bold shadow-card", className)}
  >
    {children}
  </span>
);

const ELSEWHERE = "input, textarea, select, [role=dialog], [role=menu], [contenteditable]";

/** Arrow keys: left skips, right likes, unless another element uses the key. */
export function useArrows(go: (liked: boolean) => void) {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.repeat || event.defaultPrevented)
      return;
    if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
    if (event.target instanceof Element && event.target.closest(ELSEWHERE)) return;
    event.preventDefault();
    go(event.key === "ArrowRight");
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);
}
