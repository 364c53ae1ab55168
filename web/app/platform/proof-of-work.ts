import { isCallFailure } from "./call-failure.ts";
import { startWorker } from "./trusted-types.ts";

/**
 * A call that may require proof of work (security 2.6). The refusal carries a challenge; a worker solves it and the call is
 * repeated with the solution. The visitor sees only a busy button.
 */
export async function withProofOfWork<T>(run: (solution: { proof?: string }) => Promise<T>): Promise<T> {
  try {
    return await run({});
  } catch (error) {
    const required = isCallFailure(error) && error.code === "proof_required" && typeof window !== "undefined";
    if (!required) throw error;
    const proof = await solve(String(error.params.challenge)).catch(() => null);
    if (!proof) throw error;
    return run({ proof });
  }
}

const TIMEOUT_MS = 60_000;

async function solve(text: string): Promise<string> {
  const { default: solver } = await import("altcha/workers/pbkdf2?worker&url");
  const challenge = JSON.parse(text) as object;
  const worker = startWorker(solver);
  try {
    const solution = await new Promise<object>((resolve, reject) => {
      worker.onmessage = ({ data }) => (data && !data.error ? resolve(data) : reject(new Error("unsolved")));
      worker.onerror = () => reject(new Error("unsolved"));
      worker.postMessage({ type: "work", challenge, counterStart: 0, counterStep: 1, timeout: TIMEOUT_MS });
    });
    return JSON.stringify({ challenge, solution });
  } finally {
    worker.terminate();
  }
}
