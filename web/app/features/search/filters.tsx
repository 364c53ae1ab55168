import { GENDERS } from "@serenade/contract/attributes";
import { MAX_AGE } from "@serenade/contract/limits";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { Form, useNavigate } from "react-router";
import { useTranslations } from "use-intl/react";
import { paths } from "~/paths.ts";
import { useSettings } from "~/root-data.ts";
import { Button } from "~/ui/button.tsx";
import { SelectField } from "~/ui/field.tsx";
import { Icon } from "~/ui/icon.tsx";
import { MoreFilters } from "./more-filters.tsx";
import { useOffered } from "./offered.ts";
import { type Places, placesQuery } from "./places.ts";
import { queryOf, type Search, searchOf } from "./search.ts";

interface Known {
  search: Search;
  /** Countries sorted by name; includes at least the regions of the selected country. */
  places: Places;
}

/**
 * A bar from 992 px; below that a collapsible summary line. One form for both, because ages, places and interests make it the
 * heaviest part of the page. A GET form, which works without script.
 */
export function Filters({ search, places }: Known) {
  return (
    <details className="group open:col-span-2 lg:col-span-2 rounded-card border border-line bg-surface shadow-card unfolded-lg">
      <summary className="flex min-h-12 list-none items-center gap-3 rounded-card px-4 py-1">
        <Icon name="filter" className="size-5" />
        <Summary search={search} places={places} />
        <Icon name="chevron-down" className="size-5 text-ink-soft group-open:rotate-180" />
      </summary>
      <div className="border-t border-line p-4 lg:border-t-0 lg:py-3">
        <FilterForm search={search} places={places} />
      </div>
    </details>
  );
}

function Summary({ search, places }: Known) {
  const t = useTranslations("search.filters");
  const a = useTranslations("attributes.genders");
  const country = places.find(({ code }) => code === search.country);
  const region = country?.regions.find(({ code }) => code === search.countryregion);
  const parts = [
    search.gender ? a(search.gender) : t("anyone"),
    t("ages", { from: String(search.min_age), to: String(search.max_age) }),
    region?.name ?? country?.name,
  ].filter((part) => part !== undefined);
  return (
    <span className="grid min-w-0 flex-1 text-left">
      <span className="text-xs text-ink-soft">{t("open")}</span>
      <span className="truncate font-semibold">{parts.join(" · ")}</span>
    </span>
  );
}

function FilterForm({ search, places }: Known) {
  const t = useTranslations("search.filters");
  const a = useTranslations("attributes.genders");
  const navigate = useNavigate();
  const minAge = useSettings()?.min_age ?? 18;
  const offers = useOffered();
  const [country, setCountry] = useState<string>(search.country ?? "");
  // the other regions load when the field gets the focus
  const [choosing, setChoosing] = useState(false);
  const { data } = useQuery({ ...placesQuery, enabled: choosing });
  const regions = (data ?? places).find(({ code }) => code === country)?.regions ?? [];

  const go = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const params = new URLSearchParams([...fields].map(([name, value]) => [name, String(value)]));
    navigate(paths.members(queryOf(searchOf(params))));
  };
  return (
    <Form
      action={paths.members()}
      role="search"
      aria-label={t("label")}
      onSubmit={go}
      onFocus={() => setChoosing(true)}
      className="grid grid-cols-2 items-end gap-3 lg:grid-cols-[1.3fr_1.2fr_1.2fr_0.7fr_0.7fr_auto]"
    >
      {offers("gender") && (
        <div className="max-lg:col-span-2">
          <SelectField name="gender" label={t("gender")} defaultValue={search.gender ?? ""}>
            <option value="">{t("anyone")}</option>
            {GENDERS.map((gender) => (
              <option key={gender} value={gender}>
                {a(gender)}
              </option>
            ))}
          </SelectField>
        </div>
      )}
      {offers("country") && (
        <SelectField
          name="country"
          label={t("country")}
          value={country}
          onChange={(event) => {
            setChoosing(true);
            setCountry(event.target.value);
          }}
        >
          <option value="">{t("anywhere")}</option>
          {places.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </SelectField>
      )}
      {offers("countryregion") && (
        <SelectField
          key={country}
          name="countryregion"
          label={t("region")}
          disabled={!regions.length}
          defaultValue={country === search.country ? (search.countryregion ?? "") : ""}
        >
          <option value="">{t("all_regions")}</option>
          {regions.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </SelectField>
      )}
      {offers("min_age") && <AgeField name="min_age" label={t("min_age")} from={minAge} value={search.min_age} />}
      {offers("max_age") && <AgeField name="max_age" label={t("max_age")} from={minAge} value={search.max_age} />}
      {search.network && <input type="hidden" name="network" value={search.network} />}
      {search.ref && <input type="hidden" name="ref" value={search.ref} />}
      <Button type="submit" icon="search" className="min-h-12 max-lg:order-last max-lg:col-span-2">
        {t("go")}
      </Button>
      <MoreFilters search={search} />
    </Form>
  );
}

function AgeField({ name, label, from, value }: { name: string; label: string; from: number; value: number }) {
  const ages = Array.from({ length: MAX_AGE - from + 1 }, (_, at) => from + at);
  return (
    <SelectField name={name} label={label} defaultValue={String(value)}>
      {ages.map((age) => (
        <option key={age}>{age}</option>
      ))}
    </SelectField>
  );
}
