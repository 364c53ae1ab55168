import type { Settings } from "@serenade/contract/site";
import { useFormatter, useTranslations } from "use-intl/react";
import { Icon } from "~/ui/icon.tsx";
import { formatUnits } from "~/ui/price.tsx";

/** The site's promises; each is a rule of the product. */
export function Fair({ settings }: { settings: Settings }) {
  const t = useTranslations("home.fair");
  const format = useFormatter();
  const least = settings.minimum_message_costs[settings.geoip_selected_country ?? settings.geoip_country ?? ""];
  const promises = [
    {
      icon: "coin",
      title: t("price"),
      text: t("price_text", { credits: settings.message_credits }),
      more: least && t("price_from", { price: formatUnits(format, least) }),
    },
    { icon: "refresh", title: t("renew"), text: t("renew_text") },
    { icon: "map-pin", title: t("place"), text: t("place_text") },
    { icon: "heart", title: t("honest"), text: t("honest_text") },
  ];
  return (
    <section className="page py-14 lg:py-20">
      <h2 className="mb-8 text-center text-2xl lg:mb-12">{t("title")}</h2>
      <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
        {promises.map(({ icon, title, text, more }) => (
          <li
            key={title}
            className="grid content-start gap-2 rounded-card border border-line bg-surface p-6 shadow-card"
          >
            <span className="mb-2 grid size-12 place-items-center rounded-full bg-secondary-soft text-on-secondary-soft">
              <Icon name={icon} />
            </span>
            <h3 className="text-lg">{title}</h3>
            <p className="text-ink-soft">{text}</p>
            {more && <p className="font-semibold">{more}</p>}
          </li>
        ))}
      </ul>
    </section>
  );
}
