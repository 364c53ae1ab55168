import { CreditsApi, type Movement } from "@serenade/contract/credits";
import type { Answer } from "@serenade/contract/endpoint";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { useFormatter, useTranslations } from "use-intl/react";
import { paths } from "~/paths.ts";
import { Alert } from "~/ui/alert.tsx";
import { LinkButton } from "~/ui/button.tsx";
import { Icon } from "~/ui/icon.tsx";

export type Listed = Answer<typeof CreditsApi.history>;

const ICONS = {
  message: "message",
  purchase: "coin",
  bonus: "gift",
  refund: "undo",
  photo: "photo",
  gift: "gift",
  chargeback: "undo",
  chargeback_won: "coin",
  debt: "coin",
  purchase_refund: "undo",
  purchase_refund_failed: "coin",
} as const;

/** The kind in words; some read differently in the unusual direction. */
function wordOf(kind: Movement["kind"], amount: number) {
  if (kind === "bonus" && amount < 0) return "correction";
  if (kind === "photo" && amount > 0) return "returned";
  if (kind === "debt") return amount > 0 ? "debt_lent" : "debt_settled";
  return kind;
}

/** Every movement of the member's credits with its reason, a page at a time, and all of it as a file. */
export function Statement({
  movements,
  debt,
  older,
  before,
  empty,
}: Listed & { before: string | null; empty: ReactNode }) {
  const t = useTranslations("payments.history");
  if (movements.length === 0 && !before) return empty;
  const last = movements.at(-1);
  return (
    <>
      {debt > 0 && <Alert variant="warning">{t("debt", { count: debt })}</Alert>}
      <ul className="grid divide-y divide-line rounded-card border border-line bg-surface shadow-card">
        {movements.map((movement) => (
          <li key={movement.number}>
            <Row {...movement} />
          </li>
        ))}
      </ul>
      <nav aria-label={t("tabs")} className="flex flex-wrap items-center justify-between gap-3">
        {before && (
          <LinkButton to={paths.movements()} variant="quiet" size="small">
            {t("newest")}
          </LinkButton>
        )}
        {last && older && (
          <LinkButton to={`?tab=credits&before=${last.number}`} variant="quiet" size="small">
            {t("older_movements")}
          </LinkButton>
        )}
        <a
          href={`${CreditsApi.export.path}?format=csv`}
          download
          className="inline-flex min-h-11 items-center font-semibold text-link"
        >
          {t("download")}
        </a>
      </nav>
    </>
  );
}

const ROW = "grid grid-cols-[auto_1fr_auto] items-center gap-4 px-5 py-3.5";

function Row({ kind, amount, balance_after, created_at, transaction, conversation }: Movement) {
  const t = useTranslations("payments");
  const format = useFormatter();
  const row = (
    <>
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
    </>
  );
  const to = transaction ? paths.receipt(transaction) : conversation ? paths.chat(conversation) : null;
  return to ? (
    <Link to={to} className={`${ROW} no-underline hover:bg-sunken`}>
      {row}
    </Link>
  ) : (
    <div className={ROW}>{row}</div>
  );
}
