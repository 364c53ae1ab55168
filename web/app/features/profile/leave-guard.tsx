import { useEffect } from "react";
import { useBlocker } from "react-router";
import { useTranslations } from "use-intl/react";
import { Button } from "~/ui/button.tsx";
import { Modal } from "~/ui/modal.tsx";

/** Asks before what was changed is left behind: inside the site by a modal, at its edge by the browser. */
export function LeaveGuard({ dirty }: { dirty: boolean }) {
  const t = useTranslations("profile.leave");
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => dirty && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (!dirty) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [dirty]);
  return (
    <Modal
      open={blocker.state === "blocked"}
      onClose={() => blocker.reset?.()}
      title={t("title")}
      closeLabel={t("stay")}
    >
      <p className="text-ink-soft">{t("text")}</p>
      {/* the first button takes the focus: Enter must not lose what was written */}
      <div className="flex flex-row-reverse flex-wrap gap-3">
        <Button onClick={() => blocker.reset?.()}>{t("stay")}</Button>
        <Button look="quiet" onClick={() => blocker.proceed?.()}>
          {t("go")}
        </Button>
      </div>
    </Modal>
  );
}
