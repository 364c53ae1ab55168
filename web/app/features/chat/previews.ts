/** Local previews of pictures sent from this tab, so that their bubbles do not wait for the server. */
import type { ChatPhoto } from "@serenade/contract/chat";

const MAX_PREVIEWS = 20;
const previews = new Map<ChatPhoto["id"], string>();

export function storePreview(id: ChatPhoto["id"], url: string) {
  previews.set(id, url);
  const [oldest, old] = previews.entries().next().value!;
  if (previews.size <= MAX_PREVIEWS) return;
  previews.delete(oldest);
  URL.revokeObjectURL(old);
}

export const previewOf = (id: ChatPhoto["id"]): string | undefined => previews.get(id);
