import { type SwipeGame, SwipeGameApi } from "@serenade/contract/likes";
import type { MemberId } from "@serenade/contract/members";
import { useRef } from "react";
import { Form, redirect } from "react-router";
import { useFormatter, useTranslations } from "use-intl/react";
import { paths } from "~/paths.ts";
import type { Call } from "~/platform/call.ts";
import { clientActionApi, formFailureOf, isFormFailure } from "~/platform/form-failure.ts";
import { actionApi, loaderApi } from "~/platform/route-api.ts";
import { PageTitle } from "~/shell/page-title.tsx";
import { LinkButton } from "~/ui/button.tsx";
import { EmptyState } from "~/ui/card.tsx";
import { classes } from "~/ui/classes.ts";
import { FormMessage } from "~/ui/form-message.tsx";
import { Icon } from "~/ui/icon.tsx";
import { useTimeZone } from "~/ui/time-zone.ts";
import type { Route } from "./+types/swipe-game.page";
import { Face, SwipeCard } from "./swipe-card.tsx";
import { leave, useArrows } from "./swipeable.tsx";
import { useSwipeGame } from "./use-swipe-game.ts";

export const loader = (visit: Route.LoaderArgs) => loaderApi(visit)(SwipeGameApi.read, { query: {} });

/** Without script: one swipe per form submission. */
async function swipe(call: Call, request: Request) {
  const fields = await request.formData();
  const intent = fields.get("intent");
  try {
    if (intent === "undo") await call(SwipeGameApi.undo);
    else
      await call(SwipeGameApi.swipe, { body: { id: String(fields.get("id")) as MemberId, liked: intent === "like" } });
  } catch (error) {
    return formFailureOf(fields, error);
  }
  return redirect(paths.swipeGame());
}

export const action = (visit: Route.ActionArgs) => swipe(actionApi(visit), visit.request);
export const clientAction = ({ request }: Route.ClientActionArgs) => swipe(clientActionApi, request);

/** A stack of members: right likes, left skips, by drag, buttons or arrow keys (product.md 5). */
export default function SwipeGamePage({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTranslations("swipe");
  const { game, swipe, undo } = useSwipeGame(loaderData);
  const over = game.likes_left === 0 && game.next_at !== null;
  const failure = isFormFailure(actionData) ? actionData : undefined;
  return (
    <div className="page grid max-w-form justify-items-center gap-3 py-4 sm:gap-4 sm:py-8">
      <PageTitle>{t("title")}</PageTitle>
      {/* one line above a card on a phone */}
      <div className="flex flex-wrap items-baseline justify-center gap-x-3 md:grid md:justify-items-center md:gap-1">
        <h1 className={classes("text-2xl", !over && game.candidates.length > 0 && "max-md:text-base")}>{t("title")}</h1>
        {!over && <p className="text-ink-soft">{t("left", { count: game.likes_left })}</p>}
      </div>
      <FormMessage>{failure?.message}</FormMessage>
      {over ? (
        <Over next={game.next_at!} />
      ) : game.candidates.length === 0 ? (
        <NoCards />
      ) : (
        <Stack game={game} onSwipe={swipe} onUndo={undo} />
      )}
    </div>
  );
}

/** The height left by the buttons below, also on a low screen and on a phone with an alert. */
const AS_WIDE_AS_FITS =
  "max-w-[clamp(180px,calc((100dvh-27rem)*0.8),400px)] max-md:max-w-[clamp(180px,calc((100dvh-21rem)*0.8),400px)] max-md:[body:has([data-notices]>*)_&]:max-w-[clamp(180px,calc((100dvh-25rem)*0.8),400px)]";

type Swipe = ReturnType<typeof useSwipeGame>["swipe"];

function Stack({ game, onSwipe, onUndo }: { game: SwipeGame; onSwipe: Swipe; onUndo: () => void }) {
  const t = useTranslations("swipe");
  const card = useRef<HTMLElement>(null);
  const leaving = useRef(false);
  const [top, ...below] = game.candidates;
  const go = async (liked: boolean) => {
    if (!top || leaving.current || (liked && game.likes_left === 0)) return;
    leaving.current = true;
    await leave(card.current, liked);
    await onSwipe(top, liked);
    leaving.current = false;
  };
  useArrows(go);
  if (!top) return null;
  const { id, name, age } = top;
  return (
    <>
      <div className={classes("relative w-full overflow-x-clip p-1", AS_WIDE_AS_FITS)}>
        {/* the next cards below preload their pictures */}
        {below.slice(0, 2).map((member, at) => (
          <div key={member.id} aria-hidden className={classes("absolute inset-1", at > 0 && "hidden")}>
            <Face member={member} eager />
          </div>
        ))}
        <SwipeCard key={id} member={top} card={card} onSwipe={go} />
      </div>
      <p role="status" className="sr-only">
        {name}, {age}
      </p>
      <Form
        method="post"
        className="sticky bottom-[calc(var(--spacing-tabbar)+env(safe-area-inset-bottom)+0.75rem)] z-10 flex items-center gap-5 max-[16rem]:gap-2 md:static"
      >
        <input type="hidden" name="id" value={id} />
        <Round intent="undo" icon="undo" label={t("undo")} onPress={onUndo} />
        <Round intent="skip" icon="close" label={t("skip", { name })} onPress={() => go(false)} large />
        <Round intent="like" icon="heart-filled" label={t("like", { name })} onPress={() => go(true)} large />
      </Form>
      <p className="text-sm text-ink-soft max-lg:hidden">{t("keys")}</p>
    </>
  );
}

function Round({
  intent,
  icon,
  label,
  large = false,
  onPress,
}: {
  intent: "undo" | "skip" | "like";
  icon: string;
  label: string;
  large?: boolean;
  onPress: () => void;
}) {
  return (
    <button
      type="submit"
      name="intent"
      value={intent}
      aria-label={label}
      title={label}
      onClick={(event) => {
        event.preventDefault();
        onPress();
      }}
      className={classes(
        "move grid place-items-center rounded-full shadow-card active:scale-90",
        large ? "size-16" : "size-12",
        intent === "like"
          ? "bg-secondary text-on-secondary hover:bg-secondary-hover"
          : "border border-control bg-surface text-ink hover:bg-sunken",
      )}
    >
      <Icon name={icon} className={large ? "size-8" : "size-6"} />
    </button>
  );
}

/** The daily limit is reached: shows when it resets, and alternatives. */
function Over({ next }: { next: string }) {
  const t = useTranslations("swipe.over");
  const format = useFormatter();
  const timeZone = useTimeZone();
  const time = format.dateTime(new Date(next), { weekday: "long", hour: "numeric", minute: "2-digit", timeZone });
  return (
    <EmptyState
      picture={<Icon name="moon" className="size-9" />}
      title={t("title")}
      action={
        <>
          <LinkButton to={paths.likesOf("sent")} icon="heart">
            {t("likes")}
          </LinkButton>
          <LinkButton to={paths.members()} variant="quiet">
            {t("search")}
          </LinkButton>
        </>
      }
    >
      {t("text", { time })}
    </EmptyState>
  );
}

function NoCards() {
  const t = useTranslations("swipe.empty");
  return (
    <EmptyState
      picture={<Icon name="sparkles" className="size-9" />}
      title={t("title")}
      action={
        <>
          <LinkButton to={paths.profile()}>{t("profile")}</LinkButton>
          <LinkButton to={paths.members()} variant="quiet" icon="search">
            {t("search")}
          </LinkButton>
        </>
      }
    >
      {t("text")}
    </EmptyState>
  );
}
