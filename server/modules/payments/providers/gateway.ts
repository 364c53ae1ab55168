/** The providers of this installation by name: new orders go to the first that takes their method, older ones to their own. */
import { createHmac } from "node:crypto";
import type { Resources } from "../../../kernel/resources.ts";
import type { PaymentGateway, ProviderName } from "../gateway.ts";
import { openMollie } from "../mollie/gateway.ts";
import { openSandbox } from "../sandbox/gateway.ts";
import { openStripe } from "../stripe/gateway.ts";

export interface PaymentGateways {
  /** In the order of PAYMENTS. */
  all: PaymentGateway[];
  /** Those that take orders from a country, in the same order. */
  serving(country: string): PaymentGateway[];
  /** Throws for a provider that is not configured any more: its orders cannot be settled. */
  of(name: string): PaymentGateway;
  /** The part of the address of Mollie's notices that only Mollie knows. */
  noticeSecret: string;
}

export function openGateways(app: Resources): PaymentGateways {
  const { payments, paymentCountries, stripe, mollie, appSecret } = app.config;
  const noticeSecret = createHmac("sha256", appSecret).update("payment notices").digest("base64url");
  const open: Record<ProviderName, () => PaymentGateway> = {
    sandbox: () => openSandbox(app),
    stripe: () => openStripe(stripe!),
    mollie: () => openMollie({ ...mollie!, noticeSecret }),
  };
  return gatewaysOf(
    payments.map((name) => open[name]()),
    noticeSecret,
    paymentCountries,
  );
}

/** As above, of existing gateways (tests). */
export function gatewaysOf(
  all: PaymentGateway[],
  noticeSecret: string,
  countries: Partial<Record<ProviderName, string[]>> = {},
): PaymentGateways {
  const byName = new Map(all.map((gateway) => [gateway.name as string, gateway]));
  return {
    all,
    noticeSecret,
    serving: (country) => all.filter(({ name }) => countries[name]?.includes(country) ?? true),
    of: (name) => {
      const gateway = byName.get(name);
      if (!gateway)
        throw new Error(`The payment provider ${name} is not configured (PAYMENTS), and an order needs it.`);
      return gateway;
    },
  };
}
