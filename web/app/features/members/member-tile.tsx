import type { MemberCard } from "@serenade/contract/members";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { useTranslations } from "use-intl/react";
import { useUser } from "~/features/account/queries.ts";
import { LikeButton } from "~/features/likes/like-button.tsx";
import { paths } from "~/paths.ts";
import { useSettings } from "~/root-data.ts";
import { OnlineDot } from "~/ui/avatar.tsx";
import { TextBadge } from "~/ui/badge.tsx";
import { Skeleton } from "~/ui/card.tsx";
import { Icon } from "~/ui/icon.tsx";
import { PhotoFrame } from "~/ui/photo-frame.tsx";
import { usePlace } from "./member-place.ts";

/** A member in a list: the picture leads to the profile, the heart likes in place. */
export function MemberTile({
  member,
  to,
  badge,
  eager = false,
}: {
  member: MemberCard;
  to?: string;
  badge?: ReactNode;
  eager?: boolean;
}) {
  const cdn = useSettings()?.cdn_prefix ?? "";
  const own = useUser()?.id === member.id;
  return (
    <article className="relative">
      <Link
        to={to ?? paths.member(member.id)}
        prefetch="intent"
        className="move block rounded-card no-underline active:scale-[0.99]"
      >
        <PhotoFrame
          name={member.name}
          src={member.main_image && cdn + member.main_image.thumb_filename}
          hash={member.main_image?.thumbhash}
          eager={eager}
          badge={<Badges fictional={member.fictional}>{badge}</Badges>}
          caption={<Caption member={member} />}
        />
      </Link>
      {!own && (
        <div className="absolute top-2 right-2 sm:top-auto sm:right-2.5 sm:bottom-2.5">
          <LikeButton member={member} />
        </div>
      )}
    </article>
  );
}

function Caption({ member }: { member: MemberCard }) {
  const t = useTranslations("members");
  const place = usePlace();
  return (
    <span className="grid grid-cols-1 gap-0.5 max-sm:-mx-1 sm:pr-11">
      <span className="flex min-w-0 items-center gap-2 font-semibold">
        <span className="flex min-w-0">
          <span className="truncate">{member.name}</span>
          <span className="shrink-0">, {member.age}</span>
        </span>
        {member.online && <OnlineDot label={t("online")} className="shrink-0" />}
      </span>
      <span className="flex min-w-0 items-center gap-1 text-sm text-white/90">
        <Icon name="map-pin" className="size-3.5" />
        <span className="truncate sm:hidden">{place(member, "short")}</span>
        <span className="truncate max-sm:hidden">{place(member)}</span>
      </span>
    </span>
  );
}

/** Fictional profiles are labelled wherever they appear (product.md 11). */
function Badges({ fictional, children }: { fictional: boolean; children: ReactNode }) {
  const t = useTranslations("members");
  return (
    <span className="flex flex-wrap gap-1.5">
      {fictional && <TextBadge variant="warning">{t("fictional")}</TextBadge>}
      {children}
    </span>
  );
}

const gridClasses = "grid grid-cols-2 gap-3 sm:gap-4 md:grid-cols-3 lg:grid-cols-4 lg:gap-5";

export function MemberGrid({ children }: { children: ReactNode }) {
  return <div className={gridClasses}>{children}</div>;
}

/** Placeholders for the expected number of members. */
export function MemberGridSkeleton({ count }: { count: number }) {
  return (
    <div className={gridClasses}>
      {Array.from({ length: count }, (_, at) => at).map((at) => (
        <Skeleton key={at} className="aspect-4/5 rounded-card!" />
      ))}
    </div>
  );
}
