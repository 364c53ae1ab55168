import {
  NOTIFICATION_KINDS,
  type NotificationKind,
  NotificationsApi,
  type Preferences,
  type Switches,
} from "@serenade/contract/notifications";
import { useTranslations } from "use-intl/react";
import { Switch } from "~/ui/switch.tsx";
import { useSavedValue, useSaving } from "../saving.tsx";
import { SaveWithoutScript, Section, type SectionActions, SectionForm } from "../section.tsx";

const WAYS = ["mail", "push"] as const;

export const newsActions: SectionActions = {
  news: (call, fields) => {
    const ticked = (kind: string): Switches => ({ mail: fields.has(`${kind}.mail`), push: fields.has(`${kind}.push`) });
    const kinds = Object.fromEntries(NOTIFICATION_KINDS.map((kind) => [kind, ticked(kind)]));
    return call(NotificationsApi.change, { body: { kinds } });
  },
};

/** Each kind of notification with its two switches, which save themselves (§3). */
export function NewsSection({ kinds }: { kinds: Preferences["kinds"] }) {
  const t = useTranslations("settings.news");
  const { save, status } = useSaving();
  return (
    <Section title={t("title")} lead={t("lead")} status={status}>
      <SectionForm intent="news">
        {() => (
          <>
            <table className="w-full border-collapse">
              <thead>
                <tr className="text-sm text-ink-soft">
                  <th scope="col" className="pb-1 text-left font-medium">
                    {t("about")}
                  </th>
                  {WAYS.map((way) => (
                    <th key={way} scope="col" className="w-16 px-1 pb-1 text-center font-medium sm:w-20">
                      {t(way)}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody className="divide-y divide-line">
                {NOTIFICATION_KINDS.map((kind) => (
                  <KindRow
                    key={kind}
                    kind={kind}
                    stored={kinds[kind]}
                    save={(switches) => save({ kinds: { [kind]: switches } })}
                  />
                ))}
              </tbody>
            </table>
            <SaveWithoutScript />
          </>
        )}
      </SectionForm>
    </Section>
  );
}

function KindRow({
  kind,
  stored,
  save,
}: {
  kind: NotificationKind;
  stored: Switches;
  save: (switches: Switches) => Promise<unknown>;
}) {
  const t = useTranslations("settings.news");
  const [switches, change] = useSavedValue(stored, save);
  const name = t(`kinds.${kind}`);
  return (
    <tr>
      <th scope="row" className="py-2 pr-3 text-left font-normal">
        <span className="block font-medium">{name}</span>
        <span className="block text-sm text-ink-soft">{t(`hints.${kind}`)}</span>
      </th>
      {WAYS.map((way) => (
        <td key={way} className="text-center">
          {/* biome-ignore lint/a11y/noLabelWithoutControl: Switch is the control */}
          <label className="inline-grid min-h-11 place-items-center">
            <span className="sr-only">{t(`by.${way}`, { kind: name })}</span>
            <Switch name={`${kind}.${way}`} on={switches[way]} onChange={(on) => change({ ...switches, [way]: on })} />
          </label>
        </td>
      ))}
    </tr>
  );
}
