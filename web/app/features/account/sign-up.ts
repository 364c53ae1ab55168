import { SignupApi, SignupForm } from "@serenade/contract/account";
import { GENDERS } from "@serenade/contract/attributes";
import { redirect } from "react-router";
import type { Call } from "~/kernel/call.ts";
import { forgetKept, submitting } from "~/kernel/form.ts";
import { paths } from "~/paths.ts";
import { readBirthDate } from "./birth-date.tsx";

/** Where a visitor came from; travels in the address and in hidden fields only (product.md 1). */
export const TRACKING = ["network", "ref", "sub1", "sub2", "sub3"] as const;
export const KEPT_AS = "signup";

export const signUpForm = { schema: SignupForm, read };

/** The account; sign-up goes on with the photo, and ends at the member that the visitor came for. */
export const signUp = (call: Call, request: Request) =>
  submitting(request, signUpForm, async (body, fields) => {
    const { user } = await call(SignupApi.signup, { body, key: String(fields.get("key")) });
    forgetKept(KEPT_AS);
    if (!user) return redirect(paths.signup({ mailed: 1 }));
    return redirect(paths.completeSignup({ to: body.to, api_signup_complete: 1 }));
  });

function read(fields: FormData) {
  const text = (name: string) => String(fields.get(name) ?? "");
  const optional = ["to", "signup_message", ...TRACKING].filter((name) => text(name).trim() !== "");
  return {
    email: text("email"),
    name: text("name"),
    password: text("password"),
    date_of_birth: readBirthDate(fields),
    gender: text("gender"),
    looking_for: fields.getAll("looking_for"),
    terms: fields.has("terms"),
    consent: fields.has("consent"),
    ...(text("niche") && { niche: Number(text("niche")) }),
    ...Object.fromEntries(optional.map((name) => [name, text(name)])),
  };
}

/** What the address says already: answers given on the home page, and where the visitor came from. */
export function startOf(request: Request) {
  const asked = new URL(request.url).searchParams;
  const known = (value: string | null) => GENDERS.find((gender) => gender === value);
  const seek = asked.has("looking_for") ? asked.getAll("looking_for") : [];
  return {
    key: crypto.randomUUID(),
    gender: known(asked.get("gender")),
    looking_for: seek.includes("") ? [...GENDERS] : GENDERS.filter((gender) => seek.includes(gender)),
    message: (asked.get("signup_message") ?? "").slice(0, 1_000),
    tracking: Object.fromEntries(TRACKING.map((name) => [name, (asked.get(name) ?? "").slice(0, 100)])),
  };
}
export type SignUpStart = ReturnType<typeof startOf>;
