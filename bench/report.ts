/** How figures are printed and saved. */
import { cpus, totalmem } from "node:os";

export interface Figure {
  part: string;
  what: string;
  value: number;
  unit: string;
  /** The raw limit measured in the same run. */
  limit?: { what: string; value: number };
  /** The target share of data.md §9. */
  target?: number;
}

export const share = (figure: Figure): number | null => (figure.limit ? figure.value / figure.limit.value : null);

export function printFigures(title: string, figures: Figure[]): void {
  console.info(`\n${title}`);
  for (const figure of figures) {
    const ratio = share(figure);
    const beside = figure.limit
      ? `  = ${ratio!.toFixed(2)} of ${figure.limit.what} (${round(figure.limit.value)})`
      : "";
    const target = figure.target ? `, target ${figure.target}` : "";
    console.info(`  ${figure.what.padEnd(46)} ${round(figure.value).padStart(10)} ${figure.unit}${beside}${target}`);
  }
}

export function table(figures: Figure[]): string {
  const rows = figures.map((figure) => {
    const ratio = share(figure);
    const beside = figure.limit ? `${ratio!.toFixed(2)} of ${figure.limit.what} (${round(figure.limit.value)})` : "";
    return `| ${figure.part} | ${figure.what} | ${round(figure.value)} ${figure.unit} | ${beside} | ${figure.target ?? ""} |`;
  });
  const machine = `${cpus().length} cores (${cpus()[0]?.model}), ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}`;
  return `# Baseline

Written by \`npm run bench -- --save\` on ${new Date().toISOString().slice(0, 10)}: ${machine}.
Client and server share the cores. Compare shares, not absolute numbers: each share was measured against its limit in the
same run.

| part | figure | value | beside its raw limit | target |
|---|---|---|---|---|
${rows.join("\n")}
`;
}

const round = (value: number): string =>
  value >= 100 ? Math.round(value).toLocaleString("en") : value >= 10 ? value.toFixed(1) : value.toFixed(2);

/** The median of several rounds. */
export const median = (values: number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!;
