import { useTranslations } from "use-intl/react";
import { type SceneName, sceneSource } from "./lander-niches.ts";

/** A scene of ours with its name. */
export function ScenePicture({ name, eager = false }: { name: SceneName; eager?: boolean }) {
  const t = useTranslations("landers");
  return (
    <figure className="lander-person">
      <span className="lander-photo">
        <img
          src={sceneSource(name)}
          alt=""
          width={648}
          height={810}
          loading={eager ? "eager" : "lazy"}
          decoding="async"
        />
      </span>
      <figcaption className="lander-caption">
        <b>{t(`scenes.${name}`)}</b>
      </figcaption>
    </figure>
  );
}
