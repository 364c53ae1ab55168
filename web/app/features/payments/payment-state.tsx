import { PaymentApi, type Receipt, type Transaction } from "@serenade/contract/payments";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useEffectEvent } from "react";
import { Form, Link, useNavigation, useRevalidator } from "react-router";
import { useFormatter, useTranslations } from "use-intl/react";
import { useUser } from "~/features/account/queries.ts";
import { paths } from "~/paths.ts";
import { call } from "~/platform/call.ts";
import { Button, buttonClasses, LinkButton } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { classes } from "~/ui/classes.ts";
import { FormMessage } from "~/ui/form-message.tsx";
import { Icon } from "~/ui/icon.tsx";
import { formatMoney } from "~/ui/price.tsx";
import { usePayingFor } from "./paying-for.ts";
import { ReceiptDetails } from "./receipt.tsx";
import { Withdrawal } from "./withdrawal.tsx";

const POLL_MS = 2_000;

/** The state of a payment. The page polls while it is open. */
export function PaymentState({
  transaction,
  first,
  receipts,
  withdrawable,
  unanswered,
  balance,
  error,
}: {
  transaction: Transaction;
  /** The purchase that has just made the member premium. */
  first: boolean;
  receipts: Receipt[];
  /** The days of its withdrawal are not over. */
  withdrawable: boolean;
  /** The provider could not be asked. */
  unanswered: boolean;
  /** The member's credits now. */
  balance: number;
  error: string | undefined;
}) {
  const now = useWatched({ transaction, unanswered });
  switch (transaction.status) {
    case "loading":
    case "pending":
      return <Open {...now} error={error} />;
    case "completed":
      if (transaction.charged_back.amount > 0) return <ChargedBack transaction={transaction} receipts={receipts} />;
      return (
        <Completed
          transaction={transaction}
          first={first}
          receipts={receipts}
          withdrawable={withdrawable}
          balance={balance}
          error={error}
        />
      );
    case "refunded":
      return <Refunded transaction={transaction} receipts={receipts} />;
    default:
      return <Failed transaction={transaction} />;
  }
}

interface Look {
  transaction: Transaction;
  unanswered: boolean;
}

/** Polls while the payment is open; once decided, reloads this page and the balance together. */
function useWatched(loaded: Look): Look {
  const { revalidate } = useRevalidator();
  const { id } = loaded.transaction;
  const open = isOpen(loaded.transaction);
  const { data: now } = useQuery({
    queryKey: ["payment", id],
    queryFn: async ({ signal }): Promise<Look> => call(PaymentApi.read, { query: { id }, signal }),
    initialData: loaded,
    enabled: open,
    refetchInterval: ({ state }) => (state.data && !isOpen(state.data.transaction) ? false : POLL_MS),
  });
  const decided = open && !isOpen(now.transaction);
  const readAnew = useEffectEvent(() => void revalidate());
  useEffect(() => {
    if (decided) readAnew();
  }, [decided]);
  return now;
}

const isOpen = ({ status }: Transaction) => status === "loading" || status === "pending";

/** Not decided: the provider is away, the payer has not paid yet, or the bank has to answer. */
function Open({ transaction, unanswered, error }: Look & { error: string | undefined }) {
  const t = useTranslations("payments.state");
  const d = useTranslations("payments.debit");
  const { paymentmethod, continue_at } = transaction;
  if (unanswered)
    return (
      <Frame picture={<Round variant="info" icon="refresh" />} title={t("away_title")} lead={t("away_lead")}>
        <LookAgain transaction={transaction} />
      </Frame>
    );
  if (continue_at)
    return (
      <Frame picture={<Round variant="info" icon="lock" />} title={t("unpaid_title")} lead={t("unpaid_lead")}>
        <a href={continue_at} className={buttonClasses({ variant: "call", size: "large", wide: true })}>
          {t("unpaid_continue")}
        </a>
        <CancelOrder error={error} />
      </Frame>
    );
  return (
    <Frame
      picture={
        <span className="relative grid size-24 place-items-center" aria-hidden>
          <span className="absolute inset-0 animate-pulse-soft rounded-full bg-primary-soft" />
          <Icon name="moon" className="relative size-10 text-on-primary-soft" />
        </span>
      }
      title={t("open_title")}
      lead={paymentmethod === "directdebit" ? d("pending") : t("open_lead")}
    >
      <noscript>
        <LookAgain transaction={transaction} />
      </noscript>
      <CancelOrder error={error} />
    </Frame>
  );
}

function LookAgain({ transaction }: { transaction: Transaction }) {
  const t = useTranslations("payments.state");
  return (
    <LinkButton to={paths.transaction(transaction.id)} variant="quiet" wide icon="refresh">
      {t("open_look")}
    </LinkButton>
  );
}

function CancelOrder({ error }: { error: string | undefined }) {
  const t = useTranslations("payments.state");
  const busy = useNavigation().state !== "idle";
  return (
    <Form method="post" className="grid gap-3">
      <FormMessage>{error}</FormMessage>
      <Button type="submit" variant="quiet" wide busy={busy}>
        {t("open_cancel")}
      </Button>
    </Form>
  );
}

