/** Stripe's API as the adapter uses it: the same names, states and refusals, and events signed as Stripe signs them. */
import { createHmac, randomUUID } from "node:crypto";
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

export const STRIPE_KEY = "sk_test_of_the_double";
export const STRIPE_SECRET = "whsec_of_the_double";

const METHOD_TYPES = ["card", "paypal", "ideal", "bancontact", "sepa_debit"] as const;
const INTENT = {
  amount: "int",
  currency: "string",
  customer: "string",
  metadata: "map",
  description: "string",
} as const;

const SHAPES: Record<string, Shape> = {
  "POST /v1/customers": { metadata: "map", name: "string", email: "string" },
  "POST /v1/checkout/sessions": {
    "mode!": ["payment", "setup"],
    "line_items!": [
      {
        "quantity!": "int",
        "price_data!": {
          "currency!": "string",
          "unit_amount!": "int",
          "product_data!": { "name!": "string", description: "string" },
        },
      },
    ],
    allowed_payment_method_types: [METHOD_TYPES],
    "success_url!": "string",
    cancel_url: "string",
    client_reference_id: "string",
    customer: "string",
    locale: "string",
    expires_at: "int",
    metadata: "map",
    adaptive_pricing: { enabled: "boolean" },
    payment_intent_data: { metadata: "map", setup_future_usage: ["on_session", "off_session"], description: "string" },
    expand: "map",
  },
  "POST /v1/payment_intents": {
    ...INTENT,
    "amount!": "int",
    "currency!": "string",
    confirm: "boolean",
    off_session: "boolean",
    payment_method: "string",
    allowed_payment_method_types: [METHOD_TYPES],
    payment_method_data: {
      "type!": [...METHOD_TYPES],
      sepa_debit: { "iban!": "string" },
      billing_details: { name: "string", email: "string" },
    },
    mandate_data: {
      "customer_acceptance!": {
        "type!": ["online", "offline"],
        online: { "ip_address!": "string", "user_agent!": "string" },
      },
    },
    return_url: "string",
    statement_descriptor_suffix: "string",
  },
  "POST /v1/refunds": {
    "payment_intent!": "string",
    amount: "int",
    reason: ["requested_by_customer", "duplicate", "fraudulent"],
    metadata: "map",
  },
};

type Row = Record<string, unknown> & { id: string };

