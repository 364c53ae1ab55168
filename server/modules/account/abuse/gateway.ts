/** Proof-of-work challenges (altcha), and the list of disposable email domains. */
import { hkdfSync, randomInt } from "node:crypto";
import { createChallenge, verifySolution } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import { disposableEmailBlocklistSet } from "disposable-email-domains-js";
import * as z from "zod/mini";

/** About a third of a second on a desk, two seconds on an old phone. */
const COST = 5_000;
const ROUNDS: [number, number] = [60, 160];

const secrets = (appSecret: string) => {
  const key = (purpose: string) => Buffer.from(hkdfSync("sha256", appSecret, "", purpose, 32)).toString("base64url");
  return { hmacSignatureSecret: key("proof of work"), hmacKeySignatureSecret: key("proof of work, key") };
};

/** `until` is product time: the library's own expiry would go by the process's clock. */
export async function newChallenge(appSecret: string, data: { purpose: string; until: string }): Promise<string> {
  const challenge = await createChallenge({
    algorithm: "PBKDF2/SHA-256",
    cost: COST,
    counter: randomInt(...ROUNDS),
    deriveKey,
    data,
    ...secrets(appSecret),
  });
  return JSON.stringify(challenge);
}

const Proof = z.object({
  challenge: z.object({
    parameters: z.looseObject({
      algorithm: z.literal("PBKDF2/SHA-256"),
      nonce: z.string(),
      salt: z.string(),
      cost: z.int(),
      keyLength: z.int(),
      keyPrefix: z.string(),
      keySignature: z.string(),
      data: z.object({ purpose: z.string(), until: z.string() }),
    }),
    signature: z.string(),
  }),
  solution: z.object({ counter: z.int(), derivedKey: z.string() }),
});

/** What a solved challenge of ours was made for; null for anything else. */
export async function readProof(appSecret: string, proof: string) {
  const read = z.safeParse(Proof, parsed(proof));
  if (!read.success) return null;
  const { challenge, solution } = read.data;
  const { verified } = await verifySolution({
    challenge: challenge as never,
    solution: solution as never,
    deriveKey,
    ...secrets(appSecret),
  }).catch(() => ({ verified: false }));
  return verified ? { ...challenge.parameters.data, signature: challenge.signature } : null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

let disposable: Set<string> | undefined;

/** An address that is thrown away after use, at any depth of subdomains. */
export function isDisposable(email: string): boolean {
  disposable ??= disposableEmailBlocklistSet();
  const labels = email.toLowerCase().split("@").at(-1)!.split(".");
  return labels.some((_, at) => disposable!.has(labels.slice(at).join(".")));
}
