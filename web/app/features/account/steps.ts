import { SIGNUP_STEPS, SignupApi, type SignupStep, type User } from "@serenade/contract/account";
import { paths } from "~/paths.ts";
import type { Call } from "~/platform/call.ts";

/** The steps after the account itself (§1 Signup steps). */
export const STEPS = SIGNUP_STEPS.slice(1) as Exclude<SignupStep, "account">[];
export type Step = (typeof STEPS)[number];

export const stepOf = (value: unknown): Step | undefined => STEPS.find((step) => step === value);
export const stepBefore = (step: Step): Step | undefined => STEPS[STEPS.indexOf(step) - 1];
const stepAfter = (step: Step): Step => STEPS[STEPS.indexOf(step) + 1] ?? "confirm";

/** Where sign-up resumes, on any device. */
export const stepToResume = (user: User): Step => stepOf(user.signup_step) ?? (user.signup_step ? "photo" : "confirm");

const CARRIED = new Set(["to", "api_signup_complete"]);

/** The URL of a step, with the other query parameters (the member that the visitor came for). */
export function pathOfStep(step: Step, search: URLSearchParams): string {
  const carried = [...search].filter(([name]) => CARRIED.has(name));
  return paths.completeSignup({ ...Object.fromEntries(carried), step });
}

/** Records the furthest step: revisiting an earlier one does not undo the later ones. */
export async function goOn(call: Call, step: Step, reached: unknown): Promise<Step> {
  const next = stepAfter(step);
  const furthest = stepOf(reached);
  if (!furthest || STEPS.indexOf(next) > STEPS.indexOf(furthest)) await call(SignupApi.step, { body: { step: next } });
  return next;
}
