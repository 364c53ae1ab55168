/**
 * The sandbox's own hosted page, at its own path, as any provider has one: card, challenge (3-D Secure), PayPal, iDEAL,
 * Bancontact. Plain HTML without script. Every screen shows that no money moves.
 */
import { createHash } from "node:crypto";
import type { FastifyInstance, FastifyReply } from "fastify";
import type { Resources } from "../../../kernel/resources.ts";
import { applyAftermath, storeInstrument } from "./aftermath/commands.ts";
import { decidePayment, findPayment } from "./commands.ts";
import { sandboxSecret } from "./gateway.ts";
import { renderChallenge, renderClosed, renderDebit, renderPaid, renderPayment, STYLE } from "./present.ts";
import { fingerprintOf, outcomeOf, REPEATS } from "./rules.ts";
import type { SandboxPayment } from "./tables.ts";

interface Form {
  card?: string;
  act?: string;
}
type Ref = { Params: { ref: string }; Body: Form | null };

const POLICY = `default-src 'none'; style-src 'sha256-${createHash("sha256").update(STYLE).digest("base64")}'; base-uri 'none'; frame-ancestors 'none'`;

export async function sandboxPages(server: FastifyInstance, { app }: { app: Resources }): Promise<void> {
  server.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "string", bodyLimit: 4_096 },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(body as string))),
  );

  server.get<Ref>("/sandbox/pay/:ref", async (request, reply) => {
    const payment = await findPayment(app, request.params.ref);
    if (!payment) return page(reply.code(404), renderClosed(null));
    if (payment.status === "open") return page(reply, renderPayment(payment));
    if (payment.status === "processing") return page(reply, renderDebit(payment));
    if (payment.status === "paid") return page(reply, renderPaid(payment));
    return payment.status === "challenge" ? page(reply, renderChallenge(payment)) : page(reply, renderClosed(payment));
  });

  server.post<Ref>("/sandbox/pay/:ref", async (request, reply) => {
    const payment = await findPayment(app, request.params.ref);
    if (!payment) return page(reply.code(404), renderClosed(null));
    const decided = await decide(app, payment, request.body ?? {});
    const now = decided ?? (await findPayment(app, payment.ref))!;
    if (isAftermath(request.body?.act)) {
      await applyAftermath(app, payment.ref, request.body.act);
      return reply.redirect(`/sandbox/pay/${now.ref}`, 303);
    }
    return now.status === "challenge"
      ? reply.redirect(`/sandbox/pay/${now.ref}`, 303)
      : reply.redirect(now.return_url, 303);
  });
}

const AFTERMATH = ["fail_refund", "charge_back", "win", "lose"] as const;
const isAftermath = (act: string | undefined): act is (typeof AFTERMATH)[number] =>
  AFTERMATH.some((known) => known === act);

/** The payer's decision; null when the payment was decided before (a second tab, a double click). */
async function decide(
  app: Resources,
  payment: SandboxPayment,
  { act, card = "" }: Form,
): Promise<SandboxPayment | null> {
  if (isAftermath(act)) return null;
  if (act === "debit") return decidePayment(app, payment.ref, { status: "paid" });
  if (act === "return") return decidePayment(app, payment.ref, { status: "failed", failCode: "declined" });
  if (act === "cancel") return decidePayment(app, payment.ref, { status: "cancelled" });
  if (act === "deny") return decidePayment(app, payment.ref, { status: "failed", failCode: "authentication_failed" });
  if (act === "approve") return paid(app, await decidePayment(app, payment.ref, { status: "paid" }), null);
  if (payment.paymentmethod !== "card") return decidePayment(app, payment.ref, { status: "challenge" });
  const fingerprint = fingerprintOf(sandboxSecret(app.config.appSecret), card);
  return paid(app, await decidePayment(app, payment.ref, { ...outcomeOf(card), fingerprint }), card);
}

/** Stores the card or account that has just paid, if requested. */
async function paid(app: Resources, payment: SandboxPayment | null, card: string | null) {
  if (payment?.status !== "paid" || !payment.store || !payment.customer || payment.instrument) return payment;
  const { ref, customer, paymentmethod } = payment;
  if (paymentmethod === "paypal")
    await storeInstrument(app, { ref, customer }, { kind: "paypal", card: null, outcome: "challenge" });
  if (paymentmethod === "card") {
    const number = (card ?? "4000002500003155").replace(/\D/g, "");
    await storeInstrument(app, { ref, customer }, { kind: "card", card: number, outcome: REPEATS[number] ?? "paid" });
  }
  return payment;
}

function page(reply: FastifyReply, html: string): FastifyReply {
  return reply
    .header("content-security-policy", POLICY)
    .header("cache-control", "no-store")
    .type("text/html; charset=utf-8")
    .send(html);
}
