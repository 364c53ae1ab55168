import { ChatApi, type ChatPage as Loaded } from "@serenade/contract/chat";
import type { MemberId } from "@serenade/contract/members";
import { redirect } from "react-router";
import { BlockedByMember } from "~/features/members/member-blocked.tsx";
import { orBlocker } from "~/features/members/member-blocker.ts";
import { reading } from "~/kernel/reading.ts";
import { paths } from "~/paths.ts";
import type { Route } from "./+types/member-chat.page";
import { ChatPanes } from "./chat-panes.tsx";
import { NewConversation } from "./new-conversation.tsx";

/** Writing to somebody for the first time; where there is a conversation, it is the place to write. */
export async function loader(visit: Route.LoaderArgs) {
  return orBlocker(
    reading(visit)(ChatApi.read, { query: { profile: visit.params.id as MemberId } }).then((loaded) => {
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
