/** Self-exclusion (§2 ban). */
import { ExclusionApi } from "@serenade/contract/exclusions";
import { baseUrlOf, on } from "../../../kernel/dispatch.ts";
import { confirmExclusion, requestExclusion } from "./commands.ts";

const REQUESTS = { name: "exclusions", points: 5, seconds: 3_600, whenDown: "closed" } as const;
const LINKS = { name: "exclusion-links", points: 30, seconds: 300, whenDown: "closed" } as const;

export const exclusionRoutes = [
  on(
    ExclusionApi.request,
    "anyone",
    async (call) => {
      const { site, body: form, locale } = call;
      await requestExclusion(call, { site: site.id, form, locale, baseUrl: baseUrlOf(call) });
      return {};
    },
    { limit: REQUESTS, countBy: "network" },
  ),
  on(
    ExclusionApi.confirm,
    "anyone",
    async (call) => ({ until: await confirmExclusion(call, call.site.id, call.body.token, call.locale) }),
    { limit: LINKS, countBy: "network" },
  ),
];
