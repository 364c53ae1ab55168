import { NotificationsApi, type Preferences } from "@serenade/contract/notifications";
import { useFormatter, useTranslations } from "use-intl/react";
import { TextField } from "~/ui/field.tsx";
import { formatMoney } from "~/ui/price.tsx";
import { SaveButton, Section, type SectionActions, SectionForm } from "../section.tsx";
import { minorOf } from "./money.ts";

export const spendingActions: SectionActions = {
  spending: (call, fields) =>
    call(NotificationsApi.change, { body: { spending_limit: minorOf(String(fields.get("spending_limit") ?? "")) } }),
};

/** The member's own monthly spending limit (product.md 7). */
export function SpendingSection({ spending }: { spending: Preferences["spending"] }) {
  const t = useTranslations("settings.spending");
  const format = useFormatter();
  const { currency, limit, next, spent } = spending;
  const money = (amount: number) => formatMoney(format, amount, currency);
  const time = next && format.dateTime(new Date(next.from), { dateStyle: "medium", timeStyle: "short" });
  return (
    <Section title={t("title")} lead={t("lead")}>
      <SectionForm intent="spending">
        {({ busy, failure }) => (
          <>
            <div className="grid items-end gap-3 sm:grid-cols-[minmax(0,18rem)_auto] sm:justify-start">
              <TextField
                // a save resets the field to the saved value
                key={String(limit)}
                name="spending_limit"
                label={t("label", { currency })}
                hint={t("hint")}
                inputMode="decimal"
                autoComplete="off"
                defaultValue={failure?.values.spending_limit?.[0] ?? (limit === null ? "" : String(limit / 100))}
                error={failure?.fields.spending_limit}
              />
            </div>
            <div className="grid gap-1 text-sm text-ink-soft">
              <p>{t("spent", { amount: money(spent) })}</p>
              {next && time && (
                <p className="font-medium text-ink">
                  {next.limit === null ? t("next_none", { time }) : t("next", { time, amount: money(next.limit) })}
                </p>
              )}
            </div>
            <SaveButton busy={busy} />
          </>
        )}
      </SectionForm>
    </Section>
  );
}
