import { UserApi } from "@serenade/contract/account";
import { CreditsApi } from "@serenade/contract/credits";
import { CONVERSATIONS_FREE, PHOTOS_PREMIUM } from "@serenade/contract/limits";
import { redirect } from "react-router";
import { useTranslations } from "use-intl/react";
import { paths } from "~/paths.ts";
import { loaderApi, toLogin } from "~/platform/route-api.ts";
import { useSettings } from "~/root-data.ts";
import { PageTitle } from "~/shell/page-title.tsx";
import { Icon } from "~/ui/icon.tsx";
import type { Route } from "./+types/premium.page";
import { Bundles, PurchaseTerms } from "./bundles.tsx";
import { DiscountNotice } from "./discount-notice.tsx";

/** For free members; premium members are redirected to the credits page with the same bundles. */
export async function loader(visit: Route.LoaderArgs) {
  const call = loaderApi(visit);
  const [{ user }, { bundles, discount }] = await Promise.all([call(UserApi.current), call(CreditsApi.read)]);
  if (!user) throw toLogin(visit.request);
  if (user.paid_user) throw redirect(paths.credits());
  return { bundles, discount };
}

export default function Premium({ loaderData: { bundles, discount } }: Route.ComponentProps) {
  const t = useTranslations("credits");
  const p = useTranslations("credits.premium");
  const perMessage = useSettings()?.message_credits ?? 1;
  const additions = [
    { icon: "photo", text: p("photos", { max: String(PHOTOS_PREMIUM) }) },
    { icon: "message", text: p("chats", { free: String(CONVERSATIONS_FREE) }) },
    { icon: "clock", text: p("history") },
    { icon: "eye", text: p("receipts") },
    { icon: "crown", text: p("stays") },
  ];
  return (
    <div className="page grid gap-8 py-8 lg:py-12">
      <PageTitle>{p("title")}</PageTitle>
      <div className="grid max-w-text gap-2">
        <h1 className="text-2xl">{p("title")}</h1>
        <p className="text-ink-soft">{p("lead")}</p>
      </div>
      <section className="grid gap-4">
        <h2 className="sr-only">{t("choose_bundle")}</h2>
        <DiscountNotice discount={discount} />
        <Bundles bundles={bundles} perMessage={perMessage} discount={discount} to={(tier) => paths.creditsOf(tier)} />
      </section>
      <div className="grid gap-8 md:grid-cols-2 md:gap-4">
        <section className="grid content-start gap-3">
          <h2 className="text-lg">{p("what")}</h2>
          <ul className="grid gap-2 text-ink-soft">
            {additions.map(({ icon, text }) => (
              <li key={icon} className="flex items-start gap-3">
                <Icon name={icon} className="mt-0.5 size-5 text-link" />
                {text}
              </li>
            ))}
          </ul>
        </section>
        <PurchaseTerms perMessage={perMessage} />
      </div>
    </div>
  );
}
