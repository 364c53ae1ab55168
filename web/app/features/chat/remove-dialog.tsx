import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { Button } from "~/ui/button.tsx";
import { Modal } from "~/ui/modal.tsx";

/** Confirms before a conversation is removed. `name` null: closed. */
export function RemoveDialog({
  name,
  onClose,
  onConfirm,
}: {
  name: string | null;
  onClose: () => void;
  onConfirm: () => void;
}) {
  const t = useTranslations("chat");
  // keeps its text while it fades out
  const [last, setLast] = useState(name ?? "");
  if (name !== null && name !== last) setLast(name);
  return (
    <Modal
      open={name !== null}
      onClose={onClose}
      title={t("remove.title")}
      description={t("remove.text", { name: last })}
      closeLabel={t("close")}
    >
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="quiet" onClick={onClose}>
          {t("remove.cancel")}
        </Button>
        <Button variant="danger" onClick={onConfirm}>
          {t("remove.yes")}
        </Button>
      </div>
    </Modal>
  );
}
