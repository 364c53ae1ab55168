import { NICHES } from "@serenade/contract/niches";
import { expect, it } from "vitest";
import { screensOf } from "./sign-up-screens.ts";

const screens = (niche: number) =>
  screensOf(niche, { message: false }).map(({ title, questions }) => `${title}: ${questions.join(" ")}`);

it("asks what belongs together on one screen, in the niche's order", () => {
  expect(screens(1)).toEqual(["who: gender looking_for", "you: birth name", "login: email password", "consent: "]);
  expect(screens(3)).toEqual(["who: looking_for gender", "you: name birth", "login: email password", "consent: "]);
  expect(screens(4)).toEqual(["birth: birth", "who: gender looking_for", "login: name email password", "consent: "]);
  expect(screens(5)).toEqual(["name: name", "who: gender looking_for", "you: birth email password", "consent: "]);
});

// spec: 1.niches
it("has four screens in every niche and one for a message, and asks everything once", () => {
  for (const niche of Object.keys(NICHES).map(Number)) {
    const all = screensOf(niche, { message: true });
    expect(all).toHaveLength(5);
    expect(all[0]!.questions).toEqual(["message"]);
    expect(all.flatMap(({ fields }) => fields).sort()).toEqual(
      "consent date_of_birth email gender invitation looking_for name password signup_message terms".split(" "),
    );
  }
});
