import { describe, expect, it } from "vitest";
import { crashedFiles } from "./crashed-workers.ts";

const module = (moduleId: string, state: string) => ({ moduleId, state: () => state });
const crash = (file: string) => ({
  message: "[vitest-pool]: Worker forks emitted error.",
  cause: {
    message: `Worker exited unexpectedly with signal SIGTRAP during started state while running test file ${file}`,
  },
});

describe("files that run once more", () => {
  it("are those whose process was ended by a signal, each once", () => {
    const modules = [module("/a.test.ts", "passed"), module("/b.test.ts", "pending")];
    expect(crashedFiles(modules, [crash("/b.test.ts"), crash("/b.test.ts")])).toEqual(["/b.test.ts"]);
    expect(crashedFiles(modules, [])).toEqual([]);
  });

  it("are none where a test failed, or where something else went wrong", () => {
    const crashed = [crash("/b.test.ts")];
    expect(crashedFiles([module("/a.test.ts", "failed"), module("/b.test.ts", "failed")], crashed)).toEqual([]);
    expect(crashedFiles([module("/b.test.ts", "failed")], crashed)).toEqual(["/b.test.ts"]);
    for (const error of [
      { message: "unhandled rejection" },
      { message: "x", cause: { message: "Worker exited unexpectedly with exit code 1 during started state" } },
    ])
      expect(crashedFiles([module("/b.test.ts", "pending")], [...crashed, error])).toEqual([]);
  });
});
