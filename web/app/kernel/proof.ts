import { isCallFailure } from "./call-failure.ts";
import { startWorker } from "./trusted-types.ts";

/**
 * A call that may ask for a proof of work (security 2.6): the challenge comes with the refusal, is solved beside the page in a
 * worker, and the same call is made again with the solution. Nobody sees more of it than a busy button.
 */
export async function withProof<T>(run: (proof: { proof?: string }) => Promise<T>): Promise<T> {
  try {
    return await run({});
  } catch (error) {
    const asked = isCallFailure(error) && error.code === "proof_required" && typeof window !== "undefined";
    if (!asked) throw error;
    const proof = await solve(String(error.params.challenge)).catch(() => null);
    if (!proof) throw error;
    return run({ proof });
  }
}

const LONGEST_MS = 60_000;

async function solve(text: string): Promise<string> {
  const { default: solver } = await import("altcha/workers/pbkdf2?worker&url");
  const challenge = JSON.parse(text) as object;
  const worker = startWorker(solver);
  try {
    const solution = await new Promise<object>((resolve, reject) => {
      worker.onmessage = ({ data }) => (data && !data.error ? resolve(data) : reject(new Error("unsolved")));
      worker.onerror = () => reject(new Error("unsolved"));
      worker.postMessage({ type: "work", challenge, counterStart: 0, counterStep: 1, timeout: LONGEST_MS });
    });
    return JSON.stringify({ challenge, solution });
  } finally {
    worker.terminate();
  }
}
