import { useMatches } from "react-router";
import { useTranslations } from "use-intl/react";
import { useDismissed } from "~/kernel/dismissed.ts";
import { useKeepNotice } from "~/kernel/notices.ts";
import { useUser } from "~/kernel/queries.ts";
import { paths } from "~/paths.ts";
import { Alert } from "~/ui/alert.tsx";
import { LinkButton } from "~/ui/button.tsx";

/** Where it is not shown (§4): profile, signup, activate-done, premium, notifications, directdebit and settings. */
const SILENT = new Set([
  "profile",
  "signup",
  "members-id-signup",
  "complete-signup",
  "signup-matches",
  "activate-done",
  "premium",
  "notifications",
  "notifications-second-factor",
  "directdebit",
]);

/** No photo yet (§4 Profile photo alert), until dismissed. */
export function PhotoAlert() {
  const t = useTranslations("account.photo_alert");
  const user = useUser();
  const silent = useMatches().some(({ id }) => SILENT.has(id));
  const { dismissed, dismiss } = useDismissed("photo");
  const stands = user ? !user.profile.main_image && !dismissed : undefined;
  useKeepNotice("photo", stands);
  if (!stands || silent) return null;
  return (
    <Alert
      title={t("PROFILE_PHOTO_ALERT")}
      close={{ label: t("close"), onClose: dismiss }}
      action={
        <LinkButton to={paths.profile()} look="quiet" size="small" icon="camera">
          {t("add")}
        </LinkButton>
      }
    >
      {t("text")}
    </Alert>
  );
}
