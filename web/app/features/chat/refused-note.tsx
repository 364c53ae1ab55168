import { useTranslations } from "use-intl/react";
import { paths } from "~/paths.ts";
import { Alert } from "~/ui/alert.tsx";
import { LinkButton } from "~/ui/button.tsx";
import type { Refused } from "./use-send.ts";

/** Why a message was refused, with the next step. A text is back in the field; a picture or gift waits in the list. */
export function RefusedNote({ refused: { code, message, text }, name }: { refused: Refused; name: string }) {
  const t = useTranslations("chat.refused");
  const c = useTranslations("chat.broke");
  if (code === "premium_only") {
    return (
      <Alert
        announce
        variant="info"
        action={
          <LinkButton to={paths.premium()} variant="call" size="small" icon="coin">
            {c("credits")}
          </LinkButton>
        }
      >
        {text ? t("premium_only") : message}
      </Alert>
    );
  }
  if (code === "blocked") {
    return (
      <Alert announce variant="warning" title={message}>
        {text && t("blocked_text")}
      </Alert>
    );
  }
  return (
    <Alert announce variant="warning">
      {code === "not_confirmed" && text ? t("not_confirmed", { name }) : message}
    </Alert>
  );
}
