import type { Gift } from "@serenade/contract/gifts";
import type { MemberCard } from "@serenade/contract/members";
import { useFormatter, useTranslations } from "use-intl/react";
import { GiftPicture } from "~/features/gifts/gift-picture.tsx";
import { Button } from "~/ui/button.tsx";
import { classes } from "~/ui/classes.ts";
import { Icon } from "~/ui/icon.tsx";
import { useTimeZone } from "~/ui/time-zone.ts";
import { contactDataIn } from "./contact-data.ts";
import { DayName } from "./list-time.tsx";
import type { MessageRow } from "./message-rows.ts";
import { MessageText } from "./message-text.tsx";
import type { Outgoing } from "./outbox.ts";
import { PictureBubble } from "./picture-bubble.tsx";
import { ReportMessage } from "./report-message.tsx";

export function MessageBubble({
  row,
  member,
  links,
  newDay,
  endsGroup,
  receipts,
  lastRead,
  onAgain,
  onDiscard,
}: {
  row: MessageRow;
  member: Pick<MemberCard, "id" | "name">;
  links: boolean;
  newDay: boolean;
  endsGroup: boolean;
  receipts: boolean;
  /** Only the newest read message is labelled "read"; the others show an icon. */
  lastRead: boolean;
  onAgain: (outgoing: Outgoing) => void;
  onDiscard: (outgoing: Outgoing) => void;
}) {
  const { mine, body, state } = row;
  return (
    <div className={classes("grid", endsGroup ? "pb-3" : "pb-0.5")}>
      {newDay && (
        <p className="py-4 text-center text-xs font-semibold text-ink-soft">
          <DayName at={row.at} />
        </p>
      )}
      <Content row={row} member={member} links={links} endsGroup={endsGroup} />
      {!mine && !links && contactDataIn(body).length > 0 && <Safety />}
      {state === "failed" ? (
        <Failed outgoing={row.outgoing!} onAgain={onAgain} onDiscard={onDiscard} />
      ) : state === "waiting" ? (
        <Waiting outgoing={row.outgoing!} onDiscard={onDiscard} />
      ) : (
        endsGroup && <Foot row={row} receipts={receipts} lastRead={lastRead} />
      )}
    </div>
  );
}

/** A text bubble; pictures and gifts have their own. Every received message can be reported. */
function Content({
  row,
  member,
  links,
  endsGroup,
}: {
  row: MessageRow;
  member: Pick<MemberCard, "id" | "name">;
  links: boolean;
  endsGroup: boolean;
}) {
  const t = useTranslations("chat.messages");
  const { id, mine, body, photo, gift, state } = row;
  const corners = classes("rounded-card", endsGroup && (mine ? "rounded-br-small" : "rounded-bl-small"));
  return (
    <div
      className={classes(
        "group relative max-w-[85%] sm:max-w-[70%]",
        mine ? "justify-self-end" : "justify-self-start",
        (state === "sending" || state === "waiting") && "opacity-75",
      )}
    >
      <div
        className={classes(
          corners,
          photo || gift
            ? classes("overflow-hidden", state === "failed" && "opacity-60")
            : classes(
                "px-3.5 py-2 text-base wrap-anywhere whitespace-pre-wrap",
                mine && state !== "failed" && "bg-primary-strong text-on-primary-strong",
                state === "failed" && "bg-danger-soft text-on-danger-soft",
                !mine && "border border-line bg-surface",
              ),
        )}
      >
        <span className="sr-only">{mine ? t("you") : member.name}: </span>
        {photo && <PictureBubble photo={photo} mine={mine} name={member.name} />}
        {gift && <GiftBubble gift={gift} />}
        {!photo && !gift && (
          // its writer’s language, which is unknown
          <span lang="">
            <MessageText text={body} links={links} />
          </span>
        )}
      </div>
      {!mine && id && <ReportMessage member={member} message={{ id, body }} />}
    </div>
  );
}

function GiftBubble({ gift }: { gift: Gift }) {
  const t = useTranslations("gifts");
  return (
    <div className="grid w-40 justify-items-center gap-2 bg-secondary-soft px-4 py-4 text-on-secondary-soft">
      <GiftPicture gift={gift} className="size-24" />
      <p className="text-center text-sm font-semibold">{t(`names.${gift}`)}</p>
    </div>
  );
}

/** Time, and the delivery state of own messages. */
function Foot({
  row: { mine, at, state },
  receipts,
  lastRead,
}: {
  row: MessageRow;
  receipts: boolean;
  lastRead: boolean;
}) {
  const t = useTranslations("chat.messages");
  const format = useFormatter();
  const timeZone = useTimeZone();
  return (
    <p
      className={classes(
        "flex items-center gap-1.5 px-1 pt-1 text-xs text-ink-soft",
        mine ? "justify-self-end" : "justify-self-start",
      )}
    >
      <time dateTime={at}>{format.dateTime(new Date(at), { timeZone, timeStyle: "short" })}</time>
      {state === "sending" && (
        <>
          <Icon name="clock" className="size-3.5" />
          {t("sending")}
        </>
      )}
      {(state === "sent" || (state === "read" && !receipts)) && (
        <Icon name="check" label={t("sent")} className="size-3.5" />
      )}
      {state === "read" && receipts && !lastRead && (
        <Icon name="eye" label={t("read")} className="size-3.5 text-link" />
      )}
      {state === "read" && receipts && lastRead && (
        <span className="flex items-center gap-1 font-semibold text-link">
          <Icon name="eye" className="size-3.5" />
          {t("read")}
        </span>
      )}
    </p>
  );
}

/** Warning for contact data in a message that has not been answered yet. */
function Safety() {
  const t = useTranslations("chat.messages");
  return (
    <p className="flex max-w-[85%] items-start gap-1.5 px-1 pt-1 text-xs text-ink-soft sm:max-w-[70%]">
      <Icon name="shield" className="size-4" />
      {t("safety")}
    </p>
  );
}

/** Written offline: sent automatically when the connection is back. */
function Waiting({ outgoing, onDiscard }: { outgoing: Outgoing; onDiscard: (outgoing: Outgoing) => void }) {
  const t = useTranslations("chat.messages");
  return (
    <div className="flex items-center gap-1.5 justify-self-end pl-1 text-xs text-ink-soft">
      <Icon name="clock" className="size-3.5" />
      {t("waiting")}
      <Button variant="bare" size="small" onClick={() => onDiscard(outgoing)}>
        {t("cancel")}
      </Button>
    </div>
  );
}

function Failed({
  outgoing,
  onAgain,
  onDiscard,
}: {
  outgoing: Outgoing;
  onAgain: (outgoing: Outgoing) => void;
  onDiscard: (outgoing: Outgoing) => void;
}) {
  const t = useTranslations("chat.messages");
  const p = useTranslations("chat.photo");
  return (
    <div role="alert" className="grid max-w-[85%] justify-items-end gap-1 justify-self-end pt-1 text-sm">
      <p className="text-right text-danger-text">{t("failed", { reason: outgoing.failed?.message ?? "" })}</p>
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="bare" size="small" onClick={() => onDiscard(outgoing)}>
          {outgoing.photo || outgoing.gift ? p("discard") : t("discard")}
        </Button>
        <Button variant="quiet" size="small" icon="refresh" onClick={() => onAgain(outgoing)}>
          {t("retry")}
        </Button>
      </div>
    </div>
  );
}
