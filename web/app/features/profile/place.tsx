import { type FoundPlace, PlacesApi } from "@serenade/contract/site";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useTranslations } from "use-intl/react";
import { call } from "~/platform/call.ts";
import type { FormFailure } from "~/platform/form-failure.ts";
import { Button } from "~/ui/button.tsx";
import { RadioGroup } from "~/ui/choice.tsx";
import { Combobox } from "~/ui/combobox.tsx";
import { Geolocation, type Located, usePermission } from "./geolocation.ts";
import { keyOfPlace, type NamedPlace, named, type Place, placeQuery } from "./typed-place.ts";

/** One field: a town or a region is typed and chosen from a list, or found from the browser's position. */
export function PlaceFields({
  start,
  failure,
  errors,
  onChange,
}: {
  start: NamedPlace;
  failure: FormFailure | undefined;
  errors: Record<string, string>;
  onChange?: () => void;
}) {
  const t = useTranslations("profile.place");
  const [place, setPlace] = useState(start);
  const [typed, setTyped] = useState(failure?.values.place?.[0] ?? start.label);
  const { data: found = [] } = useQuery({
    queryKey: ["places", typed],
    queryFn: async ({ signal }) =>
      (await call(PlacesApi.search, { query: placeQuery(typed, start.country), signal })).places,
    enabled: typed.trim().length > 1 && typed !== place.label,
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
  });
  const places = typed.trim().length > 1 ? found.map((one) => ({ ...one, ...named(one) })) : [];
  const choose = (chosen: NamedPlace) => {
    setPlace(chosen);
    setTyped(chosen.label);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: called when the place changes, by whatever means
  useEffect(() => {
    onChange?.();
  }, [place]);
  const asked = failure?.params.places as FoundPlace[] | undefined;
  const unsettled = asked && typed === failure?.values.place?.[0];
  const error = unsettled && asked.length === 0 ? t("none") : undefined;
  return (
    <div className="grid gap-5">
      <input type="hidden" name="place_before" value={place.label} />
      {(["country", "countryregion", "city"] as const).map((name) => (
        <input key={name} type="hidden" name={name} value={place[name]} />
      ))}
      <Combobox
        name="place"
        label={t("city")}
        hint={t("hint_type")}
        error={error ?? errors["location.countryregion"] ?? errors["location.country"] ?? errors["location.city"]}
        value={typed}
        onValue={setTyped}
        options={places.map((one) => ({
          key: keyOfPlace(one),
          label: one.city || one.region,
          detail: one.city ? `${one.region}, ${one.country_name}` : one.country_name,
        }))}
        onChoose={(key) => {
          const chosen = places.find((one) => keyOfPlace(one) === key);
          if (chosen) choose(chosen);
        }}
        status={t("results", { count: places.length })}
      />
      {unsettled && asked.length > 0 && (
        <>
          <input type="hidden" name="place_asked" value={typed} />
          <RadioGroup
            name="place_choice"
            legend={t("which")}
            choices={asked.map((one) => ({
              value: keyOfPlace(one),
              label: one.city || one.region,
              hint: one.city ? `${one.region}, ${one.country_name}` : one.country_name,
            }))}
          />
        </>
      )}
      <FromPosition onFound={choose} />
    </div>
  );
}

/** One for the page, so that the answer is asked for once an hour at most. */
const geolocation = new Geolocation<Place>(async (query) => {
  // in the body, not in the address, which other programs log
  const position = { lat: Number(query.lat), lon: Number(query.lon) };
  const { country, countryregion, city } = await call(PlacesApi.geocodePosted, { body: position });
  return country && countryregion && city ? { country, countryregion, city } : null;
});

/** "Use my position": the browser asks for permission. Without it, the town is typed, and the words say so. */
function FromPosition({ onFound }: { onFound: (place: NamedPlace) => void }) {
  const t = useTranslations("profile");
  const permission = usePermission(geolocation);
  const [state, setState] = useState<Located<Place> | { kind: "asking" } | null>(null);
  const ask = async () => {
    setState({ kind: "asking" });
    const located = await geolocation.locate();
    setState(located);
    if (located.kind === "found") onFound(await withLabel(located.place));
  };
  const impossible = permission === "unsupported" || permission === "denied";
  const kind = impossible ? permission : (state?.kind ?? "privacy");
  const text =
    kind === "found" && state?.kind === "found"
      ? t("place.found", { place: state.place.city || state.place.countryregion })
      : t(`place.${kind as Exclude<typeof kind, "found">}`);
  return (
    <div className="grid justify-items-start gap-2 [@media(scripting:none)]:hidden">
      {!impossible && (
        <Button variant="quiet" icon="map-pin" onClick={ask} busy={state?.kind === "asking"}>
          {t("place.use")}
        </Button>
      )}
      <p role="status" className="text-sm text-ink-soft">
        {text} {permission === "denied" && t("place.allow")}
      </p>
    </div>
  );
}

/** A position has codes; the names come with the search. */
async function withLabel(place: Place): Promise<NamedPlace> {
  const { places } = await call(PlacesApi.search, { query: placeQuery(place.city, place.country) }).catch(() => ({
    places: [],
  }));
  const found = places.find((one) => keyOfPlace(one) === keyOfPlace(place));
  return found ? named(found) : { ...place, label: place.city };
}
