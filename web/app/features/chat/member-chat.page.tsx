import { ChatApi, type ChatPage as Loaded } from "@serenade/contract/chat";
import type { MemberId } from "@serenade/contract/members";
import { redirect } from "react-router";
import { BlockedByMember } from "~/features/members/member-blocked.tsx";
import { orBlocker } from "~/features/members/member-blocker.ts";
import { paths } from "~/paths.ts";
import { loaderApi } from "~/platform/route-api.ts";
import type { Route } from "./+types/member-chat.page";
import { ChatPanes } from "./chat-panes.tsx";
import { NewConversation } from "./new-conversation.tsx";

/** A first message to a member; redirects if there is a conversation already. */
export async function loader(visit: Route.LoaderArgs) {
  return orBlocker(
    loaderApi(visit)(ChatApi.read, { query: { profile: visit.params.id as MemberId } }).then((loaded) => {
      if (loaded.conversation) throw redirect(paths.chat(loaded.conversation.id));
      return loaded;
    }),
  );
}

export default function MemberChatPage({ loaderData, params }: Route.ComponentProps) {
  if (loaderData.blockedBy !== null) return <BlockedByMember name={loaderData.blockedBy} />;
  const loaded: Loaded = loaderData;
  return (
    <ChatPanes open={params.id}>
      <NewConversation key={params.id} loaded={loaded} />
    </ChatPanes>
  );
}
