import type { MemberCard } from "@serenade/contract/members";
import { useRef } from "react";
import { Link, useLocation, useNavigate } from "react-router";
import { useTranslations } from "use-intl/react";
import { StartForm } from "~/features/home/start-form.tsx";
import { leave, Swipeable, useArrows } from "~/features/likes/swipeable.tsx";
import { FictionalBadge } from "~/features/members/fictional-badge.tsx";
import { listShownToVisitors } from "~/features/members/shown-to-visitors.ts";
import type { PageHandle } from "~/platform/page-handle.ts";
import { useSettings } from "~/root-data.ts";
import { Icon } from "~/ui/icon.tsx";
import { PhotoFrame } from "~/ui/photo-frame.tsx";
import { Closing } from "../closing.tsx";
import { type SceneName, sceneSource } from "../lander-niches.ts";
import { type Lander, useLander } from "../use-lander.ts";
import { visitorsOnly } from "../visitors-only.ts";
import { LanderHead, Words } from "../words.tsx";
import type { Route } from "./+types/tinderswipe.page";

const CARDS = 3;

/** The address has the number of the card, so that each step works without script; after the last one comes sign-up. */
export async function loader(visit: Route.LoaderArgs) {
  const call = await visitorsOnly(visit);
  const asked = Number(new URL(visit.request.url).searchParams.get("card"));
  const at = Number.isInteger(asked) && asked >= 1 && asked <= CARDS + 1 ? asked : 1;
  return { at, people: await listShownToVisitors(call, CARDS) };
}

export const handle: PageHandle = { storedSeconds: 60 };

/** Three cards to swipe as in the swipe game: members who chose to be seen, or evenings where a site has too few of them. */
export default function SwipeLanding({ loaderData: { at, people } }: Route.ComponentProps) {
  const t = useTranslations("landers.tinderswipe");
  const lander = useLander("tinderswipe");
  if (!lander) return null;
  const over = at > CARDS;
  const cards = people.length === CARDS ? people : lander.scenes.slice(0, CARDS);
  return (
    <div className="lander">
      <LanderHead lander={lander} />
      <section className="lander-deck">
        <div className="page">
          <Words lander={lander}>
            <ol className="lander-pips" aria-hidden>
              {cards.map((card, index) => (
                <li
                  key={keyOf(card)}
                  data-done={index + 1 < at || undefined}
                  data-now={index + 1 === at || undefined}
                />
              ))}
            </ol>
          </Words>
          {over ? <Turn lander={lander} /> : <Deck key={at} cards={cards.slice(at - 1)} at={at} />}
        </div>
      </section>
      {!over && <Closing lander={lander} title={t("turn")} text={t("turn_text")} />}
    </div>
  );
}

type Card = MemberCard | SceneName;
const keyOf = (card: Card) => (typeof card === "string" ? card : card.id);

/** After the last card: the first questions of sign-up. */
function Turn({ lander }: { lander: Lander }) {
  const t = useTranslations("landers.tinderswipe");
  return (
    <div className="lander-turn">
      <h2>{t("turn")}</h2>
      <p>{t("turn_text")}</p>
      <StartForm minAge={lander.settings.min_age} carried={lander.carried} button={lander.button} />
    </div>
  );
}

function Deck({ cards, at }: { cards: readonly Card[]; at: number }) {
  const t = useTranslations("landers.tinderswipe");
  const s = useTranslations("swipe");
  const card = useRef<HTMLElement>(null);
  const leaving = useRef(false);
  const navigate = useNavigate();
  const search = new URLSearchParams(useLocation().search);
  search.set("card", String(at + 1));
  const next = { search: String(search) };
  const go = async (liked: boolean) => {
    if (leaving.current) return;
    leaving.current = true;
    await leave(card.current, liked);
    await navigate(next, { preventScrollReset: true });
  };
  useArrows(go);
  const [top, ...below] = cards;
  if (!top) return null;
  return (
    <div className="lander-cards">
      <div className="lander-stack">
        {below.map((one) => (
          <div key={keyOf(one)} aria-hidden>
            <CardFace card={one} />
          </div>
        ))}
        <Swipeable label={t("card", { at: String(at), of: String(CARDS) })} card={card} onSwipe={go}>
          <CardFace card={top} eager />
        </Swipeable>
      </div>
      <p role="status" className="sr-only">
        {t("card", { at: String(at), of: String(CARDS) })}
      </p>
      <div className="lander-choice">
        {(["no", "yes"] as const).map((answer) => (
          <Link
            key={answer}
            to={next}
            preventScrollReset
            aria-label={t(answer)}
            title={t(answer)}
            data-answer={answer}
            onClick={(event) => {
              event.preventDefault();
              void go(answer === "yes");
            }}
          >
            <Icon name={answer === "yes" ? "heart-filled" : "close"} className="size-8" />
          </Link>
        ))}
      </div>
      <p className="lander-keys">{s("keys")}</p>
    </div>
  );
}

function CardFace({ card, eager = false }: { card: Card; eager?: boolean }) {
  const t = useTranslations("landers");
  const m = useTranslations("members");
  const cdn = useSettings()?.cdn_prefix ?? "";
  if (typeof card === "string") {
    const name = t(`scenes.${card}`);
    return <PhotoFrame name={name} src={sceneSource(card)} eager={eager} caption={<b className="text-lg">{name}</b>} />;
  }
  const { name, age, city, main_image: image, fictional } = card;
  return (
    <PhotoFrame
      name={name}
      src={image && cdn + (eager ? image.filename : image.thumb_filename)}
      eager={eager}
      badge={fictional && <FictionalBadge />}
      caption={
        <>
          <b className="block text-lg">{m("name_age", { name, age: String(age) })}</b>
          {city}
        </>
      }
    />
  );
}
