import type { MemberId } from "@serenade/contract/members";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { useFailureWords } from "~/kernel/failure-words.ts";
import { onLiveOpen } from "~/kernel/live.ts";
import { useUser } from "~/kernel/queries.ts";
import { postAll } from "./post.ts";

/** On every page: what was written without a connection is sent when there is one again. */
export function OutboxHost() {
  const user = useUser();
  return user && <Postman own={user.id} />;
}

function Postman({ own }: { own: MemberId }) {
  const client = useQueryClient();
  const words = useFailureWords();
  const post = useEffectEvent(() => postAll({ own, client, words }));
  useEffect(() => {
    const again = () => post();
    const whenVisible = () => {
      if (document.visibilityState === "visible") post();
    };
    again();
    const stop = onLiveOpen(again);
    window.addEventListener("online", again);
    document.addEventListener("visibilitychange", whenVisible);
    return () => {
      stop();
      window.removeEventListener("online", again);
      document.removeEventListener("visibilitychange", whenVisible);
    };
  }, []);
  return null;
}
