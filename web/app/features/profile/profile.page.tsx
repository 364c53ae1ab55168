import { ProfileApi } from "@serenade/contract/members";
import { PlacesApi } from "@serenade/contract/site";
import { useEffect, useEffectEvent } from "react";
import { useTranslations } from "use-intl/react";
import { requestContext } from "~/context.ts";
import type { Call } from "~/kernel/call.ts";
import { actingInBrowser, isRefused, refusedOf, submitting } from "~/kernel/form.ts";
import { useUser } from "~/kernel/queries.ts";
import { acting, reading } from "~/kernel/reading.ts";
import { paths } from "~/paths.ts";
import { PageTitle } from "~/shell/page-title.tsx";
import { Alert } from "~/ui/alert.tsx";
import { LinkButton } from "~/ui/button.tsx";
import { useToast } from "~/ui/toasts.tsx";
import type { Route } from "./+types/profile.page";
import { languageNames } from "./personal.tsx";
import { changePhotos, isAboutPhotos, Photos } from "./photos.tsx";
import { profileForm } from "./read.ts";
import { ProfileWords, Section } from "./words.tsx";

export async function loader(visit: Route.LoaderArgs) {
  const call = reading(visit);
  const [{ profile }, { countries }] = await Promise.all([call(ProfileApi.read), call(PlacesApi.regions)]);
  const { countryregion } = profile;
  const { cities } = countryregion ? await call(PlacesApi.cities, { query: { countryregion } }) : { cities: [] };
  const { locale } = visit.context.get(requestContext);
  return { profile, countries, cities: cities.map(({ name }) => name), languages: languageNames(locale) };
}

async function change(call: Call, request: Request) {
  const fields = await request.formData();
  if (isAboutPhotos(fields)) {
    return changePhotos(call, fields)
      .then((done) => ({ done }))
      .catch((error) => refusedOf(fields, error));
  }
  return submitting(fields, profileForm, async (body) => {
    await call(ProfileApi.change, { body });
    return { done: "saved" as const };
  });
}

export const action = (visit: Route.ActionArgs) => change(acting(visit), visit.request);
export const clientAction = ({ request }: Route.ClientActionArgs) => change(actingInBrowser, request);

export default function Profile({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTranslations("profile");
  const a = useTranslations("attributes");
  const { profile } = loaderData;
  const user = useUser();
  const age = ageOf(profile.date_of_birth);
  const refused = isRefused(actionData) ? actionData : undefined;
  const aboutPhotos = refused && "photo_id" in refused.values;
  const done = actionData && "done" in actionData ? actionData.done : undefined;
  useDoneToast(actionData, done);
  return (
    <div className="page grid max-w-[960px] gap-6 py-6 sm:py-10">
      <PageTitle>{t("title")}</PageTitle>
      <div className="flex flex-wrap items-end justify-between gap-3">
        <div>
          <h1 className="text-2xl">{t("title")}</h1>
          <p className="text-ink-soft">
            {t("facts", { name: profile.name, age: String(age) })} · {a(`gender.${profile.gender}`)}
          </p>
        </div>
        <LinkButton to={paths.member(profile.id)} look="quiet" icon="eye">
          {t("preview")}
        </LinkButton>
      </div>
      {user?.status === "not_confirmed" && (
        <Alert
          look="warning"
          action={
            <LinkButton to={paths.completeSignup({ step: "confirm" })} look="quiet" size="small">
              {t("hidden_on")}
            </LinkButton>
          }
        >
          {t("hidden")}
        </Alert>
      )}
      <noscript>{done === "saved" && <Alert look="success">{t("saved")}</Alert>}</noscript>
      <Section title={t("photos.title")}>
        <Photos photos={profile.photos} error={aboutPhotos ? refused.message : undefined} />
      </Section>
      <ProfileWords
        {...loaderData}
        refused={aboutPhotos ? undefined : refused}
        saved={done === "saved" && actionData}
      />
    </div>
  );
}

/** Said once for each answer. */
function useDoneToast(answer: unknown, done: "saved" | "uploaded" | "removed" | "made_main" | "moved" | undefined) {
  const t = useTranslations("profile");
  const p = useTranslations("photos");
  const tell = useToast();
  const say = useEffectEvent(() => {
    if (done === "saved") tell({ text: t("saved"), look: "success" });
    else if (done) tell({ text: done === "moved" ? p("moved") : t(`photos.${done}`), look: "success" });
    else if (isRefused(answer) && "photo_id" in answer.values) tell({ text: answer.message, look: "danger" });
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each answer
  useEffect(() => say(), [answer]);
}

function ageOf(born: string): number {
  const today = new Date().toISOString();
  const years = Number(today.slice(0, 4)) - Number(born.slice(0, 4));
  return today.slice(5, 10) < born.slice(5, 10) ? years - 1 : years;
}
