/** What an action answers when a form is invalid or the API refuses it; without the schemas of form.ts. */
import { data, redirect } from "react-router";
import { paths } from "~/paths.ts";
import { type Call, call } from "./call.ts";
import { isAuthenticationRequired, isCallFailure } from "./call-failure.ts";

/** An action's response when a form is invalid or the API refuses it. */
export interface FormFailure {
  values: Record<string, string[]>;
  /** Field → key of texts/fields.json. */
  keys: Record<string, string>;
  /** Field → message of the API. */
  fields: Record<string, string>;
  /** The API's message about the form as a whole; empty when the connection was lost. */
  message: string;
  code: string;
  /** Details that belong to the code: seconds, minutes, a ticket. */
  params: Record<string, unknown>;
}

export const isFormFailure = (result: unknown): result is FormFailure =>
  typeof result === "object" && result !== null && "values" in result && "keys" in result;

/** A refusal of the API as an action's response; any other error is rethrown. */
export function formFailureOf(fields: FormData, error: unknown) {
  if (!isCallFailure(error)) throw error;
  const { fields: messages, message, code, params } = error;
  return data(formFailure(fields, { fields: messages, message, code, params }), error.status || 503);
}

/** `call` for a `clientAction`: by fetch, with its retries. Without a session it redirects to log in. */
export const clientActionApi: Call = async (endpoint, ...input) => {
  try {
    return await call(endpoint, ...input);
  } catch (error) {
    if (isAuthenticationRequired(error)) throw redirect(paths.login({ to: location.pathname + location.search }));
    throw error;
  }
};

/** Fields that are neither stored nor sent back. */
export const SECRETS = new Set(["password", "password_old", "password_repeat", "code"]);

export function formFailure(fields: FormData, failure: Partial<FormFailure>): FormFailure {
  const values: Record<string, string[]> = {};
  for (const name of new Set(fields.keys())) {
    const texts = fields.getAll(name).filter((value) => typeof value === "string");
    if (!SECRETS.has(name)) values[name] = texts;
  }
  return { values, keys: {}, fields: {}, message: "", code: "", params: {}, ...failure };
}
