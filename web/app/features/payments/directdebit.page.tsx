import { UserApi } from "@serenade/contract/account";
import { CreditsApi, priceAfter } from "@serenade/contract/credits";
import { DirectDebitApi, DirectDebitCodeForm, DirectDebitForm } from "@serenade/contract/direct-debit";
import { DiscountApi } from "@serenade/contract/discounts";
import { CompanyApi } from "@serenade/contract/site";
import { data, Form, Link, redirect } from "react-router";
import { useFormatter, useTranslations } from "use-intl/react";
import { paths } from "~/paths.ts";
import type { Call } from "~/platform/call.ts";
import { submitForm, useForm } from "~/platform/form.ts";
import { clientActionApi, isFormFailure } from "~/platform/form-failure.ts";
import { withProofOfWork } from "~/platform/proof-of-work.ts";
import { actionApi, loaderApi, toLogin } from "~/platform/route-api.ts";
import { PageTitle } from "~/shell/page-title.tsx";
import { Button, buttonClasses } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { TextField } from "~/ui/field.tsx";
import { FormMessage } from "~/ui/form-message.tsx";
import { formatMoney } from "~/ui/price.tsx";
import type { Route } from "./+types/directdebit.page";
import { OrderLines } from "./order-lines.tsx";

/** Direct debit (§2, §3): the form, then the code from the mail, which is in the address so that a reload keeps the step. */
export async function loader(visit: Route.LoaderArgs) {
  const call = loaderApi(visit);
  const search = new URL(visit.request.url).searchParams;
  const { user } = await call(UserApi.current);
  if (!user) throw toLogin(visit.request);
  const [{ bundles, paymentmethods, discount }, company] = await Promise.all([
    call(CreditsApi.read),
    call(CompanyApi.read),
  ]);
  const bundle = bundles.find(({ tier }) => tier === search.get("bundle")) ?? bundles.find(({ popular }) => popular);
  if (!bundle) throw data(null, { status: 404 });
  if (!paymentmethods.includes("directdebit")) throw redirect(paths.creditsOf(bundle.tier));
  const code = search.get("discountcode") ?? "";
  const own =
    code && code !== discount?.code ? await call(DiscountApi.read, { query: { code } }).catch(() => null) : null;
  const applied = own ? { code: own.code, percent: own.value_percentage, amount: own.value_amount } : null;
  return {
    bundle,
    discount: applied ?? (code ? discount && { code: discount.code, percent: discount.percent, amount: null } : null),
    company: company.name,
    email: user.email,
    mandate: search.get("mandate"),
  };
}

const details = {
  schema: DirectDebitForm,
  read: (fields: FormData) => {
    const text = (name: string) => String(fields.get(name) ?? "").trim();
    return {
      bundle: text("bundle"),
      account_holder: text("account_holder"),
      iban: text("iban"),
      street: text("street"),
      house_number: text("house_number"),
      zip: text("zip"),
      city: text("city"),
      phone: text("phone"),
      ...(text("discountcode") && { discountcode: text("discountcode") }),
    };
  },
};
const code = {
  schema: DirectDebitCodeForm,
  read: (fields: FormData) => ({ id: fields.get("id"), otp: String(fields.get("otp") ?? "").trim() }),
};

async function submit(call: Call, request: Request) {
  const step = (await request.clone().formData()).get("step");
  if (step === "code")
    return submitForm(request, code, async (body) => {
      const { transaction } = await withProofOfWork((proof) =>
        call(DirectDebitApi.confirm, { body: { ...body, ...proof } }),
      );
      return redirect(paths.transaction(transaction.id));
    });
  return submitForm(request, details, async (body) => {
    const { id } = await call(DirectDebitApi.begin, { body });
    const { bundle, discountcode = "" } = body;
    return redirect(paths.directDebit({ bundle, mandate: id, ...(discountcode && { discountcode }) }));
  });
}

export const action = (visit: Route.ActionArgs) => submit(actionApi(visit), visit.request);
export const clientAction = ({ request }: Route.ClientActionArgs) => submit(clientActionApi, request);

