import type { MemberId } from "@serenade/contract/members";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { useUser } from "~/features/account/queries.ts";
import { useErrorMessage } from "~/platform/error-message.ts";
import { onLiveOpen } from "~/platform/live.ts";
import { flushAll } from "./outbox-sender.ts";

/** Mounted on every page: flushes the outbox on load, when the page becomes visible and when the connection is back. */
export function OutboxHost() {
  const user = useUser();
  return user && <OutboxFlusher own={user.id} />;
}

function OutboxFlusher({ own }: { own: MemberId }) {
  const client = useQueryClient();
  const errorMessage = useErrorMessage();
  const flush = useEffectEvent(() => flushAll({ own, client, errorMessage }));
  useEffect(() => {
    const onConnected = () => flush();
    const whenVisible = () => {
      if (document.visibilityState === "visible") flush();
    };
    onConnected();
    const stop = onLiveOpen(onConnected);
    window.addEventListener("online", onConnected);
    document.addEventListener("visibilitychange", whenVisible);
    return () => {
      stop();
      window.removeEventListener("online", onConnected);
      document.removeEventListener("visibilitychange", whenVisible);
    };
  }, []);
  return null;
}
