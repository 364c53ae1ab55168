/**
 * Forms validated by the contract's schema: in the browser before sending, and in the action for visitors without script. Errors
 * that only the server can find return beside their field. Input survives a failure, except for secrets.
 */
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { data, useNavigation } from "react-router";
import { useTranslations } from "use-intl/react";
import * as z from "zod/mini";
import { useIsFromServer } from "~/ui/mounted.ts";
import { type FormFailure, formFailure, formFailureOf, SECRETS } from "./form-failure.ts";
import { INVALID_FIELD } from "./late-start.ts";

type Schema<T> = z.ZodMiniType<T, unknown>;

/** Validates the form, then runs `act`; a refusal of the API returns to the form. */
export async function submitForm<T, R>(
  request: Request | FormData,
  form: { schema: Schema<T>; read: (fields: FormData) => unknown },
  act: (body: T, fields: FormData) => Promise<R>,
) {
  const fields = request instanceof FormData ? request : await request.formData();
  const checked = z.safeParse(form.schema, form.read(fields));
  if (!checked.success) return data(formFailure(fields, { keys: invalidFields(checked.error), code: "invalid" }), 400);
  try {
    return await act(checked.data, fields);
  } catch (error) {
    return formFailureOf(fields, error);
  }
}

const KEY = /^[a-z_]+$/;

/** Field → key of its first error text, named as in the API. */
function invalidFields(error: z.core.$ZodError): Record<string, string> {
  const keys: Record<string, string> = {};
  for (const { path, message, code } of error.issues) {
    keys[path.join(".") || "form"] ??= KEY.test(message) ? message : code === "invalid_type" ? "required" : "invalid";
  }
  return keys;
}

/**
 * One form on a page: `<Form method="post" {...form.props}>`, `<TextField {...form.field("email")} />`. `start` are the
 * initial values; `saveAs` is a key in sessionStorage under which input survives a reload.
 */
