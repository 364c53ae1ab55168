import { LEAVE_REASONS, type LeaveReason } from "@serenade/contract/security";
import { type FormEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { Form, useNavigate, useSearchParams } from "react-router";
import { useFormatter, useTranslations } from "use-intl/react";
import { CurrentPasswordField } from "~/features/account/credential-fields.tsx";
import { paths } from "~/paths.ts";
import { useForm } from "~/platform/form.ts";
import { Alert } from "~/ui/alert.tsx";
import { Button, LinkButton } from "~/ui/button.tsx";
import { RadioGroup } from "~/ui/choice.tsx";
import { FormMessage } from "~/ui/form-message.tsx";
import { loadDialogs, Modal } from "~/ui/modal.tsx";
import { useMounted } from "~/ui/mounted.ts";
import { useTimeZone } from "~/ui/time-zone.ts";
import { Section, useBusy } from "../section.tsx";
import { doneIn, failureIn, leaveForm } from "../security-actions.ts";
import { type TypedFields, useTypedFields } from "./typed-fields.ts";

export interface Offer {
  percent: number;
  hours: number;
}

/**
 * Deletes the account: reason, one offer, password. The step is in the URL, so it can be left at any time and works without script;
 * with script the steps are in a dialog, to which a loaded page moves its step with what was typed. Both buttons of the offer look the same, so that the design does not push either choice.
 */
export function LeaveSection({ offer, actionData }: { offer: Offer | null; actionData: unknown }) {
  const t = useTranslations("security.leave");
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const choice = search.get("leave");
  const reason = LEAVE_REASONS.find((one) => one === choice);
  const stayed = doneIn(actionData, "stay");
  const asked = choice !== null || search.has("leaving");
  const step = stayed ? "stayed" : !asked ? "begin" : !reason ? "reason" : offer ? "offer" : "password";
  const inPage = useInPage(step !== "begin");
  const typed = useRef<TypedFields>(new Map());
  const steps = (
    <Step key={inPage ? "page" : "dialog"} name={step} typed={typed} moves={inPage}>
      {step === "reason" && <Reason missing={search.has("leaving") && !reason} />}
      {step === "offer" && <OfferStep offer={offer!} reason={reason!} actionData={actionData} />}
      {step === "password" && <Password reason={reason!} actionData={actionData} />}
      {stayed && <Stayed {...stayed} />}
    </Step>
  );
  return (
    <Section id="leave" title={t("title")} lead={t("lead")}>
      {step === "begin" || !inPage ? (
        <LinkButton
          to={paths.settings("account", { leave: 1 })}
          preventScrollReset
          variant="quiet"
          icon="trash"
          className="justify-self-start text-danger-text!"
        >
          {t("begin")}
        </LinkButton>
      ) : (
        steps
      )}
      <Modal
        open={!inPage && step !== "begin"}
        onClose={() => void navigate(paths.settings("account"), { preventScrollReset: true })}
        title={t("title")}
        closeLabel={t("keep")}
        held
      >
        {steps}
      </Modal>
    </Section>
  );
}

/** Whether the steps are still where the server put them: until there is a dialog to move to. */
function useInPage(shown: boolean): boolean {
  const scripted = useMounted();
  const [inPage, setInPage] = useState(shown && !scripted);
  useEffect(() => {
    if (inPage)
      loadDialogs().then(
        () => setInPage(false),
        () => {}, // the page works without a dialog
      );
  }, [inPage]);
  return inPage;
}

/** Moves the focus to a step that replaces another. */
function Step({
  name,
  typed,
  moves,
  children,
}: {
  name: string;
  typed: RefObject<TypedFields>;
  /** Leaves its fields to the step that takes its place. */
  moves: boolean;
  children: ReactNode;
}) {
  const node = useRef<HTMLDivElement>(null);
  useTypedFields(node, typed, moves);
  const before = useRef(name);
  useEffect(() => {
    if (before.current !== name) node.current?.focus();
    before.current = name;
  }, [name]);
  return (
    <div ref={node} tabIndex={-1} className="grid gap-5 outline-none">
      {children}
    </div>
  );
}

function Keep() {
  const t = useTranslations("security.leave");
  return (
    <LinkButton to={paths.settings("account")} preventScrollReset variant="quiet">
      {t("keep")}
    </LinkButton>
  );
}

function Reason({ missing }: { missing: boolean }) {
  const t = useTranslations("security.leave");
  const [error, setError] = useState(missing);
  const form = useRef<HTMLFormElement>(null);
  const check = (event: FormEvent<HTMLFormElement>) => {
    if (new FormData(event.currentTarget).has("leave")) return;
    event.preventDefault();
    setError(true);
    form.current?.querySelector<HTMLInputElement>("input[type=radio]")?.focus();
  };
  return (
    <Form
      ref={form}
      method="get"
      action={paths.settings("account")}
      preventScrollReset
      noValidate
      onSubmit={check}
      onChange={() => setError(false)}
      className="grid w-full gap-5"
    >
      <input type="hidden" name="leaving" value="1" />
      <RadioGroup
        name="leave"
        legend={t("reason")}
        choices={LEAVE_REASONS.map((value) => ({ value, label: t(`reasons.${value}`) }))}
        error={error ? t("reason_missing") : undefined}
        required
      />
      <Buttons>
        <Button type="submit">{t("next")}</Button>
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
        <LinkButton to={paths.settings("account", { leave: reason, declined: 1 })} preventScrollReset variant="quiet">
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
        <Button type="submit" variant="danger" busy={busy}>
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
