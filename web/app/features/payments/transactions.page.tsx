import { UserApi } from "@serenade/contract/account";
import { CreditsApi } from "@serenade/contract/credits";
import type { Id } from "@serenade/contract/ids";
import { PaymentApi, TransactionsApi } from "@serenade/contract/payments";
import { SettingsApi } from "@serenade/contract/site";
import { Link } from "react-router";
import { useTranslations } from "use-intl/react";
import { paths } from "~/paths.ts";
import type { Call } from "~/platform/call.ts";
import { clientActionApi, formFailureOf, isFormFailure } from "~/platform/form-failure.ts";
import { actionApi, loaderApi, toLogin } from "~/platform/route-api.ts";
import { PageTitle } from "~/shell/page-title.tsx";
import type { Route } from "./+types/transactions.page";
import { History } from "./history.tsx";
import { PaymentState } from "./payment-state.tsx";

/** How long after its purchase the page that the provider leads back to says welcome to premium; else it is a receipt. */
const WELCOME_MS = 3_600_000;
const DAY_MS = 86_400_000;

/** Without an id the history; with one the state of that payment. Providers redirect back here. */
export async function loader(visit: Route.LoaderArgs) {
  const call = loaderApi(visit);
  const id = visit.params.id as Id<"transaction"> | undefined;
  const { user } = await call(UserApi.current);
  if (!user) throw toLogin(visit.request);
  if (!id) return { id: null, ...(await history(call, new URL(visit.request.url).searchParams)) };
  const { transaction, first, receipts, unanswered, balance } = await call(PaymentApi.read, { query: { id } });
  const isReturn = !new URL(visit.request.url).searchParams.has("receipt");
  const justNow = isReturn && Date.now() - Date.parse(transaction.created_at) < WELCOME_MS;
  const days = (await call(SettingsApi.read, { query: {} })).refund_days;
  const withdrawable = Date.now() - Date.parse(transaction.created_at) < days * DAY_MS;
  return { id, transaction, first: first && justNow, receipts, withdrawable, unanswered, balance };
}

/** The two tabs of the history; each has pages of its own. */
async function history(call: Call, search: URLSearchParams) {
  const before = search.get("before");
  if (search.get("tab") === "credits")
    return { statement: await call(CreditsApi.history, { query: before ? { before } : {} }), before };
  const query = before ? { before: before as Id<"transaction"> } : {};
  return { transactions: (await call(TransactionsApi.list, { query })).transactions, before };
}

/** What a form of the page asks for: to withdraw from the purchase, or to give up a payment that is open. */
async function change(call: Call, request: Request, id: string | undefined) {
  const fields = await request.formData();
  const endpoint = fields.get("act") === "withdraw" ? PaymentApi.withdraw : PaymentApi.cancel;
  return call(endpoint, { body: { id: id as Id<"transaction"> } })
    .then(({ transaction }) => ({ transaction }))
    .catch((error) => formFailureOf(fields, error));
}

export const action = (visit: Route.ActionArgs) => change(actionApi(visit), visit.request, visit.params.id);
export const clientAction = ({ request, params }: Route.ClientActionArgs) =>
  change(clientActionApi, request, params.id);

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
        receipts={loaderData.receipts}
        withdrawable={loaderData.withdrawable}
        unanswered={loaderData.unanswered}
        balance={loaderData.balance}
        error={isFormFailure(actionData) ? actionData.message : undefined}
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
