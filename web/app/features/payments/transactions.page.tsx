import { UserApi } from "@serenade/contract/account";
import type { Id } from "@serenade/contract/ids";
import { PaymentApi, TransactionsApi } from "@serenade/contract/payments";
import { Link, redirect } from "react-router";
import { useTranslations } from "use-intl/react";
import type { Call } from "~/kernel/call.ts";
import { actingInBrowser, isRefused, refusedOf } from "~/kernel/form.ts";
import { acting, reading } from "~/kernel/reading.ts";
import { paths } from "~/paths.ts";
import { PageTitle } from "~/shell/page-title.tsx";
import type { Route } from "./+types/transactions.page";
import { History } from "./history.tsx";
import { PaymentState } from "./payment-state.tsx";

/** Without an id what was bought and spent; with one what became of that payment. Providers send people back here. */
export async function loader(visit: Route.LoaderArgs) {
  const call = reading(visit);
  const id = visit.params.id as Id<"transaction"> | undefined;
  const { user } = await call(UserApi.current);
  if (!user) throw redirect(paths.login({ to: id ? paths.transaction(id) : paths.transactions() }));
  const before = new URL(visit.request.url).searchParams.get("before") as Id<"transaction"> | null;
  if (!id) return { id: null, before, ...(await call(TransactionsApi.list, { query: before ? { before } : {} })) };
  return { id, ...(await call(PaymentApi.read, { query: { id } })) };
}

async function cancel(call: Call, request: Request, id: string | undefined) {
  const fields = await request.formData();
  return call(PaymentApi.cancel, { body: { id: id as Id<"transaction"> } })
    .then(({ transaction }) => ({ transaction }))
    .catch((error) => refusedOf(fields, error));
}

export const action = (visit: Route.ActionArgs) => cancel(acting(visit), visit.request, visit.params.id);
export const clientAction = ({ request, params }: Route.ClientActionArgs) =>
  cancel(actingInBrowser, request, params.id);

export default function Transactions({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTranslations("payments");
  if (loaderData.id === null) {
    return (
      <div className="page grid max-w-[790px] gap-6 py-6 sm:py-10">
        <PageTitle>{t("history.title")}</PageTitle>
        <h1 className="text-2xl">{t("history.title")}</h1>
        <History {...loaderData} />
      </div>
    );
  }
  return (
    <div className="page grid max-w-form gap-4 py-8 sm:py-14">
      <PageTitle>{t("state.title")}</PageTitle>
      <PaymentState
        key={loaderData.id}
        transaction={loaderData.transaction}
        first={loaderData.first}
        refused={isRefused(actionData) ? actionData.message : undefined}
      />
      <Link
        to={paths.transactions()}
        className="inline-flex min-h-11 items-center justify-self-center font-semibold text-link"
      >
        {t("state.history")}
      </Link>
    </div>
  );
}
