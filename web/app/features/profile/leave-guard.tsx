import { useEffect } from "react";
import { useBlocker } from "react-router";
import { useTranslations } from "use-intl/react";
import { Button } from "~/ui/button.tsx";
import { Modal } from "~/ui/modal.tsx";

/** Confirms before unsaved changes are lost: by a modal inside the site, by the browser when leaving it. */
export function LeaveGuard({ dirty }: { dirty: boolean }) {
  const t = useTranslations("profile.leave");
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => dirty && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (!dirty) return;
    const confirm = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", confirm);
    return () => window.removeEventListener("beforeunload", confirm);
  }, [dirty]);
  return (
    <Modal
      open={blocker.state === "blocked"}
      onClose={() => blocker.reset?.()}
      title={t("title")}
      closeLabel={t("stay")}
    >
      <p className="text-ink-soft">{t("text")}</p>
      {/* the first button gets the focus, so that Enter does not discard changes */}
      <div className="flex flex-row-reverse flex-wrap gap-3">
        <Button onClick={() => blocker.reset?.()}>{t("stay")}</Button>
        <Button variant="quiet" onClick={() => blocker.proceed?.()}>
          {t("go")}
        </Button>
      </div>
    </Modal>
  );
}
