import { useTranslations } from "use-intl/react";
import { useOnline } from "~/platform/network.ts";
import { Icon } from "~/ui/icon.tsx";

/** Shown while offline; reassures that nothing is lost. */
export function OfflineNotice() {
  const t = useTranslations("shell");
  const online = useOnline();
  return (
    <div role="status" className="pointer-events-none fixed inset-x-4 top-20 z-60 mx-auto max-w-toast">
      {!online && (
        <p className="flex items-center gap-3 rounded-control bg-warning px-4 py-3 text-sm font-medium text-on-warning shadow-float">
          <Icon name="wifi-off" className="size-5" />
          {t("offline")}
        </p>
      )}
    </div>
  );
}
