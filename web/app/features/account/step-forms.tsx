import { SIGNUP_INTERESTS } from "@serenade/contract/limits";
import type { OwnProfile } from "@serenade/contract/members";
import type { ReactNode } from "react";
import { Form } from "react-router";
import { useTranslations } from "use-intl/react";
import { AboutField } from "~/features/profile/about.tsx";
import { AnswerFields } from "~/features/profile/answers.tsx";
import { AttributeChips, AttributeFields, InterestFields, LanguageFields } from "~/features/profile/personal.tsx";
import { PhotoOrganizer } from "~/features/profile/photo-organizer.tsx";
import { PlaceFields } from "~/features/profile/place.tsx";
import {
  aboutForm,
  aboutValues,
  interestsForm,
  languagesForm,
  looksForm,
  personalForm,
  placeForm,
} from "~/features/profile/read.ts";
import type { NamedPlace } from "~/features/profile/typed-place.ts";
import { useForm } from "~/platform/form.ts";
import type { FormFailure } from "~/platform/form-failure.ts";
import { Button } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { FormMessage } from "~/ui/form-message.tsx";
import { PhotoExample } from "./photo-example.tsx";
import { StepFrame } from "./step-frame.tsx";
import type { Step } from "./steps.ts";

interface StepProps {
  step: Step;
  reached: string | null;
  profile: OwnProfile;
  failure: FormFailure | undefined;
  busy: boolean;
}

export function PhotoStep({ step, reached, profile, failure, busy }: StepProps) {
  const t = useTranslations("steps");
  const some = profile.photos.length > 0;
  return (
    <StepFrame step={step} reached={reached} title={t("photo_title")} lead={t("photo_lead")}>
      <Card className="grid gap-4 p-4! sm:p-6!">
        <PhotoOrganizer photos={profile.photos} error={failure?.message} />
        {!some && <PhotoExample />}
        {some && (
          <Form method="post">
            <Where step={step} reached={reached} />
            <Button type="submit" variant="call" size="large" wide busy={busy}>
              {t("go_on")}
            </Button>
          </Form>
        )}
      </Card>
    </StepFrame>
  );
}

export function LocationStep(props: StepProps & { place: NamedPlace }) {
  const t = useTranslations("steps");
  const form = useForm({ ...placeForm, failure: props.failure });
  return (
    <StepForm {...props} form={form} title={t("location_title")} lead={t("location_lead")}>
      <PlaceFields key={props.place.label} start={props.place} failure={props.failure} errors={form.errors} />
    </StepForm>
  );
}

export function PersonalStep(props: StepProps) {
  const t = useTranslations("steps");
  const form = useForm({ ...personalForm, failure: props.failure, start: attributesOf(props.profile) });
  return (
    <StepForm {...props} form={form} title={t("personal_title")} lead={t("personal_lead")}>
      <AttributeChips name="relationship_status" values={form.values} />
      <AttributeChips name="sexuality" values={form.values} />
    </StepForm>
  );
}

export function LooksStep(props: StepProps) {
  const t = useTranslations("steps");
  const form = useForm({ ...looksForm, failure: props.failure, start: attributesOf(props.profile) });
  return (
    <StepForm {...props} form={form} title={t("looks_title")}>
      <AttributeChips name="body_type" values={form.values} />
      <AttributeFields values={form.values} names={["hair_color", "eye_color", "tattoos"]} />
    </StepForm>
  );
}

export function InterestsStep(props: StepProps) {
  const t = useTranslations("steps");
  const { interests } = props.profile;
  const form = useForm({ ...interestsForm, failure: props.failure, start: { interests } });
  return (
    <StepForm {...props} form={form} title={t("interests_title")} lead={t("interests_lead")}>
      <InterestFields values={form.values} error={form.errors.interests} max={SIGNUP_INTERESTS} folded />
    </StepForm>
  );
}

export function LanguagesStep(props: StepProps & { languages: Record<string, string>; locale: string }) {
  const t = useTranslations("steps");
  const { languages } = props.profile;
  const form = useForm({ ...languagesForm, failure: props.failure, start: { languages } });
  return (
    <StepForm {...props} form={form} title={t("languages_title")}>
      <LanguageFields values={form.values} names={props.languages} first={props.locale} />
    </StepForm>
  );
}

export function AboutStep(props: StepProps) {
  const t = useTranslations("steps");
  const form = useForm({
    ...aboutForm,
    failure: props.failure,
    start: aboutValues(props.profile),
    saveAs: "about",
  });
  return (
    <StepForm {...props} form={form} title={t("about_title")} lead={t("about_lead")}>
      <AnswerFields values={form.values} errors={form.errors} />
      <AboutField value={form.values("about")[0] ?? ""} error={form.errors.about} rows={3} />
    </StepForm>
  );
}

const attributesOf = ({ attributes }: OwnProfile) =>
  Object.fromEntries(Object.entries(attributes).map(([name, value]) => [name, value ?? undefined]));

/** One question: its form, in the frame that all have. `lead`: it has a sentence below its title. */
function StepForm({
  step,
  reached,
  busy,
  form,
  title,
  lead,
  children,
}: StepProps & { form: ReturnType<typeof useForm>; title: string; lead?: string; children: ReactNode }) {
  const t = useTranslations("steps");
  return (
    <StepFrame step={step} reached={reached} title={title} lead={lead}>
      <Card className="p-4! sm:p-6!">
        <Form method="post" {...form.props} className="grid gap-5 sm:gap-6">
          <Where step={step} reached={reached} />
          {children}
          <FormMessage>{form.message}</FormMessage>
          <Button type="submit" variant="call" size="large" wide busy={busy}>
            {t("go_on")}
          </Button>
        </Form>
      </Card>
    </StepFrame>
  );
}

function Where({ step, reached }: { step: Step; reached: string | null }) {
  return (
    <>
      <input type="hidden" name="step" value={step} />
      <input type="hidden" name="reached" value={reached ?? ""} />
    </>
  );
}
