/**
 * A form that is checked by the contract's own schema before it travels: in the browser, and in the action for those without
 * script. What only the server can know comes back beside the field. Nothing typed is lost; secrets never come back.
 */
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { data, redirect, useNavigation } from "react-router";
import { useTranslations } from "use-intl/react";
import * as z from "zod/mini";
import { paths } from "~/paths.ts";
import type { Call } from "./call.ts";
import { call } from "./call.ts";
import { isAuthenticationRequired, isCallFailure } from "./call-failure.ts";

/** What an action answers when it could not do what was asked. */
export interface Refused {
  values: Record<string, string[]>;
  /** Field → key of texts/fields.json. */
  keys: Record<string, string>;
  /** Field → words of the API. */
  fields: Record<string, string>;
  /** Words of the API about the whole; empty when the connection was lost. */
  message: string;
  code: string;
  /** What stands beside the code: seconds, minutes, a ticket. */
  params: Record<string, unknown>;
}

export const isRefused = (answer: unknown): answer is Refused =>
  typeof answer === "object" && answer !== null && "values" in answer && "keys" in answer;

type Schema<T> = z.ZodMiniType<T, unknown>;

const SECRETS = new Set(["password", "password_old", "password_repeat", "code"]);

/** Checks the form, then does what it asks; an expected no goes back to the form. */
export async function submitting<T, R>(
  request: Request | FormData,
  form: { schema: Schema<T>; read: (fields: FormData) => unknown },
  act: (body: T, fields: FormData) => Promise<R>,
) {
  const fields = request instanceof FormData ? request : await request.formData();
  const checked = z.safeParse(form.schema, form.read(fields));
  if (!checked.success) return data(refusal(fields, { keys: wrongFields(checked.error), code: "invalid" }), 400);
  try {
    return await act(checked.data, fields);
  } catch (error) {
    return refusedOf(fields, error);
  }
}

/** An expected no as an action's answer; everything else is thrown on. */
export function refusedOf(fields: FormData, error: unknown) {
  if (!isCallFailure(error)) throw error;
  const { fields: words, message, code, params } = error;
  return data(refusal(fields, { fields: words, message, code, params }), error.status || 503);
}

/** The call of an action in the browser (`clientAction`): by fetch, with its retries. */
export const actingInBrowser: Call = async (endpoint, ...input) => {
  try {
    return await call(endpoint, ...input);
  } catch (error) {
    if (isAuthenticationRequired(error)) throw redirect(paths.login({ to: location.pathname + location.search }));
    throw error;
  }
};

function refusal(fields: FormData, answer: Partial<Refused>): Refused {
  const values: Record<string, string[]> = {};
  for (const name of new Set(fields.keys())) {
    const texts = fields.getAll(name).filter((value) => typeof value === "string");
    if (!SECRETS.has(name)) values[name] = texts;
  }
  return { values, keys: {}, fields: {}, message: "", code: "", params: {}, ...answer };
}

const KEY = /^[a-z_]+$/;

/** Field → key of its text, the first of each; named as the API names them. */
function wrongFields(error: z.core.$ZodError): Record<string, string> {
  const wrong: Record<string, string> = {};
  for (const { path, message, code } of error.issues) {
    wrong[path.join(".") || "form"] ??= KEY.test(message) ? message : code === "invalid_type" ? "required" : "invalid";
  }
  return wrong;
}

/**
 * One form on a page: `<Form method="post" {...form.props}>`, `<TextField {...form.field("email")} />`. `start` are the
 * values it begins with; `keep` names a place in this tab's storage, so that a reload loses nothing.
 */
