/** Stripe behind the provider port: Checkout for the first payment, payment intents for stored cards and direct debits. */
import type { PaymentMethod } from "@serenade/contract/credits";
import Stripe from "stripe";
import {
  type DebitMandate,
  type Instrument,
  type PaymentGateway,
  type PaymentRequest,
  ProviderError,
  type ProviderPayment,
} from "../gateway.ts";
import { disputeStatus, failCodeOf, refundStatus, statusOfIntent, statusOfSession } from "./rules.ts";

export interface StripeOptions {
  secretKey: string;
  webhookSecret: string;
  /** Another address than Stripe's; tests only. */
  apiUrl: string | null;
}

const TIMEOUT_MS = 10_000;
const METHODS = {
  card: "card",
  paypal: "paypal",
  ideal: "ideal",
  bancontact: "bancontact",
  directdebit: "sepa_debit",
} as const satisfies Record<PaymentMethod, Stripe.Checkout.SessionCreateParams.AllowedPaymentMethodType>;
/** Methods that Stripe can store for a repeat order. */
const STORABLE = new Set<PaymentMethod>(["card", "paypal"]);
const EXPANDED = ["payment_intent.latest_charge"];

export function openStripe({ secretKey, webhookSecret, apiUrl }: StripeOptions): PaymentGateway {
  const stripe = new Stripe(secretKey, {
    timeout: TIMEOUT_MS,
    maxNetworkRetries: 1,
    telemetry: false,
    ...(apiUrl && elsewhere(apiUrl)),
  });

  /** The intent behind a reference, which is one itself where no checkout page was involved. */
  const intentOf = async (ref: string): Promise<Stripe.PaymentIntent | null> => {
    if (ref.startsWith("pi_")) return stripe.paymentIntents.retrieve(ref, { expand: ["latest_charge"] });
    const { payment_intent } = await stripe.checkout.sessions.retrieve(ref, { expand: EXPANDED });
    return payment_intent as Stripe.PaymentIntent | null;
  };

  return {
    name: "stripe",
    methods: async () => null,
    createCustomer: (key) =>
      calling(
        async () => known(await stripe.customers.create({ metadata: { member: key } }, { idempotencyKey: key })).id,
      ),
    create: (request) =>
      calling(async () => {
        const session = known(
          await stripe.checkout.sessions.create(sessionOf(request), { idempotencyKey: request.key }),
        );
        return { ref: session.id, redirect: session.url! };
      }),
    repeat: (request, instrument) =>
      calling(() =>
        confirmed(() =>
          stripe.paymentIntents.create(
            {
              ...intentParams(request),
              payment_method: instrument,
              off_session: false,
              return_url: request.returnUrl,
            },
            { idempotencyKey: request.key },
          ),
        ),
      ),
    debit: (request, mandate) =>
      calling(async () => {
        const { ref } = await confirmed(() =>
          stripe.paymentIntents.create(
            { ...intentParams(request), ...debitParams(mandate) },
            { idempotencyKey: request.key },
          ),
        );
        return { ref };
      }),
    fetch: (ref) =>
      calling(async () => {
        const session = ref.startsWith("cs_")
          ? known(await stripe.checkout.sessions.retrieve(ref, { expand: EXPANDED }))
          : null;
        const intent = session
          ? (session.payment_intent as Stripe.PaymentIntent | null)
          : known(await stripe.paymentIntents.retrieve(ref, { expand: ["latest_charge"] }));
        const base = session
          ? {
              status: statusOfSession(session, intent?.status ?? null),
              payerActed: session.status !== "open",
              amount: session.amount_total ?? 0,
              currency: (session.currency ?? "").toUpperCase(),
            }
          : {
              status: statusOfIntent(intent!.status),
              payerActed: intent!.status !== "requires_action",
              amount: intent!.amount,
              currency: intent!.currency.toUpperCase(),
            };
        return {
          ref,
          alias: session && intent ? intent.id : null,
          ...base,
          ...(await detailsOf(stripe, intent, base)),
        };
      }).catch(notThere),
    cancel: (ref) =>
      calling(async () => {
        if (ref.startsWith("cs_")) await stripe.checkout.sessions.expire(ref);
        else await stripe.paymentIntents.cancel(ref);
      }).catch(alreadyClosed),
    refund: (ref, { key, amount }) =>
      calling(async () => {
        const intent = await intentOf(ref);
        if (!intent) throw new ProviderError("refused", `${ref} was never paid`);
        const refund = known(
          await stripe.refunds.create(
            { payment_intent: intent.id, amount, reason: "requested_by_customer", metadata: { refund: key } },
            { idempotencyKey: key },
          ),
        );
        return { ref: refund.id, key, amount: refund.amount, status: refundStatus(refund.status) };
      }),
    forget: (_customer, instrument) =>
      calling(async () => void (await stripe.paymentMethods.detach(instrument))).catch(alreadyClosed),
    forgetCustomer: (customer) => calling(async () => void (await stripe.customers.del(customer))).catch(alreadyClosed),
    notice: (raw, headers, _secret, now) => {
      try {
        const signature = headers["stripe-signature"] ?? "";
        const event = stripe.webhooks.constructEvent(
          raw,
          signature,
          webhookSecret,
          undefined,
          undefined,
          now.getTime(),
        );
        const ref = refOf(event.data.object as unknown as Record<string, unknown>);
        return ref ? { id: event.id, ref } : null;
      } catch {
        return null;
      }
    },
  };
}

