import { NotificationsApi, type Preferences, WRITE_FIRST, type WriteFirst } from "@serenade/contract/notifications";
import { Link } from "react-router";
import { useTranslations } from "use-intl/react";
import { paths } from "~/paths.ts";
import { RadioGroup } from "~/ui/choice.tsx";
import { SwitchRow } from "~/ui/switch.tsx";
import { useSavedValue, useSaving } from "../saving.tsx";
import { SaveWithoutScript, Section, type SectionActions, SectionForm } from "../section.tsx";

export const privacyActions: SectionActions = {
  privacy: (call, fields) => {
    const body = {
      read_receipts: fields.has("read_receipts"),
      shown_to_visitors: fields.has("shown_to_visitors"),
      write_first: String(fields.get("write_first")) as WriteFirst,
      // a disabled switch is not submitted, so its setting is left out
      ...(fields.has("may_hide") && { invisible: fields.has("invisible") }),
    };
    return call(NotificationsApi.change, { body });
  },
};

/** Who may write first and what others see (product.md 3, 6). Every choice saves itself. */
export function PrivacySection({ preferences, premium }: { preferences: Preferences; premium: boolean }) {
  const t = useTranslations("settings.privacy");
  const { save, status } = useSaving();
  const mayHide = premium || preferences.invisible;
  return (
    <Section title={t("title")} status={status} named>
      <SectionForm intent="privacy">
        {() => (
          <>
            <WriteFirstChoice stored={preferences.write_first} save={(write_first) => save({ write_first })} />
            <div className="grid divide-y divide-line">
              <Choice
                name="read_receipts"
                stored={preferences.read_receipts}
                save={(read_receipts) => save({ read_receipts })}
                label={t("receipts")}
                hint={t("receipts_hint")}
              />
              <Choice
                name="shown_to_visitors"
                stored={preferences.shown_to_visitors}
                save={(shown_to_visitors) => save({ shown_to_visitors })}
                label={t("visitors")}
                hint={t("visitors_hint")}
              />
              {mayHide && <input type="hidden" name="may_hide" value="yes" />}
              <Choice
                name="invisible"
                stored={preferences.invisible}
                save={(invisible) => save({ invisible })}
                disabled={!mayHide}
                label={t("invisible")}
                hint={t("invisible_hint")}
              />
            </div>
            {!mayHide && (
              <Link
                to={paths.premium()}
                className="-mt-4 -mb-2.5 inline-flex min-h-11 items-center justify-self-start text-sm font-semibold text-link"
              >
                {t("invisible_premium")}
              </Link>
            )}
            <SaveWithoutScript />
          </>
        )}
      </SectionForm>
    </Section>
  );
}

function WriteFirstChoice({ stored, save }: { stored: WriteFirst; save: (value: WriteFirst) => Promise<unknown> }) {
  const t = useTranslations("settings.privacy");
  const [value, change] = useSavedValue(stored, save);
  return (
    <RadioGroup
      legend={t("write_first.legend")}
      hint={t("write_first.hint")}
      name="write_first"
      value={value}
      onChange={(next) => change(next as WriteFirst)}
      choices={WRITE_FIRST.map((one) => ({ value: one, label: t(`write_first.${one}`) }))}
    />
  );
}

function Choice({
  stored,
  save,
  ...rest
}: {
  stored: boolean;
  save: (on: boolean) => Promise<unknown>;
  name: string;
  label: string;
  hint: string;
  disabled?: boolean;
}) {
  const [on, change] = useSavedValue(stored, save);
  return <SwitchRow {...rest} on={on} onChange={change} />;
}
