import { CreditsApi } from "@serenade/contract/credits";
import { useTranslations } from "use-intl/react";
import { useUser } from "~/features/account/queries.ts";
import { paths } from "~/paths.ts";
import type { PageHandle } from "~/platform/page-handle.ts";
import { loaderApi } from "~/platform/route-api.ts";
import { useSettings } from "~/root-data.ts";
import { PageTitle } from "~/shell/page-title.tsx";
import { LinkButton } from "~/ui/button.tsx";
import type { Route } from "./+types/pricing.page";
import { Bundles, PurchaseTerms } from "./bundles.tsx";

/** Every price, public before sign-up. */
export async function loader(visit: Route.LoaderArgs) {
  const { bundles } = await loaderApi(visit)(CreditsApi.read);
  return { bundles };
}

export const handle: PageHandle = { storedSeconds: 60 };

export default function Pricing({ loaderData: { bundles } }: Route.ComponentProps) {
  const t = useTranslations("credits.pricing");
  const c = useTranslations("credits");
  const user = useUser();
  const settings = useSettings();
  if (!settings) return null;
  const { message_credits: perMessage, signup_credits: signupCredits } = settings;
  return (
    <div className="page grid gap-8 py-8 lg:py-12">
      <PageTitle description={t("lead", { credits: perMessage })}>{t("title")}</PageTitle>
      <div className="grid max-w-text gap-2">
        <h1 className="text-2xl">{t("title")}</h1>
        <p className="text-ink-soft">{t("lead", { credits: perMessage })}</p>
      </div>
      <section className="grid gap-4">
        <h2 className="sr-only">{c("choose_bundle")}</h2>
        <Bundles
          bundles={bundles}
          perMessage={perMessage}
          to={(tier) => (user ? paths.creditsOf(tier) : paths.login({ to: paths.creditsOf(tier) }))}
        />
      </section>
      <PurchaseTerms perMessage={perMessage} signupCredits={user ? undefined : signupCredits} />
      {!user && (
        <LinkButton to={paths.signup()} variant="call" size="large" className="justify-self-start max-sm:w-full">
          {t("join")}
        </LinkButton>
      )}
    </div>
  );
}
