import { TRACKING } from "@serenade/contract/account";
import { GENDERS } from "@serenade/contract/attributes";
import { PASSWORD_MAX, USERNAME_MAX } from "@serenade/contract/limits";
import type { Question } from "@serenade/contract/niches";
import type { Settings } from "@serenade/contract/site";
import { Fragment, type ReactNode, type SubmitEvent, useEffect, useRef, useState } from "react";
import { createPath, Form, Link, useLocation } from "react-router";
import { useTranslations } from "use-intl/react";
import { useCarriedParams } from "~/features/attribution/attribution.ts";
import { paths } from "~/paths.ts";
import { useForm } from "~/platform/form.ts";
import type { FormFailure } from "~/platform/form-failure.ts";
import { Button } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { Checkbox, Chips } from "~/ui/choice.tsx";
import { classes } from "~/ui/classes.ts";
import { TextField } from "~/ui/field.tsx";
import { FormMessage } from "~/ui/form-message.tsx";
import { PasswordField } from "~/ui/password-field.tsx";
import { Steps } from "~/ui/progress.tsx";
import { TextareaField } from "~/ui/textarea-field.tsx";
import { BirthDate } from "./birth-date.tsx";
import { SAVED_AS, type SignUpStart, signUpForm } from "./sign-up.ts";
import { type Screen, screensOf } from "./sign-up-screens.ts";
import { Strength, usePasswordStrength } from "./strength.tsx";

/** The modal submits through its fetcher instead of a navigation. */
interface Elsewhere {
  Form: typeof Form;
  state: "idle" | "loading" | "submitting";
  action: string;
}

