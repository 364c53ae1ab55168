import { type LikeItem, LikesApi } from "@serenade/contract/likes";
import { data } from "react-router";
import { useTranslations } from "use-intl/react";
import { useChats } from "~/features/chat/queries.ts";
import { MemberCard, MemberGrid } from "~/features/members/member-card.tsx";
import { paths } from "~/paths.ts";
import { loaderApi } from "~/platform/route-api.ts";
import { PageTitle } from "~/shell/page-title.tsx";
import { CountBadge, TextBadge } from "~/ui/badge.tsx";
import { LinkButton } from "~/ui/button.tsx";
import { EmptyState } from "~/ui/card.tsx";
import { Icon } from "~/ui/icon.tsx";
import { Tabs } from "~/ui/tabs.tsx";
import type { Route } from "./+types/likes.page";
import { useLikes } from "./queries.ts";

const TYPES = ["received", "sent", "matches"] as const;
type Type = (typeof TYPES)[number];

export async function loader(visit: Route.LoaderArgs) {
  const { type } = visit.params as { type?: string };
  if (type !== undefined && !isType(type)) throw data(null, { status: 404 });
  const likes = await loaderApi(visit)(LikesApi.list);
  return { type: (type ?? "received") as Type, likes };
}

export default function LikesPage({ loaderData: { type, likes: loaded }, params }: Route.ComponentProps) {
  const t = useTranslations("likes");
  const likes = useLikes(loaded).data ?? loaded;
  const shown = shownIn(type, likes);
  const fresh = likes.liked_by.filter(({ like_new }) => like_new).length;
  return (
    <div className="page grid gap-6 py-6 sm:py-8">
      <PageTitle>{t("title")}</PageTitle>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-2xl">{t("title")}</h1>
        <div className="max-sm:w-full sm:min-w-md">
          <Tabs
            label={t("tabs.label")}
            tabs={TYPES.map((of) => ({
              to: of === "received" && !("type" in params && params.type === of) ? paths.likes() : paths.likesOf(of),
              label: t(`tabs.${of}`),
              badge: of === "received" && <CountBadge count={fresh} label={t("tabs.new", { count: fresh })} />,
            }))}
          />
        </div>
      </div>
      {shown.length ? (
        <MemberGrid>
          {shown.map((member, at) => (
            <MemberCard
              key={member.id}
              member={member}
              to={paths.likedMember(member.id)}
              eager={at < 4}
              badge={<Badge member={member} type={type} />}
              below={type === "matches" && <SayHello member={member} />}
            />
          ))}
        </MemberGrid>
      ) : (
        <NoLikes type={type} />
      )}
    </div>
  );
}

const isType = (type: string): type is Type => (TYPES as readonly string[]).includes(type);

/** Received likes show new ones first (§4); the API orders them. */
function shownIn(type: Type, { profiles, liked_by }: { profiles: LikeItem[]; liked_by: LikeItem[] }): LikeItem[] {
  if (type === "received") return liked_by;
  return type === "sent" ? profiles : profiles.filter(({ match }) => match);
}

function Badge({ member, type }: { member: LikeItem; type: Type }) {
  const t = useTranslations("likes");
  if (type === "received" && member.like_new) return <TextBadge variant="unread">{t("new")}</TextBadge>;
  if (type !== "matches" && member.match) return <TextBadge>{t("match")}</TextBadge>;
  return null;
}

/** A match is there to be written to; with a conversation it leads into it. */
function SayHello({ member: { id, name } }: { member: LikeItem }) {
  const t = useTranslations("likes");
  const chat = useChats()?.chats.find(({ profile }) => profile.id === id);
  return (
    <LinkButton
      to={chat ? paths.chat(chat.conversation.id) : paths.memberChat(id)}
      variant={chat ? "quiet" : "primary"}
      icon="message"
      aria-label={`${t(chat ? "chat" : "hello")}: ${name}`}
      wide
      className="mt-2 max-[22rem]:[&>svg]:hidden"
    >
      {t(chat ? "chat" : "hello")}
    </LinkButton>
  );
}

function NoLikes({ type }: { type: Type }) {
  const t = useTranslations("likes.empty");
  return (
    <EmptyState
      picture={<Icon name={type === "matches" ? "sparkles" : "heart"} className="size-9" />}
      title={t(`title.${type}`)}
      action={
        <>
          <LinkButton to={paths.members()} icon="search">
            {t("search")}
          </LinkButton>
          {type === "received" && (
            <LinkButton to={paths.profile()} variant="quiet">
              {t("profile")}
            </LinkButton>
          )}
        </>
      }
    >
      {t(`text.${type}`)}
    </EmptyState>
  );
}
