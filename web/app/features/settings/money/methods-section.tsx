import type { Id } from "@serenade/contract/ids";
import { InstrumentsApi, type StoredInstrument } from "@serenade/contract/payments";
import { useTranslations } from "use-intl/react";
import { Button } from "~/ui/button.tsx";
import { Icon } from "~/ui/icon.tsx";
import { Section, type SectionActions, SectionForm } from "../section.tsx";

export const methodActions: SectionActions = {
  forget: (call, fields) => call(InstrumentsApi.forget, { body: { id: String(fields.get("id")) as Id<"instrument"> } }),
};

/** Stored cards and PayPal accounts, each with its end (product.md 7). */
export function MethodsSection({ instruments }: { instruments: StoredInstrument[] }) {
  const t = useTranslations("settings.methods");
  if (instruments.length === 0)
    return (
      <Section id="methods" title={t("title")}>
        <p className="text-ink-soft">{t("none")}</p>
      </Section>
    );
  return (
    <Section id="methods" title={t("title")} lead={t("lead")}>
      <ul className="grid divide-y divide-line">
        {instruments.map((instrument) => (
          <Stored key={instrument.id} instrument={instrument} />
        ))}
      </ul>
    </Section>
  );
}

function Stored({ instrument: { id, label, expires, expired } }: { instrument: StoredInstrument }) {
  const t = useTranslations("settings.methods");
  const r = useTranslations("payments.repeat");
  const until = expired ? r("expired") : expires && r("expires", { date: expires });
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <Icon name="lock" className="size-6 text-ink-soft" />
      <span className="grid min-w-40 flex-1 gap-0.5">
        <span className="font-medium">{label}</span>
        {until && <span className="text-sm text-ink-soft">{until}</span>}
      </span>
      <SectionForm intent="forget" saved={t("removed")} className="contents">
        {({ busy }) => (
          <>
            <input type="hidden" name="id" value={id} />
            <Button type="submit" variant="quiet" size="small" busy={busy} aria-label={t("remove_label", { label })}>
              {t("remove")}
            </Button>
          </>
        )}
      </SectionForm>
    </li>
  );
}
