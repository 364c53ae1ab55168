/** Mollie's API as the adapter uses it, by its published description: names, types, required fields, states, refusals. */
import { randomBytes } from "node:crypto";
import {
  type Act,
  type ApiAnswer,
  type ApiCall,
  approvalPage,
  checkoutPage,
  idempotent,
  misfit,
  openDouble,
  type Shape,
} from "./provider.ts";

export const MOLLIE_KEY = "test_of_the_double_of_mollie";

const AMOUNT = { "value!": "string", "currency!": "string" } as const;
const METHODS = ["creditcard", "paypal", "ideal", "bancontact", "directdebit"] as const;
const SHAPES: Record<string, Shape> = {
  payments: {
    "amount!": AMOUNT,
    "description!": "string",
    redirectUrl: "string",
    cancelUrl: "string",
    webhookUrl: "string",
    method: METHODS,
    locale: "string",
    metadata: "map",
    customerId: "string",
    mandateId: "string",
    sequenceType: ["oneoff", "first", "recurring"],
    restrictPaymentMethodsToCountry: "string",
  },
  customers: { name: "string", email: "string", locale: "string", metadata: "map" },
  mandates: {
    "method!": ["directdebit", "paypal"],
    "consumerName!": "string",
    consumerAccount: "string",
    consumerBic: "string",
    signatureDate: "string",
    mandateReference: "string",
  },
  refunds: { "amount!": AMOUNT, description: "string", metadata: "map" },
};

interface Payment {
  resource: "payment";
  id: string;
  status: string;
  amount: { value: string; currency: string };
  description: string;
  method: string | null;
  redirectUrl: string | null;
  webhookUrl: string | null;
  metadata: unknown;
  customerId: string | null;
  mandateId: string | null;
  sequenceType: string;
  details: Record<string, unknown> | null;
  countryCode: string | null;
  isCancelable: boolean;
  refunds: { id: string; amount: { value: string; currency: string }; status: string; metadata: unknown }[];
  chargebacks: {
    id: string;
    amount: { value: string; currency: string };
    reason: object | null;
    reversedAt: string | null;
  }[];
}

interface Mandate {
  id: string;
  customer: string;
  method: string;
  status: "valid" | "invalid" | "pending";
  outcome: "paid" | "challenge" | "declined";
}

