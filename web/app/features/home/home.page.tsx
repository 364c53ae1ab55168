import { UserApi } from "@serenade/contract/account";
import { nicheOf } from "@serenade/contract/niches";
import { replace } from "react-router";
import { useTranslations } from "use-intl/react";
import { useCarriedParams } from "~/features/attribution/attribution.ts";
import { listShownToVisitors } from "~/features/members/shown-to-visitors.ts";
import { paths } from "~/paths.ts";
import type { PageHandle } from "~/platform/page-handle.ts";
import { loaderApi } from "~/platform/route-api.ts";
import { useSettings } from "~/root-data.ts";
import { PageTitle } from "~/shell/page-title.tsx";
import { LinkButton } from "~/ui/button.tsx";
import type { Route } from "./+types/home.page";
import { Evening } from "./evening.tsx";
import { Fair } from "./fair.tsx";
import { Ideas } from "./ideas.tsx";
import { People } from "./people.tsx";
import { Questions } from "./questions.tsx";
import { Scene, type SceneName } from "./scene.tsx";
import { StartForm } from "./start-form.tsx";
import { StepsOfAnEvening } from "./steps-of-an-evening.tsx";

/** The home page is for visitors; a member's home is the search. */
export async function loader(visit: Route.LoaderArgs) {
  const call = loaderApi(visit);
  const { user } = await call(UserApi.current);
  if (user) throw replace(paths.members());
  return { people: await listShownToVisitors(call, SHOWN) };
}

const SHOWN = 6;

export const handle: PageHandle = { storedSeconds: 60 };

export default function Home({ loaderData: { people } }: Route.ComponentProps) {
  const t = useTranslations("home");
  const settings = useSettings();
  const carriedParams = useCarriedParams();
  if (!settings) return null;
  const { name: niche } = nicheOf(settings.niche);
  return (
    <>
      <PageTitle description={settings.description}>{settings.index_title || t("title")}</PageTitle>
      <section className="relative isolate overflow-hidden bg-night text-on-night">
        {niche === "evening" ? <Evening label={t("picture")} /> : <NicheEvening name={niche} />}
        <div className="page grid content-start pt-10 pb-72 sm:pt-14 sm:pb-80 lg:min-h-[640px] lg:content-center lg:pt-12 lg:pb-32">
          <div className="grid max-w-[540px] gap-5">
            <h1 className="text-2xl font-bold sm:text-3xl">
              {niche === "evening" ? t("headline") : t(`niches.${niche}.headline`)}
            </h1>
            <p className="max-w-[480px] text-base text-balance text-on-night sm:text-lg">
              {niche === "evening"
                ? t("lead", { site: settings.name })
                : t(`niches.${niche}.lead`, { site: settings.name })}
            </p>
            <StartForm minAge={settings.min_age} />
            {people.length > 0 && (
              <LinkButton
                to={paths.members()}
                variant="bare"
                icon="search"
                className="justify-self-center text-on-night!"
              >
                {t("start.browse")}
              </LinkButton>
            )}
          </div>
        </div>
      </section>
      <People members={people} />
      <StepsOfAnEvening />
      <Ideas />
      <Fair settings={settings} />
      <Questions minAge={settings.min_age} />
      <section className="page pt-4 pb-16 text-center">
        <div className="grid justify-items-center gap-4 rounded-card bg-primary-soft px-6 py-12 text-on-primary-soft">
          <h2 className="text-2xl text-ink">{t("close.title")}</h2>
          <p>{t("close.text")}</p>
          <LinkButton to={paths.signup(carriedParams)} variant="call" size="large">
            {t("start.go")}
          </LinkButton>
        </div>
      </section>
    </>
  );
}

/** The picture of a niche, darker behind the text. */
function NicheEvening({ name }: { name: SceneName }) {
  const t = useTranslations("home");
  return (
    <>
      <Scene name={name} label={t(`niches.${name}.picture`)} hero />
      <div className="absolute inset-0 -z-10 hidden bg-linear-to-r from-night/90 via-night/70 via-35% to-transparent to-60% lg:block" />
    </>
  );
}
