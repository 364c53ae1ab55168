import { useState } from "react";
import { useMatches } from "react-router";
import { useTranslations } from "use-intl/react";
import { useUser } from "~/features/account/queries.ts";
import { useAskMoment } from "~/features/push/ask-moment.ts";
import { usePush } from "~/features/push/push-state.ts";
import { useSettings } from "~/root-data.ts";
import { Alert } from "~/ui/alert.tsx";
import { Button } from "~/ui/button.tsx";
import { useToast } from "~/ui/toasts.tsx";
import { useDismissal } from "./dismissals.ts";
import { useRecordShown, useWasShown } from "./shown-alerts.ts";

/** Where it is not shown (§4): signup, notifications, activate-done, directdebit and premium. */
const SILENT = new Set([
  "signup",
  "members-id-signup",
  "complete-signup",
  "signup-matches",
  "notifications",
  "notifications-second-factor",
  "activate-done",
  "directdebit",
  "premium",
]);

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
  const silent = useMatches().some(({ id }) => SILENT.has(id));
  const { dismissed, dismiss } = useDismissal("push");
  const [busy, setBusy] = useState(false);
  const wasShown = useWasShown("push");
  const moment = useAskMoment(user?.id, wasShown);
  const known = user !== null && state !== "unknown";
  useRecordShown("push", known ? moment && state === "off" && !dismissed : undefined);
  if (!user || !moment || !(known ? state === "off" : wasShown) || silent || dismissed) return null;
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
