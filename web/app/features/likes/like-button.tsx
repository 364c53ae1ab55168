import type { MemberCard } from "@serenade/contract/members";
import { createPath, Link, useLocation } from "react-router";
import { useTranslations } from "use-intl/react";
import { useUser } from "~/features/account/queries.ts";
import { promptSignup } from "~/features/account/signup-prompt.ts";
import { paths } from "~/paths.ts";
import { classes } from "~/ui/classes.ts";
import { Icon } from "~/ui/icon.tsx";
import { useLike } from "./use-like.tsx";

type Variant = "onPhoto" | "bar";

/** An optimistic heart button. Visitors go to login and return. */
export function LikeButton({ member, variant = "onPhoto" }: { member: MemberCard; variant?: Variant }) {
  return useUser() ? <Heart member={member} variant={variant} /> : <HeartOfVisitor member={member} variant={variant} />;
}

function Heart({ member, variant }: { member: MemberCard; variant: Variant }) {
  const t = useTranslations("likes");
  const { liked, toggle } = useLike(member);
  return (
    <button
      type="button"
      aria-pressed={liked}
      aria-label={t("like", { name: member.name })}
      title={t("like", { name: member.name })}
      onClick={toggle}
      className={heartClasses(variant, liked)}
    >
      <Icon
        key={String(liked)}
        name={liked ? "heart-filled" : "heart"}
        className={liked ? "size-6 animate-beat" : "size-6"}
      />
    </button>
  );
}

function HeartOfVisitor({ member, variant }: { member: MemberCard; variant: Variant }) {
  const t = useTranslations("likes");
  const here = createPath(useLocation());
  return (
    <Link
      to={paths.login({ to: here })}
      {...promptSignup({ reason: "like", member })}
      aria-label={t("login", { name: member.name })}
      title={t("login", { name: member.name })}
      className={heartClasses(variant, false)}
    >
      <Icon name="heart" className="size-6" />
    </Link>
  );
}

const heartClasses = (variant: Variant, liked: boolean) =>
  variant === "onPhoto"
    ? "heart"
    : classes(
        "move grid size-13 shrink-0 place-items-center rounded-full border active:scale-90",
        liked
          ? "border-transparent bg-secondary text-on-secondary"
          : "border-control bg-surface text-ink hover:bg-sunken",
      );
