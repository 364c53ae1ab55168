import { Dialog } from "@base-ui/react/dialog";
import { classes } from "./classes.ts";
import { Icon } from "./icon.tsx";
import type { ModalFrame } from "./modal.tsx";

const WIDTHS = {
  small: "max-w-modal-sm",
  normal: "max-w-modal",
  large: "max-w-modal-lg",
  extra: "max-w-modal-xl",
} as const;

export default function ModalDialog({
  open,
  onClose,
  title,
  titleHidden = false,
  description,
  closeLabel,
  size = "normal",
  locked = false,
  held = false,
  focusAfter,
  children,
}: ModalFrame) {
  return (
    <Dialog.Root
      open={open}
      disablePointerDismissal={locked || held}
      onOpenChange={(next, details) => {
        if (next) return;
        if (locked || (held && details.reason !== "close-press")) return details.cancel();
        onClose();
      }}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-black/55 transition-opacity duration-200 data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Dialog.Viewport className="fixed inset-0 z-50 grid items-end overflow-y-auto sm:place-items-center sm:p-4">
          <Dialog.Popup
            {...(focusAfter && { finalFocus: () => focusAfter() ?? true })}
            className={classes(
              "relative grid w-full gap-4 rounded-t-card bg-raised p-5 pb-[max(1.25rem,env(safe-area-inset-bottom))] shadow-float sm:rounded-card sm:p-7",
              "transition-[transform,opacity] duration-200 ease-calm data-ending-style:translate-y-4 data-ending-style:opacity-0 data-starting-style:translate-y-4 data-starting-style:opacity-0",
              WIDTHS[size],
              size !== "small" && "mx-auto",
              size === "small" && "mx-auto max-sm:mb-4 max-sm:rounded-card",
            )}
          >
            <div className={classes("pr-11", titleHidden && "sr-only")}>
              <Dialog.Title className="text-xl">{title}</Dialog.Title>
            </div>
            {description && <Dialog.Description className="text-ink-soft">{description}</Dialog.Description>}
            {children}
            <Dialog.Close
              aria-label={closeLabel}
              disabled={locked}
              className="move absolute top-3.5 right-3.5 grid size-11 place-items-center rounded-full hover:bg-sunken disabled:opacity-40"
            >
              <Icon name="close" />
            </Dialog.Close>
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
