import {
  BODY_TYPES,
  EYE_COLORS,
  HAIR_COLORS,
  LANGUAGES,
  RELATIONSHIP_STATUSES,
  SEXUALITIES,
  TATTOOS,
} from "@serenade/contract/attributes";
import { INTERESTS } from "@serenade/contract/interests";
import { useTranslations } from "use-intl/react";
import { Chips } from "~/ui/choice.tsx";
import { SelectField } from "~/ui/field.tsx";
import { ATTRIBUTES } from "./read.ts";

const VALUES = {
  sexuality: SEXUALITIES,
  hair_color: HAIR_COLORS,
  eye_color: EYE_COLORS,
  body_type: BODY_TYPES,
  relationship_status: RELATIONSHIP_STATUSES,
  tattoos: TATTOOS,
} as const;

type Values = (name: string) => string[];

/** Orientation, build and similar facts, all optional. */
export function AttributeFields({ values }: { values: Values }) {
  const t = useTranslations("profile");
  const a = useTranslations("attributes");
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      {ATTRIBUTES.map((name) => (
        <SelectField key={name} name={name} label={t(`details.${name}`)} defaultValue={values(name)[0] ?? ""}>
          <option value="">{t("details.unsaid")}</option>
          {VALUES[name].map((value) => (
            <option key={value} value={value}>
              {a(`${name}.${value}` as "tattoos.none")}
            </option>
          ))}
        </SelectField>
      ))}
    </div>
  );
}

export function InterestFields({ values, legendHidden = false }: { values: Values; legendHidden?: boolean }) {
  const t = useTranslations("profile");
  const i = useTranslations("interests");
  return (
    <Chips
      name="interests"
      legend={t("interests")}
      legendHidden={legendHidden}
      choices={INTERESTS.map((value) => ({ value, label: i(value), icon: `interest-${value}` }))}
      defaultValues={values("interests")}
    />
  );
}

export function LanguageFields({
  values,
  names,
  legendHidden = false,
}: {
  values: Values;
  names: Record<string, string>;
  legendHidden?: boolean;
}) {
  const t = useTranslations("profile");
  return (
    <Chips
      name="languages"
      legend={t("languages")}
      legendHidden={legendHidden}
      choices={LANGUAGES.map((value) => ({ value, label: names[value] ?? value }))}
      defaultValues={values("languages")}
    />
  );
}

/** Named on the server, because browsers' language names differ and would break hydration. */
export function languageNames(locale: string): Record<string, string> {
  const names = new Intl.DisplayNames(locale, { type: "language" });
  return Object.fromEntries(
    LANGUAGES.map((code) => {
      const name = names.of(code) ?? code;
      return [code, name.charAt(0).toLocaleUpperCase(locale) + name.slice(1)];
    }),
  );
}
