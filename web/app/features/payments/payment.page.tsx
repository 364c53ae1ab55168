import { UserApi } from "@serenade/contract/account";
import { type Bundle, CreditsApi, priceAfter } from "@serenade/contract/credits";
import { DiscountApi, misfitOf } from "@serenade/contract/discounts";
import { OrderForm, PaymentApi } from "@serenade/contract/payments";
import { type ChangeEvent, type ReactNode, useState } from "react";
import { data, Form, Link, redirect, type ShouldRevalidateFunctionArgs, useNavigation } from "react-router";
import { useFormatter, useTranslations } from "use-intl/react";
import { paths } from "~/paths.ts";
import type { Call } from "~/platform/call.ts";
import { isCallFailure } from "~/platform/call-failure.ts";
import { submitForm, useForm } from "~/platform/form.ts";
import { clientActionApi, isFormFailure } from "~/platform/form-failure.ts";
import { withProofOfWork } from "~/platform/proof-of-work.ts";
import { actionApi, loaderApi, toLogin } from "~/platform/route-api.ts";
import { PageTitle } from "~/shell/page-title.tsx";
import { Alert } from "~/ui/alert.tsx";
import { Button, LinkButton } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { Checkbox, RadioGroup } from "~/ui/choice.tsx";
import { controlClasses, Field } from "~/ui/field.tsx";
import { FormMessage } from "~/ui/form-message.tsx";
import { Icon } from "~/ui/icon.tsx";
import { formatMoney } from "~/ui/price.tsx";
import type { Route } from "./+types/payment.page";
import { afterOrder } from "./after-order.ts";
import { OrderLines } from "./order-lines.tsx";
import { useOrderKey } from "./use-order-key.ts";

type CodeError = NonNullable<ReturnType<typeof misfitOf>> | "code_used";

/** Order summary: item, payment method, total. The idempotency key limits each visit to one order. */
export async function loader(visit: Route.LoaderArgs) {
  const call = loaderApi(visit);
  const [{ user }, { bundles, paymentmethods, discount, stored_method }] = await Promise.all([
    call(UserApi.current),
    call(CreditsApi.read),
  ]);
  const { id, paymentmethod } = visit.params;
  const typed = new URL(visit.request.url).searchParams.get("discountcode")?.trim() ?? "";
  if (!user) throw toLogin(visit.request);
  const bundle = bundles.find(({ tier }) => tier === id);
  if (!bundle) throw data(null, { status: 404 });
  const chosen = paymentmethods.find((method) => method === paymentmethod);
  const confirmed = user.status !== "not_confirmed";
  const code = typed ? await findCode(actionApi(visit), typed, bundle.price) : null;
  return {
    bundle,
    paymentmethods,
    typed,
    codeError: code?.error ?? null,
    // a code that does not work takes nothing away from the discount that the member has
    discount: code?.discount ?? (discount && { ...discount, amount: null }),
    chosen,
    stored: stored_method,
    confirmed,
    premium: user.paid_user,
    key: crypto.randomUUID(),
  };
}

/** A typed code: what it takes off this bundle, or why it does not work. */
async function findCode(call: Call, code: string, { amount: price, currency }: Bundle["price"]) {
  try {
    const found = await call(DiscountApi.read, { query: { code } });
    const misfit = misfitOf({ ...found, minimum: found.minimum_order_value }, { price, currency });
    if (misfit) return { discount: null, error: misfit };
    const percent = found.value_amount === null ? found.value_percentage : null;
    return { discount: { code: found.code, percent, amount: found.value_amount }, error: null };
  } catch (error) {
    if (!isCallFailure(error) || error.status === 0) throw error;
    return { discount: null, error: error.code === "code_used" ? ("code_used" as const) : ("code_not_found" as const) };
  }
}

const order = {
  schema: OrderForm,
  read: (fields: FormData) => ({
    bundle: fields.get("bundle"),
    paymentmethod: fields.get("paymentmethod") ?? "",
    ...(fields.get("discountcode") && { discountcode: fields.get("discountcode") }),
    ...(fields.has("store") && { store: true }),
  }),
};

const pay = (call: Call, request: Request) =>
  submitForm(request, order, async (body, fields) => {
    // its form is a page of its own
    if (body.paymentmethod === "directdebit")
      return redirect(
        paths.directDebit({ bundle: body.bundle, ...(body.discountcode && { discountcode: body.discountcode }) }),
      );
    const key = String(fields.get("key"));
    return afterOrder(await withProofOfWork((proof) => call(PaymentApi.start, { body: { ...body, ...proof }, key })));
  });

