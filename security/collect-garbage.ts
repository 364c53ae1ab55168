/** Loaded into the product by the checks: a signal collects garbage and says what is in use, in MB, in the file GARBAGE_FILE. */
import { writeFileSync } from "node:fs";

process.on("SIGWINCH", () => {
  globalThis.gc?.();
  setTimeout(() => {
    globalThis.gc?.(); // what finalizers of the first have released
    const { heapUsed, external } = process.memoryUsage();
    writeFileSync(process.env.GARBAGE_FILE!, String((heapUsed + external) / 1_048_576));
  }, 500);
});
