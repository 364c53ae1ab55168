import { SettingsApi } from "@serenade/contract/site";
import { createTranslator } from "use-intl/core";
import { requestContext } from "~/context.ts";
import { paths } from "~/paths.ts";
import { loadTexts } from "~/platform/texts.ts";
import type { Route } from "./+types/manifest";

/** The installed app, under the site's own name. */
export async function loader({ context }: Route.LoaderArgs) {
  const { call, locale } = context.get(requestContext);
  const { name, description } = await call(SettingsApi.read, { query: {} });
  const t = createTranslator({ locale, messages: await loadTexts(locale), namespace: "shell.nav" });
  const icon = (size: number, purpose = "any") => ({
    src: `/icon-${purpose === "any" ? "" : "maskable-"}${size}.png`,
    sizes: `${size}x${size}`,
    type: "image/png",
    purpose,
  });
  return Response.json(
    {
      id: "/",
      name,
      short_name: name,
      description,
      lang: locale,
      start_url: paths.members(),
      scope: "/",
      display: "standalone",
      background_color: "#fbf8f4",
      theme_color: "#fbf8f4",
      icons: [icon(192), icon(512), icon(512, "maskable")],
      // received by the service worker (public/sw-push.js)
      share_target: {
        action: paths.sharePhoto(),
        method: "POST",
        enctype: "multipart/form-data",
        params: { files: [{ name: "photo", accept: ["image/*"] }] },
      },
      shortcuts: [
        { name: t("search"), url: paths.members() },
        { name: t("messages"), url: paths.chats() },
        { name: t("likes"), url: paths.likes() },
      ],
    },
    { headers: { "Content-Type": "application/manifest+json", "Cache-Control": "public, max-age=3600" } },
  );
}
