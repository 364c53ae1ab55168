import { NotificationsApi, type Preferences, WRITE_FIRST, type WriteFirst } from "@serenade/contract/notifications";
import { Link } from "react-router";
import { useTranslations } from "use-intl/react";
import { paths } from "~/paths.ts";
import { Checkbox, RadioGroup } from "~/ui/choice.tsx";
import { SaveButton, Section, type SectionActions, SectionForm } from "../section.tsx";

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

/** Who may write first and what others see (product.md 3, 6). */
export function PrivacySection({ preferences, premium }: { preferences: Preferences; premium: boolean }) {
  const t = useTranslations("settings.privacy");
  const { invisible, read_receipts, shown_to_visitors, write_first } = preferences;
  const mayHide = premium || invisible;
  return (
    <Section title={t("title")}>
      <SectionForm intent="privacy">
        {({ busy }) => (
          <>
            <RadioGroup
              legend={t("write_first.legend")}
              hint={t("write_first.hint")}
              name="write_first"
              defaultValue={write_first}
              choices={WRITE_FIRST.map((value) => ({ value, label: t(`write_first.${value}`) }))}
            />
            <div className="grid gap-1">
              <Checkbox
                name="read_receipts"
                defaultChecked={read_receipts}
                label={<SwitchLabel title={t("receipts")} hint={t("receipts_hint")} />}
              />
              <Checkbox
                name="shown_to_visitors"
                defaultChecked={shown_to_visitors}
                label={<SwitchLabel title={t("visitors")} hint={t("visitors_hint")} />}
              />
              {mayHide && <input type="hidden" name="may_hide" value="yes" />}
              <Checkbox
                name="invisible"
                defaultChecked={invisible}
                disabled={!mayHide}
                label={<SwitchLabel title={t("invisible")} hint={t("invisible_hint")} />}
              />
              {!mayHide && (
                <p className="pl-8 text-sm">
                  <Link to={paths.premium()} className="inline-flex min-h-11 items-center font-semibold text-link">
                    {t("invisible_premium")}
                  </Link>
                </p>
              )}
            </div>
            <SaveButton busy={busy} />
          </>
        )}
      </SectionForm>
    </Section>
  );
}

const SwitchLabel = ({ title, hint }: { title: string; hint: string }) => (
  <>
    <span className="block font-medium">{title}</span>
    <span className="block text-sm text-ink-soft">{hint}</span>
  </>
);
