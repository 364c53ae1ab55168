import { ActivateApi, UserApi } from "@serenade/contract/account";
import { ProfileApi } from "@serenade/contract/members";
import { redirect, useNavigation } from "react-router";
import { useTranslations } from "use-intl/react";
import { requestContext } from "~/context.ts";
import { languageNames } from "~/features/profile/personal.tsx";
import { changePhotos, isAboutPhotos } from "~/features/profile/photo-actions.ts";
import {
  aboutForm,
  interestsForm,
  languagesForm,
  looksForm,
  personalForm,
  placeForm,
} from "~/features/profile/read.ts";
import { ownPlace, settlePlace } from "~/features/profile/typed-place.ts";
import type { Call } from "~/platform/call.ts";
import { submitForm } from "~/platform/form.ts";
import { clientActionApi, formFailureOf, isFormFailure } from "~/platform/form-failure.ts";
import { actionApi, loaderApi, toLogin } from "~/platform/route-api.ts";
import { PageTitle } from "~/shell/page-title.tsx";
import { SiteMark } from "~/shell/site-mark.tsx";
import { classes } from "~/ui/classes.ts";
import type { Route } from "./+types/complete-signup.page";
import { useUser } from "./queries.ts";
import { ConfirmStep } from "./step-confirm.tsx";
import {
  AboutStep,
  InterestsStep,
  LanguagesStep,
  LocationStep,
  LooksStep,
  PersonalStep,
  PhotoStep,
} from "./step-forms.tsx";
import { goOn, pathOfStep, stepOf, stepToResume } from "./steps.ts";

/** Each step has its own URL, so that the back button works; without one, sign-up resumes at the saved step. */
export async function loader(visit: Route.LoaderArgs) {
  const call = loaderApi(visit);
  const { searchParams: search } = new URL(visit.request.url);
  const { user } = await call(UserApi.current);
  if (!user) throw toLogin(visit.request);
  const step = stepOf(search.get("step"));
  if (!step) throw redirect(pathOfStep(stepToResume(user), search));
  const { profile } = await call(ProfileApi.read);
  const { locale } = visit.context.get(requestContext);
  return {
    step,
    reached: user.signup_step,
    profile,
    place: step === "location" ? await ownPlace(call, profile) : null,
    languages: step === "languages" ? languageNames(locale) : {},
    locale,
  };
}

const FORMS = {
  location: placeForm,
  personal: personalForm,
  looks: looksForm,
  interests: interestsForm,
  languages: languagesForm,
  about: aboutForm,
} as const;

async function save(call: Call, request: Request) {
  const fields = await request.formData();
  const { searchParams: search } = new URL(request.url);
  const step = stepOf(fields.get("step")) ?? "photo";
  try {
    if (isAboutPhotos(fields)) {
      await changePhotos(call, fields);
      return redirect(pathOfStep("photo", search));
    }
    if (fields.get("intent") === "again") {
      const { wait } = await call(ActivateApi.again, { body: {} });
      return { sent: { at: Date.now(), wait } };
    }
    if (fields.get("intent") === "skip" || step === "photo" || step === "confirm") {
      return redirect(pathOfStep(await goOn(call, step, fields.get("reached")), search));
    }
    const unsettled = await settlePlace(call, fields);
    if (unsettled) return unsettled;
  } catch (error) {
    return formFailureOf(fields, error);
  }
  return submitForm(fields, FORMS[step], async (body) => {
    await call(ProfileApi.change, { body });
    return redirect(pathOfStep(await goOn(call, step, fields.get("reached")), search));
  });
}

export const action = (visit: Route.ActionArgs) => save(actionApi(visit), visit.request);
export const clientAction = ({ request }: Route.ClientActionArgs) => save(clientActionApi, request);

export default function CompleteSignup({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTranslations("steps");
  const { step } = loaderData;
  const user = useUser();
  const isDone = step === "confirm" && user?.status === "active";
  const busy = useNavigation().state !== "idle";
  const failure = isFormFailure(actionData) ? actionData : undefined;
  const sent = actionData && "sent" in actionData ? actionData.sent : undefined;
  const props = { ...loaderData, failure, busy };
  return (
    <div className="page grid max-w-form gap-3 pt-1 pb-2 sm:gap-5 sm:pb-16">
      <PageTitle>{t(`${step}_title`)}</PageTitle>
      <SiteMark className={classes("justify-self-center", !isDone && "max-sm:hidden")} />
      {step === "photo" && <PhotoStep {...props} />}
      {step === "location" && props.place && <LocationStep {...props} place={props.place} />}
      {step === "personal" && <PersonalStep {...props} />}
      {step === "looks" && <LooksStep {...props} />}
      {step === "interests" && <InterestsStep {...props} />}
      {step === "languages" && <LanguagesStep {...props} />}
      {step === "about" && <AboutStep {...props} />}
      {step === "confirm" && <ConfirmStep failure={failure} sent={sent} />}
    </div>
  );
}
