import type { Id } from "@serenade/contract/ids";
import {
  ChangePasswordForm,
  DepartureApi,
  ExportApi,
  LeaveForm,
  MailChangeApi,
  MailChangeForm,
  PasswordApi,
  SessionApi,
} from "@serenade/contract/security";
import { redirect } from "react-router";
import { paths } from "~/paths.ts";
import type { Call } from "~/platform/call.ts";
import { submitForm } from "~/platform/form.ts";
import { type FormFailure, formFailureOf, isFormFailure } from "~/platform/form-failure.ts";

const text = (fields: FormData, name: string) => fields.get(name) ?? "";

export const passwordForm = {
  schema: ChangePasswordForm,
  read: (fields: FormData) => ({
    password_old: text(fields, "password_old"),
    password: text(fields, "password"),
    password_repeat: text(fields, "password_repeat"),
  }),
};
export const emailForm = {
  schema: MailChangeForm,
  read: (fields: FormData) => ({ email: text(fields, "email"), password: text(fields, "password") }),
};
export const leaveForm = {
  schema: LeaveForm,
  read: (fields: FormData) => ({ password: text(fields, "password"), reason: text(fields, "reason") }),
};

/** The actions of these forms, by their `intent`. */
export const securityActions = {
  password: (call: Call, fields: FormData) =>
    submitForm(fields, passwordForm, async (body) => {
      await call(PasswordApi.change, { body });
      return { done: "password" as const, at: Date.now() };
    }),
  email: (call: Call, fields: FormData) =>
    submitForm(fields, emailForm, async (body) => {
      await call(MailChangeApi.ask, { body });
      return { done: "email" as const, email: body.email, at: Date.now() };
    }),
  session: (call: Call, fields: FormData) =>
    catchFailure(fields, async () => {
      const id = String(text(fields, "id"));
      await call(SessionApi.end, { query: id ? { id: id as Id<"session"> } : {} });
      return { done: "session" as const, device: String(text(fields, "device")) };
    }),
  export: (call: Call, fields: FormData) =>
    catchFailure(fields, async () => {
      await call(ExportApi.ask, { body: {} });
      return { done: "export" as const };
    }),
  stay: (call: Call, fields: FormData) =>
    catchFailure(fields, async () => {
      const { discountcode } = await call(DepartureApi.stay, { body: {} });
      const { code, value_percentage: percent, expires } = discountcode;
      return { done: "stay" as const, code, percent, expires };
    }),
  leave: (call: Call, fields: FormData) =>
    submitForm(fields, leaveForm, async (body) => {
      await call(DepartureApi.leave, { body });
      return redirect(paths.accountDeleted());
    }),
};

async function catchFailure<T>(fields: FormData, act: () => Promise<T>) {
  try {
    return await act();
  } catch (error) {
    return formFailureOf(fields, error);
  }
}

/** The failure of the form with this intent, if the action's result is one. */
export const failureIn = (answer: unknown, intent: string): FormFailure | undefined =>
  isFormFailure(answer) && answer.values.intent?.[0] === intent ? answer : undefined;

type Answers = Awaited<ReturnType<(typeof securityActions)[keyof typeof securityActions]>>;
type Done = Extract<Answers, { done: string }>;

/** The success of the form with this intent, if the action's result is one. */
export function doneIn<I extends Done["done"]>(answer: unknown, intent: I): Extract<Done, { done: I }> | undefined {
  const done = answer as Partial<Done> | undefined;
  return done?.done === intent ? (done as Extract<Done, { done: I }>) : undefined;
}
