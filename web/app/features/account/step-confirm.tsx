import type { MemberId } from "@serenade/contract/members";
import { useEffect, useEffectEvent, useState } from "react";
import { Form, useNavigation, useSearchParams } from "react-router";
import { useTranslations } from "use-intl/react";
import { paths } from "~/paths.ts";
import type { FormFailure } from "~/platform/form-failure.ts";
import { useSettings } from "~/root-data.ts";
import { Alert } from "~/ui/alert.tsx";
import { Button, LinkButton } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { FormMessage } from "~/ui/form-message.tsx";
import { Icon } from "~/ui/icon.tsx";
import { useToast } from "~/ui/toasts.tsx";
import { useUser } from "./queries.ts";
import { StepFrame } from "./step-frame.tsx";

/** The last step of sign-up: confirm the email address; lists what is possible before that. */
export function ConfirmStep({ failure, sent }: { failure: FormFailure | undefined; sent: Sent | undefined }) {
  const t = useTranslations("steps");
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
            <a
              href="/dev/outbox"
              target="_blank"
              rel="noreferrer"
              className="-my-2.5 inline-flex min-h-11 items-center font-semibold text-link"
            >
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
        <SendAgain failure={failure} sent={sent} email={user.email} />
        <OnButton />
      </Card>
    </StepFrame>
  );
}

/** Sends the confirmation email again; confirms it in a toast, or on the page without script. */
export function SendAgain({
  failure,
  sent,
  email,
}: {
  failure: FormFailure | undefined;
  sent: Sent | undefined;
  email: string;
}) {
  const t = useTranslations("steps");
  const busy = useNavigation().state === "submitting";
  const left = useSecondsLeft(sent?.wait ?? Number(failure?.params.seconds ?? 0), sent ?? failure);
  const toast = useToast();
  const showToast = useEffectEvent(() => toast({ text: t("confirm_sent", { email }), variant: "success" }));
  useEffect(() => {
    if (sent) showToast();
  }, [sent]);
  return (
    <Form method="post" className="grid gap-2 text-center">
      <Button
        type="submit"
        name="intent"
        value="again"
        variant="quiet"
        icon="refresh"
        wide
        busy={busy}
        disabled={left > 0}
        className="tabular-nums"
      >
        {left > 0 ? t("confirm_wait", { time: clockOf(left) }) : t("confirm_again")}
      </Button>
      <FormMessage>{failure?.message}</FormMessage>
      {sent && (
        <noscript>
          <Alert variant="success">{t("confirm_sent", { email })}</Alert>
        </noscript>
      )}
      <p className="text-sm text-ink-soft">{t("confirm_spam")}</p>
    </Form>
  );
}

export interface Sent {
  at: number;
  /** Seconds until the next email can be requested. */
  wait: number;
}

/** Counts down from `seconds`, restarting with each result. */
function useSecondsLeft(seconds: number, answer: object | undefined): number {
  const [left, setLeft] = useState(seconds);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new result restarts the countdown even with the same seconds
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
  const t = useTranslations("steps");
  return (
    <Card className="grid gap-5 text-center">
      <span className="mx-auto grid size-16 place-items-center rounded-full bg-success-soft text-on-success-soft">
        <Icon name="check" className="size-8" />
      </span>
      <h1 className="text-2xl">{t("done_title")}</h1>
      <p className="text-ink-soft">{t("done_lead", { name })}</p>
      <OnButton />
    </Card>
  );
}

/** The member that the visitor came for, else the search. */
function OnButton() {
  const t = useTranslations("steps");
  const [search] = useSearchParams();
  const to = search.get("to");
  // marks for the activation reminder that sign-up has just been completed (§4)
  const complete = search.has("api_signup_complete") ? { api_signup_complete: 1 } : {};
  const asMember = to && /^[\w-]{22}$/.test(to) ? (to as MemberId) : null;
  return (
    <LinkButton
      to={asMember ? paths.memberChat(asMember) : paths.signupMatches(complete)}
      variant="call"
      size="large"
      wide
    >
      {asMember ? t("confirm_chat") : t("confirm_on")}
    </LinkButton>
  );
}
