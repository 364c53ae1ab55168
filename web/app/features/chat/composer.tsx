import type { User } from "@serenade/contract/account";
import type { MemberCard } from "@serenade/contract/members";
import { type KeyboardEvent, useEffect, useId, useRef } from "react";
import { useLocation } from "react-router";
import { useTranslations } from "use-intl/react";
import { useSettings } from "~/root-data.ts";
import { classes } from "~/ui/classes.ts";
import { Icon } from "~/ui/icon.tsx";
import { AttachMenu } from "./attach-menu.tsx";
import { MessagePrice } from "./message-price.tsx";
import { OutOfCredits } from "./out-of-credits.tsx";
import { PictureStrip } from "./picture-strip.tsx";
import { usePicture } from "./picture-upload.ts";
import { RefusedNote } from "./refused-note.tsx";
import type { Writing } from "./use-writing.ts";

/** The counter shows from this length on. */
const NEAR_THE_END = 100;

/** Enter sends, Shift+Enter breaks the line. The price of a message is shown beside the button. */
export function Composer({ own, profile, writing }: { own: User; profile: MemberCard; writing: Writing }) {
  const t = useTranslations("chat.composer");
  const settings = useSettings();
  const counter = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const { text, refused } = writing;
  const picture = usePicture();
  const left = (settings?.message_length ?? 1_000) - [...text.trim()].length;
  const ready = text.trim() !== "" && left >= 0;

  // a text that was not typed (an icebreaker, a refused message) gets the focus for editing
  const typed = useRef(text);
  useEffect(() => {
    if (typed.current !== text && text) field.current?.focus();
    typed.current = text;
  }, [text]);
  // the first message has created the conversation: the field keeps the focus
  const writingOn = (useLocation().state as { writing?: boolean } | null)?.writing === true;
  useEffect(() => {
    if (writingOn) field.current?.focus();
  }, [writingOn]);
  const send = () => {
    if (!ready) return;
    writing.sendText();
    field.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
      className="grid shrink-0 gap-2 border-t border-line bg-surface p-2.5 pb-[max(--spacing(2.5),env(safe-area-inset-bottom))] sm:p-3"
    >
      {refused && refused.code !== "not_enough_credits" && <RefusedNote refused={refused} name={profile.name} />}
      <PictureStrip
        own={own}
        profile={profile}
        picture={picture}
        onSend={writing.sendPhoto}
        onGone={() => field.current?.focus()}
      />
      <div className="flex items-end gap-1.5 max-sm:flex-wrap sm:gap-2">
        <AttachMenu own={own} profile={profile} onPicture={picture.pick} onGift={writing.sendGift} />
        <div className="relative grid min-w-0 flex-1">
          <textarea
            ref={field}
            rows={1}
            value={text}
            aria-label={t("label", { name: profile.name })}
            aria-describedby={left <= NEAR_THE_END ? counter : undefined}
            aria-invalid={left < 0 || undefined}
            enterKeyHint="send"
            autoComplete="off"
            onChange={(event) => {
              typed.current = event.target.value;
              writing.type(event.target.value);
            }}
            onKeyDown={onKeyDown}
            onPaste={(event) => {
              const file = [...event.clipboardData.files].find(({ type }) => type.startsWith("image/"));
              if (!file) return;
              event.preventDefault();
              picture.pick(file);
            }}
            className="field-sizing-content max-h-40 min-h-13 w-full resize-none rounded-[26px] border border-control bg-surface px-4.5 py-3 text-base"
          />
          {/* a separate element, because a narrow text area cuts its placeholder in the middle of a letter */}
          {text === "" && (
            <span aria-hidden className="pointer-events-none absolute inset-x-4.5 top-3.5 truncate text-ink-soft">
              {t("placeholder")}
            </span>
          )}
          {left <= NEAR_THE_END && (
            <p
              id={counter}
              aria-live="polite"
              className={classes("px-3 pt-1 text-sm tabular-nums", left < 0 ? "text-danger-text" : "text-ink-soft")}
            >
              {left < 0 ? t("over", { count: -left }) : t("left", { count: left })}
            </p>
          )}
        </div>
        {/* a line of its own on a phone, to leave room for typing */}
        <MessagePrice
          own={own}
          fictional={profile.fictional}
          className="max-sm:order-first max-sm:flex max-sm:min-h-0 max-sm:w-full max-sm:justify-end max-sm:gap-1"
        />
        <button
          type="submit"
          aria-label={t("send")}
          title={t("send")}
          aria-disabled={!ready}
          className="move grid size-13 shrink-0 place-items-center rounded-full bg-secondary text-on-secondary hover:bg-secondary-hover active:scale-95 aria-disabled:opacity-55"
        >
          <Icon name="send" />
        </button>
      </div>
      <OutOfCredits
        own={own}
        profile={profile}
        open={refused?.code === "not_enough_credits"}
        text={refused?.text ?? true}
        onClose={writing.forget}
      />
    </form>
  );
}
