import { NavLink, useMatches, useNavigate } from "react-router";
import { useTranslations } from "use-intl/react";
import { useUser } from "~/features/account/queries.ts";
import { useCarriedParams } from "~/features/attribution/attribution.ts";
import { paths } from "~/paths.ts";
import { useSettings } from "~/root-data.ts";
import { CountBadge } from "~/ui/badge.tsx";
import { IconButton, LinkButton } from "~/ui/button.tsx";
import { Icon } from "~/ui/icon.tsx";
import { fades } from "~/ui/motion.ts";
import { AccountMenu } from "./account-menu.tsx";
import { LanguageSwitcher } from "./language-switcher.tsx";
import { type NavItem, useNavItems, usePlayItems } from "./nav-items.ts";
import { SiteMark } from "./site-mark.tsx";

export function TopNav() {
  const user = useUser();
  return (
    <header className="sticky top-0 z-20 border-b border-line bg-ground/95 pt-[env(safe-area-inset-top)] backdrop-blur-sm">
      <div className="page flex min-h-16 items-center gap-2 max-[16rem]:flex-wrap">
        <BackButton />
        <SiteMark {...(!user && { className: "max-[26.8125rem]:[&>span]:hidden" })} />
        {user ? <MemberNav /> : <VisitorNav />}
      </div>
    </header>
  );
}

function MemberNav() {
  const t = useTranslations("shell.nav");
  const items = useNavItems();
  const play = usePlayItems();
  return (
    <>
      <nav aria-label={t("label")} className="ml-auto hidden items-center gap-1 md:flex">
        {items.map((item) => (
          <TopLink key={item.id} item={item} />
        ))}
      </nav>
      <nav aria-label={t("play")} className="ml-auto flex items-center md:ml-1">
        {play.map(({ id, to, icon, label }) => (
          <NavLink
            key={id}
            to={to}
            prefetch="intent"
            viewTransition={fades()}
            aria-label={label}
            title={label}
            className="grid size-11 place-items-center rounded-full text-ink-soft hover:bg-sunken hover:text-ink aria-[current=page]:bg-primary-soft aria-[current=page]:text-on-primary-soft"
          >
            <Icon name={icon} className="size-5.5" />
          </NavLink>
        ))}
      </nav>
      <AccountMenu />
    </>
  );
}

/** In the short words of the tab bar where all of them would not fit one line. */
function TopLink({ item: { to, icon, label, short, badge } }: { item: NavItem }) {
  return (
    <NavLink to={to} prefetch="intent" viewTransition={fades()} className="nav-entry">
      <Icon name={icon} className="hidden size-5 lg:block" />
      <span className="max-lg:hidden">{label}</span>
      <span className="lg:hidden">{short}</span>
      {badge && <CountBadge {...badge} zero={badge.variant === "danger"} />}
    </NavLink>
  );
}

function VisitorNav() {
  const t = useTranslations("shell.nav");
  const carriedParams = useCarriedParams();
  const search = useSettings()?.logged_out_search;
  return (
    <div className="ml-auto flex items-center gap-2 max-[23.375rem]:gap-1 max-[16rem]:flex-wrap">
      <div className="hidden md:block">
        <LanguageSwitcher />
      </div>
      {search && (
        <LinkButton
          to={paths.members(carriedParams)}
          variant="bare"
          size="small"
          icon="search"
          title={t("search")}
          className="max-lg:px-2.5 max-[22.4375rem]:hidden"
        >
          <span className="max-lg:sr-only">{t("search")}</span>
        </LinkButton>
      )}
      {/* an icon on a phone: both words would not fit in every language */}
      <LinkButton
        to={paths.login(carriedParams)}
        variant="quiet"
        size="small"
        icon="user"
        title={t("login")}
        className="max-sm:px-2.5 sm:[&>svg]:hidden"
      >
        <span className="max-sm:sr-only">{t("login")}</span>
      </LinkButton>
      <LinkButton to={paths.signup(carriedParams)} variant="primary" size="small" className="whitespace-nowrap">
        {t("signup")}
      </LinkButton>
    </div>
  );
}

const WITH_BACK = new Set([
  "members-id",
  "likes-m-id",
  "members-id-chat",
  "likes-type",
  "credits",
  "credits-id-paymentmethod",
]);

/** An installed app has no browser back button (§2): shown only there, on pages reached from a list. */
function BackButton() {
  const t = useTranslations("shell.nav");
  const navigate = useNavigate();
  if (!useMatches().some(({ id }) => WITH_BACK.has(id))) return null;
  return (
    <IconButton
      icon="chevron-left"
      label={t("back")}
      onClick={() => navigate(-1)}
      className="-ml-2 hidden! standalone:inline-grid!"
    />
  );
}
