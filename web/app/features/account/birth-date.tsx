import { useFormatter, useTranslations } from "use-intl/react";
import { FieldGroup } from "~/ui/choice.tsx";
import { SelectField, TextField } from "~/ui/field.tsx";

const MONTHS = Array.from({ length: 12 }, (_, at) => at + 1);

/** Three inputs, because a calendar means scrolling back decades. The month is a word, so that the order is unambiguous. */
export function BirthDate({
  minAge,
  error,
  value,
}: {
  minAge: number;
  error: string | undefined;
  value: (name: string) => string | undefined;
}) {
  const t = useTranslations("account.signup");
  const format = useFormatter();
  const part = (name: string) => ({
    name,
    defaultValue: value(name) ?? "",
    "data-of": "date_of_birth",
    required: true,
    "aria-invalid": error ? (true as const) : undefined,
  });
  return (
    <FieldGroup legend={t("birth")} hint={t("birth_hint", { age: String(minAge) })} error={error}>
      <div className="grid grid-cols-[4.5rem_1fr_6rem] gap-2">
        <TextField
          {...part("birth_day")}
          label={t("day")}
          inputMode="numeric"
          maxLength={2}
          autoComplete="bday-day"
          className={error && "border-2 border-danger"}
        />
        <SelectField
          {...part("birth_month")}
          label={t("month")}
          autoComplete="bday-month"
          className={error && "border-2 border-danger"}
        >
          <option value="">{t("month")}</option>
          {MONTHS.map((month) => (
            <option key={month} value={month}>
              {format.dateTime(new Date(Date.UTC(2000, month - 1, 1)), { month: "long", timeZone: "UTC" })}
            </option>
          ))}
        </SelectField>
        <TextField
          {...part("birth_year")}
          label={t("year")}
          inputMode="numeric"
          maxLength={4}
          autoComplete="bday-year"
          className={error && "border-2 border-danger"}
        />
      </div>
    </FieldGroup>
  );
}

/** Joins the three parts to an ISO date; the schema rejects an invalid one. */
export function readBirthDate(fields: FormData): string {
  const part = (name: string, length: number) =>
    String(fields.get(name) ?? "")
      .trim()
      .padStart(length, "0");
  return `${part("birth_year", 4)}-${part("birth_month", 2)}-${part("birth_day", 2)}`;
}
