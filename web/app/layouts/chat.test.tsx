/** Visitors are led to the login before a page of this layout is drawn, so no browser test meets its warning. */
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { IntlProvider } from "use-intl/react";
import { expect, it, vi } from "vitest";
import { loadTexts } from "~/platform/texts.ts";
import ChatLayout from "./chat.tsx";

vi.mock("~/inline-scripts/entry-warning.ts?inline-script", () => ({ default: "" }));

async function warns(country: string, change: object = {}): Promise<boolean> {
  const settings = {
    name: "Serenade",
    min_age: 18,
    enable_site_entry_popup: "yes",
    geoip_country: country,
    geoip_selected_country: null,
    countries: ["NL", "DE", "FR", "GB"],
  };
  const root = { settings, user: null, entered: false, languages: [], pages: [], chats: null, ...change };
  const routes = [{ id: "root", path: "/", children: [{ id: "chat", path: "chats", element: <ChatLayout /> }] }];
  const router = createMemoryRouter(routes, { initialEntries: ["/chats"], hydrationData: { loaderData: { root } } });
  const html = renderToStaticMarkup(
    <IntlProvider locale="en" messages={await loadTexts("en")} timeZone="UTC">
      <QueryClientProvider client={new QueryClient()}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </IntlProvider>,
  );
  expect(html).toContain('<main id="content"');
  return html.includes('id="entry-warning"');
}

// spec: 2.layout.chat, 9.entry-warning
it("warns at the entry in NL and DE only, and only visitors who have not entered", async () => {
  const countries: string[] = [];
  for (const country of ["NL", "DE", "FR", "GB", "JP"]) if (await warns(country)) countries.push(country);
  expect(countries).toEqual(["NL", "DE"]);
  expect(await warns("NL", { entered: true })).toBe(false);
});
