import type { SwipeCandidate } from "@serenade/contract/likes";
import type { RefObject } from "react";
import { Link } from "react-router";
import { useTranslations } from "use-intl/react";
import { FictionalBadge } from "~/features/members/fictional-badge.tsx";
import { paths } from "~/paths.ts";
import { useSettings } from "~/root-data.ts";
import { OnlineDot } from "~/ui/avatar.tsx";
import { Icon } from "~/ui/icon.tsx";
import { PhotoFrame } from "~/ui/photo-frame.tsx";
import { Swipeable } from "./swipeable.tsx";

/** The top card: dragging right likes, left skips. */
export function SwipeCard({
  member,
  card,
  onSwipe,
}: {
  member: SwipeCandidate;
  card: RefObject<HTMLElement | null>;
  onSwipe: (liked: boolean) => void;
}) {
  const t = useTranslations("swipe");
  return (
    <Swipeable label={`${member.name}, ${member.age}`} card={card} onSwipe={onSwipe}>
      <Face member={member} eager />
      <Link
        to={paths.member(member.id)}
        draggable={false}
        className="absolute right-3 bottom-3 grid size-12 place-items-center rounded-full bg-black/50 text-white hover:bg-black/70"
      >
        <Icon name="user" label={t("profile", { name: member.name })} className="size-6" />
      </Link>
    </Swipeable>
  );
}

/** A candidate's picture with name, age and town, an answer and what they like. */
export function Face({ member, eager = false }: { member: SwipeCandidate; eager?: boolean }) {
  const t = useTranslations("members");
  const interest = useTranslations("interests");
  const cdn = useSettings()?.cdn_prefix ?? "";
  const { name, age, city, main_image: image, online, fictional, answer, interests } = member;
  return (
    <PhotoFrame
      name={name}
      src={image && cdn + image.filename}
      eager={eager}
      badge={fictional && <FictionalBadge />}
      caption={
        <div className="grid gap-0.5 pr-14">
          <h2 className="flex items-center gap-2 text-lg font-semibold">
            <span className="truncate">
              {name}, {age}
            </span>
            {online && <OnlineDot label={t("online")} className="shrink-0" />}
          </h2>
          <p className="truncate text-white/90">{city}</p>
          {answer && (
            <p className="line-clamp-2 text-sm text-white/90">
              <span className="text-white/75">{t(`prompts.${answer.prompt}`)}</span> <span lang="">{answer.text}</span>
            </p>
          )}
          {interests.length > 0 && (
            <ul className="mt-1 flex flex-wrap gap-1.5">
              {interests.map((one) => (
                <li key={one} className="rounded-full bg-black/45 px-2.5 py-0.5 text-sm">
                  {interest(one)}
                </li>
              ))}
            </ul>
          )}
        </div>
      }
    />
  );
}
