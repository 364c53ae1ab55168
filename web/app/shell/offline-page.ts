import { SettingsApi } from "@serenade/contract/site";
import { createTranslator } from "use-intl/core";
import { requestContext } from "~/context.ts";
import { loadTexts } from "~/platform/texts.ts";
import type { Route } from "./+types/offline-page";
import { themeOf } from "./theme.ts";

/** The page that the service worker (public/sw-push.js) shows offline: no personal data, the requester's language and theme. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { call, locale } = context.get(requestContext);
  const { name } = await call(SettingsApi.read, { query: {} });
  const t = createTranslator({ locale, messages: await loadTexts(locale), namespace: "push.offline" });
  const theme = themeOf(request.headers.get("Cookie") ?? "");
  const texts = { title: t("title"), text: t("text", { site: name }), again: t("again") };
  return new Response(page(locale, theme, name, texts), {
    headers: { "Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-cache", "X-Robots-Tag": "noindex" },
  });
}

function page(
  locale: string,
  theme: string | undefined,
  site: string,
  { title, text, again }: { title: string; text: string; again: string },
): string {
  return `<!doctype html>
<html lang="${locale}"${theme ? ` data-theme="${theme}"` : ""}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<title>${safe(title)} · ${safe(site)}</title>
<link rel="stylesheet" href="/offline.css">
</head>
<body>
<main>
<img src="/favicon.svg" alt="" width="64" height="64">
<h1>${safe(title)}</h1>
<p>${safe(text)}</p>
<a href="">${safe(again)}</a>
</main>
</body>
</html>
`;
}

const safe = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[sign]!);
