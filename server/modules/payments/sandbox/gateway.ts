/** The sandbox behind the provider port. It moves no money; production refuses it (kernel/config.ts). */
import { hkdfSync } from "node:crypto";
import type { Resources } from "../../../kernel/resources.ts";
import type { PaymentGateway, ProviderPayment } from "../gateway.ts";
import { decidePayment, findPayment, openPayment } from "./commands.ts";
import { isSigned } from "./rules.ts";
import type { SandboxPayment } from "./tables.ts";

export const sandboxSecret = (appSecret: string): string =>
  Buffer.from(hkdfSync("sha256", appSecret, "", "sandbox webhooks", 32)).toString("base64");

export function openSandbox(app: Resources): PaymentGateway {
  const secret = sandboxSecret(app.config.appSecret);
  return {
    name: "sandbox",
    create: async (request) => {
      const { ref } = await openPayment(app, request);
      return { ref, redirect: new URL(`/sandbox/pay/${ref}`, request.returnUrl).href };
    },
    fetch: async (ref) => {
      const payment = await findPayment(app, ref);
      return payment && seenFromOutside(payment);
    },
    cancel: async (ref) => void (await decidePayment(app, ref, { status: "cancelled" })),
    verify: (raw, headers, now) => {
      const { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": signature } = headers;
      if (!isSigned(secret, { id, timestamp, signature }, raw, now)) return null;
      const notice = JSON.parse(raw.toString("utf8")) as { id: string; ref: string };
      return notice.id === id ? notice : null;
    },
  };
}

const STATUSES = {
  open: "pending",
  challenge: "pending",
  paid: "completed",
  failed: "failed",
  cancelled: "cancelled",
} as const;

const seenFromOutside = ({
  ref,
  status,
  fail_code,
  amount,
  currency,
  card_fingerprint,
}: SandboxPayment): ProviderPayment => ({
  ref,
  status: STATUSES[status],
  failCode: fail_code,
  amount,
  currency,
  fingerprint: card_fingerprint,
});
