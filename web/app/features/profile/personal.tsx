import {
  BODY_TYPES,
  EYE_COLORS,
  HAIR_COLORS,
  LANGUAGES,
  RELATIONSHIP_STATUSES,
  SEXUALITIES,
  TATTOOS,
} from "@serenade/contract/attributes";
import { INTEREST_GROUPS, type Interest } from "@serenade/contract/interests";
import { useRef, useState } from "react";
import { useTranslations } from "use-intl/react";
import { Chips } from "~/ui/choice.tsx";
import { classes } from "~/ui/classes.ts";
import { FieldError, SelectField } from "~/ui/field.tsx";
import { Icon } from "~/ui/icon.tsx";
import { useMounted } from "~/ui/mounted.ts";
import { ATTRIBUTES } from "./read.ts";

const VALUES = {
  sexuality: SEXUALITIES,
  hair_color: HAIR_COLORS,
  eye_color: EYE_COLORS,
  body_type: BODY_TYPES,
  relationship_status: RELATIONSHIP_STATUSES,
  tattoos: TATTOOS,
} as const;

type Attribute = (typeof ATTRIBUTES)[number];
type Values = (name: string) => string[];

/** Orientation, build and similar facts, all optional. */
export function AttributeFields({ values, names = ATTRIBUTES }: { values: Values; names?: readonly Attribute[] }) {
  const t = useTranslations("profile");
  const a = useTranslations("attributes");
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      {names.map((name) => (
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

/** One of these facts as chips. */
export function AttributeChips({ name, values }: { name: Attribute; values: Values }) {
  const t = useTranslations("profile.details");
  const a = useTranslations("attributes");
  return (
    <Chips
      type="radio"
      name={name}
      legend={t(name)}
      choices={[
        ...VALUES[name].map((value) => ({ value, label: a(`${name}.${value}` as "tattoos.none") })),
        { value: "", label: t("unsaid") },
      ]}
      defaultValues={values(name)}
    />
  );
}

/** The interests by group; `max` limits how many, `folded` opens one group at a time. */
export function InterestFields({
  values,
  error,
  max,
  folded = false,
}: {
  values: Values;
  error?: string | undefined;
  max?: number;
  folded?: boolean;
}) {
  const t = useTranslations("profile");
  const i = useTranslations("interests");
  const scripted = useMounted();
  const root = useRef<HTMLDivElement>(null);
  const [chosen, setChosen] = useState<string[]>(values("interests"));
  const full = scripted && max !== undefined && chosen.length >= max;
  // typed before React, or restored: the boxes know
  const count = () =>
    setChosen([...(root.current?.querySelectorAll<HTMLInputElement>(":checked") ?? [])].map(({ value }) => value));
  return (
    <div ref={root} onChange={count} className={classes("grid", folded ? "gap-1.5" : "gap-5")}>
      {GROUPS.map(([group, interests], at) => {
        const chips = (
          <Chips
            name="interests"
            legend={t(`interest_groups.${group}`)}
            legendHidden={folded}
            choices={interests.map((value) => ({
              value,
              label: i(value),
              icon: `interest-${value}`,
              disabled: full && !chosen.includes(value),
            }))}
            defaultValues={values("interests")}
          />
        );
        if (!folded) return <div key={group}>{chips}</div>;
        const here = interests.filter((interest) => chosen.includes(interest));
        return (
          <details
            key={group}
            name="interest-group"
            open={at === 0}
            className="group rounded-control border border-line has-checked:border-primary-strong"
          >
            <summary className="flex min-h-11 cursor-pointer list-none items-center gap-3 px-4 py-1.5">
              <span className="shrink-0 font-semibold">{t(`interest_groups.${group}`)}</span>
              <span className="ml-auto min-w-0 truncate text-sm text-link">{here.map((one) => i(one)).join(", ")}</span>
              <Icon name="chevron-down" className="size-5 shrink-0 text-ink-soft group-open:rotate-180" />
            </summary>
            <div className="px-3 pb-2">{chips}</div>
          </details>
        );
      })}
      {max !== undefined && (
        // its line is there before React, which counts
        <p role="status" className={classes("text-sm text-ink-soft", !scripted && "invisible")}>
          {t("interests_chosen", { count: String(chosen.length), max: String(max) })}
        </p>
      )}
      {error && (
        <div role="alert">
          <FieldError id="interests-error">{error}</FieldError>
        </div>
      )}
    </div>
  );
}

const GROUPS = Object.entries(INTEREST_GROUPS) as [keyof typeof INTEREST_GROUPS, readonly Interest[]][];

/** With `first`, those languages and the most likely ones come first, the others are folded. */
export function LanguageFields({
  values,
  names,
  first,
}: {
  values: Values;
  names: Record<string, string>;
  first?: string;
}) {
  const t = useTranslations("profile");
  const [likely, others] = first === undefined ? [LANGUAGES, []] : likelyFirst([...values("languages"), first]);
  const chips = (languages: readonly string[], legend: string) => (
    <Chips
      name="languages"
      legend={legend}
      legendHidden
      choices={languages.map((value) => ({ value, label: names[value] ?? value }))}
      defaultValues={values("languages")}
    />
  );
  return (
    <div className="grid gap-4">
      {chips(likely, t("languages"))}
      {others.length > 0 && (
        <details className="group grid gap-3">
          <summary className="inline-flex min-h-11 cursor-pointer list-none items-center gap-2 font-semibold text-link">
            {t("languages_more")}
            <Icon name="chevron-down" className="size-5 group-open:rotate-180" />
          </summary>
          {chips(others, t("languages_more"))}
        </details>
      )}
    </div>
  );
}

const LIKELY = 8;

function likelyFirst(first: string[]): [string[], string[]] {
  const ordered = [...new Set([...first, ...LANGUAGES])].filter((code) =>
    (LANGUAGES as readonly string[]).includes(code),
  );
  const many = Math.max(LIKELY, first.length);
  return [ordered.slice(0, many), ordered.slice(many)];
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
