/**
 * argon2id off the event loop, at most four at once and never on the last core, so that a burst of logins leaves room
 * for other requests. The queue is bounded: 50 hashes take longer than a person waits (security.md 2.6).
 */
import { availableParallelism } from "node:os";
import { hash, verify } from "@node-rs/argon2";
import { PASSWORDS_WAITING } from "@serenade/contract/limits";
import PQueue from "p-queue";
import { Refusal } from "../../../kernel/refusal.ts";

// OWASP's parameters for argon2id: 19 MiB, two passes, one lane.
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const AT_ONCE = Math.max(1, Math.min(4, availableParallelism() - 1));
const AGAIN_SECONDS = 5;
/** A hash with the same parameters, of a random password. */
const DECOY = "$argon2id$v=19$m=19456,t=2,p=1$0v5ouHzzAVMnH9y7pouZ1w$BQppAhrkQX/JBRrjP5kl71JfaSKqctimFg2f7MH+2mI";

const queue = new PQueue({ concurrency: AT_ONCE });

/** `first` for callers who have shown already that they belong here: by a session, a known device or a mailed link. */
interface Turn {
  first?: boolean;
}

/** Each priority has its own queue limit, so that unknown browsers cannot fill the queue of known ones. */
async function inTurn<T>(work: () => Promise<T>, { first = false }: Turn): Promise<T> {
  const priority = first ? 1 : 0;
  if (queue.sizeBy({ priority }) >= PASSWORDS_WAITING) throw new Refusal("unavailable", { seconds: AGAIN_SECONDS });
  return queue.add(work, { priority });
}

export const hashPassword = (password: string, turn: Turn = {}): Promise<string> =>
  inTurn(() => hash(password, OPTIONS), turn);

/** False also for an unknown account, after the same work, so that timing reveals nothing. */
export async function isPassword(password: string, hashed: string | null, turn: Turn = {}): Promise<boolean> {
  const right = await inTurn(() => verify(hashed ?? DECOY, password, OPTIONS), turn);
  return right && hashed !== null;
}
