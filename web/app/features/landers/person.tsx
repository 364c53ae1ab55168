import type { MemberCard } from "@serenade/contract/members";
import { Link } from "react-router";
import { useTranslations } from "use-intl/react";
import { FictionalBadge } from "~/features/members/fictional-badge.tsx";
import { paths } from "~/paths.ts";
import { useSettings } from "~/root-data.ts";
import type { Lander } from "./use-lander.ts";

/** A member who chose to be shown to visitors: the photo, which leads to what they show everyone. */
export function Person({ member, lander, eager = false }: { member: MemberCard; lander: Lander; eager?: boolean }) {
  const t = useTranslations("members");
  const cdn = useSettings()?.cdn_prefix ?? "";
  const { id, name, age, city, main_image: image, fictional } = member;
  return (
    <Link to={paths.memberLanding(id, lander.carriedParams)} className="lander-person">
      <span className="lander-photo">
        {image && (
          <img
            src={cdn + image.thumb_filename}
            alt=""
            width={400}
            height={500}
            loading={eager ? "eager" : "lazy"}
            decoding="async"
          />
        )}
        {fictional && (
          <span className="photo-badge">
            <FictionalBadge />
          </span>
        )}
      </span>
      <span className="lander-caption">
        <b>{t("name_age", { name, age: String(age) })}</b>
        {city && <span>{city}</span>}
      </span>
    </Link>
  );
}