/** The account step of sign-up, with its questions in the niche's order. `to` is the member that the visitor wants to message. */
export function SignUpForm({
  settings,
  start,
  failure,
  to,
  in: elsewhere,
}: {
  settings: Settings;
  start: SignUpStart;
  failure: FormFailure | undefined;
  to?: { id: string; name: string };
  in?: Elsewhere;
}) {
  const t = useTranslations("account");
  const s = useTranslations("account.signup");
  const a = useTranslations("attributes");
  const form = useForm({
    ...signUpForm,
    failure,
    saveAs: SAVED_AS,
    start: {
      key: start.key,
      gender: start.gender,
      looking_for: start.looking_for,
      signup_message: start.message,
      invitation: start.invitation,
    },
    state: elsewhere?.state,
  });
  const typed = (name: string) => String(new FormData(form.props.ref.current ?? undefined).get(name) ?? "");
  const strength = usePasswordStrength(() => [typed("email"), typed("email").split("@")[0]!, typed("name")]);
  const age = String(settings.min_age);
  const questions: Record<Question, ReactNode> = {
    message: to && (
      <TextareaField
        {...form.field("signup_message")}
        label={s("message", { name: to.name })}
        maxLength={settings.message_length}
        left={(count) => s("message_left", { count })}
        rows={3}
      />
    ),
    gender: (
      <Chips
        type="radio"
        name="gender"
        legend={s("am")}
        choices={GENDERS.map((value) => ({ value, label: a(`gender.${value}`) }))}
        defaultValues={form.values("gender")}
        error={form.errors.gender}
        required
      />
    ),
    looking_for: (
      <Chips
        name="looking_for"
        legend={s("seek")}
        hint={s("seek_hint")}
        choices={GENDERS.map((value) => ({ value, label: a(`genders.${value}`) }))}
        defaultValues={form.values("looking_for")}
        error={form.errors.looking_for}
      />
    ),
    birth: (
      <BirthDate minAge={settings.min_age} error={form.errors.date_of_birth} value={(name) => form.values(name)[0]} />
    ),
    name: (
      <TextField
        {...form.field("name")}
        label={s("name")}
        hint={s("name_hint")}
        maxLength={USERNAME_MAX}
        autoComplete="nickname"
        required
      />
    ),
    email: (
      <TextField
        {...form.field("email")}
        label={t("email")}
        hint={s("email_hint")}
        type="email"
        inputMode="email"
        autoComplete="username"
        autoCapitalize="none"
        required
      />
    ),
    password: (
      <div className="grid gap-2">
        <PasswordField
          name="password"
          error={form.errors.password}
          label={t("password")}
          hint={s("password_hint")}
          showLabel={t("password_show")}
          maxLength={PASSWORD_MAX}
          autoComplete="new-password"
          onInput={(event) => strength.estimate(event.currentTarget.value)}
          required
        />
        <Strength score={strength.score} />
      </div>
    ),
  };
  const Sender = elsewhere?.Form ?? Form;
  const screens = screensOf(settings.niche, { message: to !== undefined });
  const begun = start.gender && start.looking_for.length > 0 && screens[0]?.title === "who" ? 1 : 0;
  const { at, next, back, titles } = useScreens(screens, form, begun);
  const last = screens.length - 1;
  return (
    <Card className={elsewhere && "border-0! bg-transparent! p-0! shadow-none!"}>
      <Sender
        method="post"
        {...(elsewhere && { action: elsewhere.action })}
        {...form.props}
        onSubmit={(event) => {
          // Enter in a field: the button that it presses is not shown yet
          if (at < last && !isShown(event)) {
            event.preventDefault();
            next();
          } else form.props.onSubmit(event);
        }}
        className="grid gap-6"
      >
        <input type="hidden" name="key" value={form.values("key")[0]} />
        <input type="hidden" name="niche" value={settings.niche} />
        {TRACKING.map((name) => (
          <input key={name} type="hidden" name={name} value={start.tracking[name] ?? ""} />
        ))}
        {to && <input type="hidden" name="to" value={to.id} />}
        {start.interests.map((interest) => (
          <input key={interest} type="hidden" name="interests" value={interest} />
        ))}
        <HoneypotField />
        <div className="[@media(scripting:none)]:hidden">
          <Steps
            label={s("step", { step: String(at + 1), steps: String(screens.length) })}
            step={at + 1}
            steps={screens.length}
          />
        </div>
        {screens.map(({ title, questions: asked }, index) => (
          <div key={title} className={classes("grid gap-6", index !== at && "[@media(scripting:enabled)]:hidden")}>
            <h2
              tabIndex={-1}
              ref={(node) => {
                titles.current[index] = node;
              }}
              className="text-xl outline-none"
            >
              {title === "consent" ? s("consent_title") : s(`screens.${title}`)}
            </h2>
            {index === 0 && settings.signups === "invite_only" && (
              <TextField
                {...form.field("invitation")}
                label={s("invitation")}
                hint={s("invitation_hint")}
                maxLength={40}
                autoComplete="off"
                autoCapitalize="characters"
                required
              />
            )}
            {asked.map((question) => (
              <Fragment key={question}>{questions[question]}</Fragment>
            ))}
            {index === last && <Agreements form={form} age={age} site={settings.name} />}
            <div className="grid gap-2">
              {index === last ? (
                <>
                  <FormMessage>{form.message}</FormMessage>
                  <Button type="submit" variant="call" size="large" wide busy={form.busy}>
                    {s("submit")}
                  </Button>
                  <p className="text-center text-sm text-ink-soft">{s("free")}</p>
                </>
              ) : (
                <Button variant="call" size="large" wide onClick={next} className="[@media(scripting:none)]:hidden">
                  {s("next")}
                </Button>
              )}
              {index > 0 && (
                <Button
                  variant="bare"
                  icon="chevron-left"
                  onClick={back}
                  className="-ml-3 justify-self-start px-3! [@media(scripting:none)]:hidden"
                >
                  {s("back")}
                </Button>
              )}
            </div>
          </div>
        ))}
      </Sender>
    </Card>
  );
}

