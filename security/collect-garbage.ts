/** Loaded into the product by the checks: a signal runs the garbage collector and writes the MB in use to GARBAGE_FILE. */
import { writeFileSync } from "node:fs";

process.on("SIGWINCH", () => {
  globalThis.gc?.();
  setTimeout(() => {
    globalThis.gc?.(); // collects what finalizers of the first run released
    const { heapUsed, external } = process.memoryUsage();
    writeFileSync(process.env.GARBAGE_FILE!, String((heapUsed + external) / 1_048_576));
  }, 500);
});
