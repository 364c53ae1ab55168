import { expect, it, vi } from "vitest";
import type { Call } from "~/platform/call.ts";
import { goOn, pathOfStep, stepToResume } from "./steps.ts";

const user = (signup_step: string | null) => ({ signup_step }) as Parameters<typeof stepToResume>[0];

it("resumes where sign-up was left, and at the mail when all is answered", () => {
  expect(stepToResume(user("location"))).toBe("location");
  expect(stepToResume(user("account"))).toBe("photo");
  expect(stepToResume(user(null))).toBe("confirm");
});

it("remembers the furthest step only", async () => {
  const call = vi.fn();
  expect(await goOn(call as unknown as Call, "photo", "about")).toBe("location");
  expect(call).not.toHaveBeenCalled();
  expect(await goOn(call as unknown as Call, "about", "about")).toBe("confirm");
  expect(call).toHaveBeenCalledWith(expect.anything(), { body: { step: "confirm" } });
});

it("carries the member that the visitor came for, and no other parameter", () => {
  const search = new URLSearchParams({ to: "someone", country: "BE", step: "photo" });
  expect(pathOfStep("about", search)).toBe("/complete-signup?to=someone&step=about");
});
