import type { ChatPhoto, Message } from "@serenade/contract/chat";
import type { Gift } from "@serenade/contract/gifts";
import type { Outgoing } from "./outbox.ts";

/** A row of the message list: a confirmed message, or one from the outbox. */
export interface MessageRow {
  /** Null until the server has confirmed it. */
  id: Message["id"] | null;
  /** Stays the same through confirmation, so that the bubble does not flicker. */
  key: string;
  body: string;
  photo: ChatPhoto | null;
  gift: Gift | null;
  mine: boolean;
  at: string;
  state: "received" | "sent" | "read" | "sending" | "waiting" | "failed";
  outgoing?: Outgoing;
}

/** Confirmed messages, then the outbox without those already confirmed. `offline` marks the outbox as waiting. */
export function messageRows(messages: readonly Message[], outbox: readonly Outgoing[], offline = false): MessageRow[] {
  const confirmed = new Set(messages.filter(({ mine }) => mine).map(({ client_id }) => client_id));
  return [
    ...messages.map(
      ({ id, client_id, body, photo, gift, mine, created_at, read }): MessageRow => ({
        id,
        key: `${mine ? "mine" : "theirs"} ${client_id}`,
        body,
        photo,
        gift,
        mine,
        at: created_at,
        state: mine ? (read ? "read" : "sent") : "received",
      }),
    ),
    ...outbox
      .filter(({ client_id }) => !confirmed.has(client_id))
      .map(
        (outgoing): MessageRow => ({
          id: null,
          key: `mine ${outgoing.client_id}`,
          body: outgoing.text,
          photo: outgoing.photo ?? null,
          gift: outgoing.gift ?? null,
          mine: true,
          at: outgoing.at,
          state: outgoing.failed ? "failed" : offline ? "waiting" : "sending",
          outgoing,
        }),
      ),
  ];
}
