import { useTranslations } from "use-intl/react";
import type { PageHandle } from "~/platform/page-handle.ts";
import { Closing } from "../closing.tsx";
import { Film } from "../film.tsx";
import { ScenePicture } from "../scene-picture.tsx";
import { useLander } from "../use-lander.ts";
import { visitorsOnly } from "../visitors-only.ts";
import { LanderHead, Words } from "../words.tsx";
import type { Route } from "./+types/transitions.page";

const EVENINGS = 4;

export async function loader(visit: Route.LoaderArgs) {
  await visitorsOnly(visit);
  return null;
}

export const handle: PageHandle = { storedSeconds: 60 };

/** A film over the whole width that fades from evening to evening, and the niche's evenings below it. */
export default function TransitionsVideoLanding() {
  const t = useTranslations("landers.transitionsvideolanding");
  const lander = useLander("transitionsvideolanding");
  if (!lander) return null;
  return (
    <div className="lander">
      <LanderHead lander={lander} />
      <section className="lander-fullscreen">
        <Film name="transitionsvideolanding" label={t("picture")} />
        <div className="page">
          <Words lander={lander} />
        </div>
      </section>
      <ul className="lander-evenings">
        {lander.scenes.slice(0, EVENINGS).map((scene) => (
          <li key={scene}>
            <ScenePicture name={scene} />
          </li>
        ))}
      </ul>
      <Closing lander={lander} />
    </div>
  );
}
