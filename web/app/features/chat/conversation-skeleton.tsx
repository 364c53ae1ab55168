import { useTranslations } from "use-intl/react";
import { Skeleton } from "~/ui/card.tsx";
import { classes } from "~/ui/classes.ts";

const SHAPES = ["w-3/5", "w-2/5 self-end", "w-1/2", "w-1/3 self-end", "w-2/3"];

/** Placeholder while a conversation loads. */
export function ConversationSkeleton() {
  const t = useTranslations("chat");
  return (
    <div role="status" aria-label={t("loading")} className="flex h-full flex-col">
      <div className="flex h-16 shrink-0 items-center gap-3 border-b border-line bg-surface px-4">
        <Skeleton className="size-9 rounded-full!" />
        <Skeleton className="h-4 w-32" />
      </div>
      <div className="flex flex-1 flex-col justify-end gap-3 p-4">
        {SHAPES.map((shape) => (
          <Skeleton key={shape} className={classes("h-11 rounded-card!", shape)} />
        ))}
      </div>
      <div className="h-19 shrink-0 border-t border-line bg-surface" />
    </div>
  );
}
