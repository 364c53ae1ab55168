import { useTranslations } from "use-intl/react";
import { useUser } from "~/features/account/queries.ts";
import { paths } from "~/paths.ts";
import { Alert } from "~/ui/alert.tsx";
import { LinkButton } from "~/ui/button.tsx";
import { isPhotoAlertDue, isSilent } from "./alert-rules.ts";
import { useDismissal } from "./dismissals.ts";
import { useOpenRoute } from "./open-route.ts";
import { useRecordShown } from "./shown-alerts.ts";

/** No photo yet (§4 Profile photo alert), until dismissed. */
export function PhotoAlert() {
  const t = useTranslations("alerts.photo");
  const user = useUser();
  const route = useOpenRoute();
  const { dismissed, dismiss } = useDismissal("photo");
  const isShown = user ? isPhotoAlertDue(user, dismissed) : undefined;
  useRecordShown("photo", isShown);
  if (!isShown || isSilent("photo", route)) return null;
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
