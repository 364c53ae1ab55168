import { UserApi } from "@serenade/contract/account";
import { CreditsApi, discounted } from "@serenade/contract/credits";
import { PaymentApi } from "@serenade/contract/payments";
import { useEffect, useState } from "react";
import { data, Form, Link, redirect, redirectDocument } from "react-router";
import { useFormatter, useTranslations } from "use-intl/react";
import { type Call, randomKey } from "~/kernel/call.ts";
import { actingInBrowser, submitting, useForm } from "~/kernel/form.ts";
import { acting, reading } from "~/kernel/reading.ts";
import { paths } from "~/paths.ts";
import { PageTitle } from "~/shell/page-title.tsx";
import { Alert } from "~/ui/alert.tsx";
import { Button, LinkButton } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { RadioGroup } from "~/ui/choice.tsx";
import { FormMessage } from "~/ui/form-message.tsx";
import { Icon } from "~/ui/icon.tsx";
import { formatMoney, Price } from "~/ui/price.tsx";
import type { Route } from "./+types/payment.page";

/** The last look before an order: what, by which means, and the total. The key makes each visit one order at most. */
export async function loader(visit: Route.LoaderArgs) {
  const call = reading(visit);
  const [{ user }, { bundles, paymentmethods, discount }] = await Promise.all([
    call(UserApi.current),
    call(CreditsApi.read),
  ]);
  const { id, paymentmethod } = visit.params;
  if (!user) throw redirect(paths.login({ to: paths.creditsOf(id, paymentmethod) }));
  const bundle = bundles.find(({ tier }) => tier === id);
  if (!bundle) throw data(null, { status: 404 });
  const chosen = paymentmethods.find((method) => method === paymentmethod);
  const confirmed = user.status !== "not_confirmed";
  return { bundle, paymentmethods, discount, chosen, confirmed, premium: user.paid_user, key: crypto.randomUUID() };
}

const order = {
  schema: PaymentApi.start.body,
  read: (fields: FormData) => ({
    bundle: fields.get("bundle"),
    paymentmethod: fields.get("paymentmethod") ?? "",
    ...(fields.get("discountcode") && { discountcode: fields.get("discountcode") }),
  }),
};

const pay = (call: Call, request: Request) =>
  submitting(request, order, async (body, fields) => {
    const { transaction, redirect: address } = await call(PaymentApi.start, { body, key: String(fields.get("key")) });
    const open = transaction.status === "loading" || transaction.status === "pending";
    return open && address ? redirectDocument(address) : redirect(paths.transaction(transaction.id));
  });

export const action = (visit: Route.ActionArgs) => pay(acting(visit), visit.request);
export const clientAction = ({ request }: Route.ClientActionArgs) => pay(actingInBrowser, request);

export default function Payment({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTranslations("payments.order");
  const m = useTranslations("payments.method");
  const d = useTranslations("security.discount");
  const { bundle, paymentmethods, discount, chosen, confirmed, premium } = loaderData;
  const format = useFormatter();
  const { amount, currency } = bundle.price;
  const off = discount ? amount - discounted(amount, discount.percent) : 0;
  const total = amount - off;
  const form = useForm({ ...order, answer: actionData, start: { paymentmethod: chosen ?? paymentmethods[0] } });
  const { key, renew } = useOrderKey(loaderData.key, actionData);
  return (
    <div className="page grid max-w-form gap-6 py-6 sm:py-10">
      <PageTitle>{t("title")}</PageTitle>
      <h1 className="text-2xl">{t("title")}</h1>
      <Form method="post" {...form.props} onChange={renew} className="grid gap-6">
        <input type="hidden" name="bundle" value={bundle.tier} />
        <input type="hidden" name="key" value={key} />
        {discount && <input type="hidden" name="discountcode" value={discount.code} />}
        <RadioGroup
          name="paymentmethod"
          legend={t("method")}
          choices={paymentmethods.map((value) => ({ value, label: m(value), hint: m(`${value}_hint`) }))}
          defaultValue={form.values("paymentmethod")[0]}
          error={form.errors.paymentmethod}
          required
        />
        <Card className="grid gap-4">
          <dl className="grid gap-3">
            <div className="flex justify-between gap-4">
              <dt>{t("item", { count: bundle.credits })}</dt>
              <dd>
                <Price {...bundle.price} />
              </dd>
            </div>
            {discount && (
              <div className="flex justify-between gap-4">
                <dt>{d("line", { code: discount.code, percent: discount.percent / 100 })}</dt>
                <dd>
                  <Price {...bundle.price} amount={-off} />
                </dd>
              </div>
            )}
            <div className="flex items-baseline justify-between gap-4 border-t border-line pt-3 font-semibold">
              <dt>{t("total")}</dt>
              <dd className="text-xl">
                <Price amount={total} currency={currency} />
              </dd>
            </div>
          </dl>
          <p className="text-sm text-ink-soft">
            {t("taxes")} {!premium && t("premium")}
          </p>
          {confirmed ? <FormMessage>{form.message || form.errors.discountcode}</FormMessage> : <ConfirmFirst />}
          <Button type="submit" look="call" size="large" wide busy={form.busy}>
            {t("submit", { price: formatMoney(format, total, currency) })}
          </Button>
          <p className="flex items-start gap-2 text-sm text-ink-soft">
            <Icon name="lock" className="mt-0.5 size-4" />
            {t("redirect")}
          </p>
        </Card>
      </Form>
      <Link
        to={premium ? paths.credits() : paths.premium()}
        className="inline-flex min-h-11 items-center justify-self-center font-semibold text-link"
      >
        {t("other")}
      </Link>
    </div>
  );
}

/** An address that is not confirmed yet cannot pay: said before the button is pressed, with the way to confirm it. */
function ConfirmFirst() {
  const e = useTranslations("errors");
  const t = useTranslations("account.reminder");
  return (
    <Alert
      look="warning"
      title={t("title")}
      action={
        <LinkButton to={paths.completeSignup({ step: "confirm" })} look="quiet" size="small">
          {t("how")}
        </LinkButton>
      }
    >
      {e("confirm_first")}
    </Alert>
  );
}

/** One key, one order: another means of payment, or coming back from the provider, is another order. */
function useOrderKey(first: string, answer: { code: string } | undefined) {
  const [key, setKey] = useState(first);
  const [seen, setSeen] = useState(answer);
  if (seen !== answer) {
    setSeen(answer);
    // without an answer the order may exist: the same key finds it
    if (answer?.code !== "network") setKey(first);
  }
  const renew = () => setKey(randomKey());
  useEffect(() => {
    // back from the provider to a page that the browser had only put to sleep: it begins anew
    const shown = (event: PageTransitionEvent) => event.persisted && location.reload();
    window.addEventListener("pageshow", shown);
    return () => window.removeEventListener("pageshow", shown);
  }, []);
  return { key, renew };
}
