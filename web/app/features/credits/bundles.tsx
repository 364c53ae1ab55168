import { type Bundle, discounted } from "@serenade/contract/credits";
import { useFormatter, useTranslations } from "use-intl/react";
import { TextBadge } from "~/ui/badge.tsx";
import { LinkButton } from "~/ui/button.tsx";
import { classes } from "~/ui/classes.ts";
import { Icon } from "~/ui/icon.tsx";
import { formatMoney, formatUnits, Price } from "~/ui/price.tsx";

/** Colours of the four tiers of §2, from early evening to night. */
const TIER_GROUNDS = {
  p0: "bg-info-soft text-on-info-soft",
  p1: "bg-primary-soft text-on-primary-soft",
  p2: "bg-secondary-soft text-on-secondary-soft",
  p3: "bg-night text-on-night",
} as const;

/** A card per bundle: credits, price, price per message, and one button. */
export function Bundles({
  bundles,
  perMessage,
  discount = null,
  to,
}: {
  bundles: Bundle[];
  /** Applied to every bundle, beside the price without it. */
  discount?: { percent: number } | null;
  /** Credits per message. */
  perMessage: number;
  to: (tier: Bundle["tier"]) => string;
}) {
  return (
    <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
      {bundles.map((bundle) => (
        <BundleCard
          key={bundle.tier}
          bundle={bundle}
          perMessage={perMessage}
          percent={discount?.percent ?? 0}
          to={to(bundle.tier)}
        />
      ))}
    </ul>
  );
}

function BundleCard({
  bundle,
  perMessage,
  percent,
  to,
}: {
  bundle: Bundle;
  perMessage: number;
  percent: number;
  to: string;
}) {
  const t = useTranslations("credits.bundle");
  const format = useFormatter();
  const { tier, credits, price, message_price: message, popular } = bundle;
  const now = percent > 0 ? discounted(price.amount, percent) : price.amount;
  const amount = formatMoney(format, now, price.currency);
  return (
    <li
      className={classes(
        "relative grid grid-rows-[auto_1fr] overflow-hidden rounded-card bg-surface shadow-card",
        popular ? "border border-primary-strong ring-1 ring-primary-strong" : "border border-line",
      )}
    >
      <div className={classes("flex flex-wrap items-center justify-between gap-2 px-5 py-4", TIER_GROUNDS[tier])}>
        <h3 className="flex items-center gap-2.5 text-lg">
          <Icon name={tier === "p3" ? "moon" : "coin"} className="size-6" />
          {t("credits", { count: credits })}
        </h3>
        {popular && <TextBadge variant="warning">{t("popular")}</TextBadge>}
      </div>
      <div className="grid grid-cols-[1fr_auto] content-between items-center gap-4 p-5 max-[22rem]:grid-cols-1 sm:grid-cols-1">
        <div className="grid gap-1">
          <p className="text-2xl font-bold tracking-tight tabular-nums">
            <Price {...price} amount={now} />
            {now < price.amount && (
              <s className="ml-2 text-base font-medium text-ink-soft">
                <span className="sr-only">{t("instead")} </span>
                <Price {...price} />
              </s>
            )}
          </p>
          <p className="font-medium">{t("per_message", { price: formatUnits(format, message, now / price.amount) })}</p>
          <p className="text-sm text-ink-soft">{t("messages", { count: Math.floor(credits / perMessage) })}</p>
        </div>
        <LinkButton
          to={to}
          variant={popular ? "call" : "quiet"}
          aria-label={t("choose_label", { credits: t("credits", { count: credits }), price: amount })}
        >
          {t("choose")}
        </LinkButton>
      </div>
    </li>
  );
}

/** Terms of every purchase. */
export function PurchaseTerms({
  perMessage,
  signupCredits,
}: {
  perMessage: number;
  signupCredits?: number | undefined;
}) {
  const t = useTranslations("credits.plain");
  const start = signupCredits ? [t("start", { count: signupCredits })] : [];
  const terms = [t("once"), t("total"), t("message", { count: perMessage }), ...start];
  return (
    <section className="grid content-start gap-3">
      <h2 className="text-lg">{t("title")}</h2>
      <ul className="grid gap-2 text-ink-soft">
        {terms.map((text) => (
          <li key={text} className="flex items-start gap-3">
            <Icon name="check" className="mt-0.5 size-5 text-success" />
            {text}
          </li>
        ))}
      </ul>
    </section>
  );
}
