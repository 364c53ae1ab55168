/** An expected error. The code is the reason; its message is in texts/<locale>/errors.json, in the caller's locale. */
import { ERRORS, type ErrorCode } from "@serenade/contract/errors";

export class Refusal extends Error {
  readonly code: ErrorCode;
  /** Values for the text and for the answer's body ({minutes}, {name}). */
  readonly params: Record<string, string | number>;
  /** Field name → key in texts/<locale>/fields.json. */
  readonly fields: Record<string, string> | undefined;

  constructor(code: ErrorCode, params: Record<string, string | number> = {}, fields?: Record<string, string>) {
    super(code);
    this.code = code;
    this.params = params;
    this.fields = fields;
  }

  get status(): number {
    return ERRORS[this.code];
  }
}

/** The value, or a refusal when there is none. "Not yours" is "not found": query through the viewer, then call this. */
export function orNotFound<T>(value: T | null | undefined, code: ErrorCode = "not_found"): T {
  if (value === null || value === undefined) throw new Refusal(code);
  return value;
}
