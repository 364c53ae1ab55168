import { UserApi } from "@serenade/contract/account";
import { CreditsApi } from "@serenade/contract/credits";
import { Link } from "react-router";
import { useTranslations } from "use-intl/react";
import { useUser } from "~/features/account/queries.ts";
import { paths } from "~/paths.ts";
import { loaderApi, toLogin } from "~/platform/route-api.ts";
import { useSettings } from "~/root-data.ts";
import { PageTitle } from "~/shell/page-title.tsx";
import { LinkButton } from "~/ui/button.tsx";
import { Icon } from "~/ui/icon.tsx";
import type { Route } from "./+types/credits.page";
import { Bundles, PurchaseTerms } from "./bundles.tsx";
import { DiscountNotice } from "./discount-notice.tsx";

/** The balance and the four bundles; the same for a free member (product.md 10). A code of the address goes on to the order. */
export async function loader(visit: Route.LoaderArgs) {
  const call = loaderApi(visit);
  const [{ user }, { bundles, balance, discount, stored_method: stored }] = await Promise.all([
    call(UserApi.current),
    call(CreditsApi.read),
  ]);
  const code = new URL(visit.request.url).searchParams.get("discountcode")?.trim() || undefined;
  if (!user) throw toLogin(visit.request);
  return { bundles, balance, discount, stored, code };
}

export default function Credits({ loaderData: { bundles, balance, discount, stored, code } }: Route.ComponentProps) {
  const t = useTranslations("credits");
  const p = useTranslations("payments");
  const perMessage = useSettings()?.message_credits ?? 1;
  const count = useUser()?.credits ?? balance;
  const messages = Math.floor(count / perMessage);
  return (
    <div className="page grid gap-8 py-8 lg:py-12">
      <PageTitle>{t("title")}</PageTitle>
      <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-3 rounded-card border border-line bg-night px-6 py-6 text-on-night">
        <div className="flex items-center gap-4">
          <span className="grid size-14 shrink-0 place-items-center rounded-full bg-secondary text-on-secondary">
            <Icon name="coin" className="size-7" />
          </span>
          <div>
            <h1 className="text-xl">{t("balance", { count })}</h1>
            <p className="text-on-night-soft">
              {messages > 0 ? t("balance_worth", { count: messages }) : t("balance_none")}
            </p>
          </div>
        </div>
        <Link to={paths.transactions()} className="inline-flex min-h-11 items-center font-semibold">
          {t("history")}
        </Link>
      </div>
      <section className="grid gap-4">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h2 className="text-lg">{t("choose_bundle")}</h2>
          {stored && (
            <LinkButton to={paths.repeatOrder()} variant="quiet" size="small" icon="lock">
              {p("repeat.title")} · {stored.label}
            </LinkButton>
          )}
        </div>
        <DiscountNotice discount={discount} />
        <Bundles
          bundles={bundles}
          perMessage={perMessage}
          discount={discount}
          to={(tier) => paths.creditsOf(tier, undefined, code)}
        />
      </section>
      <PurchaseTerms perMessage={perMessage} />
    </div>
  );
}
