import type { ChatItem } from "@serenade/contract/chat";
import type { Gift } from "@serenade/contract/gifts";
import { useTranslations } from "use-intl/react";

/** The preview of a conversation in the list, in the reader's language: a text, "photo", or the gift's name. */
export function usePreviewText(): (conversation: Pick<ChatItem["conversation"], "last_kind" | "preview">) => string {
  const t = useTranslations("chat.photo");
  const g = useTranslations("gifts");
  return ({ last_kind, preview }) => {
    if (last_kind === "photo") return t("preview");
    return last_kind === "gift" ? g(`names.${preview as Gift}`) : preview;
  };
}
