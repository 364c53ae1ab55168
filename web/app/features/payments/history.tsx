import type { PaymentStatus, Transaction } from "@serenade/contract/payments";
import { Link } from "react-router";
import { useFormatter, useTranslations } from "use-intl/react";
import { useUser } from "~/features/account/queries.ts";
import { paths } from "~/paths.ts";
import { TextBadge } from "~/ui/badge.tsx";
import { LinkButton } from "~/ui/button.tsx";
import { EmptyState } from "~/ui/card.tsx";
import { Icon } from "~/ui/icon.tsx";
import { Price } from "~/ui/price.tsx";
import { Tabs } from "~/ui/tabs.tsx";
import { type Listed, Statement } from "./statement.tsx";

const PAGE = 50;

type Shown = { before: string | null } & ({ transactions: Transaction[] } | { statement: Listed });

/** Purchases and credit movements, the newest first, as two tabs with addresses of their own. */
export function History(shown: Shown) {
  const t = useTranslations("payments.history");
  const credits = "statement" in shown;
  return (
    <>
      <Tabs
        label={t("tabs")}
        tabs={[
          { to: paths.transactions(), label: t("orders"), current: !credits },
          { to: paths.movements(), label: t("movements"), current: credits },
        ]}
      />
      {credits ? (
        <Statement
          {...shown.statement}
          before={shown.before}
          empty={<Empty title={t("no_movements")} text={t("no_movements_text")} />}
        />
      ) : (
        <Orders transactions={shown.transactions} before={shown.before} />
      )}
    </>
  );
}

/** A status of the order, or what happened to a paid one since. */
type Label = PaymentStatus | "unpaid" | "partly_refunded" | "charged_back";

function labelOf({ status, charged_back, refunded, continue_at }: Transaction): Label {
  if (continue_at) return "unpaid";
  if (status !== "completed") return status;
  if (charged_back.amount > 0) return "charged_back";
  return refunded.amount > 0 ? "partly_refunded" : "completed";
}

const VARIANTS: Record<Label, "info" | "warning" | "neutral"> = {
  loading: "warning",
  pending: "warning",
  unpaid: "neutral",
  completed: "info",
  failed: "neutral",
  cancelled: "neutral",
  refunded: "neutral",
  partly_refunded: "neutral",
  charged_back: "warning",
};

function Orders({ transactions, before }: { transactions: Transaction[]; before: string | null }) {
  const t = useTranslations("payments");
  if (transactions.length === 0 && !before)
    return <Empty title={t("history.no_orders")} text={t("history.no_orders_text")} />;
  const last = transactions[transactions.length - 1];
  return (
    <>
      <ul className="grid divide-y divide-line rounded-card border border-line bg-surface shadow-card">
        {transactions.map((transaction) => (
          <li key={transaction.id}>
            <Order transaction={transaction} />
          </li>
        ))}
      </ul>
      <nav aria-label={t("history.tabs")} className="flex flex-wrap justify-between gap-3 empty:hidden">
        {before && (
          <LinkButton to={paths.transactions()} variant="quiet" size="small">
            {t("history.newest")}
          </LinkButton>
        )}
        {last && transactions.length >= PAGE && (
          <LinkButton to={`?before=${last.id}`} variant="quiet" size="small">
            {t("history.older")}
          </LinkButton>
        )}
      </nav>
    </>
  );
}

function Order({ transaction }: { transaction: Transaction }) {
  const { id, credits, created_at, paymentmethod, total } = transaction;
  const t = useTranslations("payments");
  const format = useFormatter();
  const label = labelOf(transaction);
  return (
    <Link
      to={paths.receipt(id)}
      className="grid grid-cols-[1fr_auto] items-center gap-x-4 gap-y-1 px-5 py-4 no-underline hover:bg-sunken"
    >
      <span className="font-semibold">{t("order.item", { count: credits })}</span>
      <span className="text-right font-semibold">
        <Price {...total} />
      </span>
      <span className="text-sm text-ink-soft">
        <time dateTime={created_at}>{format.dateTime(new Date(created_at), { dateStyle: "long" })}</time>
        {" · "}
        {t(`method.${paymentmethod}`)}
      </span>
      <span className="text-right">
        <TextBadge variant={VARIANTS[label]}>{t(`status.${label}`)}</TextBadge>
      </span>
    </Link>
  );
}

function Empty({ title, text }: { title: string; text: string }) {
  const t = useTranslations("payments.history");
  const premium = useUser()?.paid_user;
  return (
    <EmptyState
      picture={<Icon name="coin" className="size-9" />}
      title={title}
      action={
        <LinkButton to={premium ? paths.credits() : paths.premium()} variant="call">
          {t("prices")}
        </LinkButton>
      }
    >
      <p>{text}</p>
    </EmptyState>
  );
}
