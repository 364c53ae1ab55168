import { useIsFromServer } from "~/ui/mounted.ts";
import { useNonce } from "./nonce.ts";

/**
 * A script of ours within the page that the server sends. Only there: what React opens later has effects instead, because Trusted
 * Types allow it no script elements, and one would leave an error page.
 */
export function InlineScript({ code }: { code: string }) {
  const nonce = useNonce();
  if (!useIsFromServer()) return null;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours
  return <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: code }} />;
}
