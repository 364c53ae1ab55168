import { useEffect, useEffectEvent } from "react";
import { useTranslations } from "use-intl/react";
import { updateNow, watchForUpdates } from "~/platform/app-updates.ts";
import { useToast } from "~/ui/toasts.tsx";

/** Offers to reload when a newer build has been installed while this page was open. */
export function UpdatePrompt(): null {
  const t = useTranslations("shell.update");
  const toast = useToast();
  const offer = useEffectEvent((worker: ServiceWorker) =>
    toast({
      text: t("text"),
      stays: true,
      action: (
        <button type="button" onClick={() => updateNow(worker)} className="text-link justify-self-start font-semibold">
          {t("reload")}
        </button>
      ),
    }),
  );
  useEffect(() => watchForUpdates((worker) => offer(worker)), []);
  return null;
}
