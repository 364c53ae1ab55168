import { useMatches } from "react-router";
import { useTranslations } from "use-intl/react";
import { useUser } from "~/features/account/queries.ts";
import { paths } from "~/paths.ts";
import { Alert } from "~/ui/alert.tsx";
import { LinkButton } from "~/ui/button.tsx";
import { useDismissal } from "./dismissals.ts";
import { useRecordShown } from "./shown-alerts.ts";

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
  const t = useTranslations("alerts.photo");
  const user = useUser();
  const silent = useMatches().some(({ id }) => SILENT.has(id));
  const { dismissed, dismiss } = useDismissal("photo");
  const isShown = user ? !user.profile.main_image && !dismissed : undefined;
  useRecordShown("photo", isShown);
  if (!isShown || silent) return null;
  return (
    <Alert
      brief
      title={t("PROFILE_PHOTO_ALERT")}
      close={{ label: t("close"), onClose: dismiss }}
      action={
        <LinkButton to={paths.profile()} variant="quiet" size="small" icon="camera">
          {t("add")}
        </LinkButton>
      }
    >
      {t("text")}
    </Alert>
  );
}
