import { UserApi } from "@serenade/contract/account";
import { PaymentApi, type Transaction, TransactionsApi, WithdrawalForm } from "@serenade/contract/payments";
import { SettingsApi } from "@serenade/contract/site";
import { Form } from "react-router";
import { useFormatter, useTranslations } from "use-intl/react";
import { paths } from "~/paths.ts";
import type { Call } from "~/platform/call.ts";
import { submitForm, useForm } from "~/platform/form.ts";
import { clientActionApi, isFormFailure } from "~/platform/form-failure.ts";
import { actionApi, loaderApi } from "~/platform/route-api.ts";
import { PageTitle } from "~/shell/page-title.tsx";
import { Alert } from "~/ui/alert.tsx";
import { Button, LinkButton } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { CenteredHeading } from "~/ui/centered-heading.tsx";
import { TextField } from "~/ui/field.tsx";
import { FormMessage } from "~/ui/form-message.tsx";
import { formatMoney } from "~/ui/price.tsx";
import type { Route } from "./+types/withdrawal.page";

const DAY_MS = 86_400_000;

/** Withdrawal from the footer (product.md 7): a member chooses a purchase, anyone else names one by its number. */
export async function loader(visit: Route.LoaderArgs) {
  const call = loaderApi(visit);
  const [{ user }, { refund_days: days }] = await Promise.all([
    call(UserApi.current),
    call(SettingsApi.read, { query: {} }),
  ]);
  if (!user) return { days, purchases: null };
  const { transactions } = await call(TransactionsApi.list, { query: {} });
  const since = Date.now() - days * DAY_MS;
  const purchases = transactions.filter(
    ({ status, refunded, created_at }) =>
      status === "completed" && refunded.amount === 0 && Date.parse(created_at) > since,
  );
  return { days, purchases };
}

const withdrawal = {
  schema: WithdrawalForm,
  read: (fields: FormData) => ({
    email: fields.get("email") ?? "",
    order: String(fields.get("order") ?? "").trim(),
  }),
};

/** The first step answers with what was typed, the second withdraws. */
const submit = (call: Call, request: Request) =>
  submitForm(request, withdrawal, async (body, fields) => {
    if (fields.get("act") !== "confirm") return { check: { email: body.email, order: String(body.order) } };
    return call(PaymentApi.withdrawByNumber, { query: { by: "number" }, body });
  });

export const action = (visit: Route.ActionArgs) => submit(actionApi(visit), visit.request);
export const clientAction = ({ request }: Route.ClientActionArgs) => submit(clientActionApi, request);

export default function Withdrawal({ loaderData: { days, purchases }, actionData }: Route.ComponentProps) {
  const t = useTranslations("payments.withdrawal");
  return (
    <div className="page grid max-w-form gap-6 py-8 sm:py-14">
      <PageTitle>{t("title")}</PageTitle>
      <Step days={days} purchases={purchases} result={actionData} />
    </div>
  );
}

function Step({
  days,
  purchases,
  result,
}: {
  days: number;
  purchases: Transaction[] | null;
  result: Route.ComponentProps["actionData"];
}) {
  const t = useTranslations("payments.withdrawal");
  if (result && "refunded" in result) return <Done {...result} />;
  if (result && "check" in result) return <Check {...result.check} />;
  return (
    <>
      <CenteredHeading title={t("title")} lead={t("lead", { days })} />
      {purchases && purchases.length > 0 && <Purchases purchases={purchases} />}
      <ByNumber failure={isFormFailure(result) ? result : undefined} />
    </>
  );
}

function Purchases({ purchases }: { purchases: Transaction[] }) {
  const t = useTranslations("payments");
  const format = useFormatter();
  return (
    <Card className="grid gap-3">
      <h2 className="text-lg">{t("withdrawal.mine")}</h2>
      <ul className="grid gap-3">
        {purchases.map(({ id, credits, created_at, total }) => (
          <li key={id}>
            <LinkButton to={paths.transaction(id)} variant="quiet" wide>
              {t("order.item", { count: credits })} · {formatMoney(format, total.amount, total.currency)} ·{" "}
              {format.dateTime(new Date(created_at), { dateStyle: "medium" })}
            </LinkButton>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function ByNumber({ failure }: { failure: Parameters<typeof useForm>[0]["failure"] }) {
  const t = useTranslations("payments.withdrawal");
  const a = useTranslations("account");
  const form = useForm({ ...withdrawal, failure });
  const unknown = failure?.code === "not_found" || form.errors.order !== undefined;
  return (
    <Card>
      <Form method="post" {...form.props} className="grid gap-5">
        <TextField
          {...form.field("email")}
          label={a("email")}
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          required
        />
        <TextField
          {...form.field("order")}
          error={undefined}
          label={t("order")}
          hint={t("order_hint")}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          required
        />
        <FormMessage>{unknown ? t("unknown") : form.message}</FormMessage>
        <Button type="submit" size="large" wide busy={form.busy}>
          {t("next")}
        </Button>
      </Form>
    </Card>
  );
}

function Check({ email, order }: { email: string; order: string }) {
  const t = useTranslations("payments.withdrawal");
  return (
    <>
      <CenteredHeading title={t("title")} lead={t("check_lead", { order })} />
      <Card>
        <Form method="post" className="grid gap-3">
          <input type="hidden" name="email" value={email} />
          <input type="hidden" name="order" value={order} />
          <Button type="submit" name="act" value="confirm" size="large" wide>
            {t("confirm")}
          </Button>
          <LinkButton to={paths.withdrawal()} variant="bare" wide>
            {t("back")}
          </LinkButton>
        </Form>
      </Card>
    </>
  );
}

function Done({ refunded: { amount, currency } }: { refunded: { amount: number; currency: string } }) {
  const t = useTranslations("payments.withdrawal");
  const format = useFormatter();
  return (
    <Alert variant="success" title={t("done_title")} announce>
      {t("done_lead", { price: formatMoney(format, amount, currency) })}
    </Alert>
  );
}
