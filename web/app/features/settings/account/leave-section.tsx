import { LEAVE_REASONS, type LeaveReason } from "@serenade/contract/security";
import { type ReactNode, useEffect, useRef } from "react";
import { Form, useSearchParams } from "react-router";
import { useFormatter, useTranslations } from "use-intl/react";
import { CurrentPasswordField } from "~/features/account/credential-fields.tsx";
import { paths } from "~/paths.ts";
import { useForm } from "~/platform/form.ts";
import { Alert } from "~/ui/alert.tsx";
import { Button, LinkButton } from "~/ui/button.tsx";
import { RadioGroup } from "~/ui/choice.tsx";
import { FormMessage } from "~/ui/form-message.tsx";
import { useTimeZone } from "~/ui/time-zone.ts";
import { Section, useBusy } from "../section.tsx";
import { doneIn, failureIn, leaveForm } from "../security-actions.ts";

export interface Offer {
  percent: number;
  hours: number;
}

/**
 * Deletes the account: reason, one offer, password. The step is in the URL, so it works without script and can be left at any time.
 * Both buttons of a step look the same, so that the design does not push either choice.
 */
export function LeaveSection({ offer, actionData }: { offer: Offer | null; actionData: unknown }) {
  const t = useTranslations("security.leave");
  const [search] = useSearchParams();
  const choice = search.get("leave");
  const reason = LEAVE_REASONS.find((one) => one === choice);
  const stayed = doneIn(actionData, "stay");
  const step = stayed ? "stayed" : !choice ? "begin" : !reason ? "reason" : offer ? "offer" : "password";
  return (
    <Section id="leave" title={t("title")} lead={t("lead")}>
      <Step name={step}>
        {step === "begin" && (
          <LinkButton to={paths.notifications({ leave: 1 })} preventScrollReset variant="quiet" icon="trash">
            {t("begin")}
          </LinkButton>
        )}
        {step === "reason" && <Reason />}
        {step === "offer" && <OfferStep offer={offer!} reason={reason!} actionData={actionData} />}
        {step === "password" && <Password reason={reason!} actionData={actionData} />}
        {stayed && <Stayed {...stayed} />}
      </Step>
    </Section>
  );
}

/** Moves the focus to a step that replaces another. */
function Step({ name, children }: { name: string; children: ReactNode }) {
  const node = useRef<HTMLDivElement>(null);
  const before = useRef(name);
  useEffect(() => {
    if (before.current !== name) node.current?.focus();
    before.current = name;
  }, [name]);
  return (
    <div ref={node} tabIndex={-1} className="grid justify-items-start gap-5 outline-none">
      {children}
    </div>
  );
}

function Keep() {
  const t = useTranslations("security.leave");
  return (
    <LinkButton to={paths.notifications()} preventScrollReset variant="quiet">
      {t("keep")}
    </LinkButton>
  );
}

function Reason() {
  const t = useTranslations("security.leave");
  return (
    <Form method="get" preventScrollReset className="grid w-full gap-5">
      <RadioGroup
        name="leave"
        legend={t("reason")}
        choices={LEAVE_REASONS.map((value) => ({ value, label: t(`reasons.${value}`) }))}
        required
      />
      <Buttons>
        <Button type="submit" variant="quiet">
          {t("next")}
        </Button>
        <Keep />
      </Buttons>
    </Form>
  );
}

function OfferStep({ offer, reason, actionData }: { offer: Offer; reason: LeaveReason; actionData: unknown }) {
  const t = useTranslations("security.leave");
  const percent = offer.percent / 100;
  const busy = useBusy("stay");
  return (
    <Form method="post" preventScrollReset className="grid w-full gap-5">
      <input type="hidden" name="intent" value="stay" />
      <div className="grid gap-1">
        <h3 className="font-semibold">{t("offer_title", { percent })}</h3>
        <p>{t("offer_lead", { percent, hours: String(offer.hours) })}</p>
      </div>
      <FormMessage>{failureIn(actionData, "stay")?.message}</FormMessage>
      <Buttons>
        <Button type="submit" variant="quiet" busy={busy}>
          {t("offer_take", { percent })}
        </Button>
        <LinkButton to={paths.notifications({ leave: reason, declined: 1 })} preventScrollReset variant="quiet">
          {t("offer_decline")}
        </LinkButton>
      </Buttons>
    </Form>
  );
}

function Password({ reason, actionData }: { reason: LeaveReason; actionData: unknown }) {
  const t = useTranslations("security.leave");
  const form = useForm({ ...leaveForm, failure: failureIn(actionData, "leave") });
  const busy = useBusy("leave");
  return (
    <Form method="post" preventScrollReset {...form.props} className="grid w-full gap-5">
      <input type="hidden" name="intent" value="leave" />
      <input type="hidden" name="reason" value={reason} />
      <p>{t("what")}</p>
      <CurrentPasswordField label={t("confirm")} error={form.errors.password} />
      <FormMessage>{form.message}</FormMessage>
      <Buttons>
        <Button type="submit" variant="quiet" busy={busy}>
          {t("submit")}
        </Button>
        <Keep />
      </Buttons>
    </Form>
  );
}

const Buttons = ({ children }: { children: ReactNode }) => (
  <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">{children}</div>
);

function Stayed({ code, percent, expires }: { code: string; percent: number; expires: string }) {
  const t = useTranslations("security.leave");
  const format = useFormatter();
  const timeZone = useTimeZone();
  const time = format.dateTime(new Date(expires), { dateStyle: "medium", timeStyle: "short", timeZone });
  return (
    <Alert variant="success" announce>
      {t("stayed", { code, percent: percent / 100, time })}
    </Alert>
  );
}