export function useForm<T>({
  schema,
  read,
  answer,
  start = {},
  keep,
  state: given,
}: {
  schema: Schema<T>;
  read: (fields: FormData) => unknown;
  answer: Refused | undefined;
  start?: Record<string, string | string[] | undefined>;
  keep?: string;
  /** Of the fetcher that sends the form, where it is not the page's own. */
  state?: "idle" | "loading" | "submitting" | undefined;
}) {
  const t = useTranslations("fields");
  const e = useTranslations("errors");
  const node = useRef<HTMLFormElement>(null);
  const navigation = useNavigation();
  // a double click is one submission: it comes before the navigation shows
  const sent = useRef(false);
  const state = given ?? navigation.state;
  useEffect(() => {
    if (state === "idle") sent.current = false;
  }, [state]);
  const [seen, setSeen] = useState(answer);
  const [shown, setShown] = useState(() => wordsOf(answer, t, e));
  const [attempt, setAttempt] = useState(0);
  if (seen !== answer) {
    setSeen(answer);
    setShown(wordsOf(answer, t, e));
    setAttempt(attempt + 1);
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each attempt
  useEffect(() => {
    if (attempt > 0 || answer) focusFirstWrong(node.current);
  }, [attempt]);
  useKept(node, answer ? undefined : keep);

  const valuesOf = (name: string): string[] => (answer ? (answer.values[name] ?? []) : [start[name] ?? []].flat());
  return {
    errors: shown.errors,
    /** Words about the whole form, where no field is to blame. */
    message: shown.message,
    busy: given ? given !== "idle" : navigation.state !== "idle" && navigation.formMethod === "POST",
    values: valuesOf,
    field: (name: string) => ({ name, defaultValue: valuesOf(name)[0] ?? "", error: shown.errors[name] }),
    props: {
      ref: node,
      noValidate: true,
      onInput: (event: React.InputEvent<HTMLFormElement>) => {
        const target = event.target as HTMLInputElement;
        const name = target.dataset.of ?? target.name;
        if (shown.errors[name]) setShown(({ errors: { [name]: _, ...errors }, message }) => ({ errors, message }));
        if (keep && node.current) keepValues(keep, node.current);
      },
      onSubmit: (event: React.FormEvent<HTMLFormElement>) => {
        const submitter = (event.nativeEvent as SubmitEvent).submitter as HTMLButtonElement | null;
        if (submitter?.formNoValidate) return;
        if (sent.current) return event.preventDefault();
        const checked = z.safeParse(schema, read(new FormData(event.currentTarget)));
        sent.current = checked.success;
        if (checked.success) return;
        event.preventDefault();
        setShown({ errors: said(wrongFields(checked.error), t), message: "" });
        setAttempt(attempt + 1);
      },
    },
  };
}

interface Words {
  errors: Record<string, string>;
  message: string;
}
type FieldTexts = ReturnType<typeof useTranslations<"fields">>;
type ErrorTexts = ReturnType<typeof useTranslations<"errors">>;

/** Beside the fields, or about the whole: never both. */
function wordsOf(answer: Refused | undefined, t: FieldTexts, e: ErrorTexts): Words {
  if (!answer) return { errors: {}, message: "" };
  const errors = { ...said(answer.keys, t), ...answer.fields };
  const whole = Object.keys(errors).length === 0;
  return { errors, message: whole ? answer.message || e(answer.code === "network" ? "network" : "internal") : "" };
}

const said = (keys: Record<string, string>, t: FieldTexts): Record<string, string> =>
  Object.fromEntries(Object.entries(keys).map(([name, key]) => [name, t(key as "required")]));

function focusFirstWrong(form: HTMLFormElement | null) {
  form
    ?.querySelector<HTMLElement>(
      "[aria-invalid=true],fieldset[data-invalid] input:not([type=hidden]),fieldset[data-invalid] select",
    )
    ?.focus();
}

/** Gone when the tab is closed; passwords and files are never kept. */
function keepValues(place: string, form: HTMLFormElement) {
  const kept = [...new FormData(form)].filter(([name, value]) => typeof value === "string" && !SECRETS.has(name));
  try {
    sessionStorage.setItem(`form:${place}`, JSON.stringify(kept));
  } catch {
    // storage full or forbidden: the form still works
  }
}

/** What was kept is done with: the form has been taken. */
export function forgetKept(place: string) {
  if (typeof sessionStorage !== "undefined") sessionStorage.removeItem(`form:${place}`);
}

function useKept(node: React.RefObject<HTMLFormElement | null>, place: string | undefined) {
  const restore = useEffectEvent(() => {
    if (!place || !node.current) return;
    try {
      const kept = JSON.parse(sessionStorage.getItem(`form:${place}`) ?? "[]") as [string, string][];
      if (kept.length) fill(node.current, kept);
    } catch {
      forgetKept(place);
    }
  });
  useEffect(() => restore(), []);
}

/** Puts values back as if they were typed, so that counters and what depends on them follow. */
function fill(form: HTMLFormElement, kept: [string, string][]) {
  for (const control of form.elements) {
    if (control instanceof HTMLInputElement && /^(checkbox|radio)$/.test(control.type)) {
      const ticked = kept.some(([name, value]) => name === control.name && value === control.value);
      if (ticked !== control.checked) control.click();
    } else if (
      control instanceof HTMLInputElement ||
      control instanceof HTMLTextAreaElement ||
      control instanceof HTMLSelectElement
    ) {
      const value = kept.find(([name]) => name === control.name)?.[1];
      if (value === undefined || control.type === "hidden" || control.value === value) continue;
      Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), "value")?.set?.call(control, value);
      control.dispatchEvent(new Event("input", { bubbles: true }));
      control.dispatchEvent(new Event("change", { bubbles: true }));
    }
  }
}
