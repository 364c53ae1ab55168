import { Dialog } from "@base-ui/react/dialog";
import type { User } from "@serenade/contract/account";
import type { MemberCard } from "@serenade/contract/members";
import type { MainImage } from "@serenade/contract/photos";
import { useRef, useState } from "react";
import { useNavigate } from "react-router";
import { useTranslations } from "use-intl/react";
import { FictionalBadge } from "~/features/members/fictional-badge.tsx";
import { paths } from "~/paths.ts";
import { useSettings } from "~/root-data.ts";
import { groundOf, initialsOf } from "~/ui/avatar.tsx";
import { buttonClasses } from "~/ui/button.tsx";
import { classes } from "~/ui/classes.ts";
import { Icon } from "~/ui/icon.tsx";

/** The match modal: a click anywhere closes it, the photo opens the profile, the button the conversation (§2). */
export default function MatchModal({
  match,
  own,
  onClose,
}: {
  match: MemberCard | null;
  own: User;
  onClose: () => void;
}) {
  const write = useRef<HTMLButtonElement>(null);
  // keeps its photo while it fades out
  const [last, setLast] = useState(match);
  if (match && match !== last) setLast(match);
  return (
    <Dialog.Root open={match !== null} onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-50 bg-night/92 backdrop-blur-sm transition-opacity duration-250 data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Dialog.Popup
          initialFocus={write}
          onClick={onClose}
          className="fixed inset-0 z-60 grid cursor-pointer place-items-center overflow-y-auto p-6 text-center text-on-night outline-none transition-opacity duration-250 data-ending-style:opacity-0"
        >
          {last && <Scene match={last} own={own} write={write} onClose={onClose} />}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Scene({
  match,
  own,
  write,
  onClose,
}: {
  match: MemberCard;
  own: User;
  write: React.RefObject<HTMLButtonElement | null>;
  onClose: () => void;
}) {
  const t = useTranslations("likes.modal");
  const navigate = useNavigate();
  const { name } = match;
  const go = (path: string) => () => {
    onClose();
    navigate(path);
  };
  return (
    <div key={match.id} className="grid w-full max-w-modal justify-items-center gap-7">
      <div className="relative flex items-center justify-center">
        <span
          aria-hidden
          className="absolute size-[165%] rounded-full bg-radial from-secondary/60 to-transparent to-70% starting:opacity-0 transition-opacity duration-250"
        />
        <Portrait name={own.name} image={own.profile.main_image} label={t("you")} side="left" />
        <button type="button" onClick={go(paths.member(match.id))} className="z-10 -ml-7 cursor-pointer rounded-card">
          <span className="sr-only">{t("profile", { name })}</span>
          <Portrait name={name} image={match.main_image} label="" side="right" />
        </button>
        <span
          aria-hidden
          className="absolute top-1/2 left-1/2 z-20 -mt-8 -ml-8 grid size-16 place-items-center rounded-full bg-secondary text-on-secondary shadow-float ring-4 ring-night transition-[scale,opacity] delay-200 duration-250 ease-calm motion-reduce:delay-0 starting:scale-50 starting:opacity-0"
        >
          <Icon name="heart-filled" className="size-9" />
        </span>
      </div>
      <div className={classes("grid gap-2", rising)}>
        <Dialog.Title className="text-2xl font-bold sm:text-3xl">{t("title")}</Dialog.Title>
        <Dialog.Description className="text-lg text-on-night-soft">{t("text", { name })}</Dialog.Description>
        {match.fictional && (
          <p>
            <FictionalBadge />
          </p>
        )}
      </div>
      <div className={classes("grid w-full max-w-modal-sm gap-2", rising)}>
        <button
          ref={write}
          type="button"
          onClick={go(paths.memberChat(match.id))}
          className={buttonClasses({ variant: "call", size: "large", wide: true })}
        >
          <Icon name="message" className="size-5" />
          {t("write", { name })}
        </button>
        <button type="button" className={buttonClasses({ variant: "night", wide: true }, "border-transparent!")}>
          {t("close")}
        </button>
      </div>
    </div>
  );
}

const rising =
  "transition-[translate,opacity] delay-100 duration-250 ease-calm motion-reduce:delay-0 starting:translate-y-3 starting:opacity-0";

function Portrait({
  name,
  image,
  label,
  side,
}: {
  name: string;
  image: MainImage | null;
  label: string;
  side: "left" | "right";
}) {
  const cdn = useSettings()?.cdn_prefix ?? "";
  const frame = classes(
    "block aspect-4/5 w-[38vw] max-w-52 rounded-card object-cover shadow-float ring-4 ring-on-night/90",
    "transition-[translate,rotate,opacity] duration-250 ease-calm starting:opacity-0",
    side === "left"
      ? "-rotate-6 starting:-translate-x-10 starting:-rotate-12"
      : "rotate-6 starting:translate-x-10 starting:rotate-12",
  );
  if (image) return <img src={cdn + image.match} alt={label} width={400} height={500} className={frame} />;
  return (
    <span
      {...(label ? { role: "img", "aria-label": label } : { "aria-hidden": true })}
      className={classes(frame, "grid! place-items-center text-3xl font-semibold", groundOf(name))}
    >
      {initialsOf(name)}
    </span>
  );
}
