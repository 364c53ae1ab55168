import { useTranslations } from "use-intl/react";
import { TextBadge } from "~/ui/badge.tsx";
import { Icon } from "~/ui/icon.tsx";

/** On everything that shows a profile which belongs to no person: fictional_icon and the word (product.md 11). */
export function FictionalBadge() {
  const t = useTranslations("members");
  return (
    <TextBadge variant="warning">
      <Icon name="fictional" className="size-3.5" />
      {t("fictional")}
    </TextBadge>
  );
}
