import { UserApi } from "@serenade/contract/account";
import { CreditsApi, priceAfter } from "@serenade/contract/credits";
import {
  InstrumentsApi,
  PaymentApi,
  RepeatOrderForm,
  type StoredInstrument,
  TransactionsApi,
} from "@serenade/contract/payments";
import { Form, Link, redirect } from "react-router";
import { useFormatter, useTranslations } from "use-intl/react";
import { paths } from "~/paths.ts";
import type { Call } from "~/platform/call.ts";
import { submitForm, useForm } from "~/platform/form.ts";
import { clientActionApi } from "~/platform/form-failure.ts";
import { withProofOfWork } from "~/platform/proof-of-work.ts";
import { actionApi, loaderApi, toLogin } from "~/platform/route-api.ts";
import { PageTitle } from "~/shell/page-title.tsx";
import { Button, buttonClasses } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { RadioGroup } from "~/ui/choice.tsx";
import { FormMessage } from "~/ui/form-message.tsx";
import { formatMoney } from "~/ui/price.tsx";
import type { Route } from "./+types/repeat-order.page";
import { afterOrder } from "./after-order.ts";
import { OrderLines } from "./order-lines.tsx";
import { useOrderKey } from "./use-order-key.ts";

/**
 * Repeat order (product.md 7): the pack that was bought last, or the one in the address, charged to a stored card or PayPal
 * account. A member without one pays as the first time.
 */
export async function loader(visit: Route.LoaderArgs) {
  const call = loaderApi(visit);
  const search = new URL(visit.request.url).searchParams;
  const { user } = await call(UserApi.current);
  if (!user) throw toLogin(visit.request);
  const [{ bundles, discount }, { instruments }, { transactions }] = await Promise.all([
    call(CreditsApi.read),
    call(InstrumentsApi.list),
    call(TransactionsApi.list, { query: {} }),
  ]);
  const bought = transactions.find(({ status }) => status === "completed")?.tier;
  const bundle =
    bundles.find(({ tier }) => tier === search.get("bundle")) ??
    bundles.find(({ tier }) => tier === bought) ??
    bundles.find(({ popular }) => popular);
  if (!bundle) throw redirect(paths.credits());
  const usable = instruments.filter(({ expired }) => !expired);
  if (usable.length === 0) throw redirect(paths.creditsOf(bundle.tier));
  return { bundle, instruments, chosen: usable[0]!.id, discount, key: crypto.randomUUID() };
}

const order = {
  schema: RepeatOrderForm,
  read: (fields: FormData) => ({
    bundle: fields.get("bundle"),
    instrument: fields.get("instrument") ?? "",
    ...(fields.get("discountcode") && { discountcode: fields.get("discountcode") }),
  }),
};

const pay = (call: Call, request: Request) =>
  submitForm(request, order, async (body, fields) => {
    const key = String(fields.get("key"));
    return afterOrder(await withProofOfWork((proof) => call(PaymentApi.repeat, { body: { ...body, ...proof }, key })));
  });

export const action = (visit: Route.ActionArgs) => pay(actionApi(visit), visit.request);
export const clientAction = ({ request }: Route.ClientActionArgs) => pay(clientActionApi, request);

export default function RepeatOrder({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTranslations("payments");
  const format = useFormatter();
  const { bundle, instruments, chosen, discount } = loaderData;
  const { amount, currency } = bundle.price;
  const total = discount ? priceAfter(amount, { percent: discount.percent, amount: null }) : amount;
  const form = useForm({ ...order, failure: actionData, start: { instrument: chosen } });
  const { key, renew } = useOrderKey(loaderData.key, actionData);
  const only = instruments.length === 1 ? instruments[0] : undefined;
  return (
    <div className="page grid max-w-form gap-6 py-6 sm:py-10">
      <PageTitle>{t("repeat.title")}</PageTitle>
      <h1 className="text-2xl">{t("repeat.title")}</h1>
      <Form method="post" {...form.props} onChange={renew} className="grid gap-6">
        <input type="hidden" name="bundle" value={bundle.tier} />
        <input type="hidden" name="key" value={key} />
        {discount && <input type="hidden" name="discountcode" value={discount.code} />}
        {only ? (
          <input type="hidden" name="instrument" value={only.id} />
        ) : (
          <RadioGroup
            name="instrument"
            legend={t("repeat.with")}
            choices={instruments.map((one) => ({
              value: one.id,
              label: one.label,
              hint: <Expiry instrument={one} />,
              disabled: one.expired,
            }))}
            defaultValue={form.values("instrument")[0]}
            error={form.errors.instrument}
            required
          />
        )}
        <Card className="grid gap-4">
          <OrderLines bundle={bundle} discount={discount && { code: discount.code, off: amount - total }} />
          <FormMessage>{form.message || form.errors.discountcode}</FormMessage>
          <Button type="submit" variant="call" size="large" wide busy={form.busy}>
            {t("order.submit", { price: formatMoney(format, total, currency) })}
          </Button>
          <p className="text-sm text-ink-soft">
            {t("repeat.charged", { label: only?.label ?? t("repeat.chosen") })} {t("order.taxes")}
          </p>
        </Card>
      </Form>
      <div className="grid justify-items-center gap-1">
        <Link to={paths.creditsOf(bundle.tier)} className={buttonClasses({ variant: "bare" })}>
          {t("state.other_method")}
        </Link>
        <Link to={paths.credits()} className={buttonClasses({ variant: "bare" })}>
          {t("order.other")}
        </Link>
      </div>
    </div>
  );
}

function Expiry({ instrument: { expires, expired } }: { instrument: StoredInstrument }) {
  const t = useTranslations("payments.repeat");
  if (expired) return t("expired");
  return expires && t("expires", { date: expires });
}
