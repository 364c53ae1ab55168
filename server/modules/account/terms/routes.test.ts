import { TermsApi, UserApi } from "@serenade/contract/account";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type TestApp, testApp } from "../../../test/app.ts";
import { join, type Person } from "../../../test/cast.ts";
import { changeCompany } from "../../site/commands.ts";

let test: TestApp;
beforeAll(async () => {
  test = await testApp();
});
afterAll(() => test.close());

const isDue = async (person: Person) => (await person.call(UserApi.current)).body.user!.terms_due;
const agree = (person: Person, version: string) => person.call(TermsApi.agree, { body: { version } });
const FIRST = "2023-12-01T12:00:00.000Z";
const CHANGED = "2027-01-15T09:00:00.000Z";

it("a sign-up agrees to the version in force; when it changes the member is asked again, until they agree", async () => {
  await changeCompany(test.app, 1, { added: "2020-01-01T00:00:00Z" });
  const anna = await join(test, "anna");
  expect(await isDue(anna)).toBe(false);
  const { rows } = await test.app.db.raw("select terms_version from accounts where member_id = $1", [anna.number]);
  expect(new Date((rows[0] as { terms_version: string }).terms_version).toISOString()).toBe(FIRST);

  await changeCompany(test.app, 1, { added: CHANGED });
  expect(await isDue(anna)).toBe(true);
  expect((await agree(anna, FIRST)).body.error).toBe("terms_changed");
  expect(await isDue(anna)).toBe(true);
  expect((await agree(anna, CHANGED)).status).toBe(200);
  expect(await isDue(anna)).toBe(false);
});

it("agreeing again changes nothing, not even the time of the agreement", async () => {
  const bram = await join(test, "bram");
  const time = async () =>
    (await test.app.db.raw("select terms_at from accounts where member_id = $1", [bram.number])).rows[0];
  const before = await time();
  await test.app.clock.advance(60);
  expect((await agree(bram, CHANGED)).status).toBe(200);
  expect(await time()).toEqual(before);
});
