import { GiftsApi, type ReceivedGift } from "@serenade/contract/gifts";
import type { MemberProfile } from "@serenade/contract/members";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useRevalidator } from "react-router";
import { useTranslations } from "use-intl/react";
import { paths } from "~/paths.ts";
import { call } from "~/platform/call.ts";
import { useErrorMessage } from "~/platform/error-message.ts";
import { Button } from "~/ui/button.tsx";
import { classes } from "~/ui/classes.ts";
import { useToast } from "~/ui/toasts.tsx";
import { GiftPicture } from "./gift-picture.tsx";

const RECEIVED = ["gifts"] as const;
const SHOWN_FIRST = 6;

/** The gifts on a profile, newest first; the owner also sees the senders and can hide gifts. */
export function GiftsReceived({ profile, own }: { profile: MemberProfile; own: boolean }) {
  return own ? <OwnGifts /> : <Counted gifts={profile.gifts} />;
}

function Counted({ gifts }: { gifts: MemberProfile["gifts"] }) {
  const t = useTranslations("gifts");
  if (gifts.length === 0) return null;
  return (
    <section className="grid gap-2">
      <h2 className="text-lg">{t("received")}</h2>
      <ul className="flex flex-wrap gap-2">
        {gifts.map(({ gift, count }) => (
          <li key={gift} className="relative rounded-card border border-line bg-surface p-2">
            <GiftPicture gift={gift} className="size-12" />
            <span className="sr-only">{t("times", { gift: t(`names.${gift}`), count })}</span>
            {count > 1 && (
              <span
                aria-hidden
                className="absolute -top-1.5 -right-1.5 rounded-full bg-primary-strong px-1.5 text-xs font-semibold text-on-primary-strong tabular-nums"
              >
                {count}
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function OwnGifts() {
  const t = useTranslations("gifts");
  const { data } = useQuery({ queryKey: RECEIVED, queryFn: ({ signal }) => call(GiftsApi.list, { signal }) });
  const hide = useHide();
  const [all, setAll] = useState(false);
  if (!data?.received.length) return null;
  return (
    <section className="grid gap-2">
      <h2 className="text-lg">{t("received")}</h2>
      <p className="text-sm text-ink-soft">{t("own_text")}</p>
      <ul className="grid divide-y divide-line">
        {data.received.slice(0, all ? undefined : SHOWN_FIRST).map((gift) => (
          <OwnGift key={gift.id} gift={gift} onHide={(hidden) => hide({ ...gift, hidden })} />
        ))}
      </ul>
      {!all && data.received.length > SHOWN_FIRST && (
        <Button variant="quiet" size="small" onClick={() => setAll(true)} className="justify-self-start">
          {t("all", { count: String(data.received.length) })}
        </Button>
      )}
    </section>
  );
}

function OwnGift({ gift: { gift, from, hidden }, onHide }: { gift: ReceivedGift; onHide: (hidden: boolean) => void }) {
  const t = useTranslations("gifts");
  return (
    <li className="flex items-center gap-3 py-2">
      <GiftPicture gift={gift} className={classes("size-12", hidden && "opacity-45")} />
      <span className="grid min-w-0 flex-1 leading-tight">
        <span className="font-semibold">{t(`names.${gift}`)}</span>
        <span className="truncate text-sm text-ink-soft">
          <Link to={paths.member(from.id)} className="text-link">
            {t("from", { name: from.name })}
          </Link>
          {hidden && ` · ${t("hidden")}`}
        </span>
      </span>
      <Button variant="quiet" size="small" icon={hidden ? "eye" : "eye-off"} onClick={() => onHide(!hidden)}>
        {t(hidden ? "show" : "hide")}
        <span className="sr-only">
          : {t(`names.${gift}`)}, {t("from", { name: from.name })}
        </span>
      </Button>
    </li>
  );
}

/** Optimistic, rolled back with a reason on failure. */
function useHide() {
  const m = useTranslations("members");
  const toast = useToast();
  const errorMessage = useErrorMessage();
  const client = useQueryClient();
  const { revalidate } = useRevalidator();
  type Listed = Awaited<ReturnType<typeof call<typeof GiftsApi.list>>>;
  const { mutate } = useMutation({
    mutationFn: ({ id, hidden }: ReceivedGift) => call(GiftsApi.hide, { body: { id, hidden } }),
    onMutate: async (changed) => {
      await client.cancelQueries({ queryKey: RECEIVED }); // a pending response would undo the change on screen
      client.setQueryData<Listed>(
        RECEIVED,
        (list) => list && { ...list, received: list.received.map((one) => (one.id === changed.id ? changed : one)) },
      );
    },
    onError: (error) => toast({ text: m("failed", { reason: errorMessage(error) }), variant: "danger" }),
    onSuccess: () => revalidate(),
    onSettled: () => client.invalidateQueries({ queryKey: RECEIVED }),
  });
  return mutate;
}
