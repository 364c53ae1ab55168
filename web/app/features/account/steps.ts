import { SIGNUP_STEPS, SignupApi, type SignupStep, type User } from "@serenade/contract/account";
import type { Call } from "~/kernel/call.ts";
import { paths } from "~/paths.ts";

/** What comes after the account itself (§1 Signup steps). */
export const STEPS = SIGNUP_STEPS.slice(1) as Exclude<SignupStep, "account">[];
export type Step = (typeof STEPS)[number];

export const stepOf = (value: unknown): Step | undefined => STEPS.find((step) => step === value);
export const stepBefore = (step: Step): Step | undefined => STEPS[STEPS.indexOf(step) - 1];
const stepAfter = (step: Step): Step => STEPS[STEPS.indexOf(step) + 1] ?? "confirm";

/** Where sign-up goes on, on any device. */
export const stepToResume = (user: User): Step => stepOf(user.signup_step) ?? (user.signup_step ? "photo" : "confirm");

const KEPT = new Set(["to", "api_signup_complete"]);

/** The address of a step; what else stood in the query (whom the visitor came for) comes along. */
export function pathOfStep(step: Step, search: URLSearchParams): string {
  const kept = [...search].filter(([name]) => KEPT.has(name));
  return paths.completeSignup({ ...Object.fromEntries(kept), step });
}

/** Remembers the furthest step: going back to look at one does not undo what came after it. */
export async function goOn(call: Call, step: Step, reached: unknown): Promise<Step> {
  const next = stepAfter(step);
  const furthest = stepOf(reached);
  if (!furthest || STEPS.indexOf(next) > STEPS.indexOf(furthest)) await call(SignupApi.step, { body: { step: next } });
  return next;
}
