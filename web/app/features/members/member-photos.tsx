import type { MemberProfile } from "@serenade/contract/members";
import type { ShownPhoto } from "@serenade/contract/photos";
import { useEffect, useRef, useState } from "react";
import { createPath, useLocation } from "react-router";
import { useTranslations } from "use-intl/react";
import { useUser } from "~/features/account/queries.ts";
import { promptSignup } from "~/features/account/signup-prompt.ts";
import { paths } from "~/paths.ts";
import { useSettings } from "~/root-data.ts";
import { groundOf, initialsOf } from "~/ui/avatar.tsx";
import { IconButton, LinkButton } from "~/ui/button.tsx";
import { classes } from "~/ui/classes.ts";
import { Icon } from "~/ui/icon.tsx";
import { SoftImage } from "~/ui/soft-image.tsx";

/** Photo carousel with scroll snap; arrows for mouse and keyboard. Scrolls without script too. */
export function MemberPhotos({ profile }: { profile: MemberProfile }) {
  const t = useTranslations("members");
  const more = useMore(profile);
  const count = profile.photos.length + (more ? 1 : 0);
  const { strip, at, show } = useStrip(count);
  if (profile.photos.length === 0) return <NoPhoto name={profile.name} />;
  return (
    <section
      aria-label={t("photos", { name: profile.name })}
      className="relative self-start overflow-hidden bg-sunken shadow-card max-sm:-mx-gutter sm:rounded-card md:sticky md:top-24 has-[>ul:focus-visible]:outline-3 has-[>ul:focus-visible]:outline-offset-2 has-[>ul:focus-visible]:outline-focus"
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard */}
      <ul ref={strip} tabIndex={0} className="flex snap-x [scrollbar-width:none] snap-mandatory overflow-x-auto">
        {profile.photos.map((photo, number) => (
          <Slide key={photo.filename} photo={photo} number={number + 1} name={profile.name} />
        ))}
        {more && (
          <li className="aspect-4/5 w-full shrink-0 snap-center">
            <More {...more} />
          </li>
        )}
      </ul>
      {count > 1 && (
        <>
          <p className="absolute top-3 right-3 rounded-full bg-black/60 px-3 py-1 text-sm font-semibold text-white tabular-nums">
            <span aria-hidden>
              {at + 1} / {count}
            </span>
            <span className="sr-only">{t("photo", { number: String(at + 1), count: String(count) })}</span>
          </p>
          <Arrow side="left" label={t("previous_photo")} onClick={() => show(at - 1)} disabled={at === 0} />
          <Arrow side="right" label={t("next_photo")} onClick={() => show(at + 1)} disabled={at === count - 1} />
        </>
      )}
    </section>
  );
}

function useStrip(count: number) {
  const strip = useRef<HTMLUListElement>(null);
  const [at, setAt] = useState(0);
  useEffect(() => {
    const node = strip.current;
    if (!node) return;
    const onScroll = () => setAt(Math.max(0, Math.min(count - 1, Math.round(node.scrollLeft / node.clientWidth))));
    node.addEventListener("scroll", onScroll, { passive: true });
    return () => node.removeEventListener("scroll", onScroll);
  }, [count]);
  const show = (number: number) => {
    const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    strip.current?.scrollTo({
      left: number * strip.current.clientWidth,
      behavior: calm ? "instant" : "smooth",
    });
  };
  return { strip, at, show };
}

function Slide({ photo, number, name }: { photo: ShownPhoto; number: number; name: string }) {
  const t = useTranslations("members");
  const p = useTranslations("photos");
  const cdn = useSettings()?.cdn_prefix ?? "";
  const which = { number: String(number), name };
  return (
    <li className="relative aspect-4/5 w-full shrink-0 snap-center">
      <SoftImage
        hash={photo.thumbhash}
        src={cdn + photo.filename}
        alt={photo.blurred ? p("blurred_of", which) : t("photo_of", which)}
        width={800}
        height={1000}
        loading={number > 1 ? "lazy" : "eager"}
        fetchPriority={number > 1 ? "auto" : "high"}
        className="size-full object-cover"
      />
      {photo.blurred && (
        <div className="absolute inset-0">
          <More icon="crown" text={t("premium_for_photos")} to={paths.premium()} translucent />
        </div>
      )}
    </li>
  );
}

function Arrow({
  side,
  label,
  onClick,
  disabled,
}: {
  side: "left" | "right";
  label: string;
  onClick: () => void;
  disabled: boolean;
}) {
  return (
    <IconButton
      icon={`chevron-${side}`}
      label={label}
      onClick={onClick}
      disabled={disabled}
      className={classes(
        "absolute! top-1/2 -mt-5.5 bg-black/45 text-white! hover:bg-black/65! disabled:invisible max-md:hidden!",
        side === "left" ? "left-3" : "right-3",
      )}
    />
  );
}

interface MoreOf {
  icon: string;
  text: string;
  to: string;
  prompt?: ReturnType<typeof promptSignup>;
}

/** After the last photo visitors see "log in to see more". Members see the rest, clear or blurred (§6). */
function useMore(profile: MemberProfile): MoreOf | null {
  const t = useTranslations("members");
  const user = useUser();
  const here = createPath(useLocation());
  const prompt = promptSignup({ reason: "photos", member: profile });
  return user ? null : { icon: "lock", text: t("login_for_photos"), to: paths.login({ to: here }), prompt };
}

/** `translucent`: over a photo that the member may see. */
function More({ icon, text, to, prompt, translucent = false }: MoreOf & { translucent?: boolean }) {
  return (
    <div
      className={classes(
        "grid size-full place-content-center justify-items-center gap-5 p-8 text-center md:px-16",
        translucent ? "bg-black/40 text-white" : "bg-night text-on-night",
      )}
    >
      <Icon name={icon} className="size-12" />
      <LinkButton to={to} variant="call" {...prompt}>
        {text}
      </LinkButton>
    </div>
  );
}

function NoPhoto({ name }: { name: string }) {
  const t = useTranslations("members");
  return (
    <div
      className={classes(
        "grid aspect-4/5 place-content-center gap-3 self-start p-6 text-center max-md:aspect-square max-sm:-mx-gutter sm:rounded-card",
        groundOf(name),
      )}
    >
      <span aria-hidden className="text-3xl font-semibold">
        {initialsOf(name)}
      </span>
      <p>{t("no_photo", { name })}</p>
    </div>
  );
}
