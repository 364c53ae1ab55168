import { WELCOME_PERCENT, WELCOME_WINDOW_SECONDS } from "@serenade/contract/limits";
import { useTranslations } from "use-intl/react";
import { useUser } from "~/features/account/queries.ts";
import { useTimeBonus } from "~/features/discounts/time-bonus.ts";
import { paths } from "~/paths.ts";
import { LinkButton } from "~/ui/button.tsx";
import { Icon } from "~/ui/icon.tsx";
import { isWelcomeBannerDue } from "./alert-rules.ts";
import { useOpenRoute } from "./open-route.ts";

/** The welcome banner (§2, §4): the discount with its countdown, and the way to the packs. */
export function TimeBonusBanner() {
  const t = useTranslations("credits.bonus");
  const user = useUser();
  const { isVisible, countdownTimer } = useTimeBonus();
  const route = useOpenRoute();
  if (!isWelcomeBannerDue(route, user, { isVisible, now: Date.now() })) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-control bg-night px-4 py-2.5 text-on-night group-data-compact/notices:flex-nowrap group-data-compact/notices:py-0 group-data-compact/notices:pr-1 max-sm:text-sm group-data-compact/notices:[&>a]:min-h-8">
      <Icon name="gift" className="size-5 max-sm:hidden" />
      <p className="min-w-48 flex-1 group-data-compact/notices:min-w-0 group-data-compact/notices:truncate">
        <span className="font-semibold">{t("banner", { percent: WELCOME_PERCENT / 100 })}</span>{" "}
        <span className="text-on-night-soft">{t("window", { hours: WELCOME_WINDOW_SECONDS / 3600 })}</span>
      </p>
      {countdownTimer && (
        <span aria-hidden className="text-lg font-semibold tabular-nums">
          {countdownTimer.hours}:{countdownTimer.minutes}:{countdownTimer.seconds}
        </span>
      )}
      <LinkButton to={paths.premium()} variant="call" size="small">
        {t("packs")}
      </LinkButton>
    </div>
  );
}
