import { MemberApi, type MemberProfile } from "@serenade/contract/members";
import { Link } from "react-router";
import { useTranslations } from "use-intl/react";
import { FictionalBadge } from "~/features/members/fictional-badge.tsx";
import { listShownToVisitors } from "~/features/members/shown-to-visitors.ts";
import { paths } from "~/paths.ts";
import type { Call } from "~/platform/call.ts";
import { isCallFailure } from "~/platform/call-failure.ts";
import type { PageHandle } from "~/platform/page-handle.ts";
import { Avatar } from "~/ui/avatar.tsx";
import { LinkButton } from "~/ui/button.tsx";
import { FactChip } from "~/ui/choice.tsx";
import { Icon } from "~/ui/icon.tsx";
import { Closing } from "../closing.tsx";
import { ScenePicture } from "../scene-picture.tsx";
import { type Lander, useLander } from "../use-lander.ts";
import { visitorsOnly } from "../visitors-only.ts";
import { LanderHead, Words } from "../words.tsx";
import type { Route } from "./+types/socialnetwork.page";

const PROFILES = 3;
const INTERESTS_SHOWN = 6;

export async function loader(visit: Route.LoaderArgs) {
  const call = await visitorsOnly(visit);
  const cards = await listShownToVisitors(call, PROFILES);
  const profiles = await Promise.all(cards.map(({ id }) => publicProfile(call, id)));
  return { profiles: profiles.filter((profile) => profile !== null) };
}

type PublicProfile = Pick<
  MemberProfile,
  "id" | "name" | "age" | "city" | "main_image" | "fictional" | "interests" | "answers" | "locale"
>;

/** What a member shows everyone; null for one who has hidden since the search. */
async function publicProfile(call: Call, id: MemberProfile["id"]): Promise<PublicProfile | null> {
  try {
    const { profile } = await call(MemberApi.read, { query: { id } });
    const { name, age, city, main_image, fictional, interests, answers, locale } = profile;
    return { id, name, age, city, main_image, fictional, interests, answers: answers.slice(0, 1), locale };
  } catch (error) {
    if (isCallFailure(error) && error.status < 500) return null;
    throw error;
  }
}

export const handle: PageHandle = { storedSeconds: 60 };

/** A feed of what is public anyway: profiles as their owners show them, and what the site is, in turns. Nobody has posted it. */
export default function SocialNetwork({ loaderData: { profiles } }: Route.ComponentProps) {
  const t = useTranslations("landers.socialnetwork");
  const lander = useLander("socialnetwork");
  if (!lander) return null;
  const posts = feedOf(profiles);
  return (
    <div className="lander">
      <LanderHead lander={lander} />
      <div className="lander-network">
        <div className="page">
          <div className="lander-profile">
            <span className="lander-cover">
              <img src={lander.thing} alt="" width={320} height={200} />
            </span>
            <Words lander={lander} />
          </div>
          <ul aria-label={t("feed")} className="lander-feed">
            {posts.map((post, at) => (
              <li key={typeof post === "string" ? post : post.id}>
                {typeof post === "string" ? (
                  <SitePost name={post} lander={lander} />
                ) : (
                  <ProfilePost profile={post} lander={lander} first={at === 0} />
                )}
              </li>
            ))}
          </ul>
        </div>
      </div>
      <Closing lander={lander} />
    </div>
  );
}

const SITE_POSTS = ["two", "honest", "three"] as const;
type SitePostName = (typeof SITE_POSTS)[number];

/** A profile, a word from the site, and so on. */
function feedOf(profiles: PublicProfile[]): (PublicProfile | SitePostName)[] {
  return SITE_POSTS.flatMap((post, at) => [...(profiles[at] ? [profiles[at]] : []), post]);
}

function ProfilePost({ profile, lander, first }: { profile: PublicProfile; lander: Lander; first: boolean }) {
  const t = useTranslations("landers.socialnetwork");
  const m = useTranslations("members");
  const l = useTranslations("landing");
  const interest = useTranslations("interests");
  const { id, name, age, city, main_image: image, fictional, interests, answers } = profile;
  const cdn = lander.settings.cdn_prefix;
  return (
    <article className="lander-post">
      <header>
        <Avatar name={name} src={image && cdn + image.thumb_filename} />
        <div>
          <h2>{m("name_age", { name, age: String(age) })}</h2>
          {city && <p>{city}</p>}
        </div>
        {fictional && <FictionalBadge />}
      </header>
      {image && (
        <img
          src={cdn + image.filename}
          alt=""
          width={400}
          height={500}
          loading={first ? "eager" : "lazy"}
          fetchPriority={first ? "high" : "auto"}
          className="lander-post-photo"
        />
      )}
      {answers.map(({ prompt, text }) => (
        <blockquote key={prompt}>
          <p>{m(`prompts.${prompt}`)}</p>
          <p lang={profile.locale ?? ""}>{text}</p>
        </blockquote>
      ))}
      {interests.length > 0 && (
        <div className="lander-chips">
          <p>{t("likes", { name })}</p>
          {interests.slice(0, INTERESTS_SHOWN).map((one) => (
            <FactChip key={one} icon={`interest-${one}`}>
              {interest(one)}
            </FactChip>
          ))}
        </div>
      )}
      <footer>
        <LinkButton to={paths.memberSignup(id, lander.carriedParams)} icon="message" size="small">
          {l("write", { name })}
        </LinkButton>
        <LinkButton to={paths.memberLanding(id, lander.carriedParams)} variant="bare" size="small">
          {t("look")}
        </LinkButton>
      </footer>
    </article>
  );
}

const ICONS: Record<SitePostName, string> = { two: "search", three: "send", honest: "heart" };

/** A sentence about the site, with the niche's scene at the first one. */
function SitePost({ name, lander }: { name: SitePostName; lander: Lander }) {
  const t = useTranslations("landers.socialnetwork");
  const h = useTranslations("home");
  const { settings, scenes, signup, button } = lander;
  const texts = {
    two: [h("steps.two"), h("steps.two_text")],
    three: [h("steps.three"), h("steps.three_text")],
    honest: [h("fair.honest"), h("fair.honest_text")],
  } as const;
  const [title, text] = texts[name];
  return (
    <article className="lander-post" data-site>
      <header>
        <span className="lander-post-icon">
          <Icon name={ICONS[name]} />
        </span>
        <div>
          <h2>{title}</h2>
          <p>{t("from", { site: settings.name })}</p>
        </div>
      </header>
      {name === "two" && scenes[0] && <ScenePicture name={scenes[0]} />}
      <p>{text}</p>
      {name === "three" && (
        <footer>
          <Link to={signup} className="font-semibold text-link">
            {button}
          </Link>
        </footer>
      )}
    </article>
  );
}
