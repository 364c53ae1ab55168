/** Agreement to changed terms (§7). */
import { TermsApi } from "@serenade/contract/account";
import { on } from "../../../kernel/dispatch.ts";
import { agreeToTerms } from "./commands.ts";

export const termsRoutes = [
  on(TermsApi.agree, "member", async (call) => {
    await agreeToTerms(call, call.site.id, call.member.id, call.body.version);
    return {};
  }),
];
