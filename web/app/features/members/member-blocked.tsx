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
  return <NoProfile title={e("blocked", { name })} hint={t("blocked_hint")} icon="ban" />;
}

/** Replaces the profile of a member who left, is hidden or was banned; which of them stays private. */
export function MemberGone() {
  const t = useTranslations("members");
  return <NoProfile title={t("gone")} hint={t("gone_hint")} icon="user" />;
}

function NoProfile({ title, hint, icon }: { title: string; hint: string; icon: string }) {
  const t = useTranslations("members");
  return (
    <div className="page py-10">
      <PageTitle>{title}</PageTitle>
      <h1 className="sr-only">{title}</h1>
      <EmptyState
        picture={<Icon name={icon} className="size-9" />}
        title={title}
        action={
          <LinkButton to={paths.members()} icon="search">
            {t("back_to_search")}
          </LinkButton>
        }
      >
        {hint}
      </EmptyState>
    </div>
  );
}
