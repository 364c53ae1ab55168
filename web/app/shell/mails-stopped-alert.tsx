import { useEffect } from "react";
import { useTranslations } from "use-intl/react";
import { useUser } from "~/features/account/queries.ts";
import { paths } from "~/paths.ts";
import { Alert } from "~/ui/alert.tsx";
import { LinkButton } from "~/ui/button.tsx";
import { isMailsStoppedAlertDue, isSilent } from "./alert-rules.ts";
import { useDismissal } from "./dismissals.ts";
import { useOpenRoute } from "./open-route.ts";
import { useRecordShown } from "./shown-alerts.ts";

/** §4 Disabled-notifications alert: why emails stopped and where to fix it. The settings show it themselves. */
export function MailsStoppedAlert() {
  const t = useTranslations("alerts.mails_stopped");
  const dismissLabel = useTranslations("shell")("dismiss");
  const user = useUser();
  const route = useOpenRoute();
  const { dismissed, dismiss, undismiss } = useDismissal("disabledNotifications");
  const none = user !== null && user.notifications_disabled.length === 0;
  // The next time emails stop, the alert shows again.
  useEffect(() => {
    if (none && dismissed) undismiss();
  }, [none, dismissed, undismiss]);
  const isShown = user ? isMailsStoppedAlertDue(user, dismissed) : undefined;
  useRecordShown("disabledNotifications", isShown);
  if (!user || !isShown || isSilent("disabledNotifications", route)) return null;
  return (
    <Alert
      brief
      variant="warning"
      title={t("title")}
      action={
        <LinkButton to={paths.notifications()} variant="quiet" size="small">
          {t("to_settings")}
        </LinkButton>
      }
      close={{ label: dismissLabel, onClose: dismiss }}
    >
      {user.notifications_disabled.map((reason) => (
        <p key={reason}>{t(`reasons.${reason}`, { email: user.email })}</p>
      ))}
    </Alert>
  );
}
