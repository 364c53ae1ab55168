/** A security check attacks a running product and counts. */
import type { Target, TargetOptions } from "./target.ts";

export interface Check {
  /** The name of the file, and for `npm run security -- <name>`. */
  name: string;
  /** What must hold, in one line. */
  holds: string;
  /** Options of its test server. */
  target?: TargetOptions;
  run(target: Target, report: Report, scale: Scale): Promise<void>;
}

/** `sample` takes seconds, for `npm test`; `whole` has no limit. */
export type Scale = "sample" | "whole";

export interface Report {
  /** Adds to a figure that is printed at the end: "requests", "names refused". */
  count(what: string, n?: number): void;
  /** Sets a figure: "p99 in ms". */
  figure(what: string, value: number | string): void;
  /** The current value of a figure. */
  read(what: string): number | string | undefined;
  /** Records a violation. The check continues and fails at its end. */
  wrong(what: string): void;
}

export interface Outcome {
  figures: Map<string, number | string>;
  /** The recorded violations. */
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
