import { Link, useMatches } from "react-router";
import { useTranslations } from "use-intl/react";
import { useUser } from "~/features/account/queries.ts";
import { paths } from "~/paths.ts";
import { useLanguage } from "~/platform/language.ts";
import { useRootData, useSettings } from "~/root-data.ts";
import { classes } from "~/ui/classes.ts";
import { LanguageSwitcher } from "./language-switcher.tsx";
import { ThemeSwitcher } from "./theme-switcher.tsx";

interface FooterLink {
  to: string;
  label: string;
  /** Shown in an installed app too, where the footer is one line. */
  inApp?: boolean;
}
type Group = "help" | "safety" | "legal";

/**
 * §2 Footer: terms, privacy, cookies, access ban, pricing, complaints, return policy, FAQ and customer service. Visitors see it
 * in columns with the disclaimer on the home page, and as lines elsewhere; members have no disclaimer below what they do; an
 * installed app has one line. `languageAbove`: the head of the page offers the languages on a phone, too.
 */
export function Footer({ languageAbove = false }: { languageAbove?: boolean }) {
  const settings = useSettings();
  const groups = useGroups();
  const member = useUser() !== null;
  const home = useMatches().at(-1)?.id === "index";
  if (!settings) return null;
  return (
    <footer className="mt-auto border-t border-line bg-sunken">
      <div className="page grid gap-3 py-4 text-sm text-ink-soft sm:gap-5 sm:py-8 standalone:gap-2 standalone:py-4">
        {home && !member && <Columns groups={groups} />}
        <Lines links={Object.values(groups).flat()} onlyInApp={home && !member} />
        <div className="flex flex-wrap items-center justify-between gap-3">
          <Rights />
          <div className="flex flex-wrap items-center gap-3">
            <div className={classes(languageAbove && "max-md:hidden")}>
              <LanguageSwitcher side="above" align="start" />
            </div>
            <ThemeSwitcher />
          </div>
        </div>
        {!member && <Disclaimer />}
      </div>
    </footer>
  );
}

function useGroups(): Record<Group, FooterLink[]> {
  const t = useTranslations("shell.footer");
  const own = useRootData()?.pages ?? [];
  return {
    help: [
      { to: paths.faq(), label: t("faq") },
      { to: paths.service(), label: t("service"), inApp: true },
      { to: paths.pricing(), label: t("pricing") },
      { to: paths.returnPolicy(), label: t("return_policy") },
      { to: paths.withdrawal(), label: t("withdrawal") },
    ],
    safety: [
      { to: paths.safety(), label: t("safety") },
      { to: paths.complaints(), label: t("complaints") },
      { to: paths.ban(), label: t("ban") },
    ],
    legal: [
      { to: paths.terms(), label: t("terms"), inApp: true },
      { to: paths.privacy(), label: t("privacy"), inApp: true },
      { to: paths.cookies(), label: t("cookies") },
      { to: paths.imprint(), label: t("imprint"), inApp: true },
      ...own.map(({ token, title }) => ({ to: paths.page(token), label: title })),
    ],
  };
}

function Columns({ groups }: { groups: Record<Group, FooterLink[]> }) {
  const t = useTranslations("shell.footer");
  return (
    <div className="grid grid-cols-2 gap-x-4 gap-y-6 sm:grid-cols-3 standalone:hidden">
      {(["help", "safety", "legal"] as const).map((group) => (
        <section key={group} className="grid content-start gap-1">
          <h2 className="text-sm font-semibold text-ink">{t(`groups.${group}`)}</h2>
          <ul>
            {groups[group].map((link) => (
              <li key={link.to}>
                <FooterAnchor link={link} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

/** The installed app has room for the links that the law asks for; it shows them on every page. */
function Lines({ links, onlyInApp }: { links: FooterLink[]; onlyInApp: boolean }) {
  const shown = onlyInApp ? links.filter(({ inApp }) => inApp) : links;
  return (
    <ul className={classes("flex-wrap gap-x-6", onlyInApp ? "hidden standalone:flex" : "flex")}>
      {shown.map((link) => (
        <li key={link.to} className={link.inApp ? undefined : "standalone:hidden"}>
          <FooterAnchor link={link} />
        </li>
      ))}
    </ul>
  );
}

const FooterAnchor = ({ link: { to, label } }: { link: FooterLink }) => (
  <Link to={to} className="footer-link">
    {label}
  </Link>
);

function Rights() {
  const t = useTranslations("shell.footer");
  const site = useSettings()?.name ?? "";
  return <p>{t("rights", { site, year: String(new Date().getUTCFullYear()) })}</p>;
}

/** For adults only; in English with the notice that laws of the United States ask for (§2 extra US footer). */
function Disclaimer() {
  const t = useTranslations("shell.footer");
  const settings = useSettings();
  const locale = useLanguage();
  if (!settings) return null;
  return (
    <div className="grid max-w-text gap-2 max-sm:text-xs standalone:hidden">
      <p>{t("disclaimer", { site: settings.name, age: String(settings.min_age) })}</p>
      {locale === "en" && <p>{t("us", { site: settings.name })}</p>}
    </div>
  );
}
