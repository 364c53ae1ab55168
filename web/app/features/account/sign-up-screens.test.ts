import { NICHES } from "@serenade/contract/niches";
import { expect, it } from "vitest";
import { screensOf } from "./sign-up-screens.ts";

const questionsOf = (niche: number) => screensOf(niche, { message: false }).map(({ questions }) => questions.join(" "));

it("asks what belongs together on one screen, in the niche's order", () => {
  expect(questionsOf(1)).toEqual(["gender looking_for", "birth name", "email password"]);
  expect(questionsOf(3)).toEqual(["looking_for gender", "name birth", "email password"]);
  expect(questionsOf(4)).toEqual(["birth", "gender looking_for", "name", "email password"]);
});

it("has three or four screens in every niche, and asks everything once", () => {
  for (const niche of Object.keys(NICHES).map(Number)) {
    const screens = screensOf(niche, { message: true });
    expect(screens[0]!.questions).toEqual(["message"]);
    expect([3, 4]).toContain(screens.length - 1);
    const fields = screens.flatMap((screen) => screen.fields);
    expect([...fields].sort()).toEqual([
      "consent",
      "date_of_birth",
      "email",
      "gender",
      "invitation",
      "looking_for",
      "name",
      "password",
      "signup_message",
      "terms",
    ]);
  }
});
