import { useTranslations } from "use-intl/react";
import { paths } from "~/paths.ts";
import { LinkButton } from "~/ui/button.tsx";
import { EmptyState } from "~/ui/card.tsx";
import { Icon } from "~/ui/icon.tsx";

export function NoConversations() {
  const t = useTranslations("chat.none");
  return (
    <EmptyState
      picture={<Icon name="message" className="size-9" />}
      title={t("title")}
      action={
        <LinkButton to={paths.members()} icon="search">
          {t("search")}
        </LinkButton>
      }
    >
      {t("text")}
    </EmptyState>
  );
}
