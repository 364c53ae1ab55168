/** Direct debit: the form, and the code that confirms it (§2 directdebit, §8). */
import { DirectDebitApi } from "@serenade/contract/direct-debit";
import { baseUrlOf, on } from "../../../kernel/dispatch.ts";
import { Refusal } from "../../../kernel/refusal.ts";
import { startOrder } from "../orders/commands.ts";
import { presentOrder } from "../present.ts";
import type { PaymentGateways } from "../providers/gateway.ts";
import { beginMandate, checkCode } from "./commands.ts";

const FORMS = { name: "debit-forms", points: 10, seconds: 600, whenDown: "closed" } as const;
const CODES = { name: "debit-codes", points: 30, seconds: 600, whenDown: "closed" } as const;

export const mandateRoutes = (gateways: PaymentGateways) => [
  on(
    DirectDebitApi.begin,
    "member",
    async (call) => {
      const { account_holder, house_number, bundle, discountcode, ...typed } = call.body;
      const { address, headers } = call.request;
      const id = await beginMandate(call, {
        ...typed,
        site: call.site.id,
        member: call.member.id,
        session: call.member.session,
        tier: bundle,
        discountcode: discountcode || null,
        holder: account_holder,
        houseNumber: house_number,
        address,
        userAgent: String(headers["user-agent"] ?? "").slice(0, 300),
      });
      return { id };
    },
    { limit: FORMS },
  ),
  on(
    DirectDebitApi.confirm,
    "member",
    async (call) => {
      const { site, member, body, locale, network } = call;
      const who = { site: site.id, member: member.id };
      const mandate = await checkCode(call, { ...who, session: member.session, id: body.id, otp: body.otp });
      const order = await startOrder(call, gateways, {
        ...who,
        tier: mandate.tier,
        paymentmethod: "directdebit",
        discountcode: mandate.discount_code,
        instrument: null,
        mandate,
        store: false,
        proof: body.proof,
        key: mandate.client_key,
        network,
        networkCountry: call.countryOf(call.request.address),
        locale,
        baseUrl: baseUrlOf(call),
      });
      if (order.status === "failed") throw new Refusal("account_blocked", {}, { iban: "account_blocked" });
      return { transaction: presentOrder(order), mandate: mandate.reference };
    },
    { limit: CODES },
  ),
];
