import { PaymentApi, type Transaction } from "@serenade/contract/payments";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useEffectEvent } from "react";
import { Form, Link, useNavigation, useRevalidator } from "react-router";
import { useFormatter, useTranslations } from "use-intl/react";
import { call } from "~/kernel/call.ts";
import { useUser } from "~/kernel/queries.ts";
import { paths } from "~/paths.ts";
import { Button, buttonClasses, LinkButton } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { classes } from "~/ui/classes.ts";
import { FormMessage } from "~/ui/form-message.tsx";
import { Icon } from "~/ui/icon.tsx";
import { formatMoney } from "~/ui/price.tsx";

const POLL_MS = 2_000;

/** What became of one payment. While it is open the page asks again by itself. */
export function PaymentState({
  transaction,
  first,
  refused,
}: {
  transaction: Transaction;
  /** The purchase that made the member premium. */
  first: boolean;
  refused: string | undefined;
}) {
  useWatched(transaction);
  switch (transaction.status) {
    case "loading":
    case "pending":
      return <Open id={transaction.id} refused={refused} />;
    case "completed":
      return <Completed transaction={transaction} first={first} />;
    case "refunded":
      return <Refunded transaction={transaction} />;
    default:
      return <Failed transaction={transaction} />;
  }
}

/** Asks while the payment is open; once it is decided, this page and the balance around it are read anew, all at once. */
function useWatched(loaded: Transaction) {
  const { revalidate } = useRevalidator();
  const open = isOpen(loaded);
  const { data: now } = useQuery({
    queryKey: ["payment", loaded.id],
    queryFn: async ({ signal }) => (await call(PaymentApi.read, { query: { id: loaded.id }, signal })).transaction,
    initialData: loaded,
    enabled: open,
    refetchInterval: ({ state }) => (state.data && !isOpen(state.data) ? false : POLL_MS),
  });
  const decided = open && !isOpen(now);
  const readAnew = useEffectEvent(() => void revalidate());
  useEffect(() => {
    if (decided) readAnew();
  }, [decided]);
}

const isOpen = ({ status }: Transaction) => status === "loading" || status === "pending";

function Open({ id, refused }: { id: Transaction["id"]; refused: string | undefined }) {
  const t = useTranslations("payments.state");
  const busy = useNavigation().state !== "idle";
  return (
    <Frame
      picture={
        <span className="relative grid size-24 place-items-center" aria-hidden>
          <span className="absolute inset-0 animate-pulse-soft rounded-full bg-primary-soft" />
          <Icon name="moon" className="relative size-10 text-on-primary-soft" />
        </span>
      }
      title={t("open_title")}
      lead={t("open_lead")}
    >
      <noscript>
        <a href={paths.transaction(id)} className="font-semibold text-link">
          {t("open_look")}
        </a>
      </noscript>
      <Form method="post" className="grid gap-3">
        <FormMessage>{refused}</FormMessage>
        <Button type="submit" look="quiet" wide busy={busy}>
          {t("open_cancel")}
        </Button>
      </Form>
    </Frame>
  );
}

function Completed({ transaction, first }: { transaction: Transaction; first: boolean }) {
  const t = useTranslations("payments.state");
  const user = useUser();
  return (
    <Frame
      picture={<Round look="success" icon={first ? "crown" : "check"} />}
      title={first ? t("welcome_title") : t("completed_title")}
      lead={
        <>
          {t("completed_lead", { count: transaction.credits })} {user && t("balance", { count: user.credits })}
        </>
      }
    >
      {first && <p className="rounded-control bg-primary-soft p-4 text-on-primary-soft">{t("welcome_lead")}</p>}
      <LinkButton to={paths.chats()} look="call" size="large" wide>
        {t("chats")}
      </LinkButton>
      {user && <p className="text-sm break-words text-ink-soft">{t("receipt", { email: user.email })}</p>}
    </Frame>
  );
}

function Failed({ transaction: { status, fail_code, tier, paymentmethod } }: { transaction: Transaction }) {
  const t = useTranslations("payments.state");
  const p = useTranslations("payments");
  const reason = status === "cancelled" ? p("reason.cancelled") : fail_code && p(`reason.${fail_code}`);
  return (
    <Frame
      picture={
        <Round look={status === "cancelled" ? "info" : "danger"} icon={status === "cancelled" ? "minus" : "alert"} />
      }
      title={t("failed")}
      lead={
        <>
          {reason} {t("not_charged")}
        </>
      }
    >
      <LinkButton to={paths.creditsOf(tier, paymentmethod)} look="call" size="large" wide icon="refresh">
        {t("again")}
      </LinkButton>
      <Link to={paths.creditsOf(tier)} className={buttonClasses({ look: "bare", wide: true })}>
        {t("other_method")}
      </Link>
    </Frame>
  );
}

function Refunded({ transaction: { total } }: { transaction: Transaction }) {
  const t = useTranslations("payments.state");
  const format = useFormatter();
  return (
    <Frame
      picture={<Round look="info" icon="undo" />}
      title={t("refunded_title")}
      lead={t("refunded_lead", { price: formatMoney(format, total.amount, total.currency) })}
    />
  );
}

const LOOKS = {
  success: "bg-success-soft text-on-success-soft",
  danger: "bg-danger-soft text-on-danger-soft",
  info: "bg-info-soft text-on-info-soft",
} as const;

function Round({ look, icon }: { look: keyof typeof LOOKS; icon: string }) {
  return (
    <span className={classes("grid size-24 place-items-center rounded-full", LOOKS[look])}>
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
