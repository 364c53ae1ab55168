import { useTranslations } from "use-intl/react";
import { paths } from "~/paths.ts";
import { PageTitle } from "~/shell/page-title.tsx";
import { LinkButton } from "~/ui/button.tsx";
import { EmptyState } from "~/ui/card.tsx";
import { Icon } from "~/ui/icon.tsx";

/** Replaces the profile of a member who has blocked the viewer (§6). */
export function BlockedByMember({ name }: { name: string }) {
  const t = useTranslations("members");
  const e = useTranslations("errors");
  const title = e("blocked", { name });
  return (
    <div className="page py-10">
      <PageTitle>{title}</PageTitle>
      <h1 className="sr-only">{title}</h1>
      <EmptyState
        picture={<Icon name="ban" className="size-9" />}
        title={title}
        action={
          <LinkButton to={paths.members()} icon="search">
            {t("back_to_search")}
          </LinkButton>
        }
      >
        {t("blocked_hint")}
      </EmptyState>
    </div>
  );
}
