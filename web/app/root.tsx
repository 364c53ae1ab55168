import { UserApi } from "@serenade/contract/account";
import { ChatsApi } from "@serenade/contract/chat";
import { copyOf } from "@serenade/contract/lander-copies";
import { isLocale, LOCALES, type Locale } from "@serenade/contract/locales";
import { nicheOf } from "@serenade/contract/niches";
import { PagesApi } from "@serenade/contract/pages";
import { SettingsApi } from "@serenade/contract/site";
import { QueryClientProvider } from "@tanstack/react-query";
import { useEffect, useLayoutEffect, useState } from "react";
import {
  Links,
  Meta,
  Outlet,
  ScrollRestoration,
  type ShouldRevalidateFunctionArgs,
  useLocation,
  useMatches,
} from "react-router";
import { useLocale } from "use-intl/react";
import { requestContext } from "~/context.ts";
import { userKey } from "~/features/account/queries.ts";
import { chatsKey } from "~/features/chat/queries.ts";
import { InlineScript } from "~/platform/inline-script.tsx";
import { HYDRATED, READY } from "~/platform/late-start.ts";
import { useNonce } from "~/platform/nonce.ts";
import type { PageHandle } from "~/platform/page-handle.ts";
import { createQueryClient } from "~/platform/query-client.ts";
import { useRootData } from "~/root-data.ts";
import { ErrorPage } from "~/shell/error-page.tsx";
import { LastResort } from "~/shell/last-resort.tsx";
import { PageScripts } from "~/shell/page-scripts.tsx";
import { isPublicPage } from "~/shell/public-pages.ts";
import { Shell } from "~/shell/shell.tsx";
import { useIsFromServer } from "~/ui/mounted.ts";
import { visitorOf } from "~/visitor.ts";
import type { Route } from "./+types/root";
import chunkGuard from "./inline-scripts/chunk-guard.ts?inline-script";
import inter from "./styles/fonts/inter-latin.woff2?url";
import theme from "./styles/theme.css?url";

export async function loader({ context, request }: Route.LoaderArgs) {
  const { locale, baseUrl, call } = context.get(requestContext);
  const url = new URL(request.url);
  const cookies = request.headers.get("Cookie") ?? "";
  const [{ user }, settings, { pages }, chats] = await Promise.all([
    call(UserApi.current),
    call(SettingsApi.read, { query: Object.fromEntries(url.searchParams) }),
    call(PagesApi.list),
    /(?:^|;\s*)auth=/.test(cookies) ? call(ChatsApi.list).catch(() => null) : null,
  ]);
  return {
    locale,
    origin: baseUrl,
    ...visitorOf(request.headers),
    user,
    settings,
    pages,
    chats: user && chats,
  };
}

/** Revalidates after an action or on request, not on every navigation. */
export function shouldRevalidate({
  currentUrl,
  nextUrl,
  formMethod,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) {
  if (formMethod && formMethod !== "GET") return defaultShouldRevalidate;
  return currentUrl.href === nextUrl.href && defaultShouldRevalidate;
}

export function Layout({ children }: { children: React.ReactNode }) {
  const nonce = useNonce();
  const locale = useLocale();
  const root = useRootData();
  const matches = useMatches();
  const handle = matches.at(-1)?.handle as PageHandle | undefined;
  const withoutScript = handle?.noJs === true;
  const late = import.meta.env.PROD && root?.user === null;
  return (
    <html lang={locale} data-theme={root?.theme} data-accent={root?.user ? undefined : accentOf(root?.settings.niche)}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        {/* before every other script */}
        <InlineScript code={chunkGuard} />
        <Meta />
        {root?.theme !== "dark" && (
          <meta name="theme-color" content="#fbf8f4" media={root?.theme ? "all" : "(prefers-color-scheme: light)"} />
        )}
        {root?.theme !== "light" && (
          <meta name="theme-color" content="#10171e" media={root?.theme ? "all" : "(prefers-color-scheme: dark)"} />
        )}
        <link rel="stylesheet" href={theme} precedence="first" />
        <link rel="manifest" href="/manifest.webmanifest" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/icon-180.png" />
        <link rel="preload" as="font" type="font/woff2" href={inter} crossOrigin="anonymous" />
        {root &&
          (isPublicPage(matches.at(-1)?.id) ? (
            <Listed origin={root.origin} id={matches.at(-1)!.id} locale={root.locale} />
          ) : (
            <NotListed />
          ))}
        <Links nonce="" />
      </head>
      <body>
        {children}
        {!withoutScript && <Scrolling nonce={nonce ?? ""} />}
        {!withoutScript && <PageScripts late={late} nonce={nonce ?? ""} />}
      </body>
    </html>
  );
}

/**
 * React Router's, which is a script element too. An error page that replaces the whole page is a new document to React, and
 * Trusted Types allow it none.
 */
function Scrolling({ nonce }: { nonce: string }) {
  return useIsFromServer() && <ScrollRestoration nonce={nonce} />;
}

export default function App({ loaderData }: Route.ComponentProps) {
  const [client] = useState(createQueryClient);
  // newer root data (after login, logout, a purchase) goes into the query cache, which the badges read
  useLayoutEffect(() => {
    client.setQueryData(userKey, loaderData.user);
    if (loaderData.chats) client.setQueryData(chatsKey, loaderData.chats);
    else if (!loaderData.user) client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== userKey[0] });
  }, [client, loaderData]);
  useLayoutEffect(() => void window.dispatchEvent(new Event(HYDRATED)), []);
  useEffect(() => {
    window.__ready = true;
    window.dispatchEvent(new Event(READY));
  }, []);
  return (
    <QueryClientProvider client={client}>
      <Shell>
        <Outlet />
      </Shell>
    </QueryClientProvider>
  );
}

/** The root loader failed: the error page without navigation, and a plain text if even that fails (§2). */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const [client] = useState(createQueryClient);
  return (
    <LastResort>
      <QueryClientProvider client={client}>
        <ErrorPage error={error} alone />
      </QueryClientProvider>
    </LastResort>
  );
}

/** Visitors see the niche's accent colour, members the orange of §9. */
const accentOf = (niche = 1) => nicheOf(niche).accent;

/** The name of a public page's picture; that of a lander says what its copy says. */
function pictureOf(id: string, pathname: string): string {
  if (id === "token") return pathname.slice(1);
  if (!id.startsWith("landers-")) return id;
  const [, , name, slug] = pathname.split("/");
  return copyOf(slug) ? `landers-${name}-${slug}` : `landers-${name}`;
}

/** For search engines: the page's own address, and the same page in the other languages. */
function Listed({ origin, id, locale }: { origin: string; id: string; locale: Locale }) {
  const { pathname, search } = useLocation();
  const address = (lang: string) => `${origin}${pathname}?lang=${lang}`;
  const lang = new URLSearchParams(search).get("lang");
  return (
    <>
      <link rel="canonical" href={isLocale(lang) ? address(lang) : origin + pathname} />
      <meta property="og:url" content={isLocale(lang) ? address(lang) : origin + pathname} />
      <meta property="og:type" content="website" />
      <meta
        property="og:image"
        content={`${origin}/api/share-picture.php?page=${pictureOf(id, pathname)}&lang=${locale}`}
      />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta name="twitter:card" content="summary_large_image" />
      {LOCALES.map((locale) => (
        <link key={locale} rel="alternate" hrefLang={locale} href={address(locale)} />
      ))}
      <link rel="alternate" hrefLang="x-default" href={origin + pathname} />
    </>
  );
}

/** Pages of members and of single visitors. */
const NotListed = () => <meta name="robots" content="noindex" />;
