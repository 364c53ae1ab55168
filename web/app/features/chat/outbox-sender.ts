/**
 * Sends the outbox: to each recipient in the order of writing, from one tab at a time. Without a connection messages stay in the
 * outbox; outbox-host.tsx flushes again when the network is back.
 */
import type { User } from "@serenade/contract/account";
import { ChatApi } from "@serenade/contract/chat";
import type { MemberId } from "@serenade/contract/members";
import type { QueryClient } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { userKey } from "~/features/account/queries.ts";
import { reachAskMoment } from "~/features/push/ask-moment.ts";
import { call } from "~/platform/call.ts";
import { isCallFailure } from "~/platform/call-failure.ts";
import { useOnline } from "~/platform/network.ts";
import { type ConversationId, putInList, putMessage } from "./chat-cache.ts";
import { listOutbox, type Outgoing, putOutgoing, removeOutgoing } from "./outbox.ts";
import { chatsKey } from "./queries.ts";

/** Ends a request on a dead connection. Retrying is safe: the server accepts a client_id once. */
const TIMEOUT_MS = 45_000;
const RETRY_MS = 20_000;

export interface OutboxSender {
  own: MemberId;
  client: QueryClient;
  /** Explains a refusal in the member's language. */
  errorMessage: (error: unknown) => string;
}

/** Sends what is waiting, to all recipients side by side. */
export function flushAll(sender: OutboxSender): void {
  for (const to of new Set(listOutbox(sender.own).map((message) => message.to))) void flush(sender, to);
}

export async function flush(sender: OutboxSender, to: MemberId): Promise<void> {
  await withLock(`outbox ${sender.own} ${to}`, async () => {
    for (;;) {
      const next = listOutbox(sender.own).find((message) => message.to === to && message.failed === null);
      if (!next) return;
      if (!(await send(sender, next))) return;
    }
  });
}

/** Returns false when there is no connection: the following messages wait too. */
async function send({ own, client, errorMessage }: OutboxSender, outgoing: Outgoing): Promise<boolean> {
  const { client_id, to, conversation, text, photo, gift } = outgoing;
  if (!navigator.onLine) return setStalled(true);
  const connection = new AbortController();
  const abort = () => connection.abort();
  window.addEventListener("offline", abort);
  const timeout = setTimeout(abort, TIMEOUT_MS);
  try {
    const answer = await call(ChatApi.send, {
      body: {
        client_id,
        ...(photo ? { photo: photo.id } : gift ? { gift } : { message: text }),
        ...(conversation ? { id: conversation } : { profile: to }),
      },
      key: client_id,
      signal: connection.signal,
    });
    setStalled(false);
    putMessage(client, answer.conversation, answer.message);
    putInList(client, answer.conversation, answer.message);
    client.setQueryData<User | null>(userKey, (user) => user && { ...user, credits: answer.credits });
    if (!conversation) client.invalidateQueries({ queryKey: chatsKey });
    removeOutgoing(own, client_id);
    reachAskMoment(own);
    for (const listener of listeners) listener(outgoing, answer.conversation);
    return true;
  } catch (error) {
    const code = isCallFailure(error) ? error.code : "internal";
    if (connection.signal.aborted || code === "network") {
      setTimeout(() => flushAll({ own, client, errorMessage }), RETRY_MS);
      return setStalled(true);
    }
    // missing: the member discarded it while it was being sent
    if (listOutbox(own).some((message) => message.client_id === client_id))
      putOutgoing(own, { ...outgoing, failed: { code, message: errorMessage(error) } });
    return true;
  } finally {
    clearTimeout(timeout);
    window.removeEventListener("offline", abort);
  }
}

type Listener = (outgoing: Outgoing, conversation: ConversationId) => void;
const listeners = new Set<Listener>();

/** Calls back for each message that this tab has sent. */
export function onSent(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

let stalled = false;
const watchers = new Set<() => void>();

/** Whether the outbox waits for the network: the browser is offline, or the last attempt found no connection. */
export function useOutboxWaiting(): boolean {
  const online = useOnline();
  const isStalled = useSyncExternalStore(
    (changed) => {
      watchers.add(changed);
      return () => void watchers.delete(changed);
    },
    () => stalled,
    () => false,
  );
  return isStalled || !online;
}

function setStalled(next: boolean): false {
  if (stalled !== next) {
    stalled = next;
    for (const changed of watchers) changed();
  }
  return false;
}

const queues = new Map<string, Promise<void>>();

/** Serializes across tabs where the browser has locks, else within this tab; the server accepts a client_id once anyway. */
function withLock(name: string, act: () => Promise<void>): Promise<void> {
  if (navigator.locks) return navigator.locks.request(name, act);
  const queue = (queues.get(name) ?? Promise.resolve()).then(act, act);
  queues.set(name, queue);
  return queue;
}
