/**
 * What a member has sent and the server has not confirmed yet, per person written to. It is kept in this tab's storage: after a reload an
 * unconfirmed message can be sent again under the same client_id, which is the same message and costs once.
 */
import type { ChatPhoto } from "@serenade/contract/chat";
import type { Gift } from "@serenade/contract/gifts";
import type { MemberId } from "@serenade/contract/members";
import { type QueryClient, skipToken, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";

export interface Outgoing {
  client_id: string;
  /** Empty where something else is sent. */
  text: string;
  photo?: ChatPhoto;
  gift?: Gift;
  at: string;
  /** Why it was not sent; null while it is on its way. */
  failed: string | null;
}

const keyOf = (to: MemberId) => ["outbox", to];
const NOTHING: Outgoing[] = [];
const storeOf = (own: MemberId, to: MemberId) => `outbox:${own}:${to}`;

/** Unconfirmed messages to `to`, the oldest first. `interrupted` says what became of those that a reload cut off. */
export function useOutbox(own: MemberId, to: MemberId, interrupted: string): Outgoing[] {
  const client = useQueryClient();
  const { data = NOTHING } = useQuery<Outgoing[]>({
    queryKey: keyOf(to),
    queryFn: skipToken,
    gcTime: Number.POSITIVE_INFINITY,
  });
  useEffect(() => {
    if (client.getQueryData<Outgoing[]>(keyOf(to))?.length) return;
    const kept = read(storeOf(own, to)).map((one) => ({ ...one, failed: one.failed ?? interrupted }));
    if (kept.length) client.setQueryData(keyOf(to), kept);
  }, [client, own, to, interrupted]);
  useEffect(() => keep(storeOf(own, to), data), [own, to, data]);
  return data;
}

export function putOutgoing(client: QueryClient, to: MemberId, message: Outgoing) {
  client.setQueryData<Outgoing[]>(keyOf(to), (all = []) =>
    all.some(({ client_id }) => client_id === message.client_id)
      ? all.map((one) => (one.client_id === message.client_id ? message : one))
      : [...all, message],
  );
}

export function removeOutgoing(client: QueryClient, to: MemberId, clientId: string) {
  client.setQueryData<Outgoing[]>(keyOf(to), (all) => all?.filter(({ client_id }) => client_id !== clientId));
}

function read(store: string): Outgoing[] {
  try {
    return JSON.parse(sessionStorage.getItem(store) ?? "[]") as Outgoing[];
  } catch {
    return [];
  }
}

function keep(store: string, messages: Outgoing[]) {
  try {
    if (messages.length) sessionStorage.setItem(store, JSON.stringify(messages));
    else sessionStorage.removeItem(store);
  } catch {
    // storage full or forbidden: only a reload would have needed it
  }
}
