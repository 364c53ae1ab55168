import { SecondFactorApi } from "@serenade/contract/factors";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "use-intl/react";
import { paths } from "~/paths.ts";
import { call } from "~/platform/call.ts";
import { TextBadge } from "~/ui/badge.tsx";
import { LinkButton } from "~/ui/button.tsx";
import { Section } from "../section.tsx";

/** Whether login requires a code, and a link to the page that changes it. */
export function SecondFactorSection() {
  const t = useTranslations("factors.totp");
  const { data } = useQuery({ queryKey: ["totp"], queryFn: ({ signal }) => call(SecondFactorApi.read, { signal }) });
  return (
    <Section
      title={
        <span className="flex flex-wrap items-center gap-3">
          {t("title")}
          {data && <TextBadge variant={data.since ? "info" : "warning"}>{data.since ? t("on") : t("off")}</TextBadge>}
        </span>
      }
      lead={t("lead")}
    >
      <LinkButton to={paths.secondFactor()} variant="quiet" size="small" icon="shield" className="justify-self-start">
        {t("manage")}
      </LinkButton>
    </Section>
  );
}
