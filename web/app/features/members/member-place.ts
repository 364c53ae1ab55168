import type { MemberCard } from "@serenade/contract/members";
import { useLocale } from "use-intl/react";
import { useSettings, useUser } from "~/kernel/queries.ts";

/** Where somebody lives: the town, and the country when it is not the viewer's own; `short` where there is little room. */
export function usePlace(): (member: Pick<MemberCard, "city" | "country">, how?: "short") => string {
  const locale = useLocale();
  const user = useUser();
  const settings = useSettings();
  const home = user?.profile.country ?? settings?.geoip_selected_country ?? settings?.geoip_country;
  const countries = new Intl.DisplayNames(locale, { type: "region" });
  return ({ city, country }, how) => {
    const name = countries.of(country) ?? country;
    if (!city) return name;
    return country === home ? city : `${city}, ${how === "short" ? country : name}`;
  };
}
