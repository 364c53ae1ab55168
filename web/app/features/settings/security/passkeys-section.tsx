import { type Passkey, PasskeyApi } from "@serenade/contract/factors";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useFormatter, useTranslations } from "use-intl/react";
import { CurrentPasswordField } from "~/features/account/credential-fields.tsx";
import { call } from "~/platform/call.ts";
import { isCallFailure } from "~/platform/call-failure.ts";
import { useErrorMessage } from "~/platform/error-message.ts";
import { Button } from "~/ui/button.tsx";
import { TextField } from "~/ui/field.tsx";
import { FormMessage } from "~/ui/form-message.tsx";
import { Icon } from "~/ui/icon.tsx";
import { Modal } from "~/ui/modal.tsx";
import { useMounted } from "~/ui/mounted.ts";
import { useToast } from "~/ui/toasts.tsx";
import { Section } from "../section.tsx";

const KEY = ["passkeys"];

/** Lists passkeys by name; adding and removing need the password. */
export function PasskeysSection() {
  const t = useTranslations("factors.passkey");
  const scripted = useMounted();
  const { data } = useQuery({ queryKey: KEY, queryFn: ({ signal }) => call(PasskeyApi.list, { signal }) });
  const [adding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<Passkey | null>(null);
  const able = scripted && Boolean(window.PublicKeyCredential);
  return (
    <Section title={t("title")} lead={t("lead")}>
      {data && data.passkeys.length > 0 && (
        <ul className="grid divide-y divide-line">
          {data.passkeys.map((passkey) => (
            <Row key={passkey.id} passkey={passkey} onRemove={() => setRemoving(passkey)} />
          ))}
        </ul>
      )}
      {able ? (
        <Button variant="quiet" size="small" icon="plus" className="justify-self-start" onClick={() => setAdding(true)}>
          {t("add")}
        </Button>
      ) : (
        <p className="text-sm text-ink-soft">{t("unable")}</p>
      )}
      <AddPasskey open={adding} onClose={() => setAdding(false)} />
      <RemovePasskey passkey={removing} onClose={() => setRemoving(null)} />
    </Section>
  );
}

function Row({ passkey: { name, created, used }, onRemove }: { passkey: Passkey; onRemove: () => void }) {
  const t = useTranslations("factors.passkey");
  const format = useFormatter();
  const day = (time: string) => format.dateTime(new Date(time), { dateStyle: "medium", timeZone: "UTC" });
  return (
    <li className="flex min-h-16 items-center gap-3 py-2">
      <Icon name="shield" className="size-6 text-ink-soft" />
      <span className="grid min-w-0 flex-1">
        <span className="truncate font-medium">{name}</span>
        <span className="text-sm text-ink-soft">
          {used ? t("used", { date: day(used) }) : t("created", { date: day(created) })}
        </span>
      </span>
      <Button variant="quiet" size="small" aria-label={t("remove_label", { name })} onClick={onRemove}>
        {t("remove")}
      </Button>
    </li>
  );
}

function AddPasskey({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useTranslations("factors.passkey");
  const action = usePasswordAction(onClose, t("added"), async (fields) => {
    const { options } = await call(PasskeyApi.start, { body: { password: fields.password } });
    const { startRegistration } = await import("@simplewebauthn/browser");
    const response = await startRegistration({ optionsJSON: options as never });
    const name = fields.name.trim() || t("unnamed");
    return call(PasskeyApi.register, { body: { name, response: response as never } });
  });
  return (
    <Modal
      open={open}
      onClose={action.close}
      title={t("add_title")}
      description={t("add_text")}
      closeLabel={t("close")}
      locked={action.busy}
    >
      <form onSubmit={action.submit} className="grid gap-5">
        <TextField name="name" label={t("name")} hint={t("name_hint")} maxLength={40} autoComplete="off" required />
        <CurrentPasswordField error={action.fields.password} />
        <FormMessage>{action.message}</FormMessage>
        <Button type="submit" wide busy={action.busy}>
          {t("add_button")}
        </Button>
      </form>
    </Modal>
  );
}

function RemovePasskey({ passkey, onClose }: { passkey: Passkey | null; onClose: () => void }) {
  const t = useTranslations("factors.passkey");
  const action = usePasswordAction(onClose, t("removed"), ({ password }) =>
    call(PasskeyApi.remove, { body: { id: passkey!.id, password } }),
  );
  return (
    <Modal
      open={passkey !== null}
      onClose={action.close}
      title={t("remove_title", { name: passkey?.name ?? "" })}
      description={t("remove_text")}
      closeLabel={t("close")}
      locked={action.busy}
    >
      <form onSubmit={action.submit} className="grid gap-5">
        <CurrentPasswordField error={action.fields.password} />
        <FormMessage>{action.message}</FormMessage>
        <Button type="submit" variant="danger" wide busy={action.busy}>
          {t("remove")}
        </Button>
      </form>
    </Modal>
  );
}

/** State of a modal that needs the password: a failure stays in the form, success closes it with a toast. */
function usePasswordAction(
  onClose: () => void,
  done: string,
  act: (fields: { name: string; password: string }) => Promise<{ passkeys: Passkey[] }>,
) {
  const t = useTranslations("factors.passkey");
  const toast = useToast();
  const errorMessage = useErrorMessage();
  const client = useQueryClient();
  const { mutate, reset, error, isPending } = useMutation({
    mutationFn: act,
    onSuccess: (list) => {
      client.setQueryData(KEY, list);
      onClose();
      toast({ text: done, variant: "success" });
    },
  });
  const fields = isCallFailure(error) ? error.fields : {};
  const hasFieldErrors = Object.keys(fields).length > 0;
  const message = !error || hasFieldErrors ? "" : isCallFailure(error) ? errorMessage(error) : t("not_made");
  return {
    fields,
    message,
    busy: isPending,
    close: () => {
      reset();
      onClose();
    },
    submit: (event: React.FormEvent<HTMLFormElement>) => {
      event.preventDefault();
      const form = new FormData(event.currentTarget);
      mutate({ name: String(form.get("name") ?? ""), password: String(form.get("password") ?? "") });
    },
  };
}
