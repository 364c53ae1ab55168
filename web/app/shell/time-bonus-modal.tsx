import { TIME_BONUS_MODAL_DELAY_MS, WELCOME_PERCENT, WELCOME_WINDOW_SECONDS } from "@serenade/contract/limits";
import { useEffect, useEffectEvent, useState } from "react";
import { useTranslations } from "use-intl/react";
import { useUser } from "~/features/account/queries.ts";
import { type CountdownTimer, useTimeBonus } from "~/features/discounts/time-bonus.ts";
import { paths } from "~/paths.ts";
import { LinkButton } from "~/ui/button.tsx";
import { Icon } from "~/ui/icon.tsx";
import { Modal } from "~/ui/modal.tsx";
import { isTimeBonusModalDue } from "./alert-rules.ts";
import { useDismissal } from "./dismissals.ts";
import { useOpenRoute } from "./open-route.ts";

/**
 * §4 Time bonus modal: opens after 40 seconds in the members area for a member without credits, while the bonus runs and
 * until it is dismissed. Leaving the members area cancels the timer.
 */
export function TimeBonusModal() {
  const t = useTranslations("credits.bonus");
  const user = useUser();
  const { isVisible, countdownTimer } = useTimeBonus();
  const { dismissed, dismiss } = useDismissal("timeBonus");
  const route = useOpenRoute();
  const due = isTimeBonusModalDue(route, user, { isVisible, dismissed });
  const [opened, setOpened] = useState(false);
  const open = useEffectEvent(() => setOpened(true));
  useEffect(() => {
    if (!due) return;
    const timer = setTimeout(() => open(), TIME_BONUS_MODAL_DELAY_MS);
    return () => {
      clearTimeout(timer);
      setOpened(false); // coming back starts the wait again
    };
  }, [due]);
  const close = () => {
    dismiss();
    setOpened(false);
  };
  const percent = WELCOME_PERCENT / 100;
  const hours = WELCOME_WINDOW_SECONDS / 3600;
  return (
    <Modal open={opened && due} onClose={close} title={t("title", { percent })} closeLabel={t("close")}>
      <div className="grid justify-items-center gap-4 text-center">
        <span className="grid size-16 place-items-center rounded-full bg-secondary text-on-secondary">
          <Icon name="gift" className="size-8" />
        </span>
        <p>{t("text", { percent, hours })}</p>
        {countdownTimer && <Clock {...countdownTimer} label={t("left")} />}
        <LinkButton
          to={user?.paid_user ? paths.credits() : paths.premium()}
          variant="call"
          size="large"
          wide
          onClick={close}
        >
          {t("packs")}
        </LinkButton>
        <p className="text-sm text-ink-soft">{t("terms")}</p>
      </div>
    </Modal>
  );
}

/** Quiet for screen readers: a number that changes each second is read to no end; when the bonus ends is in the text. */
function Clock({ hours, minutes, seconds, label }: CountdownTimer & { label: string }) {
  return (
    <div className="grid justify-items-center gap-1" role="timer" aria-live="off">
      <span className="text-sm text-ink-soft">{label}</span>
      <span className="text-3xl font-semibold tabular-nums">
        {hours}:{minutes}:{seconds}
      </span>
    </div>
  );
}
