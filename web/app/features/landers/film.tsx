import { useEffect, useRef } from "react";
import { useTranslations } from "use-intl/react";
import startFilms from "~/inline-scripts/start-films.ts?inline-script";
import { InlineScript } from "~/platform/inline-script.tsx";
import { startFilm } from "./start-film.ts";

const FORMATS = ["webm", "mp4"] as const;
const UPRIGHT = "(orientation: portrait)";

/**
 * A silent loop (tools/build-lander-video.ts) over its first frame, which is there at once and stays where the film does not play.
 * Without script the browser's own controls start it.
 */
export function Film({ name, label }: { name: "video" | "transitionsvideolanding"; label: string }) {
  const t = useTranslations("landers.film");
  const film = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (film.current) startFilm(film.current);
  }, []);
  const file = (format: "wide" | "tall", ending: string) => `/landers/${name}-${format}.${ending}`;
  return (
    <div ref={film} className="lander-film" data-film="paused" suppressHydrationWarning>
      <picture>
        <source media={UPRIGHT} srcSet={file("tall", "webp")} width={540} height={960} />
        <img src={file("wide", "webp")} alt="" width={960} height={540} fetchPriority="high" />
      </picture>
      <video muted loop playsInline preload="none" poster={file("wide", "webp")} controls aria-label={label}>
        {FORMATS.map((ending) => (
          <source key={ending} media={UPRIGHT} src={file("tall", ending)} type={`video/${ending}`} />
        ))}
        {FORMATS.map((ending) => (
          <source key={ending} src={file("wide", ending)} type={`video/${ending}`} />
        ))}
      </video>
      {/* not type="button": the script that waits for React would hold its clicks */}
      <button
        type="submit"
        aria-label={t("play")}
        data-play={t("play")}
        data-pause={t("pause")}
        suppressHydrationWarning
      >
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path className="lander-play" d="M8 5v14l11-7Z" />
          <path className="lander-pause" d="M7 5h3.5v14H7ZM13.5 5H17v14h-3.5Z" />
        </svg>
      </button>
      <InlineScript code={startFilms} />
    </div>
  );
}