export async function openMollieDouble(noticeSecret: string) {
  const payments = new Map<string, Payment>();
  const customers = new Set<string>();
  const mandates = new Map<string, Mandate>();
  let onPayment: ((ref: string) => void) | null = null;
  const answer = idempotent(api, refusal(409, "Conflict", "the key was used for another request"));
  const server = await openDouble({ api: "/v2/", answer, page });

  function api(call: ApiCall): ApiAnswer {
    if (call.headers.authorization !== `Bearer ${MOLLIE_KEY}`)
      return refusal(401, "Unauthorized Request", "Missing authentication, or failed to authenticate");
    const [, , kind, id, inner, innerId] = call.path.split("/") as (string | undefined)[];
    const body = call.method === "POST" ? parse(call.body) : {};
    if (body === null) return refusal(400, "Bad Request", "the body is no JSON");
    const shape = SHAPES[inner ?? kind ?? ""];
    const wrong = call.method === "POST" && shape ? misfit(body, shape) : null;
    if (wrong) return refusal(422, "Unprocessable Entity", wrong, wrong.split(":")[0]);
    const amount = (body as { amount?: { value: string } }).amount;
    if (amount && !/^\d+\.\d{2}$/.test(amount.value))
      return refusal(422, "Unprocessable Entity", "The amount contains an invalid value", "amount");
    if (kind === "methods") return listMethods(call);
    if (kind === "customers") return customersApi(call, id, inner, innerId, body);
    if (kind !== "payments") return refusal(404, "Not Found", "no such resource");
    if (call.method === "POST" && !id) return createPayment(body as never);
    const payment = payments.get(id ?? "");
    if (!payment) return refusal(404, "Not Found", "No payment exists with this token.");
    if (inner === "refunds") return createRefund(payment, body as never);
    if (call.method === "DELETE") return cancelPayment(payment);
    return { status: 200, body: shown(payment, call.query.get("embed")) };
  }

  function customersApi(
    call: ApiCall,
    id: string | undefined,
    inner: string | undefined,
    innerId: string | undefined,
    body: object,
  ): ApiAnswer {
    if (call.method === "POST" && !id) {
      const customer = newId("cst");
      customers.add(customer);
      return { status: 201, body: { resource: "customer", id: customer, ...body } };
    }
    if (!id || !customers.has(id)) return refusal(404, "Not Found", "No customer exists with this token.");
    if (!inner) {
      customers.delete(id);
      for (const [key, { customer }] of mandates) if (customer === id) mandates.delete(key);
      return { status: 204, body: null };
    }
    if (call.method === "DELETE")
      return mandates.delete(innerId ?? "") ? { status: 204, body: null } : refusal(404, "Not Found", "No mandate");
    const { method, consumerAccount } = body as { method: string; consumerAccount?: string };
    if (method === "directdebit" && !consumerAccount)
      return refusal(422, "Unprocessable Entity", "consumerAccount is required", "consumerAccount");
    const mandate = addMandate(id, method, "paid");
    return { status: 201, body: { resource: "mandate", ...mandate } };
  }

  function addMandate(customer: string, method: string, outcome: Mandate["outcome"]): Mandate {
    const mandate: Mandate = { id: newId("mdt"), customer, method, status: "valid", outcome };
    mandates.set(mandate.id, mandate);
    return mandate;
  }

  function createPayment(body: {
    amount: Payment["amount"];
    description: string;
    redirectUrl?: string;
    webhookUrl?: string;
    method?: string;
    metadata?: unknown;
    customerId?: string;
    mandateId?: string;
    sequenceType?: string;
  }): ApiAnswer {
    const { sequenceType = "oneoff", customerId, mandateId } = body;
    if (customerId && !customers.has(customerId))
      return refusal(422, "Unprocessable Entity", "The customer does not exist", "customerId");
    if (sequenceType !== "recurring" && !body.redirectUrl)
      return refusal(422, "Unprocessable Entity", "The redirectUrl is required", "redirectUrl");
    const mandate = mandateId ? mandates.get(mandateId) : undefined;
    if (sequenceType === "recurring" && (!customerId || mandate?.customer !== customerId || mandate.status !== "valid"))
      return refusal(422, "Unprocessable Entity", "The customer has no suitable mandates", "mandateId");
    const payment: Payment = {
      resource: "payment",
      id: newId("tr"),
      status: "open",
      amount: body.amount,
      description: body.description,
      method: mandate?.method ?? body.method ?? null,
      redirectUrl: body.redirectUrl ?? null,
      webhookUrl: body.webhookUrl ?? null,
      metadata: body.metadata ?? null,
      customerId: customerId ?? null,
      mandateId: mandateId ?? null,
      sequenceType,
      details: null,
      countryCode: null,
      isCancelable: sequenceType !== "recurring",
      refunds: [],
      chargebacks: [],
    };
    payments.set(payment.id, payment);
    if (mandate?.method === "directdebit") payment.status = "pending";
    else if (mandate) settle(payment, mandate.outcome === "paid" ? "paid" : "failed", mandate.outcome);
    return { status: 201, body: shown(payment, null) };
  }

  function cancelPayment(payment: Payment): ApiAnswer {
    if (!payment.isCancelable || payment.status !== "open")
      return refusal(422, "Unprocessable Entity", "The payment cannot be canceled");
    payment.status = "canceled";
    return { status: 200, body: shown(payment, null) };
  }

  function createRefund(payment: Payment, body: { amount: Payment["amount"]; metadata?: unknown }): ApiAnswer {
    const cents = (value: string) => Math.round(Number(value) * 100);
    const done = payment.refunds.reduce((sum, one) => sum + (one.status === "failed" ? 0 : cents(one.amount.value)), 0);
    if (payment.status !== "paid" || done + cents(body.amount.value) > cents(payment.amount.value))
      return refusal(422, "Unprocessable Entity", "The amount is higher than the remaining amount", "amount");
    const refund = { id: newId("re"), amount: body.amount, status: "pending", metadata: body.metadata ?? null };
    payment.refunds.push(refund);
    return { status: 201, body: { resource: "refund", ...refund } };
  }

  const listMethods = (call: ApiCall): ApiAnswer => ({
    status: 200,
    body: {
      count: 3,
      _embedded: {
        methods: METHODS.filter((id) =>
          call.query.get("sequenceType") === "recurring"
            ? id === "directdebit" || id === "creditcard" || id === "paypal"
            : id !== "directdebit" && (id !== "ideal" || call.query.get("billingCountry") === "NL"),
        ).map((id) => ({ resource: "method", id, description: id })),
      },
    },
  });

  function settle(payment: Payment, status: "paid" | "failed", outcome: Mandate["outcome"] | "denied"): void {
    payment.status = status;
    payment.isCancelable = false;
    const card = {
      cardLabel: "Visa",
      cardNumber: "************4242",
      cardCountryCode: "NL",
      cardFingerprint: "fp_4242",
      cardExpiryDate: "2030-12-31",
      cardHolder: null, // fields that have nothing to say are null
    };
    const reason = outcome === "challenge" || outcome === "denied" ? "authentication_failed" : "insufficient_funds";
    payment.details =
      payment.method === "creditcard" ? { ...card, ...(status === "failed" && { failureReason: reason }) } : null;
    if (status === "failed" && payment.details === null) payment.details = { failureReason: reason };
  }

  function act(ref: string, what: Act): void {
    const payment = payments.get(ref)!;
    if (what === "expire") payment.status = "expired";
    else if (what === "cancel") payment.status = "canceled";
    else if (what === "pay" || what === "approve" || what === "debit_paid") {
      settle(payment, "paid", "paid");
      if (payment.sequenceType === "first" && payment.customerId)
        payment.mandateId = addMandate(payment.customerId, payment.method!, "paid").id;
    } else if (what === "decline" || what === "debit_returned") settle(payment, "failed", "declined");
    else if (what === "deny") settle(payment, "failed", "denied");
    else if (what === "finish_refund") {
      for (const refund of payment.refunds) if (refund.status === "pending") refund.status = "refunded";
    } else if (what === "fail_refund") for (const refund of payment.refunds.slice(-1)) refund.status = "failed";
    else if (what === "charge_back")
      payment.chargebacks.push({
        id: newId("chb"),
        amount: { ...payment.amount, value: `-${payment.amount.value}` },
        reason: { code: "AC01", description: "Account identifier incorrect" },
        reversedAt: null,
      });
    else if (what === "win") for (const back of payment.chargebacks) back.reversedAt = new Date().toISOString();
  }

  const shown = ({ refunds, chargebacks, ...payment }: Payment, embed: string | null) => ({
    ...payment,
    _links: {
      self: { href: `${server.url}/v2/payments/${payment.id}`, type: "application/hal+json" },
      ...(payment.status === "open" &&
        payment.redirectUrl && { checkout: { href: `${server.url}/checkout/${payment.id}`, type: "text/html" } }),
    },
    ...(embed && { _embedded: { refunds, chargebacks } }),
  });

  function page(call: ApiCall) {
    const [, kind, id] = call.path.split("/");
    const payment = payments.get(id ?? "");
    if (!payment) return null;
    if (call.method === "GET") return { html: kind === "approve" ? approvalPage() : checkoutPage("Mollie double") };
    const pressed = new URLSearchParams(call.body).get("act") as Act;
    if (pressed === "challenge") return { redirect: `${server.url}/approve/${payment.id}` };
    act(payment.id, pressed);
    onPayment?.(payment.id);
    return { redirect: payment.redirectUrl! };
  }

  /** The notice about a payment: a form with its id, to an address that holds the secret. */
  const notice = (ref: string, secret = noticeSecret) => ({
    raw: Buffer.from(new URLSearchParams({ id: ref }).toString()),
    headers: { "content-type": "application/x-www-form-urlencoded" },
    secret,
  });

  const setOutcome = (token: string, outcome: Mandate["outcome"]): void => {
    mandates.get(token)!.outcome = outcome;
  };

  /** The same for every stored instrument. */
  const setOutcomes = (outcome: Mandate["outcome"]): void => {
    for (const mandate of mandates.values()) mandate.outcome = outcome;
  };
  /** Calls back after a payer has acted on a page: then Mollie sends its notice. */
  const onActed = (listener: (ref: string) => void): void => {
    onPayment = listener;
  };
  /** Where its notices go, as the payment says. */
  const noticeAddress = (ref: string): string => payments.get(ref)!.webhookUrl!;

  /** The provider answers with something that its description does not have. */
  const setStatus = (ref: string, status: string): void => {
    payments.get(ref)!.status = status;
  };

  return {
    ...server,
    act: async (ref: string, what: Act) => act(ref, what),
    notice,
    noticeAddress,
    setOutcome,
    setOutcomes,
    onActed,
    setStatus,
  };
}

const newId = (prefix: string): string => `${prefix}_${randomBytes(6).toString("hex")}`;

function refusal(status: number, title: string, detail: string, field?: string | undefined): ApiAnswer {
  return { status, body: { status, title, detail, ...(field && { field }), _links: {} } };
}

function parse(body: string): object | null {
  try {
    return JSON.parse(body || "{}") as object;
  } catch {
    return null;
  }
}
