import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { IntlProvider } from "use-intl/react";
import { expect, it } from "vitest";
import { CallFailure } from "~/platform/call-failure.ts";
import { loadTexts } from "~/platform/texts.ts";
import { ErrorPage } from "./error-page.tsx";

async function show(error: unknown): Promise<{ text: string; links: string[] }> {
  const router = createMemoryRouter([{ id: "root", path: "*", element: <ErrorPage error={error} /> }]);
  const html = renderToStaticMarkup(
    <IntlProvider locale="en" messages={await loadTexts("en")} timeZone="UTC">
      <RouterProvider router={router} />
    </IntlProvider>,
  );
  return {
    text: html.replace(/<title>.*?<\/title>|<meta[^>]*>/g, "").replace(/<[^>]+>/g, "\n"),
    links: [...html.matchAll(/<a href="([^"]+)"/g)].map(([, href]) => href!),
  };
}
const answer = (status: number, data: unknown) => ({ status, statusText: "", internal: false, data });

// spec: 2.error-page
it.each([
  ["an error of our own", new Error("x is not a function"), "Error 500", "An error occured, please try again later."],
  [
    "a call without a status",
    new CallFailure(0, { error: "internal", message: "Something." }),
    "Error 500",
    "Something.",
  ],
  ["a refusal of a call", new CallFailure(429, { error: "too_many_requests", message: "Wait." }), "Error 429", "Wait."],
  ["a page that answers a message", answer(403, { message: "For members only." }), "Error 403", "For members only."],
  ["a page that answers none", answer(502, null), "Error 502", "An error occured, please try again later."],
])("%s: the status, 500 by default, and the message", async (_what, error, code, message) => {
  const { text } = await show(error);
  expect(text).toContain(code);
  expect(text).toContain(message);
  expect(text).not.toContain("is not a function");
});

// spec: 2.error-page-404
it("a page that is not there says so, and leads home", async () => {
  const { text, links } = await show(answer(404, null));
  expect(text).toContain("This page could not be found");
  expect(links).toContain("/");
});