export default function DirectDebit({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTranslations("payments.debit");
  const failure = isFormFailure(actionData) ? actionData : undefined;
  return (
    <div className="page grid max-w-form gap-6 py-6 sm:py-10">
      <PageTitle>{t("title")}</PageTitle>
      {loaderData.mandate ? (
        <Code key={loaderData.mandate} mandate={loaderData.mandate} failure={failure} order={loaderData} />
      ) : (
        <Details failure={failure} order={loaderData} />
      )}
    </div>
  );
}

type Order = Route.ComponentProps["loaderData"];
type Failure = Parameters<typeof useForm>[0]["failure"];

function totalOf({ bundle, discount }: Order): number {
  return discount ? priceAfter(bundle.price.amount, discount) : bundle.price.amount;
}

function Lines({ order }: { order: Order }) {
  const off = order.bundle.price.amount - totalOf(order);
  return <OrderLines bundle={order.bundle} discount={order.discount && { code: order.discount.code, off }} />;
}

function Details({ order, failure }: { order: Order; failure: Failure }) {
  const t = useTranslations("payments.debit");
  const p = useTranslations("payments");
  const form = useForm({ ...details, failure });
  return (
    <>
      <h1 className="text-2xl">{t("title")}</h1>
      <Form method="post" {...form.props} className="grid gap-6">
        <input type="hidden" name="bundle" value={order.bundle.tier} />
        {order.discount && <input type="hidden" name="discountcode" value={order.discount.code} />}
        <Card className="grid gap-5">
          <TextField {...form.field("account_holder")} label={t("holder")} autoComplete="name" required />
          <TextField
            {...form.field("iban")}
            label={t("iban")}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            required
          />
          <div className="grid grid-cols-[1fr_8rem] gap-3">
            <TextField {...form.field("street")} label={t("street")} autoComplete="address-line1" required />
            <TextField {...form.field("house_number")} label={t("house_number")} autoComplete="off" required />
          </div>
          <div className="grid grid-cols-[8rem_1fr] gap-3">
            <TextField {...form.field("zip")} label={t("zip")} autoComplete="postal-code" required />
            <TextField {...form.field("city")} label={t("city")} autoComplete="address-level2" required />
          </div>
          <TextField {...form.field("phone")} label={t("phone")} type="tel" autoComplete="tel" required />
        </Card>
        <Card className="grid gap-4">
          <Lines order={order} />
          <p className="text-sm text-ink-soft">{t("pending")}</p>
          <FormMessage>{form.message || form.errors.discountcode}</FormMessage>
          <Button type="submit" variant="call" size="large" wide busy={form.busy}>
            {t("submit")}
          </Button>
        </Card>
      </Form>
      <Link to={paths.creditsOf(order.bundle.tier)} className={buttonClasses({ variant: "bare" })}>
        {p("state.other_method")}
      </Link>
    </>
  );
}

function Code({ order, mandate, failure }: { order: Order; mandate: string; failure: Failure }) {
  const t = useTranslations("payments.debit");
  const p = useTranslations("payments");
  const format = useFormatter();
  const form = useForm({ ...code, failure });
  const { bundle, discount, company, email } = order;
  return (
    <>
      <div className="grid gap-2">
        <h1 className="text-2xl">{t("code_title")}</h1>
        <p className="break-words text-ink-soft">{t("code_lead", { email })}</p>
      </div>
      <Form method="post" {...form.props}>
        <input type="hidden" name="step" value="code" />
        <input type="hidden" name="id" value={mandate} />
        <Card className="grid gap-5">
          <TextField
            {...form.field("otp")}
            label={t("code")}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={20}
            required
          />
          <Lines order={order} />
          <p className="text-sm text-ink-soft">{t("mandate", { company })}</p>
          <FormMessage>{form.message || form.errors.iban}</FormMessage>
          <Button type="submit" variant="call" size="large" wide busy={form.busy}>
            {p("order.submit", { price: formatMoney(format, totalOf(order), bundle.price.currency) })}
          </Button>
        </Card>
      </Form>
      <Link
        to={paths.directDebit({ bundle: bundle.tier, ...(discount && { discountcode: discount.code }) })}
        className={buttonClasses({ variant: "bare" })}
      >
        {t("again")}
      </Link>
    </>
  );
}
