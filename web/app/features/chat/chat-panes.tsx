import type { ReactNode } from "react";
import { classes } from "~/ui/classes.ts";
import { ConversationList } from "./conversation-list.tsx";

/** List and conversation side by side from 992 px; below that one of them. */
export function ChatPanes({ open, children }: { open: string | undefined; children: ReactNode }) {
  return (
    <div className="mx-auto h-full max-w-page lg:grid lg:grid-cols-[340px_minmax(0,1fr)] lg:border-x lg:border-line">
      <div className={classes("h-full min-h-0 bg-surface lg:border-r lg:border-line", open && "max-lg:hidden")}>
        <ConversationList open={open} />
      </div>
      <div className={classes("h-full min-h-0", !open && "max-lg:hidden")}>{children}</div>
    </div>
  );
}
