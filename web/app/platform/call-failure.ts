import type { ErrorCode } from "@serenade/contract/errors";

/** The body of an error response; compatible with `ErrorAnswer` of the contract. */
export interface FailureAnswer {
  error: ErrorCode | "network";
  message?: string;
  fields?: Record<string, string>;
  [param: string]: unknown;
}

/** A refusal of the API, or no response at all (`code` "network"). */
export class CallFailure extends Error {
  override readonly name = "CallFailure";
  readonly status: number;
  readonly code: ErrorCode | "network";
  /** One text per field of a form, in the visitor's language. */
  readonly fields: Record<string, string>;
  /** Details that belong to the code: minutes, name, … */
  readonly params: Record<string, unknown>;

  constructor(status: number, answer: FailureAnswer) {
    const { error, message, fields, ...params } = answer;
    super(message ?? "");
    this.status = status;
    this.code = error;
    this.fields = fields ?? {};
    this.params = params;
  }
}

/** Checks the name, not the class: a failure may come from the server bundle's copy of this file. */
export function isCallFailure(error: unknown): error is CallFailure {
  return error instanceof Error && error.name === "CallFailure";
}

export function isAuthenticationRequired(error: unknown): boolean {
  return (
    isCallFailure(error) && (error.params.authentication_required === true || error.code === "authentication_required")
  );
}
