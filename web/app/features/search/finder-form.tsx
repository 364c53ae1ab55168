import type { Answer } from "@serenade/contract/endpoint";
import type { MatchFinderApi } from "@serenade/contract/match-finder";
import { useState } from "react";
import { Form, useNavigation } from "react-router";
import { useLocale, useTranslations } from "use-intl/react";
import { useUser } from "~/features/account/queries.ts";
import { paths } from "~/paths.ts";
import { useSettings } from "~/root-data.ts";
import { Button } from "~/ui/button.tsx";
import { Chips, FieldGroup, RadioGroup } from "~/ui/choice.tsx";
import { FieldError, SelectField } from "~/ui/field.tsx";

type Questions = Answer<typeof MatchFinderApi.questions>["questions"];

/** The five questions, one below the other, as a GET form. */
export function FinderForm({
  questions,
  answers,
  errors,
}: {
  questions: Questions;
  answers: URLSearchParams;
  errors: Record<string, string>;
}) {
  const t = useTranslations("finder");
  const a = useTranslations("attributes.genders");
  const i = useTranslations("interests");
  const f = useTranslations("fields");
  const locale = useLocale();
  const minAge = useSettings()?.min_age ?? questions.age.min;
  const member = useUser() !== null;
  const busy = useNavigation().location?.pathname === paths.matchFinder();
  const [chosen, setChosen] = useState(answers.getAll("interests").length);
  const error = (name: string) => (errors[name] ? f(errors[name] as "required") : undefined);
  const names = new Intl.DisplayNames(locale, { type: "region" });
  const countries = questions.where
    .map((code) => ({ code, name: names.of(code) ?? code }))
    .sort((one, other) => one.name.localeCompare(other.name, locale));
  const ages = Array.from({ length: questions.age.max - minAge + 1 }, (_, at) => minAge + at);
  const age = (name: "min_age" | "max_age", otherwise: number) => (
    <SelectField name={name} label={t(name)} defaultValue={answers.get(name) ?? String(otherwise)}>
      {ages.map((one) => (
        <option key={one} value={one}>
          {one}
        </option>
      ))}
    </SelectField>
  );
  const agesWrong = error("min_age") ?? error("max_age");
  const { choose, of } = questions.interests;
  const interests = of
    .map((value) => ({ value, label: i(value), icon: `interest-${value}` }))
    .sort((one, other) => one.label.localeCompare(other.label, locale));
  return (
    <Form action={paths.matchFinder()} aria-label={t("title")} className="grid gap-8">
      <Chips
        legend={t("who")}
        name="who"
        choices={questions.who.map((value) => ({ value, label: a(value) }))}
        defaultValues={answers.getAll("who")}
        error={error("who")}
      />
      <FieldGroup legend={t("age")}>
        <div className="grid grid-cols-2 gap-3">
          {age("min_age", Math.max(minAge, 25))}
          {age("max_age", 45)}
        </div>
        {agesWrong && <FieldError id="finder-ages">{agesWrong}</FieldError>}
      </FieldGroup>
      <SelectField name="where" label={t("where")} defaultValue={answers.get("where") ?? ""}>
        <option value="">{t("anywhere")}</option>
        {countries.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </SelectField>
      <RadioGroup
        legend={t("what_for")}
        name="what_for"
        choices={questions.what_for.map((value) => ({
          value,
          label: t(`aims.${value}.title`),
          hint: t(`aims.${value}.hint`),
        }))}
        defaultValue={answers.get("what_for") ?? questions.what_for[0]}
        error={error("what_for")}
      />
      <div
        onChange={(event) =>
          setChosen(event.currentTarget.querySelectorAll<HTMLInputElement>("input[name=interests]:checked").length)
        }
      >
        <Chips
          legend={t("interests")}
          hint={<span role="status">{t("chosen", { count: String(chosen), of: String(choose) })}</span>}
          name="interests"
          choices={interests}
          defaultValues={answers.getAll("interests")}
          error={error("interests")}
        />
      </div>
      <div className="grid gap-2">
        <Button type="submit" variant="call" size="large" wide busy={busy}>
          {t(member ? "go" : "go_visitor")}
        </Button>
        {!member && <p className="text-center text-sm text-ink-soft">{t("visitor_hint")}</p>}
      </div>
    </Form>
  );
}
