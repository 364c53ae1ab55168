import type { Bundle } from "@serenade/contract/credits";
import { useFormatter, useTranslations } from "use-intl/react";
import { WordBadge } from "~/ui/badge.tsx";
import { LinkButton } from "~/ui/button.tsx";
import { classes } from "~/ui/classes.ts";
import { Icon } from "~/ui/icon.tsx";
import { formatMoney, formatUnits, Price } from "~/ui/price.tsx";

/** The four tiers of §2, from early evening to night. */
const TIER_GROUNDS = {
  p0: "bg-info-soft text-on-info-soft",
  p1: "bg-primary-soft text-on-primary-soft",
  p2: "bg-secondary-soft text-on-secondary-soft",
  p3: "bg-night text-on-night",
} as const;

/** Four cards: how much, what for, what one message comes to, and one button each. */
export function Bundles({
  bundles,
  perMessage,
  to,
}: {
  bundles: Bundle[];
  /** Credits that a message costs. */
  perMessage: number;
  to: (tier: Bundle["tier"]) => string;
}) {
  return (
    <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
      {bundles.map((bundle) => (
        <BundleCard key={bundle.tier} bundle={bundle} perMessage={perMessage} to={to(bundle.tier)} />
      ))}
    </ul>
  );
}

function BundleCard({ bundle, perMessage, to }: { bundle: Bundle; perMessage: number; to: string }) {
  const t = useTranslations("credits.bundle");
  const format = useFormatter();
  const { tier, credits, price, message_price: message, popular } = bundle;
  const amount = formatMoney(format, price.amount, price.currency);
  return (
    <li
      className={classes(
        "relative grid grid-rows-[auto_1fr] overflow-hidden rounded-card bg-surface shadow-card",
        popular ? "border border-primary-strong ring-1 ring-primary-strong" : "border border-line",
      )}
    >
      <div className={classes("flex items-center justify-between gap-2 px-5 py-4", TIER_GROUNDS[tier])}>
        <h3 className="flex items-center gap-2.5 text-lg">
          <Icon name={tier === "p3" ? "moon" : "coin"} className="size-6" />
          {t("credits", { count: credits })}
        </h3>
        {popular && <WordBadge look="warning">{t("popular")}</WordBadge>}
      </div>
      <div className="grid grid-cols-[1fr_auto] content-between items-center gap-4 p-5 sm:grid-cols-1">
        <div className="grid gap-1">
          <p className="text-2xl font-bold tracking-tight tabular-nums">
            <Price {...price} />
          </p>
          <p className="font-medium">{t("per_message", { price: formatUnits(format, message) })}</p>
          <p className="text-sm text-ink-soft">{t("messages", { count: Math.floor(credits / perMessage) })}</p>
        </div>
        <LinkButton
          to={to}
          look={popular ? "call" : "quiet"}
          aria-label={t("choose_label", { credits: t("credits", { count: credits }), price: amount })}
        >
          {t("choose")}
        </LinkButton>
      </div>
    </li>
  );
}

/** What is true of every purchase. */
export function PlainWords({ perMessage, signupCredits }: { perMessage: number; signupCredits?: number | undefined }) {
  const t = useTranslations("credits.plain");
  const start = signupCredits ? [t("start", { count: signupCredits })] : [];
  const words = [t("once"), t("total"), t("message", { count: perMessage }), ...start];
  return (
    <section className="grid content-start gap-3">
      <h2 className="text-lg">{t("title")}</h2>
      <ul className="grid gap-2 text-ink-soft">
        {words.map((text) => (
          <li key={text} className="flex items-start gap-3">
            <Icon name="check" className="mt-0.5 size-5 text-success" />
            {text}
          </li>
        ))}
      </ul>
    </section>
  );
}
