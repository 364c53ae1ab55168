import type { Message } from "@serenade/contract/chat";
import type { MemberCard } from "@serenade/contract/members";
import { useEffect, useRef, useState } from "react";
import { useTranslations } from "use-intl/react";
import { ReportDialog } from "~/features/moderation/report-dialog.tsx";
import { classes } from "~/ui/classes.ts";
import { Icon } from "~/ui/icon.tsx";

const LONG_PRESS_MS = 500;

/**
 * Button to report a message, inside its bubble. It appears beside the bubble on hover and focus, and after a long press on touch
 * screens.
 */
export function ReportMessage({
  member,
  message,
}: {
  member: Pick<MemberCard, "id" | "name">;
  message: Pick<Message, "id" | "body">;
}) {
  const t = useTranslations("chat.messages");
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const pressed = useLongPress(button);
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-label={t("report")}
        title={t("report")}
        onClick={() => setOpen(true)}
        className={classes(
          "absolute top-1/2 left-full grid size-11 -translate-y-1/2 place-items-center rounded-full text-ink-soft hover:bg-sunken focus-visible:opacity-100 group-hover:opacity-100",
          pressed
            ? "opacity-100"
            : "pointer-events-none opacity-0 group-hover:pointer-events-auto focus-visible:pointer-events-auto",
        )}
      >
        <Icon name="flag" className="size-5" />
      </button>
      {open && <ReportDialog member={member} message={message} open onClose={() => setOpen(false)} />}
    </>
  );
}

/** True after a long press on the bubble, until the next touch elsewhere. Scrolling cancels the press. */
function useLongPress(button: { current: HTMLElement | null }): boolean {
  const [pressed, setPressed] = useState(false);
  useEffect(() => {
    const bubble = button.current?.parentElement;
    if (!bubble) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const start = (event: PointerEvent) => {
      if (event.pointerType !== "mouse") timer = setTimeout(() => setPressed(true), LONG_PRESS_MS);
    };
    const stop = () => clearTimeout(timer);
    const elsewhere = (event: PointerEvent) => {
      if (!bubble.contains(event.target as Node)) setPressed(false);
    };
    bubble.addEventListener("pointerdown", start);
    for (const type of ["pointerup", "pointercancel"]) bubble.addEventListener(type, stop);
    document.addEventListener("pointerdown", elsewhere);
    return () => {
      stop();
      bubble.removeEventListener("pointerdown", start);
      for (const type of ["pointerup", "pointercancel"]) bubble.removeEventListener(type, stop);
      document.removeEventListener("pointerdown", elsewhere);
    };
  }, [button]);
  return pressed;
}
