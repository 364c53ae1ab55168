import type { Interest } from "@serenade/contract/interests";
import { Link } from "react-router";
import { useTranslations } from "use-intl/react";
import { paths } from "~/paths.ts";
import { chipClasses } from "~/ui/choice.tsx";
import { Icon } from "~/ui/icon.tsx";

const SHOWN: readonly Interest[] = [
  "coffee",
  "wine",
  "movies",
  "hiking",
  "cooking",
  "dancing",
  "theater",
  "beach",
  "sushi",
  "biking",
  "music",
  "art",
];

export function Ideas() {
  const t = useTranslations("home.ideas");
  const interest = useTranslations("interests");
  return (
    <section className="border-y border-line bg-surface">
      <div className="page grid justify-items-center gap-3 py-12 text-center lg:py-16">
        <h2 className="text-xl sm:text-2xl">{t("title")}</h2>
        <p className="text-ink-soft">{t("text")}</p>
        <ul className="mt-4 flex max-w-[760px] flex-wrap justify-center gap-2.5">
          {SHOWN.map((name) => (
            <li key={name}>
              <Link
                to={paths.signup({ interests: name })}
                className={`${chipClasses} no-underline hover:border-primary-strong hover:bg-primary-soft`}
              >
                <Icon name={`interest-${name}`} className="size-5 text-link" />
                {interest(name)}
              </Link>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
