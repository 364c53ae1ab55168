import { PagesApi } from "@serenade/contract/pages";
import type { PageHandle } from "~/platform/page-handle.ts";
import { loaderApi } from "~/platform/route-api.ts";
import type { Route } from "./+types/page.page";
import { PageFrame } from "./page-frame.tsx";

export const handle: PageHandle = { storedSeconds: 60 };

/** A static page, built in or the site's own (§2 Static pages); the address is its token. */
export async function loader(visit: Route.LoaderArgs) {
  const token = new URL(visit.request.url).pathname.slice(1).replace(/\.data$/, "");
  return { page: await loaderApi(visit)(PagesApi.read, { query: { token: decodeURIComponent(token) } }) };
}

export default function Page({ loaderData: { page } }: Route.ComponentProps) {
  return <PageFrame page={page} />;
}
