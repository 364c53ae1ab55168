import type { MemberProfile } from "@serenade/contract/members";
import type { ShownPhoto } from "@serenade/contract/photos";
import { createPath, useLocation } from "react-router";
import { useTranslations } from "use-intl/react";
import { useUser } from "~/features/account/queries.ts";
import { promptSignup } from "~/features/account/signup-prompt.ts";
import { FirstLineButton } from "~/features/chat/first-line.tsx";
import { paths } from "~/paths.ts";
import { useSettings } from "~/root-data.ts";
import { groundOf, initialsOf } from "~/ui/avatar.tsx";
import { LinkButton } from "~/ui/button.tsx";
import { classes } from "~/ui/classes.ts";
import { Icon } from "~/ui/icon.tsx";
import { SoftImage } from "~/ui/soft-image.tsx";

/**
 * All photos, the main one first: a column on a desk; on a phone each stands in turn with what the member has written
 * (profile-turns in styles/components.css). After the last one visitors see "log in to see more"; members see the rest, clear or
 * blurred (§6).
 */
export function MemberPhotos({ profile }: { profile: MemberProfile }) {
  const t = useTranslations("members");
  const visitor = useUser() === null;
  const [main, ...rest] = profile.photos;
  return (
    <section aria-label={t("photos", { name: profile.name })} className="profile-photos">
      {main ? <Picture photo={main} number={1} profile={profile} /> : <NoPhoto name={profile.name} />}
      {rest.map((photo, at) => (
        <Picture
          key={photo.filename}
          photo={photo}
          number={at + 2}
          offers={photo.blurred && !profile.photos[at]?.blurred}
          profile={profile}
        />
      ))}
      {main && visitor && <MoreForMembers profile={profile} />}
    </section>
  );
}

/** `offers`: says how to see it; the first blurred one does. */
function Picture({
  photo,
  number,
  profile,
  offers = false,
}: {
  photo: ShownPhoto;
  number: number;
  profile: MemberProfile;
  offers?: boolean;
}) {
  const t = useTranslations("members");
  const p = useTranslations("photos");
  const cdn = useSettings()?.cdn_prefix ?? "";
  const which = { number: String(number), name: profile.name };
  const src = cdn + photo.filename;
  return (
    <figure className="profile-photo">
      <SoftImage
        hash={photo.thumbhash}
        src={src}
        alt={photo.blurred ? p("blurred_of", which) : t("photo_of", which)}
        width={800}
        height={1000}
        loading={number > 1 ? "lazy" : "eager"}
        fetchPriority={number > 1 ? "auto" : "high"}
        className="size-full object-cover"
      />
      {offers && (
        <figcaption className="absolute inset-0 grid place-content-center justify-items-center gap-5 bg-black/40 p-8 text-center text-white">
          <Icon name="crown" className="size-12" />
          <LinkButton to={paths.premium()} variant="call">
            {t("premium_for_photos")}
          </LinkButton>
        </figcaption>
      )}
      {/* the main one has the name on it on a phone, and the message button below */}
      {!photo.blurred && number > 1 && (
        <FirstLineButton profile={profile} about={{ kind: "photo", src }} className="absolute right-3 bottom-3" />
      )}
    </figure>
  );
}

function MoreForMembers({ profile }: { profile: MemberProfile }) {
  const t = useTranslations("members");
  const here = createPath(useLocation());
  return (
    <div className="profile-photo grid place-content-center justify-items-center gap-5 bg-night p-8 text-center text-on-night">
      <Icon name="lock" className="size-12" />
      <LinkButton
        to={paths.login({ to: here })}
        variant="call"
        {...promptSignup({ reason: "photos", member: profile })}
      >
        {t("login_for_photos")}
      </LinkButton>
    </div>
  );
}

function NoPhoto({ name }: { name: string }) {
  const t = useTranslations("members");
  return (
    <div
      className={classes(
        "profile-photo grid place-content-center gap-3 p-6 text-center max-md:aspect-square!",
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
