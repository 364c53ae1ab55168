import { useTranslations } from "use-intl/react";
import type { PageHandle } from "~/platform/page-handle.ts";
import { Closing } from "../closing.tsx";
import { Film } from "../film.tsx";
import { useLander } from "../use-lander.ts";
import { visitorsOnly } from "../visitors-only.ts";
import { LanderHead, Words } from "../words.tsx";
import type { Route } from "./+types/video.page";

export async function loader(visit: Route.LoaderArgs) {
  await visitorsOnly(visit);
  return null;
}

export const handle: PageHandle = { storedSeconds: 60 };

/** A cinema: the film on the screen of a dark room, heads of the audience before it. */
export default function VideoLanding() {
  const h = useTranslations("home");
  const lander = useLander("video");
  if (!lander) return null;
  return (
    <div className="lander">
      <LanderHead lander={lander} />
      <section className="lander-cinema">
        <div className="page">
          <Words lander={lander} />
          <Film name="video" label={h("picture")} />
        </div>
        <Audience />
      </section>
      <Closing lander={lander} />
    </div>
  );
}

/** Two of them lean towards each other. */
function Audience() {
  return (
    <svg viewBox="0 0 1200 120" preserveAspectRatio="xMidYMax slice" aria-hidden="true" className="lander-audience">
      <path d="M0 92h1200v28H0Z" />
      {[40, 150, 262, 372, 700, 812, 930, 1044, 1150].map((x, at) => (
        <path key={x} d={`M${x - 44} 120c0-26 12-40 28-44a22 ${at % 2 ? 23 : 21} 0 1 1 32 0c16 4 28 18 28 44Z`} />
      ))}
      <path d="M484 120c0-28 14-40 30-44a23 23 0 1 1 34-6c16 4 28 22 28 50ZM556 120c0-26 12-42 26-46a22 22 0 1 1 36 2c16 6 26 20 26 44Z" />
    </svg>
  );
}
