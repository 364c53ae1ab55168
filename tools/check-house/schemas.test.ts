import { expect, test } from "vitest";
import { checkSchemas } from "./schemas.ts";
import { sourceOf } from "./sources.ts";

const found = (file: string, text: string) => checkSchemas([sourceOf(file, text)]).map(({ why }) => why);

test("the pages read no schema of an endpoint", () => {
  expect(found("web/app/features/payments/a.page.tsx", "const form = { schema: PaymentApi.start.body };")).toEqual([
    "PaymentApi.start.body: the browser's build removes it; import the schema by name",
  ]);
});

test("named schemas, the path of an endpoint and the server's code are fine", () => {
  expect(found("web/app/features/payments/a.page.tsx", "const form = { schema: OrderForm };")).toEqual([]);
  expect(found("web/app/features/likes/a.ts", "const path = LikesApi.like.path;")).toEqual([]);
  expect(found("server/modules/payments/routes.ts", "const schema = PaymentApi.start.body;")).toEqual([]);
});
