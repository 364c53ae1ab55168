import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { useUser } from "~/features/account/queries.ts";
import { useAskMoment } from "~/features/push/ask-moment.ts";
import { usePush } from "~/features/push/push-state.ts";
import { useSettings } from "~/root-data.ts";
import { Alert } from "~/ui/alert.tsx";
import { Button } from "~/ui/button.tsx";
import { useToast } from "~/ui/toasts.tsx";
import { isPushAlertDue, isSilent } from "./alert-rules.ts";
import { useDismissal } from "./dismissals.ts";
import { useOpenRoute } from "./open-route.ts";
import { useRecordShown, useWasShown } from "./shown-alerts.ts";

/**
 * §4 Push alert: shown where push is possible and off, once there is something to be notified of, until dismissed. The
 * browser's prompt needs a tap.
 */
export function PushAlert() {
  const t = useTranslations("push");
  const user = useUser();
  const settings = useSettings();
  const toast = useToast();
  const { state } = usePush();
  const route = useOpenRoute();
  const { dismissed, dismiss } = useDismissal("push");
  const [busy, setBusy] = useState(false);
  const wasShown = useWasShown("push");
  const asked = useAskMoment(user?.id, wasShown);
  const isDue = isPushAlertDue({ state, asked, dismissed }, wasShown);
  useRecordShown("push", user && state !== "unknown" ? isDue : undefined);
  if (!user || !isDue || isSilent("push", route)) return null;
  const turnOn = async () => {
    setBusy(true);
    const { turnPushOn } = await import("~/features/push/push.ts");
    const next = await turnPushOn().catch(() => null);
    setBusy(false);
    if (next === null) toast({ text: t("failed"), variant: "danger" });
    else if (next === "on") toast({ text: t("state.on"), variant: "success" });
    else if (next === "denied") toast({ text: t("undo") });
  };
  return (
    <Alert
      brief
      title={t("alert.ENABLE_PUSH_ALERT")}
      close={{ label: t("alert.close"), onClose: dismiss }}
      action={
        <Button variant="quiet" size="small" icon="bell" busy={busy} onClick={turnOn}>
          {t("on")}
        </Button>
      }
    >
      {t("alert.text", { site: settings?.name ?? "" })}
    </Alert>
  );
}
