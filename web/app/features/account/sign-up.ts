import { SignupApi, SignupForm, TRACKING } from "@serenade/contract/account";
import { GENDERS } from "@serenade/contract/attributes";
import { INTERESTS, type Interest } from "@serenade/contract/interests";
import { SIGNUP_INTERESTS } from "@serenade/contract/limits";
import { ProfileApi } from "@serenade/contract/members";
import { redirect } from "react-router";
import { attributionIn, attributionInCookies } from "~/features/attribution/attribution.ts";
import { paths } from "~/paths.ts";
import type { Call } from "~/platform/call.ts";
import { clearSavedForm, submitForm } from "~/platform/form.ts";
import { withProofOfWork } from "~/platform/proof-of-work.ts";
import { readBirthDate } from "./birth-date.tsx";

export const SAVED_AS = "signup";

export const signUpForm = { schema: SignupForm, read };

/** Creates the account; sign-up continues with the photo and ends at the member that the visitor came for. */
export const signUp = (call: Call, request: Request) =>
  submitForm(request, signUpForm, async (body, fields) => {
    const key = String(fields.get("key"));
    const { user } = await withProofOfWork((proof) => call(SignupApi.signup, { body: { ...body, ...proof }, key }));
    clearSavedForm(SAVED_AS);
    if (!user) return redirect(paths.signup({ mailed: 1 }));
    await keepInterests(call, interestsIn(fields.getAll("interests")));
    return redirect(paths.completeSignup({ to: body.to, api_signup_complete: 1 }));
  });

/** What was picked before the sign-up; a later step asks for more. The account exists, so a failure here does not end the sign-up. */
async function keepInterests(call: Call, interests: Interest[]): Promise<void> {
  if (interests.length > 0) await call(ProfileApi.change, { body: { interests } }).catch(() => {});
}

const interestsIn = (values: readonly unknown[]): Interest[] =>
  INTERESTS.filter((interest) => values.includes(interest)).slice(0, SIGNUP_INTERESTS);

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

/** Values from the URL: answers from the home page and the landers, and the attribution. */
export function startOf(request: Request) {
  const search = new URL(request.url).searchParams;
  const known = (value: string | null) => GENDERS.find((gender) => gender === value);
  const seek = search.has("looking_for") ? search.getAll("looking_for") : [];
  return {
    key: crypto.randomUUID() as string,
    gender: known(search.get("gender")),
    looking_for: seek.includes("") ? [...GENDERS] : GENDERS.filter((gender) => seek.includes(gender)),
    message: (search.get("signup_message") ?? "").slice(0, 1_000),
    invitation: (search.get("invitation") ?? "").slice(0, 40),
    interests: interestsIn(search.getAll("interests")),
    slug: search.get("slug"),
    tracking: { ...attributionInCookies(request.headers.get("Cookie") ?? ""), ...attributionIn(search) },
  };
}
export type SignUpStart = ReturnType<typeof startOf>;
