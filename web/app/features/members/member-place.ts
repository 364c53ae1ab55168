import type { MemberCard } from "@serenade/contract/members";
import { useLocale } from "use-intl/react";
import { useUser } from "~/features/account/queries.ts";
import { useSettings } from "~/root-data.ts";

/** Where a member lives: the town, and the country if it differs from the viewer's. `short` for small spaces. */
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
