import type { MemberCard } from "@serenade/contract/members";
import { createPath, Link, useLocation } from "react-router";
import { useTranslations } from "use-intl/react";
import { askToJoin } from "~/kernel/join.ts";
import { useUser } from "~/kernel/queries.ts";
import { paths } from "~/paths.ts";
import { classes } from "~/ui/classes.ts";
import { Icon } from "~/ui/icon.tsx";
import { useLike } from "./use-like.tsx";

type Look = "onPhoto" | "bar";

/** A heart that answers at once. Visitors are led to log in and come back to where they were. */
export function LikeButton({ member, look = "onPhoto" }: { member: MemberCard; look?: Look }) {
  return useUser() ? <Heart member={member} look={look} /> : <HeartOfVisitor member={member} look={look} />;
}

function Heart({ member, look }: { member: MemberCard; look: Look }) {
  const t = useTranslations("likes");
  const { liked, toggle } = useLike(member);
  return (
    <button
      type="button"
      aria-pressed={liked}
      aria-label={t("like", { name: member.name })}
      title={t("like", { name: member.name })}
      onClick={toggle}
      className={heartClasses(look, liked)}
    >
      <Icon
        key={String(liked)}
        name={liked ? "heart-filled" : "heart"}
        className={classes("move size-6", liked && "starting:scale-50")}
      />
    </button>
  );
}

function HeartOfVisitor({ member, look }: { member: MemberCard; look: Look }) {
  const t = useTranslations("likes");
  const here = createPath(useLocation());
  return (
    <Link
      to={paths.login({ to: here })}
      onClick={askToJoin({ for: "like", member })}
      aria-label={t("login", { name: member.name })}
      title={t("login", { name: member.name })}
      className={heartClasses(look, false)}
    >
      <Icon name="heart" className="size-6" />
    </Link>
  );
}

const heartClasses = (look: Look, liked: boolean) =>
  classes(
    "move grid shrink-0 place-items-center rounded-full active:scale-90",
    look === "onPhoto" && "size-11",
    look === "bar" && "size-13 border",
    look === "bar" && (liked ? "border-transparent" : "border-control"),
    liked && "bg-secondary text-on-secondary",
    !liked && look === "onPhoto" && "bg-black/45 text-white backdrop-blur-xs hover:bg-black/60",
    !liked && look === "bar" && "bg-surface text-ink hover:bg-sunken",
  );