function Completed({
  transaction,
  first,
  receipts,
  withdrawable,
  balance,
  error,
}: {
  transaction: Transaction;
  first: boolean;
  receipts: Receipt[];
  withdrawable: boolean;
  balance: number;
  error: string | undefined;
}) {
  const t = useTranslations("payments.state");
  const user = useUser();
  const payingFor = usePayingFor(user?.id);
  return (
    <Frame
      picture={<Round variant="success" icon={first ? "crown" : "check"} />}
      title={first ? t("welcome_title") : t("completed_title")}
      lead={
        <>
          {t("completed_lead", { count: transaction.credits })} {t("balance", { count: balance })}
        </>
      }
    >
      {first && <p className="rounded-control bg-primary-soft p-4 text-on-primary-soft">{t("welcome_lead")}</p>}
      <LinkButton to={payingFor?.path ?? paths.chats()} variant="call" size="large" wide>
        <span className="truncate">{payingFor ? t("back_to", { name: payingFor.name }) : t("chats")}</span>
      </LinkButton>
      {user && <p className="text-sm break-words text-ink-soft">{t("receipt", { email: user.email })}</p>}
      <Refund refunded={transaction.refunded} />
      <Receipts transaction={transaction} receipts={receipts} />
      {withdrawable && transaction.refunded.amount === 0 && <Withdrawal transaction={transaction} error={error} />}
    </Frame>
  );
}

function Refund({ refunded: { amount, currency } }: { refunded: Transaction["refunded"] }) {
  const t = useTranslations("payments.state");
  const format = useFormatter();
  if (amount === 0) return null;
  return (
    <p className="rounded-control bg-info-soft p-4 text-on-info-soft">
      {t("partly_refunded", { price: formatMoney(format, amount, currency) })}
    </p>
  );
}

function ChargedBack({ transaction, receipts }: { transaction: Transaction; receipts: Receipt[] }) {
  const { amount, currency } = transaction.charged_back;
  const t = useTranslations("payments.state");
  const format = useFormatter();
  return (
    <Frame
      picture={<Round variant="danger" icon="undo" />}
      title={t("charged_back_title")}
      lead={t("charged_back_lead", { price: formatMoney(format, amount, currency) })}
    >
      <Receipts transaction={transaction} receipts={receipts} />
    </Frame>
  );
}

function Failed({
  transaction: { status, fail_code, tier, paymentmethod, stored_method },
}: {
  transaction: Transaction;
}) {
  const t = useTranslations("payments.state");
  const p = useTranslations("payments");
  const reason = status === "cancelled" ? p("reason.cancelled") : fail_code && p(`reason.${fail_code}`);
  return (
    <Frame
      picture={
        <Round variant={status === "cancelled" ? "info" : "danger"} icon={status === "cancelled" ? "minus" : "alert"} />
      }
      title={t("failed")}
      lead={
        <>
          {reason} {t("not_charged")}
        </>
      }
    >
      <LinkButton
        to={stored_method ? paths.repeatOrder(tier) : paths.creditsOf(tier, paymentmethod)}
        variant="call"
        size="large"
        wide
        icon="refresh"
      >
        {t("again")}
      </LinkButton>
      {stored_method && (
        <LinkButton to={paths.creditsOf(tier, "paypal")} variant="quiet" size="large" wide>
          {t("paypal")}
        </LinkButton>
      )}
      <Link to={paths.creditsOf(tier)} className={buttonClasses({ variant: "bare", wide: true })}>
        {t("other_method")}
      </Link>
    </Frame>
  );
}

const Receipts = ({ transaction, receipts }: { transaction: Transaction; receipts: Receipt[] }) =>
  receipts.map((receipt) => <ReceiptDetails key={receipt.number} transaction={transaction} receipt={receipt} />);

function Refunded({ transaction, receipts }: { transaction: Transaction; receipts: Receipt[] }) {
  const { total } = transaction;
  const t = useTranslations("payments.state");
  const format = useFormatter();
  return (
    <Frame
      picture={<Round variant="info" icon="undo" />}
      title={t("refunded_title")}
      lead={t("refunded_lead", { price: formatMoney(format, total.amount, total.currency) })}
    >
      <Receipts transaction={transaction} receipts={receipts} />
    </Frame>
  );
}

const VARIANTS = {
  success: "bg-success-soft text-on-success-soft",
  danger: "bg-danger-soft text-on-danger-soft",
  info: "bg-info-soft text-on-info-soft",
} as const;

function Round({ variant, icon }: { variant: keyof typeof VARIANTS; icon: string }) {
  return (
    <span className={classes("grid size-24 place-items-center rounded-full", VARIANTS[variant])}>
      <Icon name={icon} className="size-10" />
    </span>
  );
}

function Frame({
  picture,
  title,
  lead,
  children,
}: {
  picture: ReactNode;
  title: string;
  lead: ReactNode;
  children?: ReactNode;
}) {
  return (
    <Card className="grid gap-5 text-center">
      <div className="grid justify-items-center gap-3" role="status">
        {picture}
        <h1 className="text-2xl">{title}</h1>
        <p className="text-ink-soft">{lead}</p>
      </div>
      {children}
    </Card>
  );
}
