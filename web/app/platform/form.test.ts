import { LoginForm } from "@serenade/contract/account";
import { expect, it, vi } from "vitest";
import { CallFailure } from "./call-failure.ts";
import { submitForm } from "./form.ts";
import { formFailureOf, isFormFailure } from "./form-failure.ts";

const login = {
  schema: LoginForm,
  read: (fields: FormData) => ({ email: fields.get("email") ?? "", password: fields.get("password") ?? "" }),
};
const sent = (values: Record<string, string>) => {
  const body = new FormData();
  for (const [name, value] of Object.entries(values)) body.set(name, value);
  return body;
};

it("keeps the input without the password, and lists the invalid field with its text key", async () => {
  const act = vi.fn();
  const answer = await submitForm(sent({ email: "", password: "secret words" }), login, act);
  expect(act).not.toHaveBeenCalled();
  expect(answer).toMatchObject({
    init: { status: 400 },
    data: { keys: { email: "required" }, values: { email: [""] } },
  });
  expect(JSON.stringify(answer)).not.toContain("secret words");
});

it("hands the checked body to the action, and its answer back", async () => {
  const form = sent({ email: "anna@example.test", password: "an evening out" });
  expect(await submitForm(form, login, async (body) => body.email)).toBe("anna@example.test");
});

it("puts a refusal of the API beside the form, and lets everything else through", async () => {
  const taken = new CallFailure(409, { error: "email_taken", message: "Taken.", fields: { email: "Taken." } });
  const failure = formFailureOf(sent({ email: "anna@example.test" }), taken);
  expect(failure).toMatchObject({ init: { status: 409 }, data: { fields: { email: "Taken." }, code: "email_taken" } });
  expect(isFormFailure((failure as { data: unknown }).data)).toBe(true);
  expect(() => formFailureOf(sent({}), new TypeError("a mistake of ours"))).toThrow("a mistake of ours");
});