export function useForm<T>({
  schema,
  read,
  failure,
  start = {},
  saveAs,
  state: fetcherState,
}: {
  schema: Schema<T>;
  read: (fields: FormData) => unknown;
  failure: FormFailure | undefined;
  start?: Record<string, string | string[] | undefined>;
  saveAs?: string;
  /** Of the fetcher that submits the form, where navigation does not. */
  state?: "idle" | "loading" | "submitting" | undefined;
}) {
  const t = useTranslations("fields");
  const e = useTranslations("errors");
  const node = useRef<HTMLFormElement>(null);
  const navigation = useNavigation();
  // the second click of a double click arrives before the navigation's state changes
  const sent = useRef(false);
  const state = fetcherState ?? navigation.state;
  useEffect(() => {
    if (state === "idle") sent.current = false;
  }, [state]);
  const [seen, setSeen] = useState(failure);
  const [shown, setShown] = useState(() => messagesOf(failure, t, e));
  const [attempt, setAttempt] = useState(0);
  const fromServer = useIsFromServer();
  if (seen !== failure) {
    setSeen(failure);
    setShown(messagesOf(failure, t, e));
    setAttempt(attempt + 1);
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each attempt
  useEffect(() => {
    // a page that came with errors has focused the first (inline-scripts/start-late.ts), and its reader may be elsewhere now
    if (attempt > 0 || (failure && !fromServer)) focusFirstInvalid(node.current);
  }, [attempt]);
  useSavedValues(node, failure ? undefined : saveAs);

  const valuesOf = (name: string): string[] => (failure ? (failure.values[name] ?? []) : [start[name] ?? []].flat());
  const errorsNow = (form: HTMLFormElement): Record<string, string> => {
    const checked = z.safeParse(schema, read(new FormData(form)));
    return checked.success ? {} : textsOf(invalidFields(checked.error), t);
  };
  const show = (errors: Record<string, string>) => {
    setShown({ errors, message: "" });
    setAttempt(attempt + 1);
  };
  return {
    errors: shown.errors,
    /** Counts the times that errors were shown. */
    attempt,
    /** Shows the errors of these fields, for a form that is asked in parts; true without any. */
    check: (names: readonly string[]): boolean => {
      const errors = node.current ? errorsNow(node.current) : {};
      const found = Object.entries(errors).filter(([name]) => names.includes(name));
      if (found.length > 0) show(Object.fromEntries(found));
      return found.length === 0;
    },
    /** About the whole form, where no field is at fault. */
    message: shown.message,
    busy: fetcherState ? fetcherState !== "idle" : navigation.state !== "idle" && navigation.formMethod === "POST",
    values: valuesOf,
    field: (name: string) => ({ name, defaultValue: valuesOf(name)[0] ?? "", error: shown.errors[name] }),
    props: {
      ref: node,
      noValidate: true,
      onInput: (event: React.InputEvent<HTMLFormElement>) => {
        const target = event.target as HTMLInputElement;
        const name = target.dataset.of ?? target.name;
        // What was typed before React is given to it while a button may be pressed already: its errors stay, so that the
        // button does not move away.
        if (window.__ready && shown.errors[name])
          setShown(({ errors: { [name]: _, ...errors }, message }) => ({ errors, message }));
        if (saveAs && node.current) saveValues(saveAs, node.current);
      },
      onSubmit: (event: React.FormEvent<HTMLFormElement>) => {
        const submitter = (event.nativeEvent as SubmitEvent).submitter as HTMLButtonElement | null;
        if (submitter?.formNoValidate) return;
        if (sent.current) return event.preventDefault();
        const errors = errorsNow(event.currentTarget);
        sent.current = Object.keys(errors).length === 0;
        if (sent.current) return;
        event.preventDefault();
        show(errors);
      },
    },
  };
}

interface Messages {
  errors: Record<string, string>;
  message: string;
}
type FieldTexts = ReturnType<typeof useTranslations<"fields">>;
type ErrorTexts = ReturnType<typeof useTranslations<"errors">>;

/** Either messages beside fields or one about the whole form, never both. */
function messagesOf(failure: FormFailure | undefined, t: FieldTexts, e: ErrorTexts): Messages {
  if (!failure) return { errors: {}, message: "" };
  const errors = { ...textsOf(failure.keys, t), ...failure.fields };
  const whole = Object.keys(errors).length === 0;
  return { errors, message: whole ? failure.message || e(failure.code === "network" ? "network" : "internal") : "" };
}

const textsOf = (keys: Record<string, string>, t: FieldTexts): Record<string, string> =>
  Object.fromEntries(Object.entries(keys).map(([name, key]) => [name, t(key as "required")]));

function focusFirstInvalid(form: HTMLFormElement | null) {
  form?.querySelector<HTMLElement>(INVALID_FIELD)?.focus();
}

/** sessionStorage ends with the tab; passwords and files are never stored. */
function saveValues(key: string, form: HTMLFormElement) {
  const values = [...new FormData(form)].filter(([name, value]) => typeof value === "string" && !SECRETS.has(name));
  try {
    sessionStorage.setItem(`form:${key}`, JSON.stringify(values));
  } catch {
    // storage full or forbidden: the form still works
  }
}

/** Called once the form is accepted. */
export function clearSavedForm(key: string) {
  if (typeof sessionStorage !== "undefined") sessionStorage.removeItem(`form:${key}`);
}

function useSavedValues(node: React.RefObject<HTMLFormElement | null>, key: string | undefined) {
  // read now: what was typed before React is given to it next, and that saves the form
  const [saved] = useState(() => readSavedValues(key));
  const restore = useEffectEvent(() => node.current && fill(node.current, saved));
  useEffect(() => void restore(), []);
}

function readSavedValues(key: string | undefined): [string, string][] {
  if (!key || typeof sessionStorage === "undefined") return [];
  try {
    return JSON.parse(sessionStorage.getItem(`form:${key}`) ?? "[]") as [string, string][];
  } catch {
    clearSavedForm(key);
    return [];
  }
}

/**
 * Restores values through input events, so that counters and dependent fields update. A field that differs from what the
 * page came with was changed by its reader a moment ago, and keeps that.
 */
function fill(form: HTMLFormElement, values: [string, string][]) {
  if (values.length === 0) return;
  for (const control of form.elements) {
    if (isChanged(control)) continue;
    if (control instanceof HTMLInputElement && /^(checkbox|radio)$/.test(control.type)) {
      const ticked = values.some(([name, value]) => name === control.name && value === control.value);
      if (ticked !== control.checked) control.click();
    } else if (
      control instanceof HTMLInputElement ||
      control instanceof HTMLTextAreaElement ||
      control instanceof HTMLSelectElement
    ) {
      const value = values.find(([name]) => name === control.name)?.[1];
      if (value === undefined || control.type === "hidden" || control.value === value) continue;
      Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), "value")?.set?.call(control, value);
      control.dispatchEvent(new Event("input", { bubbles: true }));
      control.dispatchEvent(new Event("change", { bubbles: true }));
      // A line that its reader was about to type: what they type takes the place of the saved one instead of joining it.
      if (control === document.activeElement && control instanceof HTMLInputElement) control.select();
    }
  }
}

function isChanged(control: Element): boolean {
  if (control instanceof HTMLInputElement && /^(checkbox|radio)$/.test(control.type))
    return control.checked !== control.defaultChecked;
  if (control instanceof HTMLSelectElement) {
    const initial = [...control.options].findLastIndex((option) => option.defaultSelected);
    return control.selectedIndex !== Math.max(initial, 0);
  }
  return (
    (control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement) &&
    control.value !== control.defaultValue
  );
}
