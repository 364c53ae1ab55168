/**
 * Takes what lies in the outbox to the server: to each person in the order in which it was written, by one tab at a time. Without
 * a connection it stays where it is, and goes on when the network is back (outbox-host.tsx says when).
 */
import type { User } from "@serenade/contract/account";
import { ChatApi } from "@serenade/contract/chat";
import type { MemberId } from "@serenade/contract/members";
import type { QueryClient } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { call } from "~/kernel/call.ts";
import { isCallFailure } from "~/kernel/call-failure.ts";
import { useOnline } from "~/kernel/network.ts";
import { keys } from "~/kernel/queries.ts";
import { type ConversationId, putInList, putMessage } from "./chat-cache.ts";
import { listOutbox, type Outgoing, putOutgoing, removeOutgoing } from "./outbox.ts";

/** A connection that is there and brings nothing keeps nobody waiting for ever: the same client_id may be tried again. */
const PATIENCE_MS = 45_000;
const AGAIN_MS = 20_000;

export interface Post {
  own: MemberId;
  client: QueryClient;
  /** Why something was not taken, in the member's language. */
  words: (error: unknown) => string;
}

/** Everybody to whom something is on its way. */
export function postAll(post: Post): void {
  for (const to of new Set(listOutbox(post.own).map((one) => one.to))) void postTo(post, to);
}

export async function postTo(post: Post, to: MemberId): Promise<void> {
  await inTurn(`outbox ${post.own} ${to}`, async () => {
    for (;;) {
      const next = listOutbox(post.own).find((one) => one.to === to && one.failed === null);
      if (!next) return;
      if (!(await send(post, next))) return;
    }
  });
}

/** False when there is no connection: then the rest waits with it. */
async function send({ own, client, words }: Post, outgoing: Outgoing): Promise<boolean> {
  const { client_id, to, conversation, text, photo, gift } = outgoing;
  if (!navigator.onLine) return setStalled(true);
  const offline = new AbortController();
  const abort = () => offline.abort();
  window.addEventListener("offline", abort);
  const patience = setTimeout(abort, PATIENCE_MS);
  try {
    const answer = await call(ChatApi.send, {
      body: {
        client_id,
        ...(photo ? { photo: photo.id } : gift ? { gift } : { message: text }),
        ...(conversation ? { id: conversation } : { profile: to }),
      },
      key: client_id,
      signal: offline.signal,
    });
    setStalled(false);
    putMessage(client, answer.conversation, answer.message);
    putInList(client, answer.conversation, answer.message);
    client.setQueryData<User | null>(keys.user, (user) => user && { ...user, credits: answer.credits });
    if (!conversation) client.invalidateQueries({ queryKey: keys.chats });
    removeOutgoing(own, client_id);
    for (const listener of listeners) listener(outgoing, answer.conversation);
    return true;
  } catch (error) {
    const code = isCallFailure(error) ? error.code : "internal";
    if (offline.signal.aborted || code === "network") {
      setTimeout(() => postAll({ own, client, words }), AGAIN_MS);
      return setStalled(true);
    }
    // not there any more: taken back while it was on its way
    if (listOutbox(own).some((one) => one.client_id === client_id))
      putOutgoing(own, { ...outgoing, failed: { code, message: words(error) } });
    return true;
  } finally {
    clearTimeout(patience);
    window.removeEventListener("offline", abort);
  }
}

type Listener = (outgoing: Outgoing, conversation: ConversationId) => void;
const listeners = new Set<Listener>();

/** Calls back for each message that this tab has got through. */
export function onPosted(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

let stalled = false;
const watchers = new Set<() => void>();

/** Whether what is on its way waits for the network: the browser says so, or the last try found no connection. */
export function useWaiting(): boolean {
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

function setStalled(now: boolean): false {
  if (stalled !== now) {
    stalled = now;
    for (const changed of watchers) changed();
  }
  return false;
}

const turns = new Map<string, Promise<void>>();

/** One at a time, in all tabs where the browser has locks; else in this one, and the server takes the same client_id once. */
function inTurn(name: string, act: () => Promise<void>): Promise<void> {
  if (navigator.locks) return navigator.locks.request(name, act);
  const turn = (turns.get(name) ?? Promise.resolve()).then(act, act);
  turns.set(name, turn);
  return turn;
}
