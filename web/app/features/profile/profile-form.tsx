import { GENDERS } from "@serenade/contract/attributes";
import { MAX_AGE } from "@serenade/contract/limits";
import type { OwnProfile } from "@serenade/contract/members";
import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { Form } from "react-router";
import { useTranslations } from "use-intl/react";
import { useForm } from "~/platform/form.ts";
import type { FormFailure } from "~/platform/form-failure.ts";
import { useSettings } from "~/root-data.ts";
import { Button } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { Chips } from "~/ui/choice.tsx";
import { classes } from "~/ui/classes.ts";
import { SelectField } from "~/ui/field.tsx";
import { FormMessage } from "~/ui/form-message.tsx";
import { AboutField } from "./about.tsx";
import { AnswerFields } from "./answers.tsx";
import { LeaveGuard } from "./leave-guard.tsx";
import { AttributeFields, InterestFields, LanguageFields } from "./personal.tsx";
import { PlaceFields } from "./place.tsx";
import { aboutValues, profileForm } from "./read.ts";
import type { NamedPlace } from "./typed-place.ts";

/** Everything but the photos, in one form. */
export function ProfileForm({
  profile,
  place,
  languages,
  failure,
  saved,
  onDraft,
}: {
  profile: OwnProfile;
  place: NamedPlace;
  languages: Record<string, string>;
  failure: FormFailure | undefined;
  /** The action's result after a save. */
  saved: unknown;
  /** Called with what is typed. */
  onDraft: (fields: FormData) => void;
}) {
  const t = useTranslations("profile");
  const a = useTranslations("attributes");
  const minAge = useSettings()?.min_age ?? 18;
  const form = useForm({
    ...profileForm,
    failure,
    start: {
      looking_for: profile.looking_for,
      seek_min_age: String(profile.seek_min_age),
      seek_max_age: String(profile.seek_max_age),
      ...aboutValues(profile),
      interests: profile.interests,
      languages: profile.languages,
      ...withoutNull(profile.attributes),
    },
  });
  const { dirty, check } = useDirty(form.props.ref, saved, onDraft);
  return (
    <Form method="post" preventScrollReset {...form.props} onChange={check} className="grid gap-6">
      <LeaveGuard dirty={dirty && !form.busy} />
      <Section id="seek" title={t("seek.title")}>
        <Chips
          name="looking_for"
          legend={t("seek.genders")}
          choices={GENDERS.map((value) => ({ value, label: a(`genders.${value}`) }))}
          defaultValues={form.values("looking_for")}
          error={form.errors.looking_for}
        />
        <div className="grid grid-cols-2 gap-4 sm:max-w-[320px]">
          {(["min_age", "max_age"] as const).map((name) => (
            <SelectField key={name} {...form.field(`seek_${name}`)} label={t(`seek.${name}`)}>
              {Array.from({ length: MAX_AGE - minAge + 1 }, (_, at) => minAge + at).map((years) => (
                <option key={years} value={years}>
                  {years}
                </option>
              ))}
            </SelectField>
          ))}
        </div>
      </Section>
      <Section id="place" title={t("place.title")} lead={t("place.hint")}>
        <PlaceFields key={place.label} start={place} failure={failure} errors={form.errors} onChange={check} />
      </Section>
      <Section id="about" title={t("about.title")}>
        <AboutField value={form.values("about")[0] ?? ""} error={form.errors.about} />
      </Section>
      <Section id="answers" title={t("answers.title")} lead={t("answers.lead")}>
        <AnswerFields values={form.values} errors={form.errors} />
      </Section>
      <Section id="interests" title={t("interests")}>
        <InterestFields values={form.values} />
      </Section>
      <Section id="details" title={t("details.title")}>
        <AttributeFields values={form.values} />
      </Section>
      <Section id="languages" title={t("languages")}>
        <LanguageFields values={form.values} names={languages} />
      </Section>
      <FormMessage>{form.message}</FormMessage>
      <SaveBar dirty={dirty} busy={form.busy} />
    </Form>
  );
}

export function Section({
  id,
  title,
  lead,
  children,
}: {
  id: string;
  title: string;
  lead?: string;
  children: ReactNode;
}) {
  return (
    <Card id={id} className="scroll-mt-20">
      <section className="grid gap-5">
        <div className="grid gap-1">
          <h2 className="text-lg">{title}</h2>
          {lead && <p className="text-sm text-ink-soft">{lead}</p>}
        </div>
        <div className="grid min-w-0 gap-5">{children}</div>
      </section>
    </Card>
  );
}

/** Fixed at the bottom of the screen while there are unsaved changes. */
function SaveBar({ dirty, busy }: { dirty: boolean; busy: boolean }) {
  const t = useTranslations("profile");
  return (
    <div
      className={classes(
        "flex items-center justify-end gap-4 rounded-card",
        dirty &&
          "sticky bottom-[calc(var(--spacing-tabbar)+0.75rem+env(safe-area-inset-bottom))] z-10 border border-line bg-raised px-4 py-3 shadow-float md:bottom-4",
      )}
    >
      {dirty && <p className="mr-auto text-sm text-ink-soft">{t("unsaved")}</p>}
      <Button type="submit" variant="call" busy={busy}>
        {t("save")}
      </Button>
    </div>
  );
}

/** Whether the form differs from what is saved; `saved` changes with each save. */
function useDirty(node: RefObject<HTMLFormElement | null>, saved: unknown, onDraft: (fields: FormData) => void) {
  const before = useRef<string>(undefined);
  const [dirty, setDirty] = useState(false);
  const check = () =>
    requestAnimationFrame(() => {
      const now = valuesOf(node.current);
      before.current ??= now;
      setDirty(now !== before.current);
      if (node.current) onDraft(new FormData(node.current));
    });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a save resets the comparison
  useEffect(() => {
    if (saved) before.current = undefined;
    check();
  }, [saved]);
  return { dirty, check };
}

const valuesOf = (form: HTMLFormElement | null) =>
  form ? new URLSearchParams([...new FormData(form)] as [string, string][]).toString() : "";

const withoutNull = (attributes: Record<string, string | null>) =>
  Object.fromEntries(Object.entries(attributes).map(([name, value]) => [name, value ?? undefined]));
