import { createContext, type ReactNode, use, useCallback, useState } from "react";
import { classes } from "./classes.ts";
import { Icon } from "./icon.tsx";

export interface Toast {
  text: ReactNode;
  variant?: "info" | "success" | "danger";
  /** The next step: a link or a button. */
  action?: ReactNode;
  /** Until it is closed. */
  stays?: boolean;
}
interface Shown extends Toast {
  id: number;
}

const ToastContext = createContext<(toast: Toast) => void>(() => {});

/** `const toast = useToast(); toast({ text, variant: "danger" })` */
export const useToast = () => use(ToastContext);

const SHOWN_MS = 7_000;
const VARIANTS = {
  info: { icon: "info", edge: "border-l-info" },
  success: { icon: "check", edge: "border-l-success" },
  danger: { icon: "alert", edge: "border-l-danger" },
} as const;
let last = 0;

/** Toasts at most 350 px wide, announced, dismissed after a while; they stay while hovered or focused. */
export function ToastRegion({
  label,
  closeLabel,
  children,
}: {
  label: string;
  closeLabel: string;
  children: ReactNode;
}) {
  const [toasts, setToasts] = useState<Shown[]>([]);
  const remove = useCallback((id: number) => setToasts((all) => all.filter((toast) => toast.id !== id)), []);
  const show = useCallback((toast: Toast) => setToasts((all) => [...all.slice(-2), { ...toast, id: ++last }]), []);
  return (
    <ToastContext value={show}>
      {children}
      <section
        aria-label={label}
        aria-live="polite"
        className="pointer-events-none fixed inset-x-4 bottom-[calc(var(--spacing-tabbar)+1rem)] z-60 mx-auto grid max-w-toast gap-2 peer-data-offline/offline:mb-18 md:right-6 md:bottom-6 md:left-auto md:mx-0 md:w-[350px]"
      >
        {toasts.map((toast) => (
          <ToastCard key={toast.id} toast={toast} closeLabel={closeLabel} onClose={() => remove(toast.id)} />
        ))}
      </section>
    </ToastContext>
  );
}

function ToastCard({ toast, closeLabel, onClose }: { toast: Shown; closeLabel: string; onClose: () => void }) {
  const { icon, edge } = VARIANTS[toast.variant ?? "info"];
  const { stays } = toast;
  const start = useCallback(
    (node: HTMLElement | null) => {
      if (!node || stays) return;
      let timer = setTimeout(onClose, SHOWN_MS);
      const hold = () => clearTimeout(timer);
      const go = () => {
        clearTimeout(timer);
        timer = setTimeout(onClose, SHOWN_MS);
      };
      node.addEventListener("pointerenter", hold);
      node.addEventListener("focusin", hold);
      node.addEventListener("pointerleave", go);
      node.addEventListener("focusout", go);
      return hold;
    },
    [onClose, stays],
  );
  return (
    <div
      ref={start}
      className={classes(
        "move pointer-events-auto flex items-start gap-3 rounded-control border border-line border-l-4 bg-raised py-1.5 pr-1.5 pl-3.5 shadow-float starting:translate-y-3 starting:opacity-0",
        edge,
      )}
    >
      <Icon name={icon} className="mt-2.5 size-5" />
      <div className="grid flex-1 gap-1 py-2.5 text-sm">
        <p>{toast.text}</p>
        {toast.action}
      </div>
      <button
        type="button"
        aria-label={closeLabel}
        onClick={onClose}
        className="grid size-11 shrink-0 place-items-center rounded-full hover:bg-sunken"
      >
        <Icon name="close" className="size-5" />
      </button>
    </div>
  );
}
