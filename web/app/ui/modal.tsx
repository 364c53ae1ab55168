import { lazy, type ReactNode, Suspense, useRef } from "react";

/** Loads the code of dialogs, so that one opens at once. */
export const loadDialogs = () => import("./modal-dialog.tsx");

const ModalDialog = lazy(loadDialogs);

export interface ModalFrame {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  /** Hides the title visually. */
  titleHidden?: boolean;
  description?: ReactNode;
  /** Accessible name of the close button. */
  closeLabel: string;
  size?: "small" | "normal" | "large" | "extra";
  /** Something is in progress: backdrop, Escape and the cross do nothing. */
  locked?: boolean;
  /** The user has started something: only the cross closes. */
  held?: boolean;
  /** What gets the focus after it closes; by default what had it before. */
  focusAfter?: () => HTMLElement | null | undefined;
  children?: ReactNode;
}

/** The dialog's code loads when one first opens. */
export function Modal(props: ModalFrame) {
  const wasOpen = useRef(props.open);
  if (props.open) wasOpen.current = true;
  if (!wasOpen.current) return null;
  return (
    <Suspense fallback={null}>
      <ModalDialog {...props} />
    </Suspense>
  );
}
