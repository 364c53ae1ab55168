import { useTranslations } from "use-intl/react";
import type { PageHandle } from "~/platform/page-handle.ts";
import { Closing } from "../closing.tsx";
import street from "../drawings/street.svg";
import { useLander } from "../use-lander.ts";
import { visitorsOnly } from "../visitors-only.ts";
import { LanderHead, Words } from "../words.tsx";
import type { Route } from "./+types/alonetonight.page";

export async function loader(visit: Route.LoaderArgs) {
  await visitorsOnly(visit);
  return null;
}

export const handle: PageHandle = { storedSeconds: 60 };

/** The view from one's own window: lit windows across the street, and on the sill what the niche drinks or reads. */
export default function AloneTonight() {
  const t = useTranslations("landers.alonetonight");
  const lander = useLander("alonetonight");
  if (!lander) return null;
  return (
    <div className="lander lander-alone">
      <LanderHead lander={lander} />
      <section className="lander-street">
        <img src={street} alt={t("picture")} width={1600} height={1000} fetchPriority="high" />
        <div className="page">
          <Words lander={lander} />
        </div>
        <div className="lander-sill">
          <img src={lander.thing} alt="" width={320} height={200} />
        </div>
      </section>
      <Closing lander={lander} />
    </div>
  );
}
