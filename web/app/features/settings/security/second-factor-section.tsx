import { SecondFactorApi } from "@serenade/contract/factors";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "use-intl/react";
import { call } from "~/kernel/call.ts";
import { paths } from "~/paths.ts";
import { WordBadge } from "~/ui/badge.tsx";
import { LinkButton } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";

/** Whether a code is asked for at login, and the way to its own page. */
export function SecondFactorSection() {
  const t = useTranslations("factors.totp");
  const { data } = useQuery({ queryKey: ["totp"], queryFn: ({ signal }) => call(SecondFactorApi.read, { signal }) });
  return (
    <Card>
      <section className="grid gap-5">
        <div className="grid gap-1">
          <h2 className="flex flex-wrap items-center gap-3 text-lg">
            {t("title")}
            {data && <WordBadge look={data.since ? "info" : "warning"}>{data.since ? t("on") : t("off")}</WordBadge>}
          </h2>
          <p className="text-sm text-ink-soft">{t("lead")}</p>
        </div>
        <LinkButton to={paths.secondFactor()} look="quiet" size="small" icon="shield" className="justify-self-start">
          {t("manage")}
        </LinkButton>
      </section>
    </Card>
  );
}
