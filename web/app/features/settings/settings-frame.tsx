import type { ReactNode } from "react";
import { Form, Link } from "react-router";
import { useTranslations } from "use-intl/react";
import { paths } from "~/paths.ts";
import { classes } from "~/ui/classes.ts";
import { Icon } from "~/ui/icon.tsx";
import { GROUPS, type Group, ICONS } from "./groups.ts";

/** On a phone the index or one group, on a desk the index beside the group; without a group that is the first one. */
export function SettingsFrame({
  group,
  above,
  children,
}: {
  group: Group | null;
  above: ReactNode;
  children: ReactNode;
}) {
  const t = useTranslations("settings");
  return (
    <div className="page grid max-w-[1040px] gap-2.5 pt-3 sm:gap-5 sm:py-10 lg:grid-cols-[280px_minmax(0,1fr)] lg:gap-x-8">
      <div className="grid content-start gap-5 lg:sticky lg:top-24 lg:self-start">
        <div className="flex items-center gap-1">
          {group && (
            <Link
              to={paths.notifications()}
              aria-label={t("title")}
              title={t("title")}
              className="-ml-3 grid size-11 shrink-0 place-items-center rounded-full text-link hover:bg-sunken lg:hidden"
            >
              <Icon name="chevron-left" />
            </Link>
          )}
          <h1 className="text-2xl">
            <span className={classes(group && "max-lg:hidden")}>{t("title")}</span>
            {group && <span className="lg:hidden">{t(`groups.${group}`)}</span>}
          </h1>
        </div>
        <Index group={group} />
      </div>
      <div className="grid content-start gap-3 sm:gap-5 lg:pt-1">
        {above}
        <div className={classes("grid content-start gap-3 sm:gap-5", group === null && "max-lg:hidden")}>
          {children}
        </div>
      </div>
    </div>
  );
}

function Index({ group }: { group: Group | null }) {
  const t = useTranslations("settings");
  return (
    <nav
      aria-label={t("title")}
      className={classes("rounded-card border border-line bg-surface p-2 shadow-card", group && "max-lg:hidden")}
    >
      <ul className="grid gap-0.5">
        {GROUPS.map((one) => (
          <li key={one}>
            <Link
              to={paths.settings(one)}
              prefetch="intent"
              aria-current={one === group ? "page" : undefined}
              className={classes(
                rowClasses,
                group === null && one === GROUPS[0] && "lg:bg-primary-soft lg:text-on-primary-soft",
              )}
            >
              <Icon name={ICONS[one]} className="size-6" />
              <span className="grid min-w-0 flex-1">
                <span className="font-semibold">{t(`groups.${one}`)}</span>
                <span className="text-sm text-ink-soft">{t(`about.${one}`)}</span>
              </span>
              <Icon name="chevron-right" className="size-5 text-ink-soft lg:hidden" />
            </Link>
          </li>
        ))}
        <li className="mt-1 border-t border-line pt-1">
          {/* a full page load, so that nothing of the member stays in memory */}
          <Form reloadDocument method="post" action={paths.logout()}>
            <button type="submit" className={classes(rowClasses, "w-full text-left font-semibold")}>
              <Icon name="logout" className="size-6" />
              {t("logout")}
            </button>
          </Form>
        </li>
      </ul>
    </nav>
  );
}

const rowClasses =
  "flex min-h-14 items-center gap-4 rounded-control px-3 py-2.5 no-underline hover:bg-sunken aria-[current]:bg-primary-soft aria-[current]:text-on-primary-soft";
