/** argon2id off the event loop, at most four at once and never on the last core, so that a wave of logins leaves room for everybody else. */
import { availableParallelism } from "node:os";
import { hash, verify } from "@node-rs/argon2";
import { turns } from "../../../kernel/turns.ts";

// OWASP's parameters for argon2id: 19 MiB, two passes, one lane.
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const AT_ONCE = Math.max(1, Math.min(4, availableParallelism() - 1));
/** Made once with the same parameters, of a password that nobody has. */
const DECOY = "$argon2id$v=19$m=19456,t=2,p=1$0v5ouHzzAVMnH9y7pouZ1w$BQppAhrkQX/JBRrjP5kl71JfaSKqctimFg2f7MH+2mI";

const inTurn = turns(AT_ONCE);

export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(password, OPTIONS));

/** False also for an unknown account, after the same work, so that time says nothing. */
export async function isPassword(password: string, hashed: string | null): Promise<boolean> {
  const right = await inTurn(async () => verify(hashed ?? DECOY, password, OPTIONS));
  return right && hashed !== null;
}
