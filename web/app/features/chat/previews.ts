/** What the browser itself can show of pictures that were sent from this tab, so that their bubbles never wait for the server. */
import type { ChatPhoto } from "@serenade/contract/chat";

const KEPT = 20;
const previews = new Map<ChatPhoto["id"], string>();

export function keepPreview(id: ChatPhoto["id"], url: string) {
  previews.set(id, url);
  const [oldest, old] = previews.entries().next().value!;
  if (previews.size <= KEPT) return;
  previews.delete(oldest);
  URL.revokeObjectURL(old);
}

export const previewOf = (id: ChatPhoto["id"]): string | undefined => previews.get(id);
