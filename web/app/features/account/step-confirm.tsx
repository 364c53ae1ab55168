import type { MemberId } from "@serenade/contract/members";
import { useEffect, useEffectEvent, useState } from "react";
import { Form, useNavigation, useSearchParams } from "react-router";
import { useTranslations } from "use-intl/react";
import type { Refused } from "~/kernel/form.ts";
import { useSettings, useUser } from "~/kernel/queries.ts";
import { paths } from "~/paths.ts";
import { Alert } from "~/ui/alert.tsx";
import { Button, LinkButton } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { FormMessage } from "~/ui/form-message.tsx";
import { Icon } from "~/ui/icon.tsx";
import { useToast } from "~/ui/toasts.tsx";
import { StepFrame } from "./step-frame.tsx";

/** The end of sign-up: a mail to confirm, and what is possible until then. */
export function ConfirmStep({ refused, sent }: { refused: Refused | undefined; sent: Sent | undefined }) {
  const t = useTranslations("account.steps");
  const user = useUser();
  const settings = useSettings();
  if (!user) return null;
  if (user.status === "active") return <Done name={user.name} />;
  const facts = [
    { icon: "search", text: t("confirm_search") },
    { icon: "message", text: t("confirm_write") },
    { icon: "eye-off", text: t("confirm_unseen") },
  ];
  return (
    <StepFrame step="confirm" title={t("confirm_title")}>
      <Card className="grid gap-6">
        <div className="grid justify-items-center gap-3 text-center">
          <span className="grid size-16 place-items-center rounded-full bg-primary-soft text-on-primary-soft">
            <Icon name="mail" className="size-8" />
          </span>
          <p className="break-words">{t("confirm_lead", { email: user.email })}</p>
          {settings?.demo && (
            <a href="/dev/outbox" target="_blank" rel="noreferrer" className="font-semibold text-link">
              {t("confirm_outbox")}
            </a>
          )}
        </div>
        <div className="grid gap-3 rounded-control bg-sunken p-4">
          <h2 className="font-semibold">{t("confirm_now")}</h2>
          <ul className="grid gap-2">
            {facts.map(({ icon, text }) => (
              <li key={icon} className="flex items-start gap-3">
                <Icon name={icon} className="mt-0.5 size-5 text-ink-soft" />
                {text}
              </li>
            ))}
          </ul>
        </div>
        <SendAgain refused={refused} sent={sent} email={user.email} />
        <OnButton />
      </Card>
    </StepFrame>
  );
}

/** Sends the confirming mail again; says so in a toast, and in its place for those without script. */
export function SendAgain({
  refused,
  sent,
  email,
}: {
  refused: Refused | undefined;
  sent: Sent | undefined;
  email: string;
}) {
  const t = useTranslations("account.steps");
  const busy = useNavigation().state === "submitting";
  const left = useSecondsLeft(sent?.wait ?? Number(refused?.params.seconds ?? 0), sent ?? refused);
  const tell = useToast();
  const say = useEffectEvent(() => tell({ text: t("confirm_sent", { email }), look: "success" }));
  useEffect(() => {
    if (sent) say();
  }, [sent]);
  return (
    <Form method="post" className="grid gap-2 text-center">
      <Button
        type="submit"
        name="intent"
        value="again"
        look="quiet"
        icon="refresh"
        wide
        busy={busy}
        disabled={left > 0}
        className="tabular-nums"
      >
        {left > 0 ? t("confirm_wait", { time: clockOf(left) }) : t("confirm_again")}
      </Button>
      <FormMessage>{refused?.message}</FormMessage>
      {sent && (
        <noscript>
          <Alert look="success">{t("confirm_sent", { email })}</Alert>
        </noscript>
      )}
      <p className="text-sm text-ink-soft">{t("confirm_spam")}</p>
    </Form>
  );
}

export interface Sent {
  at: number;
  /** Seconds until it can be asked for again. */
  wait: number;
}

/** Counts down from `seconds`, anew with each answer. */
function useSecondsLeft(seconds: number, answer: object | undefined): number {
  const [left, setLeft] = useState(seconds);
  // biome-ignore lint/correctness/useExhaustiveDependencies: an answer of the same length is a new one
  useEffect(() => {
    setLeft(seconds);
    if (seconds <= 0) return;
    const end = performance.now() + seconds * 1000;
    const timer = setInterval(() => {
      const now = Math.max(0, Math.ceil((end - performance.now()) / 1000));
      setLeft(now);
      if (now === 0) clearInterval(timer);
    }, 250);
    return () => clearInterval(timer);
  }, [answer]);
  return left;
}

const clockOf = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

function Done({ name }: { name: string }) {
  const t = useTranslations("account");
  return (
    <Card className="grid gap-5 text-center">
      <span className="mx-auto grid size-16 place-items-center rounded-full bg-success-soft text-on-success-soft">
        <Icon name="check" className="size-8" />
      </span>
      <h1 className="text-2xl">{t("steps.done_title")}</h1>
      <p className="text-ink-soft">{t("activate.done_lead", { name })}</p>
      <OnButton />
    </Card>
  );
}

/** To the member that the visitor came for, else to the search. */
function OnButton() {
  const t = useTranslations("account.steps");
  const [search] = useSearchParams();
  const to = search.get("to");
  // told on: what reminds of the mail knows by it that sign-up has just been completed (§4)
  const complete = search.has("api_signup_complete") ? { api_signup_complete: 1 } : {};
  const asMember = to && /^[\w-]{22}$/.test(to) ? (to as MemberId) : null;
  return (
    <LinkButton
      to={asMember ? paths.memberChat(asMember) : paths.signupMatches(complete)}
      look="call"
      size="large"
      wide
    >
      {asMember ? t("confirm_chat") : t("confirm_on")}
    </LinkButton>
  );
}