export async function openStripeDouble() {
  const rows = new Map<string, Row>();
  let onPayment: ((ref: string) => void) | null = null;
  /** Refunds and disputes, by intent. */
  const byIntent = new Map<unknown, Row[]>();
  const add = <T extends Row>(row: T): T => {
    rows.set(row.id, row);
    if (row.payment_intent) byIntent.set(row.payment_intent, [...(byIntent.get(row.payment_intent) ?? []), row]);
    return row;
  };
  const get = (id: string): Row | null => rows.get(id) ?? null;
  const all = (kind: string, intent: string | null): Row[] =>
    (byIntent.get(intent) ?? []).filter((row) => row.object === kind);

  const answer = idempotent(api, {
    status: 400,
    body: {
      error: {
        type: "idempotency_error",
        message: "Keys for idempotent requests can only be used with the same parameters",
      },
    },
  });
  const server = await openDouble({ api: "/v1/", answer, page });

  function api(call: ApiCall): ApiAnswer {
    if (call.headers.authorization !== `Bearer ${STRIPE_KEY}`)
      return refusal(401, "invalid_request_error", "Invalid API Key provided");
    const params = call.method === "POST" ? parseForm(call.body) : {};
    const shape = SHAPES[`${call.method} ${call.path}`];
    const wrong = shape && misfit(params, shape);
    if (wrong)
      return refusal(400, "invalid_request_error", wrong, { code: "parameter_unknown", param: wrong.split(":")[0] });
    const [, , kind, id, act, more] = call.path.split("/");
    switch (`${call.method} ${kind}`) {
      case "POST customers":
        return ok(add({ id: newId("cus"), object: "customer", ...params }));
      case "DELETE customers":
        return rows.delete(id!) ? ok({ id, object: "customer", deleted: true }) : missing(id);
      case "POST checkout":
        return act === "sessions" || !act ? createSession(params) : more === "expire" ? expire(act!) : missing(act);
      case "GET checkout":
        return shown(act!);
      case "POST payment_intents":
        return act === "cancel" ? cancelIntent(id!) : id ? missing(id) : createIntent(params);
      case "GET payment_intents":
        return shown(id!);
      case "POST payment_methods":
        return rows.delete(id!) ? ok({ id, object: "payment_method", customer: null }) : missing(id);
      case "POST refunds":
        return createRefund(params);
      case "GET refunds":
      case "GET disputes":
        return ok({ object: "list", has_more: false, data: all(kind!.slice(0, -1), call.query.get("payment_intent")) });
      default:
        return refusal(404, "invalid_request_error", `Unrecognized request URL (${call.method}: ${call.path})`);
    }
  }

  function createSession(params: Record<string, unknown>): ApiAnswer {
    if (params.customer && !get(String(params.customer))) return missing(params.customer);
    const [item] = params.line_items as [{ price_data: { unit_amount: string; currency: string } }];
    const data = (params.payment_intent_data ?? {}) as { metadata?: object; setup_future_usage?: string };
    const id = newId("cs_test");
    const types = params.allowed_payment_method_types as string[] | undefined;
    return ok(
      add({
        id,
        object: "checkout.session",
        status: "open",
        payment_status: "unpaid",
        amount_total: Number(item.price_data.unit_amount),
        currency: item.price_data.currency,
        url: `${server.url}/checkout/${id}`,
        success_url: params.success_url,
        cancel_url: params.cancel_url,
        customer: params.customer ?? null,
        metadata: params.metadata ?? {},
        payment_intent: null,
        method: types?.[0] ?? "card",
        intent_metadata: data.metadata ?? {},
        setup_future_usage: data.setup_future_usage ?? null,
      }),
    );
  }

  function expire(id: string): ApiAnswer {
    const session = get(id);
    if (!session) return missing(id);
    if (session.status !== "open") return refusal(400, "invalid_request_error", "Only open sessions can be expired");
    session.status = "expired";
    return ok(session);
  }

  function newIntent(params: Record<string, unknown>): Row {
    return add({
      id: newId("pi"),
      object: "payment_intent",
      amount: Number(params.amount),
      currency: params.currency,
      status: "requires_confirmation",
      customer: params.customer ?? null,
      metadata: params.metadata ?? {},
      setup_future_usage: params.setup_future_usage ?? null,
      next_action: null,
      last_payment_error: null,
      latest_charge: null,
      return_url: params.return_url ?? null,
      method: params.method ?? "card",
    });
  }

  function createIntent(params: Record<string, unknown>): ApiAnswer {
    const data = params.payment_method_data as { type: string; sepa_debit?: { iban: string } } | undefined;
    const stored = params.payment_method ? get(String(params.payment_method)) : null;
    if (params.payment_method && stored?.customer !== params.customer) return missing(params.payment_method);
    const intent = newIntent({ ...params, method: data?.type ?? stored?.type });
    if (data) {
      intent.status = "processing";
      return ok(intent);
    }
    if (stored?.outcome === "declined") {
      decline(intent);
      const error = { ...(intent.last_payment_error as object), payment_intent: intent };
      return { status: 402, body: { error } };
    }
    if (stored?.outcome === "challenge") challenge(intent);
    else succeed(intent, stored);
    return ok(intent);
  }

  function cancelIntent(id: string): ApiAnswer {
    const intent = get(id);
    if (!intent) return missing(id);
    if (["succeeded", "canceled", "processing"].includes(String(intent.status)))
      return refusal(400, "invalid_request_error", "You cannot cancel this PaymentIntent");
    intent.status = "canceled";
    return ok(intent);
  }

  function createRefund(params: Record<string, unknown>): ApiAnswer {
    const intent = get(String(params.payment_intent));
    if (!intent) return missing(params.payment_intent);
    const amount = Number(params.amount);
    const done = all("refund", intent.id).reduce(
      (sum, one) => sum + (one.status === "failed" ? 0 : Number(one.amount)),
      0,
    );
    if (intent.status !== "succeeded" || done + amount > Number(intent.amount))
      return refusal(400, "invalid_request_error", "Refund amount is greater than unrefunded amount on charge");
    return ok(
      add({
        id: newId("re"),
        object: "refund",
        payment_intent: intent.id,
        amount,
        status: "succeeded",
        metadata: params.metadata ?? {},
      }),
    );
  }

  function shown(id: string): ApiAnswer {
    const row = get(id);
    if (!row) return missing(id);
    const intent = row.object === "checkout.session" && row.payment_intent ? get(String(row.payment_intent)) : null;
    return ok(intent ? { ...row, payment_intent: intent } : row);
  }

  function challenge(intent: Row): void {
    intent.status = "requires_action";
    const url = `${server.url}/approve/${intent.id}`;
    intent.next_action = { type: "redirect_to_url", redirect_to_url: { url, return_url: intent.return_url } };
  }

  function decline(intent: Row): void {
    intent.status = "requires_payment_method";
    intent.next_action = null;
    intent.last_payment_error = {
      type: "card_error",
      code: "card_declined",
      decline_code: "insufficient_funds",
      message: "Your card has insufficient funds.",
    };
  }

  function succeed(intent: Row, stored: Row | null, outcome = "paid"): void {
    intent.status = "succeeded";
    intent.next_action = null;
    const method =
      stored ??
      add({ id: newId("pm"), object: "payment_method", type: intent.method, customer: intent.customer, outcome });
    const card = { brand: "visa", last4: "4242", exp_month: 12, exp_year: 2030, country: "NL", fingerprint: "fp_4242" };
    const paypal = { payer_email: null, country: null };
    intent.latest_charge = {
      id: newId("ch"),
      object: "charge",
      payment_intent: intent.id,
      payment_method: method.id,
      // null where the method has no such details, as Stripe answers
      payment_method_details:
        intent.method === "card"
          ? { type: "card", card }
          : intent.method === "paypal"
            ? { type: "paypal", paypal }
            : { type: intent.method },
    };
  }

  /** The intent of a session appears once the payer acts on its page. */
  function intentOf(ref: string): { intent: Row; session: Row | null } {
    const row = get(ref)!;
    if (row.object === "payment_intent") return { intent: row, session: null };
    const known = row.payment_intent ? get(String(row.payment_intent)) : null;
    const intent =
      known ??
      newIntent({
        amount: row.amount_total,
        currency: row.currency,
        customer: row.customer,
        metadata: row.intent_metadata,
        setup_future_usage: row.setup_future_usage,
        return_url: row.success_url,
        method: row.method,
      });
    row.payment_intent = intent.id;
    return { intent, session: row };
  }

  function act(ref: string, what: Act): void {
    if (what === "cancel") return; // Stripe's page returns, the session stays open
    if (what === "expire") return void expire(ref);
    if (what === "finish_refund") return; // its refunds succeed at once
    const { intent, session } = intentOf(ref);
    if (what === "challenge") challenge(intent);
    else if (what === "decline" || what === "deny" || what === "debit_returned") decline(intent);
    else if (what === "pay" || what === "approve" || what === "debit_paid")
      succeed(intent, null, what === "approve" ? "challenge" : "paid");
    else if (what === "fail_refund") for (const refund of all("refund", intent.id).slice(-1)) refund.status = "failed";
    else if (what === "charge_back")
      add({
        id: newId("du"),
        object: "dispute",
        payment_intent: intent.id,
        amount: intent.amount,
        reason: "fraudulent",
        status: "needs_response",
        evidence_details: { due_by: Math.floor(Date.now() / 1000) + 7 * 86_400 },
      });
    else
      for (const dispute of all("dispute", intent.id))
        if (dispute.status === "needs_response") dispute.status = what === "win" ? "won" : "lost";
    if (session?.status !== "open") return;
    if (what === "deny" || what === "debit_returned") session.status = "complete";
    if (intent.status === "succeeded") Object.assign(session, { status: "complete", payment_status: "paid" });
  }

  /** The session that an intent was made for; none where a stored card is charged. */
  const sessionWith = (intent: Row): Row | undefined =>
    [...rows.values()].find((row) => row.object === "checkout.session" && row.payment_intent === intent.id);

  /** A card that is declined or not approved leaves the payer on the checkout page, where another one can be tried. */
  function page(call: ApiCall) {
    const [, kind, id] = call.path.split("/");
    const row = id ? get(id) : null;
    if (!row) return null;
    if (call.method === "GET")
      return {
        html:
          kind === "approve"
            ? approvalPage()
            : checkoutPage("Stripe double", { message: call.query.has("failed") ? "Your card was declined." : "" }),
      };
    const pressed = new URLSearchParams(call.body).get("act") as Act;
    act(row.id, pressed);
    const { intent, session: own } = intentOf(row.id);
    const session = own ?? sessionWith(intent);
    onPayment?.(session?.id ?? intent.id);
    const next = intent.next_action as { redirect_to_url?: { url: string } } | null;
    if (next?.redirect_to_url) return { redirect: next.redirect_to_url.url };
    if (pressed === "cancel") return { redirect: String(session?.cancel_url) };
    if (intent.status === "requires_payment_method" && session)
      return { redirect: `${server.url}/checkout/${session.id}?failed` };
    // an approval belongs to the session that it was asked for
    if (session && intent.status === "succeeded")
      Object.assign(session, { status: "complete", payment_status: "paid" });
    return { redirect: String(session?.success_url ?? intent.return_url) };
  }

  /** The event about a payment, as Stripe delivers it. */
  function notice(ref: string, secret = STRIPE_SECRET, at = Math.floor(Date.now() / 1000)) {
    const row = get(ref)!;
    const type = row.object === "checkout.session" ? "checkout.session.completed" : "payment_intent.succeeded";
    const body = JSON.stringify({ id: `evt_${randomUUID()}`, object: "event", type, data: { object: row } });
    const signature = createHmac("sha256", secret).update(`${at}.${body}`).digest("hex");
    return { raw: Buffer.from(body), headers: { "stripe-signature": `t=${at},v1=${signature}` }, secret: null };
  }

  /** What becomes of repeat orders with a stored instrument. */
  const setOutcome = (token: string, outcome: "paid" | "challenge" | "declined"): void => {
    get(token)!.outcome = outcome;
  };

  /** The same for every stored instrument. */
  const setOutcomes = (outcome: "paid" | "challenge" | "declined"): void => {
    for (const row of rows.values()) if (row.object === "payment_method") row.outcome = outcome;
  };
  /** Calls back after a payer has acted on a page: then Stripe sends its event. */
  const onActed = (listener: (ref: string) => void): void => {
    onPayment = listener;
  };

  return { ...server, act: async (ref: string, what: Act) => act(ref, what), notice, setOutcome, setOutcomes, onActed };
}

