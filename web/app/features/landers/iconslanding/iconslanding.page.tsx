import { INTEREST_GROUPS, INTERESTS, type Interest } from "@serenade/contract/interests";
import { useTranslations } from "use-intl/react";
import type { PageHandle } from "~/platform/page-handle.ts";
import { Icon } from "~/ui/icon.tsx";
import { Closing } from "../closing.tsx";
import { landerNicheOf } from "../lander-niches.ts";
import { useLander } from "../use-lander.ts";
import { visitorsOnly } from "../visitors-only.ts";
import { LanderHead, Words } from "../words.tsx";
import type { Route } from "./+types/iconslanding.page";

const OFFERED = 24;
/** Nobody starts with these unless the niche does. */
const LATER: readonly Interest[] = [...INTEREST_GROUPS.romance, ...INTEREST_GROUPS.style];

export async function loader(visit: Route.LoaderArgs) {
  await visitorsOnly(visit);
  return null;
}

export const handle: PageHandle = { storedSeconds: 60 };

/** Tiles to tick, which belong to the form that ends the page; sign-up keeps what is picked. */
export default function IconsLanding() {
  const t = useTranslations("landers.iconslanding");
  const interest = useTranslations("interests");
  const lander = useLander("iconslanding");
  if (!lander) return null;
  const first = landerNicheOf(lander.niche).interests;
  const offered = [...new Set([...first, ...INTERESTS.filter((one) => !LATER.includes(one)), ...LATER])].slice(
    0,
    OFFERED,
  );
  return (
    <div className="lander">
      <LanderHead lander={lander} />
      <section className="page lander-icons">
        <Words lander={lander}>
          <a href="#start" className="lander-on">
            {t("go")}
            <Icon name="chevron-down" className="size-5" />
          </a>
        </Words>
        <fieldset>
          <legend className="sr-only">{lander.title}</legend>
          {offered.map((name) => (
            <label key={name}>
              <input type="checkbox" name="interests" value={name} form="start" />
              <Icon name={`interest-${name}`} className="size-9" />
              <span>{interest(name)}</span>
              <Icon name="check" className="lander-tick" />
            </label>
          ))}
        </fieldset>
      </section>
      <Closing lander={lander} />
    </div>
  );
}
