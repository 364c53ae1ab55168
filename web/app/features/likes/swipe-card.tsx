import type { MemberCard } from "@serenade/contract/members";
import { type PointerEvent, type RefObject, useRef } from "react";
import { Link } from "react-router";
import { useTranslations } from "use-intl/react";
import { paths } from "~/paths.ts";
import { useSettings } from "~/root-data.ts";
import { OnlineDot } from "~/ui/avatar.tsx";
import { TextBadge } from "~/ui/badge.tsx";
import { classes } from "~/ui/classes.ts";
import { Icon } from "~/ui/icon.tsx";
import { isCalm, tick } from "~/ui/motion.ts";
import { PhotoFrame } from "~/ui/photo-frame.tsx";

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

/** The top card: dragging right likes, left skips. Vertical drags still scroll the page. */
export function SwipeCard({
  member,
  card,
  onSwipe,
}: {
  member: MemberCard;
  card: RefObject<HTMLElement | null>;
  onSwipe: (liked: boolean) => void;
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
      aria-label={`${member.name}, ${member.age}`}
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
      <Face member={member} eager />
      <Stamp className="right-auto left-4 -rotate-12 bg-secondary text-on-secondary opacity-[clamp(0,var(--drawn,0),1)]">
        {t("liked")}
      </Stamp>
      <Stamp className="right-4 left-auto rotate-12 bg-surface text-ink opacity-[clamp(0,calc(0-var(--drawn,0)),1)]">
        {t("skipped")}
      </Stamp>
      <Link
        to={paths.member(member.id)}
        draggable={false}
        className="absolute right-3 bottom-3 grid size-12 place-items-center rounded-full bg-black/50 text-white hover:bg-black/70"
      >
        <Icon name="user" label={t("profile", { name: member.name })} className="size-6" />
      </Link>
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

/** A candidate's picture with name, age and town. */
export function Face({ member, eager = false }: { member: MemberCard; eager?: boolean }) {
  const t = useTranslations("members");
  const cdn = useSettings()?.cdn_prefix ?? "";
  const { name, age, city, main_image: image, online, fictional } = member;
  return (
    <PhotoFrame
      name={name}
      src={image && cdn + image.filename}
      eager={eager}
      badge={fictional && <TextBadge variant="warning">{t("fictional")}</TextBadge>}
      caption={
        <div className="grid gap-0.5 pr-14">
          <h2 className="flex items-center gap-2 text-lg font-semibold">
            <span className="truncate">
              {name}, {age}
            </span>
            {online && <OnlineDot label={t("online")} className="shrink-0" />}
          </h2>
          <p className="truncate text-white/90">{city}</p>
        </div>
      }
    />
  );
}
