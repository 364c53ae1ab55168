import { PlacesApi } from "@serenade/contract/site";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useTranslations } from "use-intl/react";
import { call } from "~/platform/call.ts";
import { Button } from "~/ui/button.tsx";
import { SelectField } from "~/ui/field.tsx";
import { type Position, positionNow } from "./position.ts";

export interface Country {
  code: string;
  name: string;
  regions: { code: string; name: string }[];
}
export interface Place {
  country: string;
  countryregion: string;
  city: string;
}

/** Country, region and place, each list depending on the one before; or all three from the browser's position. */
export function PlaceFields({
  countries,
  cities,
  start,
  errors,
  onChange,
}: {
  countries: Country[];
  /** The cities of the initial region. */
  cities: string[];
  start: Place;
  errors: Record<string, string>;
  onChange?: () => void;
}) {
  const t = useTranslations("profile.place");
  const [place, setPlace] = useState(start);
  const regions = countries.find(({ code }) => code === place.country)?.regions ?? [];
  const { data: names = [] } = useQuery({
    queryKey: ["cities", place.countryregion],
    queryFn: async ({ signal }) =>
      (await call(PlacesApi.cities, { query: { countryregion: place.countryregion }, signal })).cities.map(
        ({ name }) => name,
      ),
    enabled: place.countryregion !== "",
    staleTime: Number.POSITIVE_INFINITY,
    ...(place.countryregion === start.countryregion && { initialData: cities }),
  });
  const offered = place.city && !names.includes(place.city) ? [place.city, ...names] : names;
  // biome-ignore lint/correctness/useExhaustiveDependencies: called when the place changes, by whatever means
  useEffect(() => {
    onChange?.();
  }, [place]);
  return (
    <div className="grid gap-5">
      <input type="hidden" name="country_before" value={start.country} />
      <FromPosition onFound={setPlace} countries={countries} />
      <SelectField
        name="country"
        label={t("country")}
        value={place.country}
        onChange={({ target }) => setPlace({ country: target.value, countryregion: "", city: "" })}
        error={errors["location.country"]}
        autoComplete="country"
      >
        {countries.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </SelectField>
      <SelectField
        name="countryregion"
        label={t("region")}
        value={place.countryregion}
        onChange={({ target }) => setPlace({ ...place, countryregion: target.value, city: "" })}
        error={errors["location.countryregion"]}
      >
        <option value="">{t("choose")}</option>
        {regions.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </SelectField>
      <SelectField
        name="city"
        label={t("city")}
        value={place.city}
        onChange={({ target }) => setPlace({ ...place, city: target.value })}
        error={errors["location.city"]}
        disabled={place.countryregion === ""}
      >
        <option value="">{t("no_city")}</option>
        {offered.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </SelectField>
    </div>
  );
}

/** "Use my position": the browser asks for permission; a denial is fine. */
function FromPosition({ countries, onFound }: { countries: Country[]; onFound: (place: Place) => void }) {
  const t = useTranslations("profile");
  const [state, setState] = useState<Position | { kind: "asking" } | null>(null);
  const ask = async () => {
    setState({ kind: "asking" });
    const position = await positionNow();
    const known = position.kind === "found" && countries.some(({ code }) => code === position.place.country);
    if (position.kind === "found" && known) onFound(position.place);
    setState(position.kind === "found" && !known ? { kind: "nothing" } : position);
  };
  const text =
    state?.kind === "found"
      ? t("place.found", { place: state.place.city || state.place.countryregion })
      : t(`place.${state?.kind ?? "privacy"}`);
  return (
    <div className="grid justify-items-start gap-2 [@media(scripting:none)]:hidden">
      <Button variant="quiet" icon="map-pin" onClick={ask} busy={state?.kind === "asking"}>
        {t("place.use")}
      </Button>
      <p role="status" className="text-sm text-ink-soft">
        {text}
      </p>
    </div>
  );
}
