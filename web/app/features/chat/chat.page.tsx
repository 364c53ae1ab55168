import { ChatApi, type ChatPage as Loaded } from "@serenade/contract/chat";
import { BlockedByMember } from "~/features/members/member-blocked.tsx";
import { orBlocker } from "~/features/members/member-blocker.ts";
import { loaderApi } from "~/platform/route-api.ts";
import type { Route } from "./+types/chat.page";
import type { ConversationId } from "./chat-cache.ts";
import { Conversation } from "./conversation.tsx";

export async function loader(visit: Route.LoaderArgs) {
  const id = visit.params.id as ConversationId;
  return orBlocker(loaderApi(visit)(ChatApi.read, { query: { id } }));
}

export default function ChatPage({ loaderData, params }: Route.ComponentProps) {
  if (loaderData.blockedBy !== null) return <BlockedByMember name={loaderData.blockedBy} />;
  const loaded: Loaded = loaderData;
  return <Conversation key={params.id} id={params.id as ConversationId} loaded={loaded} />;
}
