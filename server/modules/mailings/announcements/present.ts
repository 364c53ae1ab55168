/** A discount in words: numbers and dates as the receiver's language writes them. */
import type { PaymentMethod } from "@serenade/contract/credits";
import type { Locale } from "@serenade/contract/locales";
import { translator } from "@serenade/texts/catalog";
import type { OpenDiscount } from "../../discounts/queries.ts";

/** What the texts of a promotion read where a condition does not exist. */
const NONE = "none";

export function presentPromotion(
  { percent, amount, currency, minimum_order, paymentmethods, expires }: OpenDiscount,
  locale: Locale,
  zones: readonly string[],
) {
  const money = (minor: number) =>
    new Intl.NumberFormat(locale, {
      style: "currency",
      currency: currency!,
      trailingZeroDisplay: "stripIfInteger",
    }).format(minor / 100);
  return {
    discount:
      percent === null ? money(amount!) : new Intl.NumberFormat(locale, { style: "percent" }).format(percent / 100),
    minimum: minimum_order > 0 ? money(minimum_order) : NONE,
    methods: paymentmethods ? methodNames(paymentmethods, locale) : NONE,
    ends: endOf(expires, locale, zones),
  };
}

function methodNames(methods: readonly PaymentMethod[], locale: Locale): string {
  const t = translator(locale, "payments");
  return new Intl.ListFormat(locale, { type: "unit" }).format(methods.map((method) => t(`method.${method}`)));
}

/** In the receiver's zone where it is known, with its name. */
function endOf(expires: string, locale: Locale, zones: readonly string[]): string {
  const [timeZone = "UTC", ...more] = zones;
  return new Intl.DateTimeFormat(locale, {
    day: "numeric",
    month: "long",
    year: "numeric",
    hour: "numeric",
    minute: "2-digit",
    timeZoneName: "short",
    timeZone: more.length === 0 ? timeZone : "UTC",
  }).format(new Date(expires));
}
