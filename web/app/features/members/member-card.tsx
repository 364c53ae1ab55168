import type { MemberCard as Member } from "@serenade/contract/members";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { useTranslations } from "use-intl/react";
import { useUser } from "~/features/account/queries.ts";
import { LikeButton } from "~/features/likes/like-button.tsx";
import { paths } from "~/paths.ts";
import { useSettings } from "~/root-data.ts";
import { OnlineDot } from "~/ui/avatar.tsx";
import { Skeleton } from "~/ui/card.tsx";
import { Icon } from "~/ui/icon.tsx";
import { fades } from "~/ui/motion.ts";
import { PhotoFrame } from "~/ui/photo-frame.tsx";
import { FictionalBadge } from "./fictional-badge.tsx";
import { usePlace } from "./member-place.ts";

/** A member in a list: the picture leads to the profile, the heart likes in place. */
export function MemberCard({
  member,
  to,
  badge,
  below,
  heading = "h2",
  eager = false,
}: {
  member: Member;
  to?: string;
  badge?: ReactNode;
  /** In place of the heart: what to do next with this member. */
  below?: ReactNode;
  /** "h3" under a heading of its own list. */
  heading?: "h2" | "h3";
  eager?: boolean;
}) {
  const cdn = useSettings()?.cdn_prefix ?? "";
  const own = useUser()?.id === member.id;
  return (
    <article className="member-card">
      <Link
        to={to ?? paths.member(member.id)}
        prefetch="intent"
        // the first cards announce the page to the router
        discover={eager || to ? "render" : "none"}
        viewTransition={fades()}
      >
        <PhotoFrame
          name={member.name}
          src={member.main_image && cdn + member.main_image.thumb_filename}
          hash={member.main_image?.thumbhash}
          eager={eager}
          badge={(member.fictional || badge) && <Badges fictional={member.fictional}>{badge}</Badges>}
          caption={<Caption member={member} heading={heading} />}
        />
      </Link>
      {!own && !below && (
        <div className="member-like">
          <LikeButton member={member} />
        </div>
      )}
      {below}
    </article>
  );
}

function Caption({ member, heading: Heading }: { member: Member; heading: "h2" | "h3" }) {
  const t = useTranslations("members");
  const place = usePlace();
  return (
    <div className="member-caption">
      <Heading className="member-name">
        <b>
          <span className="truncate">{member.name}</span>
          {`, ${member.age}`}
        </b>
        {member.online && <OnlineDot label={t("online")} className="shrink-0" />}
      </Heading>
      <span className="member-place">
        <Icon name="map-pin" className="" />
        <span>{place(member, "short")}</span>
        <span>{place(member)}</span>
      </span>
    </div>
  );
}

/** Fictional profiles are labelled wherever they appear (product.md 11). */
function Badges({ fictional, children }: { fictional: boolean; children: ReactNode }) {
  return (
    <>
      {fictional && <FictionalBadge />}
      {children}
    </>
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