/** With script one screen is shown at a time; errors lead to the first screen that has one. */
function useScreens(screens: Screen[], form: ReturnType<typeof useForm>, start: number) {
  const withError = screens.findIndex(({ fields }) => fields.some((name) => form.errors[name]));
  const [at, setAt] = useState(withError >= 0 ? withError : start);
  const [seen, setSeen] = useState(form.attempt);
  if (seen !== form.attempt) {
    setSeen(form.attempt);
    if (withError >= 0) setAt(withError);
  }
  const titles = useRef<(HTMLElement | null)[]>([]);
  const moved = useRef(false);
  useEffect(() => {
    if (moved.current) titles.current[at]?.focus();
    moved.current = false;
  }, [at]);
  const go = (to: number) => {
    moved.current = true;
    setAt(to);
  };
  return {
    at,
    titles,
    next: () => form.check(screens[at]!.fields) && go(at + 1),
    back: () => go(at - 1),
  };
}

const isShown = (event: SubmitEvent<HTMLFormElement>) =>
  Boolean((event.nativeEvent as globalThis.SubmitEvent).submitter?.getClientRects().length);

/** Opens beside the form, so that what was typed stays. */
const linkTo = (to: string) => (words: ReactNode) => (
  <a href={to} target="_blank" rel="noopener" className="text-link underline">
    {words}
  </a>
);

/** Two boxes, neither pre-ticked: consent to special-category data (GDPR 9) is separate from the terms. */
function Agreements({ form, age, site }: { form: ReturnType<typeof useForm>; age: string; site: string }) {
  const s = useTranslations("account.signup");
  return (
    <div className="grid gap-3 text-sm">
      <Checkbox
        name="terms"
        value="yes"
        label={s.rich("terms", { age, site, terms: linkTo(paths.terms()) })}
        defaultChecked={form.values("terms").length > 0}
        error={form.errors.terms}
        required
      />
      <fieldset className="grid gap-1 rounded-control bg-sunken px-4 py-3">
        <legend className="sr-only">{s("consent_title")}</legend>
        <Checkbox
          name="consent"
          value="yes"
          label={s("consent", { site })}
          defaultChecked={form.values("consent").length > 0}
          error={form.errors.consent}
          required
        />
        <p className="pb-2 pl-8">{s.rich("privacy", { privacy: linkTo(paths.privacy()) })}</p>
      </fieldset>
    </div>
  );
}

/** Honeypot: hidden from people and autofill, so a filled-in value comes from a bot. */
function HoneypotField() {
  return (
    <div aria-hidden className="absolute -left-[9999px] size-px overflow-hidden">
      <input type="text" name="topic_line" tabIndex={-1} autoComplete="off" data-1p-ignore data-lpignore="true" />
    </div>
  );
}

/** `back`: return to the current page after login. */
export function HaveAccount({ back = false }: { back?: boolean }) {
  const t = useTranslations("account");
  const here = createPath(useLocation());
  const carriedParams = useCarriedParams();
  return (
    <p className="text-center">
      {t("signup.have_account")}{" "}
      <Link
        to={paths.login({ ...carriedParams, ...(back && { to: here }) })}
        className="inline-flex min-h-11 items-center font-semibold text-link"
      >
        {t("login.submit")}
      </Link>
    </p>
  );
}

/** Sign-up is open to all, to visitors of a campaign, or to those with an invitation code, which the form requires (§5). */
export const isOpen = (settings: Settings, start: SignUpStart) =>
  settings.signups !== "with_trafficsource" || Boolean(start.tracking.network || start.tracking.ref);

export function Closed() {
  const t = useTranslations("account.signup");
  const e = useTranslations("errors");
  return (
    <Card className="grid gap-2 text-center">
      <h2 className="text-lg">{t("closed_title")}</h2>
      <p className="text-ink-soft">{e("signup_needs_source")}</p>
    </Card>
  );
}
