import type { ChatPhoto, Message } from "@serenade/contract/chat";
import type { Gift } from "@serenade/contract/gifts";
import type { Outgoing } from "./outbox.ts";

/** One line of the list: a message that the server knows, or one on its way. */
export interface Row {
  /** What the server knows it by; null while it is on its way. */
  id: Message["id"] | null;
  /** The same before and after its confirmation, so that a bubble never flickers. */
  key: string;
  body: string;
  photo: ChatPhoto | null;
  gift: Gift | null;
  mine: boolean;
  at: string;
  state: "received" | "sent" | "read" | "sending" | "waiting" | "failed";
  outgoing?: Outgoing;
}

/** Confirmed messages, then those on their way that are not among them; `offline`: they wait for the network. */
export function rowsOf(messages: readonly Message[], outbox: readonly Outgoing[], offline = false): Row[] {
  const confirmed = new Set(messages.filter(({ mine }) => mine).map(({ client_id }) => client_id));
  return [
    ...messages.map(
      ({ id, client_id, body, photo, gift, mine, created_at, read }): Row => ({
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
        (outgoing): Row => ({
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
