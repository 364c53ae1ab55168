import type { OwnProfile } from "@serenade/contract/members";
import type { ReactNode } from "react";
import { Form } from "react-router";
import { useTranslations } from "use-intl/react";
import { AboutField } from "~/features/profile/about.tsx";
import { AttributeFields, InterestFields, LanguageFields } from "~/features/profile/personal.tsx";
import { Photos } from "~/features/profile/photos.tsx";
import { type Country, type Place, PlaceFields } from "~/features/profile/place.tsx";
import { aboutForm, personalForm, placeForm } from "~/features/profile/read.ts";
import { useForm } from "~/platform/form.ts";
import type { FormFailure } from "~/platform/form-failure.ts";
import { Button } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { FormMessage } from "~/ui/form-message.tsx";
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
  const t = useTranslations("account.steps");
  const some = profile.photos.length > 0;
  return (
    <StepFrame step={step} reached={reached} title={t("photo_title")} lead={t("photo_lead")}>
      <Card className="grid gap-6">
        <Photos photos={profile.photos} error={failure?.message} />
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

export function LocationStep(props: StepProps & { countries: Country[]; cities: string[]; place: Place }) {
  const t = useTranslations("account.steps");
  const p = useTranslations("profile.place");
  const form = useForm({ ...placeForm, failure: props.failure });
  return (
    <StepFrame step={props.step} reached={props.reached} title={t("location_title")} lead={t("location_lead")}>
      <StepForm {...props} form={form}>
        <PlaceFields
          key={`${props.place.country} ${props.place.countryregion}`}
          countries={props.countries}
          cities={props.cities}
          start={props.place}
          errors={form.errors}
        />
        <noscript>
          <button
            type="submit"
            formMethod="get"
            name="step"
            value="location"
            className="min-h-11 w-full rounded-control border border-control font-semibold"
          >
            {p("show")}
          </button>
        </noscript>
      </StepForm>
    </StepFrame>
  );
}

export function PersonalStep(props: StepProps & { languages: Record<string, string> }) {
  const t = useTranslations("account.steps");
  const { profile } = props;
  const attributes = Object.entries(profile.attributes).map(([name, value]) => [name, value ?? undefined] as const);
  const form = useForm({
    ...personalForm,
    failure: props.failure,
    start: { interests: profile.interests, languages: profile.languages, ...Object.fromEntries(attributes) },
  });
  return (
    <StepFrame step={props.step} reached={props.reached} title={t("personal_title")} lead={t("personal_lead")}>
      <StepForm {...props} form={form}>
        <InterestFields values={form.values} />
        <AttributeFields values={form.values} />
        <LanguageFields values={form.values} names={props.languages} />
      </StepForm>
    </StepFrame>
  );
}

export function AboutStep(props: StepProps) {
  const t = useTranslations("account.steps");
  const form = useForm({
    ...aboutForm,
    failure: props.failure,
    start: { about: props.profile.about },
    saveAs: "about",
  });
  return (
    <StepFrame step={props.step} reached={props.reached} title={t("about_title")} lead={t("about_lead")}>
      <StepForm {...props} form={form}>
        <AboutField value={form.values("about")[0] ?? ""} error={form.errors.about} />
      </StepForm>
    </StepFrame>
  );
}

function StepForm({
  step,
  reached,
  busy,
  form,
  children,
}: StepProps & { form: ReturnType<typeof useForm>; children: ReactNode }) {
  const t = useTranslations("account.steps");
  return (
    <Card>
      <Form method="post" {...form.props} className="grid gap-6">
        <Where step={step} reached={reached} />
        {children}
        <FormMessage>{form.message}</FormMessage>
        <Button type="submit" variant="call" size="large" wide busy={busy}>
          {t("next")}
        </Button>
      </Form>
    </Card>
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