function elsewhere(apiUrl: string): Stripe.StripeConfig {
  const { hostname, port, protocol } = new URL(apiUrl);
  return { host: hostname, port, protocol: protocol === "https:" ? "https" : "http" };
}

const sessionOf = (request: PaymentRequest) =>
  ({
    mode: "payment",
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: request.currency.toLowerCase(),
          unit_amount: request.amount,
          product_data: { name: request.description },
        },
      },
    ],
    allowed_payment_method_types: [METHODS[request.paymentmethod]],
    success_url: request.returnUrl,
    cancel_url: request.returnUrl,
    client_reference_id: request.order,
    locale: request.locale as Stripe.Checkout.SessionCreateParams.Locale,
    expires_at: Math.floor(Date.parse(request.expiresAt) / 1000),
    metadata: { order: request.order },
    // otherwise a payer may be charged in another currency than the order's
    adaptive_pricing: { enabled: false },
    ...(request.customer && { customer: request.customer }),
    payment_intent_data: {
      metadata: { order: request.order },
      ...(request.store && request.customer && STORABLE.has(request.paymentmethod)
        ? { setup_future_usage: "on_session" as const }
        : {}),
    },
  }) satisfies Stripe.Checkout.SessionCreateParams;

const intentParams = (request: PaymentRequest) =>
  ({
    amount: request.amount,
    currency: request.currency.toLowerCase(),
    description: request.description,
    confirm: true,
    metadata: { order: request.order },
    ...(request.customer && { customer: request.customer }),
  }) satisfies Stripe.PaymentIntentCreateParams;

const debitParams = ({ holder, iban, email, reference, address, userAgent }: DebitMandate) =>
  ({
    allowed_payment_method_types: ["sepa_debit"],
    payment_method_data: { type: "sepa_debit", sepa_debit: { iban }, billing_details: { name: holder, email } },
    mandate_data: {
      customer_acceptance: { type: "online", online: { ip_address: address, user_agent: userAgent } },
    },
    statement_descriptor_suffix: reference.slice(0, 22),
  }) satisfies Partial<Stripe.PaymentIntentCreateParams>;

/** A declined card is an answer, not an error: the intent exists, and `fetch` says why it failed. */
async function confirmed(
  create: () => Promise<Stripe.PaymentIntent>,
): Promise<{ ref: string; redirect: string | null }> {
  try {
    const intent = known(await create());
    return { ref: intent.id, redirect: intent.next_action?.redirect_to_url?.url ?? null };
  } catch (error) {
    if (error instanceof Stripe.errors.StripeCardError && error.payment_intent)
      return { ref: error.payment_intent.id, redirect: null };
    throw error;
  }
}

type Details = Pick<ProviderPayment, "failCode" | "fingerprint" | "country" | "instrument" | "refunds" | "chargebacks">;

