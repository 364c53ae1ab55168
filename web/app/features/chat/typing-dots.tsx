import { useTranslations } from "use-intl/react";
import { classes } from "~/ui/classes.ts";

const DELAYS = ["", "[animation-delay:200ms]", "[animation-delay:400ms]"];

export function TypingDots({ name }: { name: string }) {
  const t = useTranslations("chat");
  return (
    <p role="status" className="flex h-7 items-center gap-1.5 pl-2 text-sm text-ink-soft">
      {DELAYS.map((delay) => (
        <span
          key={delay}
          aria-hidden
          className={classes("size-1.5 animate-pulse-soft rounded-full bg-current", delay)}
        />
      ))}
      <span className="pl-1">{t("typing", { name })}</span>
    </p>
  );
}
