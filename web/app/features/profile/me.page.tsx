import { ProfileApi } from "@serenade/contract/members";
import type { ReactNode } from "react";
import { Form, Link } from "react-router";
import { useTranslations } from "use-intl/react";
import { useUser } from "~/features/account/queries.ts";
import { paths } from "~/paths.ts";
import { loaderApi } from "~/platform/route-api.ts";
import { useSettings } from "~/root-data.ts";
import { PageTitle } from "~/shell/page-title.tsx";
import { Avatar } from "~/ui/avatar.tsx";
import { Card } from "~/ui/card.tsx";
import { Icon } from "~/ui/icon.tsx";
import type { Route } from "./+types/me.page";
import { ageOf } from "./age.ts";
import { CompletenessBar } from "./completeness-bar.tsx";

export const loader = async (visit: Route.LoaderArgs) => loaderApi(visit)(ProfileApi.read);

/** The tab "Me" of a phone: everything of one's own in one place. The account menu of a desk has the same entries. */
export default function Me({ loaderData: { profile } }: Route.ComponentProps) {
  const t = useTranslations("shell");
  const user = useUser();
  const cdn = useSettings()?.cdn_prefix ?? "";
  const image = user?.profile.main_image;
  return (
    <div className="page grid max-w-form content-start gap-4 py-4 sm:py-10">
      <PageTitle>{t("nav.me")}</PageTitle>
      <Card className="grid gap-4">
        <Link to={paths.profile()} className="flex items-center gap-4 no-underline">
          <Avatar name={profile.name} src={image && cdn + image.thumb_filename} size="large" />
          <div className="grid min-w-0">
            <h1 className="truncate text-xl">
              {profile.name}, {ageOf(profile.date_of_birth)}
            </h1>
            <span className="truncate text-ink-soft">{profile.city}</span>
          </div>
        </Link>
        <CompletenessBar profile={profile} />
      </Card>
      <nav aria-label={t("nav.me")} className="rounded-card border border-line bg-surface p-2 shadow-card">
        <ul className="grid">
          <Entry to={paths.profile()} icon="user">
            {t("nav.profile")}
          </Entry>
          <Entry to={paths.notifications()} icon="settings">
            {t("nav.settings")}
          </Entry>
          <Entry to={paths.credits()} icon="coin" end={user && t("badge.credits", { count: user.credits })}>
            {t("nav.credits")}
          </Entry>
          <Entry to={paths.swipeGame()} icon="sparkles">
            {t("nav.swipe_game")}
          </Entry>
          <Entry to={paths.matchFinder()} icon="star">
            {t("nav.match_finder")}
          </Entry>
          <li className="mt-1 border-t border-line pt-1">
            {/* a full page load, so that nothing of the member stays in memory */}
            <Form reloadDocument method="post" action={paths.logout()}>
              <button type="submit" className={`${rowClasses} w-full text-left`}>
                <Icon name="logout" className="size-6 text-ink-soft" />
                {t("nav.logout")}
              </button>
            </Form>
          </li>
        </ul>
      </nav>
    </div>
  );
}

const rowClasses = "flex min-h-13 items-center gap-4 rounded-control px-3 font-medium no-underline hover:bg-sunken";

function Entry({ to, icon, end, children }: { to: string; icon: string; end?: ReactNode; children: ReactNode }) {
  return (
    <li>
      <Link to={to} prefetch="intent" className={rowClasses}>
        <Icon name={icon} className="size-6 text-ink-soft" />
        <span className="flex-1">{children}</span>
        {end && <span className="text-sm text-ink-soft">{end}</span>}
        <Icon name="chevron-right" className="size-5 text-ink-soft" />
      </Link>
    </li>
  );
}
