import { useTranslations } from "use-intl/react";
import { useOnline } from "~/platform/network.ts";
import { Icon } from "~/ui/icon.tsx";

/** Shown while offline; reassures that nothing is lost. */
export function OfflineNotice() {
  const t = useTranslations("shell");
  const online = useOnline();
  return (
    // toasts leave room for it (ui/toasts.tsx)
    <div
      role="status"
      data-offline={!online || undefined}
      className="peer/offline pointer-events-none fixed inset-x-4 bottom-[calc(var(--spacing-tabbar)+1rem)] z-60 mx-auto max-w-toast md:bottom-6"
    >
      {!online && (
        <p className="flex min-h-12 items-center gap-3 rounded-control bg-warning px-4 py-2 text-sm font-medium text-on-warning shadow-float">
          <Icon name="wifi-off" className="size-5" />
          {t("offline")}
        </p>
      )}
    </div>
  );
}
