import { Form, NavLink } from "react-router";
import { useTranslations } from "use-intl/react";
import { useUser } from "~/features/account/queries.ts";
import { paths } from "~/paths.ts";
import { useSettings } from "~/root-data.ts";
import { Avatar } from "~/ui/avatar.tsx";
import { Icon } from "~/ui/icon.tsx";
import { Menu, menuItemClasses } from "~/ui/menu.tsx";

export function AccountMenu() {
  const t = useTranslations("shell.nav");
  const user = useUser();
  const cdn = useSettings()?.cdn_prefix ?? "";
  if (!user) return null;
  const image = user.profile.main_image;
  return (
    <Menu
      label={t("account_of", { name: user.name })}
      triggerClassName="gap-1.5 rounded-full py-1 pr-2 pl-1 hover:bg-sunken"
      trigger={
        <>
          <Avatar name={user.name} src={image && cdn + image.thumb_filename} size="small" />
          <Icon name="chevron-down" className="size-4 text-ink-soft group-open:rotate-180" />
        </>
      }
    >
      <p className="truncate px-3 pt-1.5 pb-2 text-sm text-ink-soft">{user.name}</p>
      <NavLink to={paths.profile()} className={menuItemClasses}>
        <Icon name="user" className="size-5" />
        {t("profile")}
      </NavLink>
      <NavLink to={paths.notifications()} className={menuItemClasses}>
        <Icon name="settings" className="size-5" />
        {t("settings")}
      </NavLink>
      <NavLink to={paths.credits()} className={menuItemClasses}>
        <Icon name="coin" className="size-5" />
        {t("credits")}
      </NavLink>
      <NavLink to={paths.swipeGame()} className={menuItemClasses}>
        <Icon name="sparkles" className="size-5" />
        {t("swipe_game")}
      </NavLink>
      <NavLink to={paths.matchFinder()} className={menuItemClasses}>
        <Icon name="star" className="size-5" />
        {t("match_finder")}
      </NavLink>
      {/* a full page load, so that nothing of the member stays in memory */}
      <Form reloadDocument method="post" action={paths.logout()} className="contents">
        <button type="submit" className={menuItemClasses}>
          <Icon name="logout" className="size-5" />
          {t("logout")}
        </button>
      </Form>
    </Menu>
  );
}