/** What the charge, its refunds and its disputes add to a payment. */
async function detailsOf(
  stripe: Stripe,
  intent: Stripe.PaymentIntent | null,
  { status }: Pick<ProviderPayment, "status">,
): Promise<Details> {
  const charge = (intent?.latest_charge ?? null) as Stripe.Charge | null;
  const card = charge?.payment_method_details?.card;
  const error = intent?.last_payment_error;
  const [refunds, disputes] =
    intent && status === "completed"
      ? await Promise.all([
          stripe.refunds.list({ payment_intent: intent.id, limit: 100 }),
          stripe.disputes.list({ payment_intent: intent.id, limit: 100 }),
        ])
      : [{ data: [] }, { data: [] }];
  return {
    failCode: status === "failed" ? failCodeOf(error?.decline_code ?? error?.code ?? charge?.failure_code) : null,
    fingerprint: card?.fingerprint ?? charge?.payment_method_details?.sepa_debit?.fingerprint ?? null,
    country: card?.country ?? charge?.payment_method_details?.sepa_debit?.country ?? null,
    instrument: intent?.setup_future_usage ? instrumentOf(charge) : null,
    refunds: refunds.data.map(({ id, amount, status, metadata }) => ({
      ref: id,
      key: metadata?.refund ?? null,
      amount,
      status: refundStatus(status),
    })),
    chargebacks: disputes.data.flatMap(({ id, amount, reason, status, evidence_details }) => {
      const state = disputeStatus(status);
      const due = evidence_details?.due_by;
      const dueBy = due ? new Date(due * 1000).toISOString() : null;
      return state ? [{ ref: id, amount, reason, status: state, dueBy }] : [];
    }),
  };
}

function instrumentOf(charge: Stripe.Charge | null): Instrument | null {
  const token = charge?.payment_method;
  if (!token) return null;
  const { card, paypal } = charge.payment_method_details ?? {};
  if (card)
    return {
      token,
      kind: "card",
      brand: card.brand ?? null,
      last4: card.last4 ?? null,
      expMonth: card.exp_month ?? null,
      expYear: card.exp_year ?? null,
    };
  return paypal ? { token, kind: "paypal", brand: null, last4: null, expMonth: null, expYear: null } : null;
}

/** The session or the intent that an event's object is, or belongs to. */
function refOf(object: Record<string, unknown>): string | null {
  const { object: kind, id, payment_intent: intent } = object;
  if (kind === "checkout.session" || kind === "payment_intent") return String(id);
  return typeof intent === "string" ? intent : null;
}

/** The package takes a JSON answer of a proxy for Stripe's. */
function known<T extends { id: string }>(row: T): T {
  if (!row.id) throw new ProviderError("unavailable", "Stripe: an answer without an id");
  return row;
}

/** Runs a call; its errors become the port's. */
async function calling<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ProviderError || !(error instanceof Stripe.errors.StripeError)) throw asUnavailable(error);
    const { StripeInvalidRequestError, StripeIdempotencyError, StripeAuthenticationError, StripePermissionError } =
      Stripe.errors;
    const refused = [
      StripeInvalidRequestError,
      StripeIdempotencyError,
      StripeAuthenticationError,
      StripePermissionError,
    ];
    const kind = refused.some((type) => error instanceof type) ? "refused" : "unavailable";
    throw new ProviderError(kind, `Stripe: ${error.message}`, { cause: error });
  }
}

const asUnavailable = (error: unknown): ProviderError =>
  error instanceof ProviderError
    ? error
    : new ProviderError("unavailable", `Stripe: ${(error as Error).message}`, { cause: error });

const statusCodeOf = (error: unknown): number | undefined =>
  ((error as ProviderError).cause as Stripe.errors.StripeError | undefined)?.statusCode;

/** An id that the provider does not know. */
function notThere(error: unknown): null {
  if (statusCodeOf(error) === 404) return null;
  throw error;
}

/** Closed, paid or deleted already: nothing to do. */
function alreadyClosed(error: unknown): void {
  if (!(error instanceof ProviderError) || error.kind !== "refused") throw error;
}
