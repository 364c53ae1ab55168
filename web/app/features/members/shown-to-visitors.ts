import type { MemberCard } from "@serenade/contract/members";
import { SearchApi } from "@serenade/contract/search";
import type { Call } from "~/platform/call.ts";
import { isCallFailure } from "~/platform/call-failure.ts";

/** Members with a photo who chose to be shown to visitors, last active first. Empty where the site lets only members search. */
export async function listShownToVisitors(call: Call, most: number): Promise<MemberCard[]> {
  try {
    const { results } = await call(SearchApi.list, { query: { photo: "true" } });
    return results.filter(({ main_image }) => main_image).slice(0, most);
  } catch (error) {
    if (isCallFailure(error) && error.status < 500) return [];
    throw error;
  }
}
