import { useState } from "react";
import { useMatches } from "react-router";
import { useTranslations } from "use-intl/react";
import { useDismissed } from "~/kernel/dismissed.ts";
import { useKeepNotice, useStoodThere } from "~/kernel/notices.ts";
import { turnPushOn, usePush } from "~/kernel/push.ts";
import { useSettings, useUser } from "~/kernel/queries.ts";
import { Alert } from "~/ui/alert.tsx";
import { Button } from "~/ui/button.tsx";
import { useToast } from "~/ui/toasts.tsx";

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

/** §4 Push alert: shown where push is possible and not chosen yet, until dismissed. The browser asks only after a tap. */
export function PushAlert() {
  const t = useTranslations("push");
  const user = useUser();
  const settings = useSettings();
  const tell = useToast();
  const { state } = usePush();
  const silent = useMatches().some(({ id }) => SILENT.has(id));
  const { dismissed, dismiss } = useDismissed("push");
  const [busy, setBusy] = useState(false);
  const stood = useStoodThere("push");
  const known = user !== null && state !== "unknown";
  useKeepNotice("push", known ? state === "off" && !dismissed : undefined);
  if (!user || !(known ? state === "off" : stood) || silent || dismissed) return null;
  const turnOn = async () => {
    setBusy(true);
    const now = await turnPushOn().catch(() => null);
    setBusy(false);
    if (now === null) tell({ text: t("failed"), look: "danger" });
    else if (now === "on") tell({ text: t("state.on"), look: "success" });
    else if (now === "denied") tell({ text: t("undo") });
  };
  return (
    // On a phone three notices would leave no room for a conversation: this one waits until it is the first.
    <div className="max-md:not-first:hidden">
      <Alert
        title={t("alert.ENABLE_PUSH_ALERT")}
        close={{ label: t("alert.close"), onClose: dismiss }}
        action={
          <Button look="quiet" size="small" icon="bell" busy={busy} onClick={turnOn}>
            {t("on")}
          </Button>
        }
      >
        {t("alert.text", { site: settings?.name ?? "" })}
      </Alert>
    </div>
  );
}
