/** Clients that behave like the product's pages: they retry a request with the same key until it is answered. */
import { randomUUID } from "node:crypto";
import type { Person, Population } from "./population.ts";
import { pause } from "./servers.ts";

export interface Answers {
  /** Answered 2xx: the key and the message's id. */
  messages: Map<string, string>;
  /** Answered orders, by idempotency key. */
  orders: Map<string, string>;
  /** Requests repeated without an answer. */
  repeats: number;
  /** Conversations marked as read. */
  reads: number;
}

export interface Traffic {
  record: Answers;
  /** Stops the clients once each has its outstanding answer. */
  finish(): Promise<void>;
}

// Two sends a second each, which is the rate limit; the number of members makes the load.
const BETWEEN_SENDS_MS = 550;
const BETWEEN_ORDERS_MS = 3_000;
// Likes are limited to 120 in ten minutes.
const BETWEEN_LOOKS_MS = 6_000;

const about = (ms: number): number => ms * (0.5 + Math.random());

/** `mixed`: they also read, like and unlike. */
export function startTraffic(url: () => string, population: Population, mixed = false): Traffic {
  const record: Answers = { messages: new Map(), orders: new Map(), repeats: 0, reads: 0 };
  let going = true;
  const client = (person: Person) => requester(url, person, () => record.repeats++);

  const talk = async (from: Person, to: Person) => {
    const request = client(from);
    for (let n = 0; going; n++) {
      const client_id = randomUUID();
      const answer = await request("POST", "/api/chat.php", { client_id, profile: to.id, message: `message ${n}` });
      if (answer.status === 201) record.messages.set(client_id, answer.body.message.id);
      else throw new Error(`a send was answered ${answer.status} ${JSON.stringify(answer.body)}`);
      await pause(about(BETWEEN_SENDS_MS));
    }
  };

  const buy = async (person: Person) => {
    const request = client(person);
    while (going) {
      const key = randomUUID();
      const { status, body } = await request("POST", "/api/payment.php", { bundle: "p0", paymentmethod: "card" }, key);
      if (status === 429) {
        await pause(about(BETWEEN_ORDERS_MS));
        continue;
      }
      if (status !== 201) throw new Error(`an order was answered ${status} ${JSON.stringify(body)}`);
      record.orders.set(key, body.transaction.id);
      await press(url, new URL(body.redirect).pathname, { act: "pay", card: PAYS }, () => record.repeats++);
      await request("GET", `/api/payment.php?id=${body.transaction.id}`);
      await pause(about(BETWEEN_ORDERS_MS));
    }
  };

  /** Reads unread messages and likes or unlikes the other member between messages. */
  const live = async (person: Person, other: Person) => {
    const request = client(person);
    for (let n = 0; going; n++) {
      const { body } = await request("GET", "/api/chats.php");
      for (const { conversation, num_unread_messages } of body.chats) {
        if (!num_unread_messages) continue;
        const page = await request("GET", `/api/chat.php?id=${conversation.id}`);
        const message = page.body.messages?.findLast(({ mine }: { mine: boolean }) => !mine)?.id;
        if (message) await request("POST", "/api/chat-read.php", { id: conversation.id, message });
        record.reads++;
      }
      await request(n % 2 ? "DELETE" : "POST", "/api/like.php", { id: other.id });
      await pause(about(BETWEEN_LOOKS_MS));
    }
  };

  const readers = mixed ? population.pairs.flatMap(([a, b]) => [live(a, b), live(b, a)]) : [];
  const clients = [
    ...readers,
    ...population.pairs.flatMap(([a, b]) => [talk(a, b), talk(b, a)]),
    ...population.buyers.map(buy),
  ];
  return {
    record,
    finish: async () => {
      going = false;
      await Promise.all(clients);
    },
  };
}

interface Answered {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: any answer of the product
  body: any;
}

let networks = 0;

/** Retries on network errors and 5xx (§7), without a limit: a driver needs the final answer. */
export function requester(url: () => string, person: Person, repeated: () => void) {
  return async (method: string, path: string, body?: object, key: string = randomUUID()): Promise<Answered> => {
    for (;;) {
      try {
        const base = url();
        const answer = await fetch(base + path, {
          method,
          headers: {
            cookie: person.cookie,
            origin: base,
            "sec-fetch-site": "same-origin",
            "content-type": "application/json",
            "idempotency-key": key,
            "x-forwarded-for": `10.8.${(++networks >> 8) & 255}.${networks & 255}`,
          },
          ...(body ? { body: JSON.stringify(body) } : {}),
        });
        const answered = { status: answer.status, body: await answer.json() };
        if (answer.status < 500 && !(answer.status === 429 && path === "/api/chat.php")) return answered;
      } catch {
        // killed in the middle: the outcome is unknown, so retry with the same key
      }
      repeated();
      await pause(25);
    }
  };
}

/** A card of the sandbox that pays. */
export const PAYS = "4242424242424242";

/** Presses a button of the sandbox's page, with retries. */
export async function press(
  url: () => string,
  path: string,
  form: { act: string; card?: string },
  repeated: () => void,
): Promise<void> {
  for (;;) {
    const answer = await fetch(url() + path, {
      method: "POST",
      redirect: "manual",
      body: new URLSearchParams(form),
    }).catch(() => null);
    if (answer?.status === 303) return;
    repeated();
    await pause(25);
  }
}
