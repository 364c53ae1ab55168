/** argon2id off the event loop, at most four at once, so that a wave of logins leaves cores for everybody else. */
import { hash, verify } from "@node-rs/argon2";

// OWASP's parameters for argon2id: 19 MiB, two passes, one lane.
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const AT_ONCE = 4;

let running = 0;
const waiting: (() => void)[] = [];

export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(password, OPTIONS));

/** False also for an unknown account, after the same work, so that time says nothing. */
export async function isPassword(password: string, hashed: string | null): Promise<boolean> {
  const right = await inTurn(async () => verify(hashed ?? (await decoy()), password, OPTIONS));
  return right && hashed !== null;
}

let decoyHash: Promise<string> | undefined;
const decoy = (): Promise<string> => {
  decoyHash ??= hash("no account has this password", OPTIONS);
  return decoyHash;
};

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) await new Promise<void>((go) => waiting.push(go));
  running++;
  try {
    return await work();
  } finally {
    running--;
    waiting.shift()?.();
  }
}
