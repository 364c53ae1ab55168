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
import type { Route } from "./+types/gallery.page";

const FRAMES = 9;

export async function loader(visit: Route.LoaderArgs) {
  const call = await visitorsOnly(visit);
  return { people: await listShownToVisitors(call, FRAMES - 1) };
}

export const handle: PageHandle = { storedSeconds: 60 };

/** An exhibition: framed pictures on a wall, to walk along. Without script the row scrolls and the numbers are links. */
export default function Gallery({ loaderData: { people } }: Route.ComponentProps) {
  const t = useTranslations("landers.gallery");
  const h = useTranslations("home.people");
  const lander = useLander("gallery");
  if (!lander) return null;
  const pictures = mixed(people, lander.scenes, FRAMES);
  return (
    <div className="lander">
      <LanderHead lander={lander} />
      <section className="lander-wall">
        <div className="page">
          <Words lander={lander} />
        </div>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys scroll it */}
        <section className="lander-row" aria-label={t("pictures")} tabIndex={0}>
          <ul>
            {pictures.map((picture, at) => (
              <li key={keyOf(picture)} id={`picture-${at + 1}`}>
                {"member" in picture ? (
                  <Person member={picture.member} lander={lander} eager={at < 3} />
                ) : (
                  <ScenePicture name={picture.scene} eager={at < 3} />
                )}
              </li>
            ))}
          </ul>
        </section>
        <div className="lander-floor">
          <div className="page lander-steps">
            {people.length > 0 && <p>{h("text")}</p>}
            <ul>
              {pictures.map((picture, at) => (
                <li key={keyOf(picture)}>
                  <a href={`#picture-${at + 1}`} aria-label={t("picture", { number: String(at + 1) })}>
                    {at + 1}
                  </a>
                </li>
              ))}
            </ul>
          </div>
        </div>
      </section>
      <Closing lander={lander} />
    </div>
  );
}
