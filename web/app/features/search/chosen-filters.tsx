import { Link } from "react-router";
import { useTranslations } from "use-intl/react";
import { paths } from "~/paths.ts";
import { classes } from "~/ui/classes.ts";
import { Icon } from "~/ui/icon.tsx";
import { useFilterLabels } from "./filter-labels.ts";
import type { Places } from "./places.ts";
import { queryOf, type Search, searchOf } from "./search.ts";

const CHIP = "move inline-flex min-h-10 items-center gap-2 rounded-full px-4 text-sm font-medium no-underline";

/** On a phone the line above says these already. */
const IN_SUMMARY = new Set(["gender", "country", "countryregion", "ages"]);

/** Every active filter as a chip that removes it: a link, so that it works without script and the URL is the search. */
export function ChosenFilters({ search, places }: { search: Search; places: Places }) {
  const t = useTranslations("search.filters");
  const { chosen } = useFilterLabels({ search, places });
  if (!chosen.length) return null;
  const others = chosen.filter(({ key }) => !IN_SUMMARY.has(key)).length;
  const everything = queryOf(searchOf(new URLSearchParams()));
  return (
    <nav
      aria-label={t("chosen")}
      className={classes(
        "max-lg:col-span-2 lg:row-start-2 max-sm:-mx-gutter max-sm:overflow-x-auto max-sm:px-gutter max-sm:[scrollbar-width:none]",
        others === 0 && "max-sm:hidden",
      )}
    >
      <ul className="flex gap-2 whitespace-nowrap sm:flex-wrap">
        {chosen.map(({ key, label, left }) => (
          <li key={key} className={IN_SUMMARY.has(key) ? "max-sm:hidden" : undefined}>
            <Link
              to={paths.members(queryOf(left))}
              preventScrollReset
              aria-label={t("take_off", { filter: label })}
              className={`${CHIP} bg-primary-soft text-on-primary-soft hover:bg-sunken`}
            >
              {label}
              <Icon name="close" className="size-4.5" />
            </Link>
          </li>
        ))}
        {chosen.length > 1 && (
          <li>
            <Link
              to={paths.members(everything)}
              preventScrollReset
              className={`${CHIP} text-link hover:bg-primary-soft`}
            >
              {t("clear")}
            </Link>
          </li>
        )}
      </ul>
    </nav>
  );
}
