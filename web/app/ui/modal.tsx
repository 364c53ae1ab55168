import { lazy, type ReactNode, Suspense, useRef } from "react";

const ModalDialog = lazy(() => import("./modal-dialog.tsx"));

export interface ModalFrame {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  /** The title is said but not shown. */
  titleHidden?: boolean;
  description?: ReactNode;
  /** What the closing cross is called. */
  closeLabel: string;
  size?: "small" | "normal" | "large" | "extra";
  /** Something is in progress: backdrop, Escape and the cross do nothing. */
  locked?: boolean;
  /** Something has been begun: only the cross closes. */
  held?: boolean;
  children?: ReactNode;
}

/** The dialog's code comes when one first opens: no page pays for it before. */
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
