import { offeredLocales } from "@serenade/contract/locales";
import { createPath, Link, useLocation } from "react-router";
import { useTranslations } from "use-intl/react";
import { useUser } from "~/features/account/queries.ts";
import { paths } from "~/paths.ts";
import { useLanguage } from "~/platform/language.ts";
import { useRootData } from "~/root-data.ts";
import { classes } from "~/ui/classes.ts";
import { Icon } from "~/ui/icon.tsx";
import { Menu, menuItemClasses } from "~/ui/menu.tsx";
import { flagOf, LOCALE_NAMES } from "./locale-names.ts";

/** Offers the languages of the visitor's and the member's country and of the browser (§2). Works without script. */
export function LanguageSwitcher({
  side = "below",
  align = "end",
}: {
  side?: "below" | "above";
  align?: "start" | "end";
}) {
  const t = useTranslations("shell.language");
  const current = useLanguage();
  const root = useRootData();
  const user = useUser();
  const location = useLocation();
  const country = root?.settings.geoip_selected_country ?? root?.settings.geoip_country;
  const offered = new Set(offeredLocales([country, user?.profile.country], root?.languages ?? [])).add(current);
  return (
    <Menu
      label={t("current", { language: LOCALE_NAMES[current].name })}
      side={side}
      align={align}
      triggerClassName="gap-2 rounded-control px-3 text-sm font-medium hover:bg-sunken"
      trigger={
        <>
          <Flag src={flagOf(current, country)} />
          <span>{LOCALE_NAMES[current].name}</span>
          <Icon name="chevron-down" className="size-4 group-open:rotate-180" />
        </>
      }
    >
      <form method="post" action={paths.appearance()} className="contents">
        <input type="hidden" name="back" value={createPath(location)} />
        {[...offered].map((locale) => (
          <button
            key={locale}
            type="submit"
            name="language"
            value={locale}
            lang={locale}
            aria-current={locale === current ? "true" : undefined}
            className={menuItemClasses}
          >
            <Flag src={flagOf(locale, country)} />
            <span className="flex-1">{LOCALE_NAMES[locale].name}</span>
            {locale === current && <Icon name="check" className="size-5" />}
          </button>
        ))}
      </form>
      <Link to={paths.langConfig()} className={menuItemClasses}>
        <Icon name="globe" className="size-5" />
        {t("more")}
      </Link>
    </Menu>
  );
}

function Flag({ src, className }: { src: string; className?: string }) {
  return (
    <img
      src={src}
      alt=""
      loading="lazy"
      width={21}
      height={14}
      className={classes("h-3.5 w-[21px] rounded-[3px] object-cover ring-1 ring-black/10", className)}
    />
  );
}
