/** What a browser does with a refusal that carries a challenge (security 2.6). */
import { solveChallenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";

export async function solveProof(challenge: unknown): Promise<string> {
  const parsed = JSON.parse(String(challenge));
  const solution = await solveChallenge({ challenge: parsed, deriveKey });
  return JSON.stringify({ challenge: parsed, solution });
}
