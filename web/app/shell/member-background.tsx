import type { MemberId } from "@serenade/contract/members";
import { useEffect } from "react";
import { useNavigate } from "react-router";
import { useUser } from "~/features/account/queries.ts";
import { OutboxHost } from "~/features/chat/outbox-host.tsx";
import { useTimeBonusClock } from "~/features/discounts/time-bonus.ts";
import { LikePopup } from "~/features/likes/like-popup.tsx";
import { MatchHost } from "~/features/likes/match-host.tsx";
import { SentToast } from "~/features/likes/sent-toast.tsx";
import { reachAskMoment } from "~/features/push/ask-moment.ts";
import { usePushWorker } from "~/features/push/push.ts";
import { usePush } from "~/features/push/push-state.ts";
import { ownPath, paths } from "~/paths.ts";
import { useLanguage } from "~/platform/language.ts";
import { usePageHidden } from "~/platform/page-hidden.ts";
import { useRootData } from "~/root-data.ts";
import { useCounters } from "./counters.ts";
import { useLiveRefresh } from "./live-refresh.ts";
import { usePeriodicRefresh } from "./periodic-refresh.ts";
import { TimeBonusModal } from "./time-bonus-modal.tsx";
import { UpdatePrompt } from "./update-prompt.tsx";

/** For a member, on every page: the event stream, push, the timers of §4, unsent messages, and what opens by itself. */
export default function MemberBackground(): React.ReactNode {
  const user = useUser();
  const root = useRootData();
  const navigate = useNavigate();
  useLiveRefresh(user?.id);
  usePushWorker(user?.id, root?.settings.push_public_key, {
    appearance: `${useLanguage()} ${root?.theme ?? ""}`,
    onOpen: (path) => void navigate(ownPath(path, paths.index())),
  });
  usePeriodicRefresh(user !== null, usePush());
  usePageHidden(user !== null);
  useTimeBonusClock();
  useMomentForPush(user?.id);
  return (
    <>
      <MatchHost />
      <LikePopup />
      <TimeBonusModal />
      <SentToast />
      <UpdatePrompt />
      <OutboxHost />
    </>
  );
}

/** The first like received is when push has a use; as is the first message sent (outbox-sender.ts). */
function useMomentForPush(member: MemberId | undefined): void {
  const { newLikes } = useCounters();
  useEffect(() => {
    if (member && newLikes > 0) reachAskMoment(member);
  }, [member, newLikes]);
}
