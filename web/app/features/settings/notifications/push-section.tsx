import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { turnPushOff, turnPushOn, usePush } from "~/kernel/push.ts";
import { Button } from "~/ui/button.tsx";
import { useToast } from "~/ui/toasts.tsx";
import { Section } from "../section.tsx";

/** Push messages in this browser: how it stands in words, and the way to the other state (§4 Push states). */
export function PushSection() {
  const t = useTranslations("push");
  const tell = useToast();
  const { state, isSubscribed } = usePush();
  const [busy, setBusy] = useState(false);
  const turn = async () => {
    setBusy(true);
    await (isSubscribed ? turnPushOff() : turnPushOn()).catch(() => tell({ text: t("failed"), look: "danger" }));
    setBusy(false);
  };
  return (
    <Section id="push" title={t("title")} lead={t("lead")}>
      {/* a line and a button, from the start: what the browser answers pushes nothing down */}
      <div className="grid min-h-23 content-start gap-5">
        <div className="grid min-h-6 gap-3" role="status">
          {state !== "unknown" && <p className="font-medium">{t(`state.${state}`)}</p>}
          {state === "denied" && <p className="text-sm text-ink-soft">{t("undo")}</p>}
        </div>
        {(state === "on" || state === "off") && (
          <Button look="quiet" icon="bell" busy={busy} onClick={turn} className="justify-self-start">
            {isSubscribed ? t("off") : t("on")}
          </Button>
        )}
      </div>
    </Section>
  );
}
