import { expect, test } from "vitest";
import { checkKit } from "./kit.ts";
import { sourceOf } from "./sources.ts";

const kit = (text: string) => checkKit([sourceOf("web/app/ui/button.tsx", text)]);

test.each([
  "~/features/likes/like-button.tsx",
  "~/shell/shell.tsx",
  "~/layouts/chat.tsx",
  "~/platform/call.ts",
  "@serenade/texts/catalog",
])("the UI kit does not import %s", (target) => expect(kit(`import { x } from "${target}";`)).toHaveLength(1));

test("the UI kit has no texts", () => {
  expect(kit("const t = useTranslations();")).toHaveLength(1);
});

test("the UI kit imports its own parts and packages; features have texts", () => {
  expect(kit(`import { x } from "./icon.tsx"; import { y } from "react";`)).toEqual([]);
  expect(checkKit([sourceOf("web/app/features/likes/likes.page.tsx", "const t = useTranslations();")])).toEqual([]);
});
