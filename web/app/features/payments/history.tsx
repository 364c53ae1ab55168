import type { Answer } from "@serenade/contract/endpoint";
import type { PaymentStatus, Transaction, TransactionsApi } from "@serenade/contract/payments";
import { Link, useSearchParams } from "react-router";
import { useFormatter, useTranslations } from "use-intl/react";
import { useUser } from "~/kernel/queries.ts";
import { paths } from "~/paths.ts";
import { WordBadge } from "~/ui/badge.tsx";
import { LinkButton } from "~/ui/button.tsx";
import { EmptyState } from "~/ui/card.tsx";
import { Icon } from "~/ui/icon.tsx";
import { Price } from "~/ui/price.tsx";
import { Tabs } from "~/ui/tabs.tsx";

type Listed = Answer<typeof TransactionsApi.list>;

const PAGE = 50;

/** Purchases and credit movements, the newest first, as two tabs with addresses of their own. */
export function History({ transactions, movements, before }: Listed & { before: string | null }) {
  const t = useTranslations("payments.history");
  const [search] = useSearchParams();
  const moved = search.get("tab") === "credits";
  return (
    <>
      <Tabs
        label={t("tabs")}
        tabs={[
          { to: paths.transactions(), label: t("orders"), current: !moved },
          { to: paths.movements(), label: t("movements"), current: moved },
        ]}
      />
      {moved ? <Movements movements={movements} /> : <Orders transactions={transactions} before={before} />}
    </>
  );
}

const LOOKS: Record<PaymentStatus, "info" | "warning" | "neutral"> = {
  loading: "warning",
  pending: "warning",
  completed: "info",
  failed: "neutral",
  cancelled: "neutral",
  refunded: "neutral",
};

function Orders({ transactions, before }: { transactions: Transaction[]; before: string | null }) {
  const t = useTranslations("payments");
  const format = useFormatter();
  if (transactions.length === 0 && !before)
    return <Empty title={t("history.no_orders")} text={t("history.no_orders_text")} />;
  const last = transactions[transactions.length - 1];
  return (
    <>
      <ul className="grid divide-y divide-line rounded-card border border-line bg-surface shadow-card">
        {transactions.map(({ id, credits, created_at, paymentmethod, status, total }) => (
          <li key={id}>
            <Link
              to={paths.transaction(id)}
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
                <WordBadge look={LOOKS[status]}>{t(`status.${status}`)}</WordBadge>
              </span>
            </Link>
          </li>
        ))}
      </ul>
      <nav aria-label={t("history.tabs")} className="flex flex-wrap justify-between gap-3 empty:hidden">
        {before && (
          <LinkButton to={paths.transactions()} look="quiet" size="small">
            {t("history.newest")}
          </LinkButton>
        )}
        {last && transactions.length >= PAGE && (
          <LinkButton to={`?before=${last.id}`} look="quiet" size="small">
            {t("history.older")}
          </LinkButton>
        )}
      </nav>
    </>
  );
}

const ICONS = {
  message: "message",
  purchase: "coin",
  bonus: "gift",
  refund: "undo",
  photo: "photo",
  gift: "gift",
} as const;

/** The other way round than usual: taken back, or given back. */
const wordOf = (kind: keyof typeof ICONS, amount: number) =>
  kind === "bonus" && amount < 0 ? "correction" : kind === "photo" && amount > 0 ? "returned" : kind;

function Movements({ movements }: { movements: Listed["movements"] }) {
  const t = useTranslations("payments");
  const format = useFormatter();
  if (movements.length === 0) return <Empty title={t("history.no_movements")} text={t("history.no_movements_text")} />;
  return (
    <ul className="grid divide-y divide-line rounded-card border border-line bg-surface shadow-card">
      {movements.map(({ kind, amount, balance_after, created_at }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: movements have no id, and the list only grows at its beginning by a reload
        <li key={at} className="grid grid-cols-[auto_1fr_auto] items-center gap-4 px-5 py-3.5">
          <span className="grid size-10 place-items-center rounded-full bg-sunken text-ink-soft">
            <Icon name={ICONS[kind]} className="size-5" />
          </span>
          <span className="grid">
            <span className="font-medium">{t(`kind.${wordOf(kind, amount)}`)}</span>
            <time dateTime={created_at} className="text-sm text-ink-soft">
              {format.dateTime(new Date(created_at), { dateStyle: "medium" })}
            </time>
          </span>
          <span className="grid text-right tabular-nums">
            <span className={amount > 0 ? "font-semibold" : ""}>
              {format.number(amount, { signDisplay: "exceptZero" })}
            </span>
            <span className="text-sm text-ink-soft">
              {t("history.balance_after", { count: format.number(balance_after) })}
            </span>
          </span>
        </li>
      ))}
    </ul>
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
        <LinkButton to={premium ? paths.credits() : paths.premium()} look="call">
          {t("prices")}
        </LinkButton>
      }
    >
      <p>{text}</p>
    </EmptyState>
  );
}
