import { type MemberCard as Member, MemberApi, type MemberProfile } from "@serenade/contract/members";
import { type RefObject, useRef } from "react";
import { isRouteErrorResponse } from "react-router";
import { useTranslations } from "use-intl/react";
import { useUser } from "~/features/account/queries.ts";
import { attributionIn } from "~/features/attribution/attribution.ts";
import { GiftsReceived } from "~/features/gifts/gifts-received.tsx";
import { useLikes } from "~/features/likes/queries.ts";
import { useSeenLike } from "~/features/likes/seen-like.ts";
import { paths } from "~/paths.ts";
import { loaderApi } from "~/platform/route-api.ts";
import { useSettings } from "~/root-data.ts";
import { PageTitle } from "~/shell/page-title.tsx";
import { Alert } from "~/ui/alert.tsx";
import { OnlineDot } from "~/ui/avatar.tsx";
import { TextBadge } from "~/ui/badge.tsx";
import { LinkButton } from "~/ui/button.tsx";
import { useFocusFallback } from "~/ui/focus-fallback.ts";
import { Icon } from "~/ui/icon.tsx";
import type { Route } from "./+types/member.page";
import { FictionalBadge } from "./fictional-badge.tsx";
import { Blocked, MemberBar } from "./member-bar.tsx";
import { BlockedByMember, MemberGone } from "./member-blocked.tsx";
import { orBlocker } from "./member-blocker.ts";
import { MemberCard, MemberGrid } from "./member-card.tsx";
import { MemberFacts } from "./member-facts.tsx";
import { MemberPhotos } from "./member-photos.tsx";
import { usePlace } from "./member-place.ts";

export async function loader(visit: Route.LoaderArgs) {
  const id = visit.params.id as MemberProfile["id"];
  const { network, ref } = attributionIn(new URL(visit.request.url).searchParams);
  const source = { ...(network && { network }), ...(ref && { ref }) };
  return orBlocker(loaderApi(visit)(MemberApi.read, { query: { id, ...source } }));
}

export default function MemberPage({ loaderData }: Route.ComponentProps) {
  if (loaderData.blockedBy !== null) return <BlockedByMember name={loaderData.blockedBy} />;
  return <Profile key={loaderData.profile.id} {...loaderData} />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (isRouteErrorResponse(error) && error.status === 404) return <MemberGone />;
  throw error; // to the boundary of the layout
}

function Profile({ profile, related }: { profile: MemberProfile; related: Member[] }) {
  const t = useTranslations("members");
  const own = useUser()?.id === profile.id;
  useSeenLike(profile.id);
  const head = useRef<HTMLHeadingElement>(null);
  useFocusFallback(head, profile.blocked);
  const title = t("name_age", { name: profile.name, age: String(profile.age) });
  return (
    <div className="page grid gap-8 sm:pt-8 md:pb-8">
      <PageTitle>{title}</PageTitle>
      <article className="profile-turns">
        <MemberPhotos profile={profile} />
        <div className="profile-texts">
          <Heading profile={profile} title={title} head={head} />
          {own && <OwnNotice />}
          {profile.blocked && <Blocked profile={profile} />}
          <MemberFacts profile={profile} />
          <GiftsReceived profile={profile} own={own} />
        </div>
      </article>
      {!own && !profile.blocked && <MemberBar profile={profile} />}
      {related.length > 0 && (
        <section className="grid gap-4 border-t border-line pt-8 max-md:pb-4">
          <h2 className="text-xl">{t("related")}</h2>
          <MemberGrid>
            {related.map((member) => (
              <MemberCard key={member.id} member={member} heading="h3" />
            ))}
          </MemberGrid>
        </section>
      )}
    </div>
  );
}

function Heading({
  profile,
  title,
  head,
}: {
  profile: MemberProfile;
  title: string;
  head: RefObject<HTMLHeadingElement | null>;
}) {
  const t = useTranslations("members");
  const place = usePlace();
  const likes = useLikes().data;
  const match = likes?.profiles.find(({ id }) => id === profile.id)?.match ?? (!likes && profile.match);
  const likesMe = likes?.liked_by.some(({ id }) => id === profile.id);
  const warning = useSettings()?.fictional_warning;
  return (
    <header className="profile-heading">
      <h1 ref={head} tabIndex={-1} className="text-2xl outline-none">
        {title}
      </h1>
      <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-ink-soft max-md:text-white/90">
        <span className="flex items-center gap-1.5">
          <Icon name="map-pin" className="size-4.5" />
          {place(profile)}
        </span>
        {(profile.online || profile.recently) && (
          <span className="flex items-center gap-1.5">
            {profile.online && <OnlineDot label="" className="border-0!" />}
            {t(profile.online ? "online" : "recently")}
          </span>
        )}
      </p>
      <p className="flex flex-wrap gap-2 empty:hidden">
        {profile.fictional && <FictionalBadge />}
        {match ? (
          <TextBadge variant="unread">{t("match")}</TextBadge>
        ) : (
          likesMe && <TextBadge>{t("likes_you", { name: profile.name })}</TextBadge>
        )}
      </p>
      {profile.fictional && warning && <p className="text-sm">{warning.singular}</p>}
    </header>
  );
}

function OwnNotice() {
  const t = useTranslations("members");
  return (
    <Alert
      action={
        <LinkButton to={paths.profile()} variant="quiet" size="small" icon="edit">
          {t("edit")}
        </LinkButton>
      }
    >
      {t("this_is_you")}
    </Alert>
  );
}
