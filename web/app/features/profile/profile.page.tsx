import { type OwnProfile, ProfileApi } from "@serenade/contract/members";
import { useEffect, useEffectEvent, useState } from "react";
import { useTranslations } from "use-intl/react";
import { requestContext } from "~/context.ts";
import { useUser } from "~/features/account/queries.ts";
import { paths } from "~/paths.ts";
import type { Call } from "~/platform/call.ts";
import { submitForm } from "~/platform/form.ts";
import { clientActionApi, formFailureOf, isFormFailure } from "~/platform/form-failure.ts";
import { actionApi, loaderApi } from "~/platform/route-api.ts";
import { PageTitle } from "~/shell/page-title.tsx";
import { Alert } from "~/ui/alert.tsx";
import { LinkButton } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { useToast } from "~/ui/toasts.tsx";
import type { Route } from "./+types/profile.page";
import { ageOf } from "./age.ts";
import { CompletenessBar } from "./completeness-bar.tsx";
import { languageNames } from "./personal.tsx";
import { changePhotos, isAboutPhotos } from "./photo-actions.ts";
import { PhotoOrganizer } from "./photo-organizer.tsx";
import { ProfilePreview } from "./preview.tsx";
import { ProfileForm, Section } from "./profile-form.tsx";
import { profileForm } from "./read.ts";
import { ownPlace, settlePlace } from "./typed-place.ts";

export async function loader(visit: Route.LoaderArgs) {
  const call = loaderApi(visit);
  const { profile } = await call(ProfileApi.read);
  const { locale } = visit.context.get(requestContext);
  return { profile, place: await ownPlace(call, profile), languages: languageNames(locale) };
}

async function change(call: Call, request: Request) {
  const fields = await request.formData();
  if (isAboutPhotos(fields)) {
    return changePhotos(call, fields)
      .then((done) => ({ done }))
      .catch((error) => formFailureOf(fields, error));
  }
  const unsettled = await settlePlace(call, fields);
  if (unsettled) return unsettled;
  return submitForm(fields, profileForm, async (body) => {
    await call(ProfileApi.change, { body });
    return { done: "saved" as const };
  });
}

export const action = (visit: Route.ActionArgs) => change(actionApi(visit), visit.request);
export const clientAction = ({ request }: Route.ClientActionArgs) => change(clientActionApi, request);

export default function Profile({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTranslations("profile");
  const a = useTranslations("attributes");
  const { profile } = loaderData;
  const user = useUser();
  const age = ageOf(profile.date_of_birth);
  const failure = isFormFailure(actionData) ? actionData : undefined;
  const aboutPhotos = failure && "photo_id" in failure.values;
  const done = actionData && "done" in actionData ? actionData.done : undefined;
  useDoneToast(actionData, done);
  const [draft, setDraft] = useState<Pick<OwnProfile, "about" | "interests">>(profile);
  return (
    <div className="page grid max-w-page gap-5 py-4 sm:py-10 lg:grid-cols-[minmax(0,1fr)_320px] lg:gap-x-10">
      <div className="grid min-w-0 content-start gap-5">
        <PageTitle>{t("title")}</PageTitle>
        <div className="flex flex-wrap items-end justify-between gap-3">
          <div>
            <h1 className="text-2xl">{t("title")}</h1>
            <p className="text-ink-soft">
              {t("facts", { name: profile.name, age: String(age) })} · {a(`gender.${profile.gender}`)}
            </p>
          </div>
          <LinkButton to={paths.member(profile.id)} variant="quiet" size="small" icon="eye" className="lg:hidden">
            {t("preview")}
          </LinkButton>
        </div>
        {user?.status === "not_confirmed" && (
          <Alert
            variant="warning"
            action={
              <LinkButton to={paths.completeSignup({ step: "confirm" })} variant="quiet" size="small">
                {t("hidden_on")}
              </LinkButton>
            }
          >
            {t("hidden")}
          </Alert>
        )}
        <noscript>{done === "saved" && <Alert variant="success">{t("saved")}</Alert>}</noscript>
        <Card>
          <CompletenessBar profile={profile} />
        </Card>
        <Section id="photos" title={t("photos.title")}>
          <PhotoOrganizer photos={profile.photos} error={aboutPhotos ? failure.message : undefined} />
        </Section>
        <ProfileForm
          {...loaderData}
          failure={aboutPhotos ? undefined : failure}
          saved={done === "saved" && actionData}
          onDraft={(fields) => setDraft(draftIn(fields))}
        />
      </div>
      <ProfilePreview profile={profile} draft={draft} />
    </div>
  );
}

/** One toast per action result. */
function useDoneToast(answer: unknown, done: "saved" | "uploaded" | "removed" | "made_main" | "moved" | undefined) {
  const t = useTranslations("profile");
  const p = useTranslations("photos");
  const toast = useToast();
  const showToast = useEffectEvent(() => {
    if (done === "saved") toast({ text: t("saved"), variant: "success" });
    else if (done) toast({ text: done === "moved" ? p("moved") : t(`photos.${done}`), variant: "success" });
    else if (isFormFailure(answer) && "photo_id" in answer.values) toast({ text: answer.message, variant: "danger" });
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each answer
  useEffect(() => showToast(), [answer]);
}

const draftIn = (fields: FormData) => ({
  about: String(fields.get("about") ?? ""),
  interests: fields.getAll("interests") as OwnProfile["interests"],
});
