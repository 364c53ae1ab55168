import type { LikeItem } from "@serenade/contract/likes";
import { useEffect, useEffectEvent, useState } from "react";
import { Link, useLocation, useNavigate } from "react-router";
import { useTranslations } from "use-intl/react";
import { useUser } from "~/features/account/queries.ts";
import { paths } from "~/paths.ts";
import { useSettings } from "~/root-data.ts";
import { Avatar } from "~/ui/avatar.tsx";
import { IconButton } from "~/ui/button.tsx";
import { secondsIn, withoutSeconds } from "./popup-delay.ts";
import { useLikes } from "./queries.ts";

/**
 * `?t=<seconds>` shows a received like after that time and is then removed from the URL (§4). Only a stored, unseen like of a real
 * member is shown, never an invented one (product.md 11).
 */
export function LikePopup() {
  const member = useUser() !== null;
  const { search, hash, pathname } = useLocation();
  const navigate = useNavigate();
  const likes = useLikes().data?.liked_by ?? [];
  const [shown, setShown] = useState<string | null>(null);
  const seconds = secondsIn(search);
  const due = useEffectEvent(() => {
    setShown(likes.find(({ like_new, fictional }) => like_new && !fictional)?.id ?? null);
    navigate({ search: withoutSeconds(search), hash }, { replace: true, preventScrollReset: true });
  });
  useEffect(() => {
    if (seconds === null) return;
    const timer = setTimeout(() => due(), seconds * 1_000);
    return () => clearTimeout(timer);
  }, [seconds]);
  // seen meanwhile on its page or another device: no longer new
  const like = likes.find(({ id, like_new }) => id === shown && like_new);
  if (!member || !like || pathname === paths.member(like.id)) return null;
  return <Popup like={like} onClose={() => setShown(null)} />;
}

function Popup({ like: { id, name, age, main_image: image }, onClose }: { like: LikeItem; onClose: () => void }) {
  const t = useTranslations("likes.popup");
  const cdn = useSettings()?.cdn_prefix ?? "";
  return (
    <aside
      aria-label={t("label")}
      className="move fixed inset-x-4 bottom-[calc(var(--spacing-tabbar)+1rem)] z-50 mx-auto flex max-w-toast items-center gap-2 rounded-card border border-line bg-raised p-2 shadow-float md:right-auto md:bottom-6 md:left-6 md:mx-0 md:w-[350px] starting:translate-y-3 starting:opacity-0"
    >
      <Link
        to={paths.member(id)}
        onClick={onClose}
        className="flex min-w-0 flex-1 items-center gap-3 rounded-control p-1.5 no-underline hover:bg-sunken"
      >
        <Avatar name={name} src={image && cdn + image.thumb_filename} />
        <span className="grid min-w-0">
          <span role="status" className="truncate font-semibold">
            {t("title", { name })}
          </span>
          <span className="truncate text-sm text-ink-soft">
            {name}, {age} · {t("text")}
          </span>
        </span>
      </Link>
      <IconButton icon="close" label={t("close")} onClick={onClose} />
    </aside>
  );
}
