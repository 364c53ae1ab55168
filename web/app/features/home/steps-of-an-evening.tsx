import { useTranslations } from "use-intl/react";
import { InlineSvg, readSvg } from "~/platform/inline-svg.tsx";
import door from "./drawings/door.svg?raw";
import letter from "./drawings/letter.svg?raw";
import street from "./drawings/street.svg?raw";

/** An open door with warm light behind it: introducing yourself. */
const DOOR = readSvg(door);
/** Lit windows in a quiet street: looking around. */
const STREET = readSvg(street);
/** A letter with a heart for a seal: writing. */
const LETTER = readSvg(letter);

export function StepsOfAnEvening() {
  const t = useTranslations("home.steps");
  const steps = [
    { title: t("one"), text: t("one_text"), drawing: DOOR },
    { title: t("two"), text: t("two_text"), drawing: STREET },
    { title: t("three"), text: t("three_text"), drawing: LETTER },
  ];
  return (
    <section className="page py-14 lg:py-20">
      <h2 className="mb-8 text-center text-2xl lg:mb-12">{t("title")}</h2>
      <ol className="grid gap-8 md:grid-cols-3">
        {steps.map(({ title, text, drawing }, at) => (
          <li
            key={title}
            className="grid grid-cols-[88px_1fr] content-start items-start gap-x-5 gap-y-1 md:grid-cols-1 md:justify-items-center md:gap-y-3 md:text-center"
          >
            <div className="row-span-2 size-22 md:size-36">
              <InlineSvg svg={drawing} className="size-full" />
            </div>
            <h3 className="text-lg">
              <span className="text-ink-soft">{at + 1}.</span> {title}
            </h3>
            <p className="max-w-[340px] text-ink-soft">{text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
