import type { User } from "@serenade/contract/account";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl/react";
import { paths } from "~/paths.ts";
import { TextBadge } from "~/ui/badge.tsx";
import { LinkButton } from "~/ui/button.tsx";
import { Section } from "../section.tsx";

export function AccountSection({ user }: { user: User }) {
  const t = useTranslations("settings");
  const open = user.status === "not_confirmed";
  return (
    <Section title={t("account")} named>
      <dl className="grid gap-4">
        <Fact name={t("email")}>
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1 break-all">
            {user.email}
            <TextBadge variant={open ? "warning" : "info"}>{open ? t("email_open") : t("email_confirmed")}</TextBadge>
          </span>
        </Fact>
        <Fact name={t("name")}>{user.name}</Fact>
      </dl>
      <div className="flex flex-wrap gap-3">
        {open && (
          <LinkButton to={paths.completeSignup({ step: "confirm" })} variant="primary" size="small" icon="mail">
            {t("email_how")}
          </LinkButton>
        )}
        <LinkButton to={paths.profile()} variant="quiet" size="small" icon="edit">
          {t("profile")}
        </LinkButton>
      </div>
    </Section>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid gap-0.5">
      <dt className="text-sm text-ink-soft">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
