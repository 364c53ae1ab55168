import { SignupApi, SignupForm, TRACKING } from "@serenade/contract/account";
import { GENDERS } from "@serenade/contract/attributes";
import { redirect } from "react-router";
import type { Call } from "~/kernel/call.ts";
import { forgetKept, submitting } from "~/kernel/form.ts";
import { withProof } from "~/kernel/proof.ts";
import { sourceIn, sourceInCookies } from "~/kernel/source.ts";
import { paths } from "~/paths.ts";
import { readBirthDate } from "./birth-date.tsx";

export const KEPT_AS = "signup";

export const signUpForm = { schema: SignupForm, read };

/** The account; sign-up goes on with the photo, and ends at the member that the visitor came for. */
export const signUp = (call: Call, request: Request) =>
  submitting(request, signUpForm, async (body, fields) => {
    const key = String(fields.get("key"));
    const { user } = await withProof((proof) => call(SignupApi.signup, { body: { ...body, ...proof }, key }));
    forgetKept(KEPT_AS);
    if (!user) return redirect(paths.signup({ mailed: 1 }));
    return redirect(paths.completeSignup({ to: body.to, api_signup_complete: 1 }));
  });

function read(fields: FormData) {
  const text = (name: string) => String(fields.get(name) ?? "");
  const optional = ["to", "signup_message", "invitation", "topic_line", ...TRACKING].filter(
    (name) => text(name).trim() !== "",
  );
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
    key: crypto.randomUUID() as string,
    gender: known(asked.get("gender")),
    looking_for: seek.includes("") ? [...GENDERS] : GENDERS.filter((gender) => seek.includes(gender)),
    message: (asked.get("signup_message") ?? "").slice(0, 1_000),
    invitation: (asked.get("invitation") ?? "").slice(0, 40),
    tracking: { ...sourceInCookies(request.headers.get("Cookie") ?? ""), ...sourceIn(asked) },
  };
}
export type SignUpStart = ReturnType<typeof startOf>;
