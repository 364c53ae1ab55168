import { NotificationsApi, type PreferencesChange } from "@serenade/contract/notifications";
import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useTranslations } from "use-intl/react";
import { call } from "~/platform/call.ts";
import { useErrorMessage } from "~/platform/error-message.ts";
import { Icon } from "~/ui/icon.tsx";
import { useToast } from "~/ui/toasts.tsx";

/** Saves preferences one after another, in the order of the changes. Fails after a toast with the reason. */
export function useSaving() {
  const toast = useToast();
  const errorMessage = useErrorMessage();
  const { mutateAsync, status } = useMutation({
    scope: { id: "preferences" },
    networkMode: "always", // waiting for the network would show as saved what is not
    mutationFn: (body: PreferencesChange) => call(NotificationsApi.change, { body }),
    onError: (error) => toast({ text: errorMessage(error), variant: "danger" }),
  });
  return { save: mutateAsync, status: <SavingStatus status={status} /> };
}

function SavingStatus({ status }: { status: string }) {
  const t = useTranslations("settings");
  return (
    <p role="status" className="inline-flex items-center gap-1.5 text-sm text-ink-soft">
      {status === "pending" && t("saving")}
      {status === "success" && (
        <>
          <Icon name="check" className="size-4" />
          {t("saved")}
        </>
      )}
    </p>
  );
}

/** A value that saves itself: a change shows at once; when saving fails, the last saved value shows again. */
export function useSavedValue<T>(stored: T, save: (value: T) => Promise<unknown>) {
  const [value, setValue] = useState(stored);
  const saved = useRef(stored);
  const changes = useRef(0);
  const change = async (next: T) => {
    setValue(next);
    const turn = ++changes.current;
    try {
      await save(next);
      saved.current = next;
    } catch {
      if (turn === changes.current) setValue(saved.current);
    }
  };
  return [value, (next: T) => void change(next)] as const;
}