/** Where the refusal was about the discount, the price is another one now. */
export const shouldRevalidate = ({ actionResult, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  defaultShouldRevalidate || (isFormFailure(actionResult) && "discountcode" in actionResult.fields);

export const action = (visit: Route.ActionArgs) => pay(actionApi(visit), visit.request);
export const clientAction = ({ request }: Route.ClientActionArgs) => pay(clientActionApi, request);

export default function Payment({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTranslations("payments.order");
  const m = useTranslations("payments.method");
  const { bundle, paymentmethods, discount, chosen, stored, confirmed, premium } = loaderData;
  const format = useFormatter();
  const { amount, currency } = bundle.price;
  const off = discount ? amount - priceAfter(amount, discount) : 0;
  const total = amount - off;
  const form = useForm({ ...order, failure: actionData, start: { paymentmethod: chosen ?? paymentmethods[0] } });
  const { key, renew } = useOrderKey(loaderData.key, actionData);
  // a code that the member did not type would say nothing to them
  const refusedCode =
    form.errors.discountcode &&
    (loaderData.typed && !loaderData.codeError ? form.errors.discountcode : t("discount_over"));
  const [method, setMethod] = useState(form.values("paymentmethod")[0]);
  const changed = ({ target }: ChangeEvent<HTMLFormElement>) => {
    renew();
    if (target.name === "paymentmethod") setMethod(target.value);
  };
  return (
    <div className="page grid max-w-form gap-6 py-6 sm:py-10">
      <PageTitle>{t("title")}</PageTitle>
      <h1 className="text-2xl">{t("title")}</h1>
      {stored && (
        <LinkButton to={paths.repeatOrder(bundle.tier)} variant="primary" size="large" wide icon="lock">
          {t("repeat", { label: stored.label })}
        </LinkButton>
      )}
      <Form method="post" {...form.props} onChange={changed} className="grid gap-6">
        <input type="hidden" name="bundle" value={bundle.tier} />
        <input type="hidden" name="key" value={key} />
        {discount && <input type="hidden" name="discountcode" value={discount.code} />}
        <Card className="grid gap-4">
          <OrderLines bundle={bundle} discount={discount && { code: discount.code, off }} />
          <CodeField typed={loaderData.typed} error={loaderData.codeError} applied={discount?.code ?? null} />
          <p className="text-sm text-ink-soft">
            {t("taxes")} {!premium && t("premium")}
          </p>
        </Card>
        <RadioGroup
          name="paymentmethod"
          legend={t("method")}
          choices={paymentmethods.map((value) => ({ value, label: m(value), hint: m(`${value}_hint`) }))}
          defaultValue={form.values("paymentmethod")[0]}
          error={form.errors.paymentmethod}
          required
        />
        {(method === "card" || method === "paypal") && (
          <Checkbox
            name="store"
            label={
              <span className="grid gap-0.5">
                <span className="font-medium">{t("store")}</span>
                <span className="text-sm text-ink-soft">{t("store_hint")}</span>
              </span>
            }
          />
        )}
        {confirmed ? <FormMessage>{form.message || refusedCode}</FormMessage> : <ConfirmFirst />}
        <PayBar>
          <Button type="submit" variant="call" size="large" wide busy={form.busy}>
            {t("submit", { price: formatMoney(format, total, currency) })}
          </Button>
        </PayBar>
        <p className="flex items-start gap-2 text-sm text-ink-soft">
          <Icon name="lock" className="mt-0.5 size-4" />
          {t("redirect")}
        </p>
      </Form>
      {/* beside the order's form, not in it: looking a code up orders nothing */}
      <Form method="get" id={CODE_FORM} preventScrollReset />
      <Link
        to={premium ? paths.credits() : paths.premium()}
        className="inline-flex min-h-11 items-center justify-self-center font-semibold text-link"
      >
        {t("other")}
      </Link>
    </div>
  );
}

/** On a phone the button stays at the lower edge: it is in sight without scrolling. */
function PayBar({ children }: { children: ReactNode }) {
  return (
    <div
      data-pay-bar=""
      className="max-md:sticky max-md:bottom-0 max-md:z-10 max-md:-mx-gutter max-md:border-t max-md:border-line max-md:bg-surface max-md:px-gutter max-md:pt-3 max-md:pb-[max(0.75rem,env(safe-area-inset-bottom))]"
    >
      {children}
    </div>
  );
}

const CODE_FORM = "discount-code";

/** A code that the member types: looked up by a visit to this page, so that it also works without script. */
function CodeField({ typed, error, applied }: { typed: string; error: CodeError | null; applied: string | null }) {
  const t = useTranslations("payments.order");
  const e = useTranslations("errors");
  const busy = useNavigation().location?.search.includes("discountcode") ?? false;
  return (
    <div className="grid gap-2">
      <Field label={t("code")} error={error ? e(error) : undefined}>
        {(aria) => (
          <div className="flex gap-2">
            <input
              {...aria}
              key={typed}
              form={CODE_FORM}
              name="discountcode"
              defaultValue={typed}
              maxLength={40}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              className={controlClasses(error, "min-w-0 flex-1 uppercase")}
            />
            <Button type="submit" form={CODE_FORM} variant="quiet" busy={busy}>
              {t("apply")}
            </Button>
          </div>
        )}
      </Field>
      {typed && !error && applied && (
        <p role="status" className="flex items-center gap-2 text-sm">
          <Icon name="check" className="size-4 text-success" />
          {t("applied", { code: applied })}
        </p>
      )}
    </div>
  );
}

/** Payment needs a confirmed email address: shown before ordering, with a link to confirm it. */
function ConfirmFirst() {
  const e = useTranslations("errors");
  const t = useTranslations("alerts.reminder");
  return (
    <Alert
      variant="warning"
      title={t("title")}
      action={
        <LinkButton to={paths.completeSignup({ step: "confirm" })} variant="quiet" size="small">
          {t("how")}
        </LinkButton>
      }
    >
      {e("confirm_first")}
    </Alert>
  );
}
