import { useTranslations } from "use-intl/react";
import { listShownToVisitors } from "~/features/members/shown-to-visitors.ts";
import type { PageHandle } from "~/platform/page-handle.ts";
import { Closing } from "../closing.tsx";
import { keyOf, mixed } from "../mixed.ts";
import { Person } from "../person.tsx";
import { ScenePicture } from "../scene-picture.tsx";
import { useLander } from "../use-lander.ts";
import { visitorsOnly } from "../visitors-only.ts";
import { LanderHead, Words } from "../words.tsx";
import type { Route } from "./+types/collagelanding.page";

const PRINTS = 8;

export async function loader(visit: Route.LoaderArgs) {
  const call = await visitorsOnly(visit);
  return { people: await listShownToVisitors(call, PRINTS / 2) };
}

export const handle: PageHandle = { storedSeconds: 60 };

/** A pinboard: prints of evenings and of members around a note. */
export default function CollageLanding({ loaderData: { people } }: Route.ComponentProps) {
  const t = useTranslations("landers.collagelanding");
  const h = useTranslations("home.people");
  const lander = useLander("collagelanding");
  if (!lander) return null;
  return (
    <div className="lander">
      <LanderHead lander={lander} />
      <section className="lander-board">
        <div className="lander-note">
          <Words lander={lander} />
          <img src={lander.thing} alt="" width={320} height={200} />
        </div>
        <ul aria-label={t("pictures")}>
          {mixed(people, lander.scenes, PRINTS).map((picture, at) => (
            <li key={keyOf(picture)}>
              {"member" in picture ? (
                <Person member={picture.member} lander={lander} eager={at < 4} />
              ) : (
                <ScenePicture name={picture.scene} eager={at < 4} />
              )}
            </li>
          ))}
        </ul>
        {people.length > 0 && <p className="lander-remark">{h("text")}</p>}
      </section>
      <Closing lander={lander} />
    </div>
  );
}
