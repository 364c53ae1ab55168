/** A copy of everything held about oneself (product.md 3). */
import { ExportApi } from "@serenade/contract/security";
import { baseUrlOf, on } from "../../../kernel/dispatch.ts";
import { BinaryResponse } from "../../../kernel/responses.ts";
import { fetchExport, requestExport } from "./commands.ts";

const FETCHES = { name: "export-fetches", points: 20, seconds: 3600, whenDown: "closed" } as const;

export const exportRoutes = [
  on(ExportApi.ask, "member", async (call) => {
    await requestExport(call, call.site.id, call.member.id, baseUrlOf(call));
    return {};
  }),
  // A GET with a single use: link scanners have no session, so they can neither read nor spend it.
  on(
    ExportApi.fetch,
    "member",
    async (call) => {
      const bytes = await fetchExport(call, call.site.id, call.member.id, call.query.token);
      return new BinaryResponse(bytes, "application/zip", 0, "export.zip");
    },
    { limit: FETCHES },
  ),
];
