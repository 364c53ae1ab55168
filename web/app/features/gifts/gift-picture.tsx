import type { Gift } from "@serenade/contract/gifts";
import { useTranslations } from "use-intl/react";
import { classes } from "~/ui/classes.ts";

/** A drawing of /gifts.svg in the text's colour, for light and dark. `named` if the name is not written beside it. */
export function GiftPicture({ gift, named = false, className }: { gift: Gift; named?: boolean; className?: string }) {
  const t = useTranslations("gifts");
  const speaks = named
    ? ({ role: "img", "aria-label": t(`names.${gift}`) } as const)
    : ({ "aria-hidden": true } as const);
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: named by aria-label, or hidden
    <svg className={classes("shrink-0", className)} {...speaks}>
      <use href={`/gifts.svg#${gift}`} />
    </svg>
  );
}