const newId = (prefix: string): string => `${prefix}_${randomUUID().replaceAll("-", "")}`;
const ok = (body: unknown): ApiAnswer => ({ status: 200, body });
const refusal = (status: number, type: string, message: string, more: object = {}): ApiAnswer => ({
  status,
  body: { error: { type, message, ...more } },
});
const missing = (id: unknown): ApiAnswer =>
  refusal(404, "invalid_request_error", `No such object: '${id}'`, { code: "resource_missing" });

/** `a[b][0]=c` → `{ a: { b: ["c"] } }`, as Stripe reads forms. */
function parseForm(body: string): Record<string, unknown> {
  const root: Record<string, unknown> = {};
  for (const [name, value] of new URLSearchParams(body)) {
    const path = name.split(/[[\]]+/).filter(Boolean);
    let at = root as Record<string, unknown>;
    for (const part of path.slice(0, -1)) {
      at[part] ??= {};
      at = at[part] as Record<string, unknown>;
    }
    at[path.at(-1)!] = value;
  }
  return listed(root) as Record<string, unknown>;
}

/** Objects with the names 0, 1, 2 … are lists. */
function listed(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([key, inner]) => [key, listed(inner)] as const);
  return entries.length > 0 && entries.every(([key], at) => key === String(at))
    ? entries.map(([, inner]) => inner)
    : Object.fromEntries(entries);
}
