import { SignupForm } from "@serenade/contract/account";
import { expect, it } from "vitest";
import { readBirthDate } from "./birth-date.tsx";

const born = (day: string, month: string, year: string) => {
  const fields = new FormData();
  fields.set("birth_day", day);
  fields.set("birth_month", month);
  fields.set("birth_year", year);
  return readBirthDate(fields);
};
const isDate = (value: string) => SignupForm.shape.date_of_birth.safeParse(value).success;

it("joins the three parts to an ISO date", () => {
  expect(born(" 3", "5", "1990")).toBe("1990-05-03");
  expect(isDate(born("3", "5", "1990"))).toBe(true);
});

// spec: 5.birth-date
it("leaves what is no date no date", () => {
  expect(isDate(born("", "", ""))).toBe(false);
  expect(isDate(born("31", "2", "1990"))).toBe(false);
  expect(isDate(born("x", "5", "1990"))).toBe(false);
});
