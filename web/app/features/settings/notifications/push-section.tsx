import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { turnPushOff, turnPushOn } from "~/features/push/push.ts";
import { usePush } from "~/features/push/push-state.ts";
import { Button } from "~/ui/button.tsx";
import { useToast } from "~/ui/toasts.tsx";
import { Section } from "../section.tsx";

/** Push notifications in this browser: the state as text, and a button to change it (§4 Push states). */
export function PushSection() {
  const t = useTranslations("push");
  const toast = useToast();
  const { state, isSubscribed } = usePush();
  const [busy, setBusy] = useState(false);
  const turn = async () => {
    setBusy(true);
    await (isSubscribed ? turnPushOff() : turnPushOn()).catch(() => toast({ text: t("failed"), variant: "danger" }));
    setBusy(false);
  };
  return (
    <Section id="push" title={t("title")} lead={t("lead")}>
      {/* reserves its height from the start, so that the state does not shift the page */}
      <div className="grid min-h-23 content-start gap-5">
        <div className="grid min-h-6 gap-3" role="status">
          {state !== "unknown" && <p className="font-medium">{t(`state.${state}`)}</p>}
          {state === "denied" && <p className="text-sm text-ink-soft">{t("undo")}</p>}
        </div>
        {(state === "on" || state === "off") && (
          <Button variant="quiet" icon="bell" busy={busy} onClick={turn} className="justify-self-start">
            {isSubscribed ? t("off") : t("on")}
          </Button>
        )}
      </div>
    </Section>
  );
}
