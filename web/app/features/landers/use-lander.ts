import { copyOf, type LanderName } from "@serenade/contract/lander-copies";
import { nicheOf } from "@serenade/contract/niches";
import type { Settings } from "@serenade/contract/site";
import { useParams } from "react-router";
import { useTranslations } from "use-intl/react";
import { useCarriedParams } from "~/features/attribution/attribution.ts";
import { paths } from "~/paths.ts";
import { useSettings } from "~/root-data.ts";
import { landerNicheOf, type SceneName } from "./lander-niches.ts";

export interface Lander {
  settings: Settings;
  /** The niche's sentence above the title. */
  line: string;
  title: string;
  lead: string;
  button: string;
  niche: SceneName;
  scenes: readonly SceneName[];
  thing: string;
  /** Sign-up, with what this address carries. */
  signup: string;
  /** The same as hidden fields, besides those that every visitor's form has. */
  carried: Record<string, string>;
  slug: string | undefined;
  /** Of links to other pages. */
  carriedParams: Record<string, string>;
}

/** The words and pictures of a lander for its address and niche; null only on the error page of a failed root. */
export function useLander(name: LanderName): Lander | null {
  const t = useTranslations("landers");
  const slugs = useTranslations("slugs");
  const home = useTranslations("home");
  const { slug } = useParams();
  const carriedParams = useCarriedParams();
  const settings = useSettings();
  if (!settings) return null;
  const { name: niche } = nicheOf(settings.niche);
  const copy = copyOf(slug);
  const carried: Record<string, string> = copy && slug ? { slug } : {};
  return {
    settings,
    line: niche === "evening" ? home("title") : home(`niches.${niche}.join`),
    title: copy ? slugs(`copies.${copy}.title`) : t(`words.${name}.title`),
    lead: copy ? slugs(`copies.${copy}.lead`) : t(`words.${name}.lead`),
    button: copy ? slugs(`copies.${copy}.button`) : home("start.go"),
    niche,
    ...landerNicheOf(niche),
    signup: paths.signup({ ...carriedParams, ...carried }),
    carried,
    slug,
    carriedParams,
  };
}
