import { useEffect } from "react";
import { useLocation } from "react-router";
import { useTranslations } from "use-intl/react";
import { useDismissed } from "~/kernel/dismissed.ts";
import { useKeepNotice } from "~/kernel/notices.ts";
import { useUser } from "~/kernel/queries.ts";
import { paths } from "~/paths.ts";
import { Alert } from "~/ui/alert.tsx";
import { LinkButton } from "~/ui/button.tsx";

/** §4 Disabled-notifications alert: why mails stopped and where to mend it. Not on the settings, which say it themselves. */
export function MailsStoppedAlert() {
  const t = useTranslations("settings.stopped");
  const dismissLabel = useTranslations("shell")("dismiss");
  const user = useUser();
  const { pathname } = useLocation();
  const { dismissed, dismiss, forget } = useDismissed("disabledNotifications");
  const none = user !== null && user.notifications_disabled.length === 0;
  // When mails stop again one day, that is news again.
  useEffect(() => {
    if (none && dismissed) forget();
  }, [none, dismissed, forget]);
  const stands = user ? !none && !dismissed : undefined;
  useKeepNotice("disabledNotifications", stands);
  if (!user || !stands || pathname === paths.notifications()) return null;
  return (
    <Alert
      look="warning"
      title={t("title")}
      action={
        <LinkButton to={paths.notifications()} look="quiet" size="small">
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
