import { ComplaintApi } from "@serenade/contract/moderation";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type TestApp, testApp } from "../../../test/app.ts";
import { join } from "../../../test/cast.ts";
import { listSent } from "../../mail/queries.ts";

let test: TestApp;
beforeAll(async () => {
  test = await testApp();
});
afterAll(() => test.close());

const complaint = {
  email: "witness@example.test",
  kind: "photo",
  subject: "/members/abc",
  message: "The photo shows me.",
  good_faith: true,
} as const;

it("a complaint without an account is a case: stored as written, and confirmed by email with its number", async () => {
  const { status, body } = await test.client().call(ComplaintApi.file, { body: { ...complaint, name: "Wilma" } });
  expect(status).toBe(201);
  const { rows } = await test.app.db.raw("select member_id, name, email, kind, subject, message from complaints");
  const { good_faith: _, ...written } = complaint;
  expect(rows).toEqual([{ member_id: null, name: "Wilma", ...written }]);
  await test.settle();
  const [mail] = await listSent(test.app.db, 10);
  expect(mail).toMatchObject({ recipient: "witness@example.test", subject: "We’ve received your complaint" });
  expect(mail!.body_text).toContain(body.case);
});

it("the same complaint again is the same case, and confirmed once", async () => {
  const bram = await join(test, "bram");
  const file = async () =>
    (await bram.call(ComplaintApi.file, { body: { ...complaint, message: "Again." } })).body.case;
  const numbers = [await file(), ...(await Promise.all([file(), file()]))];
  expect(new Set(numbers).size).toBe(1);
  await test.settle();
  const mails = (await listSent(test.app.db, 50)).filter(({ body_text }) => body_text.includes(numbers[0]!));
  expect(mails.length).toBe(1);
});

it("needs good faith, a subject and an address", async () => {
  const anna = test.client();
  for (const change of [{ good_faith: false }, { subject: "" }, { email: "nobody" }, { kind: "noise" }]) {
    const { status } = await anna.call(ComplaintApi.file, { body: { ...complaint, ...change } as never });
    expect([change, status]).toEqual([change, 400]);
  }
});

it("a complaint is deleted after two years, and not before", async () => {
  const left = async () =>
    (await test.app.db.raw("select id from complaints where message = 'An old one.'")).rows.length;
  await test.client().call(ComplaintApi.file, { body: { ...complaint, message: "An old one." } });
  await test.app.clock.advance(729 * 86_400);
  await test.settle();
  expect(await left()).toBe(1);
  await test.app.clock.advance(2 * 86_400);
  await test.settle();
  expect(await left()).toBe(0);
});
