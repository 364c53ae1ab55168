import { availableParallelism } from "node:os";
import { PASSWORDS_WAITING } from "@serenade/contract/limits";
import { expect, it } from "vitest";
import { hashPassword } from "./gateway.ts";

it("hashes for known browsers first, and refuses unknown ones once their queue is full", async () => {
  const done: string[] = [];
  const refused: unknown[] = [];
  const ask = (name: string, first: boolean) =>
    hashPassword("a password", { first }).then(
      () => void done.push(name),
      ({ code, params }) => void refused.push([code, params]),
    );
  const atOnce = Math.max(1, Math.min(4, availableParallelism() - 1));
  const strangers = Array.from({ length: atOnce + PASSWORDS_WAITING + 3 }, () => ask("stranger", false));
  const known = ask("known", true);
  await Promise.all([...strangers, known]);
  expect(refused).toEqual(Array(3).fill(["unavailable", { seconds: 5 }]));
  expect(done).toHaveLength(atOnce + PASSWORDS_WAITING + 1);
  // behind those that were running already, and before everything that waited
  expect(done.indexOf("known")).toBeLessThanOrEqual(2 * atOnce);
}, 60_000);
