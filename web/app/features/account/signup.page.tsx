import { UserApi } from "@serenade/contract/account";
import { copyOf } from "@serenade/contract/lander-copies";
import { nicheOf } from "@serenade/contract/niches";
import { replace } from "react-router";
import { useTranslations } from "use-intl/react";
import { Scene } from "~/features/home/scene.tsx";
import { paths } from "~/paths.ts";
import { clientActionApi } from "~/platform/form-failure.ts";
import type { PageHandle } from "~/platform/page-handle.ts";
import { actionApi, loaderApi } from "~/platform/route-api.ts";
import { useSettings } from "~/root-data.ts";
import { PageTitle } from "~/shell/page-title.tsx";
import { LinkButton } from "~/ui/button.tsx";
import { CenteredHeading } from "~/ui/centered-heading.tsx";
import type { Route } from "./+types/signup.page";
import { ActivateFrame } from "./activate-frame.tsx";
import { OutboxLink } from "./outbox-link.tsx";
import { signUp, startOf } from "./sign-up.ts";
import { Closed, HaveAccount, isOpen, SignUpForm } from "./sign-up-form.tsx";

export async function loader(visit: Route.LoaderArgs) {
  const { user } = await loaderApi(visit)(UserApi.current);
  if (user) throw replace(paths.members());
  return { ...startOf(visit.request), mailed: new URL(visit.request.url).searchParams.has("mailed") };
}

export const action = (visit: Route.ActionArgs) => signUp(actionApi(visit), visit.request);
export const clientAction = ({ request }: Route.ClientActionArgs) => signUp(clientActionApi, request);

export const handle: PageHandle = { storedSeconds: 60 };

export default function SignUp({ loaderData: start, actionData }: Route.ComponentProps) {
  const t = useTranslations("account.signup");
  const settings = useSettings();
  const h = useTranslations("home");
  const slugs = useTranslations("slugs");
  const interests = useTranslations("interests");
  if (!settings) return null;
  if (start.mailed) return <Mailed />;
  const niche = nicheOf(settings.niche);
  const copy = copyOf(start.slug);
  const nicheLead = niche.name === "evening" ? t("lead") : h(`niches.${niche.name}.join`);
  return (
    <div className="page grid max-w-form gap-6 py-8 sm:py-12">
      <PageTitle description={settings.description}>{t("title")}</PageTitle>
      {niche.name !== "evening" && <Scene name={niche.name} label={h(`niches.${niche.name}.picture`)} />}
      <CenteredHeading title={t("title")} lead={copy ? slugs(`copies.${copy}.title`) : nicheLead} />
      {start.interests.length > 0 && (
        <p className="-mt-3 text-center text-sm text-ink-soft">
          {t("interests_kept", { interests: start.interests.map((one) => interests(one)).join(", ") })}
        </p>
      )}
      {isOpen(settings, start) ? <SignUpForm settings={settings} start={start} failure={actionData} /> : <Closed />}
      <HaveAccount />
    </div>
  );
}

/** A discreet site does not reveal who is a member: sign-up continues by email, whether or not the address is taken. */
function Mailed() {
  const t = useTranslations("security");
  return (
    <ActivateFrame variant="info" icon="mail" title={t("discreet.title")} lead={t("discreet.lead")}>
      <PageTitle>{t("discreet.title")}</PageTitle>
      <OutboxLink />
      <LinkButton to={paths.login()} variant="quiet" wide>
        {t("forgot.back")}
      </LinkButton>
    </ActivateFrame>
  );
}
