/** What a security check is: it attacks a running product and counts. */
import type { Ground, GroundOptions } from "./ground.ts";

export interface Check {
  /** Of the file, and of `npm run security -- <name>`. */
  name: string;
  /** One line: what must hold. */
  holds: string;
  /** What its ground has beside the people. */
  ground?: GroundOptions;
  run(ground: Ground, report: Report, scale: Scale): Promise<void>;
}

/** `sample` takes seconds and is what `npm test` runs; `whole` takes as long as it needs. */
export type Scale = "sample" | "whole";

export interface Report {
  /** Adds to a figure that is printed at the end: "requests", "names refused". */
  count(what: string, n?: number): void;
  /** A figure that is set, not added up: "p99 in ms". */
  figure(what: string, value: number | string): void;
  /** A figure so far. */
  read(what: string): number | string | undefined;
  /** Something that must not be. The check goes on and fails at its end. */
  wrong(what: string): void;
}

export interface Outcome {
  figures: Map<string, number | string>;
  /** What must not be and was. */
  violations: string[];
}

export function openReport(): Report & Outcome {
  const figures = new Map<string, number | string>();
  const violations: string[] = [];
  return {
    figures,
    violations,
    count: (what, n = 1) => void figures.set(what, Number(figures.get(what) ?? 0) + n),
    read: (what) => figures.get(what),
    figure: (what, value) => void figures.set(what, value),
    wrong: (what) => void violations.push(what),
  };
}
