import type { ReactNode } from "react";
import { useTranslations } from "use-intl/react";
import { StartForm } from "~/features/home/start-form.tsx";
import { Icon } from "~/ui/icon.tsx";
import type { Lander } from "./use-lander.ts";

/** Where every lander ends: the niche's words, what the site promises, and the first questions of sign-up. */
export function Closing({ lander, title, text }: { lander: Lander; title?: string; text?: string }) {
  const t = useTranslations("home");
  const { niche, settings } = lander;
  return (
    <section className="lander-closing">
      <div className="page">
        <div className="lander-words">
          <h2>{title ?? (niche === "evening" ? t("close.title") : t(`niches.${niche}.headline`))}</h2>
          <p className="lander-lead">{text ?? t("close.text")}</p>
          <Promises />
        </div>
        <Start lander={lander}>
          <StartForm minAge={settings.min_age} carried={lander.carried} button={lander.button} />
        </Start>
      </div>
    </section>
  );
}

/** The form, with the niche's still life on its upper edge. */
function Start({ lander: { thing }, children }: { lander: Lander; children: ReactNode }) {
  return (
    <div className="lander-start">
      <img src={thing} alt="" width={320} height={200} loading="lazy" />
      {children}
    </div>
  );
}

/** Each is a rule of the product. */
function Promises() {
  const t = useTranslations("home.fair");
  return (
    <ul className="lander-promises">
      {(
        [
          ["coin", "price"],
          ["refresh", "renew"],
          ["map-pin", "place"],
          ["heart", "honest"],
        ] as const
      ).map(([icon, promise]) => (
        <li key={promise}>
          <Icon name={icon} className="size-5" />
          {t(promise)}
        </li>
      ))}
    </ul>
  );
}
