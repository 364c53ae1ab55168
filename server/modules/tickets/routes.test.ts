import { ServiceApi } from "@serenade/contract/tickets";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type TestApp, testApp } from "../../test/app.ts";
import { join } from "../../test/cast.ts";
import { listSent } from "../mail/queries.ts";

let test: TestApp;
beforeAll(async () => {
  test = await testApp();
});
afterAll(() => test.close());

const question = { email: "Reader@example.test", topic: "payment", message: "Where is my receipt?" } as const;
const rows = async () =>
  (await test.app.db.raw("select member_id, topic, message, locale from tickets order by id")).rows;

it("a question without an account is a case with a number, which the address is sent in its language", async () => {
  const reader = test.client();
  const { status, body } = await reader.call(ServiceApi.write, {
    body: question,
    headers: { "accept-language": "fr" },
  });
  expect(status).toBe(201);
  expect(body.case).toMatch(/^[0-9A-Z]{4}-[0-9A-Z]{3}-[0-9A-Z]{4}$/);
  expect(await rows()).toEqual([{ member_id: null, topic: "payment", message: "Where is my receipt?", locale: "fr" }]);
  await test.settle();
  const [mail] = await listSent(test.app.db, 10);
  expect(mail).toMatchObject({ recipient: "Reader@example.test", subject: "Nous avons reçu votre message" });
  expect(mail!.body_text).toContain(body.case);
  expect(mail!.body_text).toContain("cette adresse a été indiquée");
});

it("the same question again is the same case, another one is not", async () => {
  const number = async (change: object) =>
    (await test.client().call(ServiceApi.write, { body: { ...question, ...change } as never })).body.case;
  const first = await number({});
  expect(await Promise.all([number({}), number({ email: "reader@EXAMPLE.test" }), number({})])).toEqual([
    first,
    first,
    first,
  ]);
  expect(await number({ message: "Where is it?" })).not.toBe(first);
});

it("a member's question names the member, so that it is in their export and erased with them", async () => {
  const anna = await join(test, "anna");
  await anna.call(ServiceApi.write, { body: { ...question, message: "It is Anna." } });
  const { rows: own } = await test.app.db.raw("select member_id from tickets where message = 'It is Anna.'");
  expect(own).toEqual([{ member_id: anna.number }]);
});

it("is deleted after two years, and not before", async () => {
  const left = async () =>
    (await rows()).filter((row) => (row as { message: string }).message === "An old question.").length;
  await test.client().call(ServiceApi.write, { body: { ...question, message: "An old question." } });
  await test.app.clock.advance(729 * 86_400);
  await test.settle();
  expect(await left()).toBe(1);
  await test.app.clock.advance(2 * 86_400);
  await test.settle();
  expect(await left()).toBe(0);
});

it("forms without an address, a topic or a text are refused, and the sixth of an hour from one network too", async () => {
  const reader = test.client();
  const status = async (body: object) => (await reader.call(ServiceApi.write, { body: body as never })).status;
  for (const missing of ["email", "topic", "message"]) expect(await status({ ...question, [missing]: "" })).toBe(400);
  const statuses: number[] = [];
  for (let at = 0; at < 6; at++) statuses.push(await status({ ...question, message: `question ${at}` }));
  expect(statuses.at(-1)).toBe(429);
});
